"""How a rules analyst writes: sections and sentences in both languages, with numbers and tags from the brief,
and headlines word for word."""

import re
from collections.abc import Sequence
from datetime import date
from decimal import ROUND_HALF_EVEN, Decimal

from packages.core.messages import Language
from packages.domain.evidence.units import written
from packages.domain.market_data.sessions import local_day
from packages.domain.market_data.symbols import Market, Symbol
from src.modules.research.domain.brief import Brief, NewsDocument

_HOLE = re.compile(r"\{([a-z0-9_.@~-]+)\}")


class Writer:
    """Writes in the brief's language. `{rsi14}` in a sentence becomes `63.2[E5]`."""

    def __init__(self, brief: Brief) -> None:
        self._brief = brief

    def __call__(self, zh: str, en: str) -> str:
        sentence = zh if self._brief.language is Language.ZH else en
        return _HOLE.sub(lambda hole: self.number(hole[1]), sentence)

    def number(self, key: str) -> str:
        """The value of a figure or of a house rule, as a person reads it, with its tag."""
        tag = self._brief.tags[key]
        row = self._brief.book.rows[tag]
        if row.value is None:
            raise ValueError(f"{key} is a text, and a number was asked for")
        return f"{written(row.value, row.unit, self._brief.language.value)}[{tag}]"

    def quote(self, tag: str, title: str) -> str:
        """A headline in quotation marks, with its tag."""
        return f"「{title}」[{tag}]" if self._brief.language is Language.ZH else f"“{title}” [{tag}]"

    def joined(self, sentences: Sequence[str]) -> str:
        return ("" if self._brief.language is Language.ZH else " ").join(sentences)

    def listed(self, sentences: Sequence[str]) -> str:
        return "\n".join(f"- {sentence}" for sentence in sentences)


_ZERO = re.compile(r"0\.0+|\b0\b")
_FIGURE = re.compile(r"-?[\d,]+(?:\.\d+)?")
_PER_CENT = Decimal(100)
_MOST_PLACES = 6
_POWERS = (0, -2, 3, 4, 6, 8, 9, 12)


class ExactWriter(Writer):
    """Writes `-0.04%[E5]` where one decimal would give `0.0%[E5]`. `{roe~rule.roe_weak}` is the first number, with as
    many digits as it takes to see that it is not the second."""

    def __init__(self, brief: Brief) -> None:
        super().__init__(brief)
        self._rows = {key: brief.book.rows[tag] for key, tag in brief.tags.items()}

    def number(self, key: str) -> str:
        key, _, other = key.partition("~")
        text, mark, tag = super().number(key).rpartition("[")
        value = self._rows[key].value or Decimal(0)
        shown = value * _PER_CENT if "%" in text else value
        if value and not re.search(r"[1-9]", text):
            text = _ZERO.sub(f"{shown:.{-shown.adjusted()}f}", text, count=1)
        if other and value != self._rows[other].value:
            text = more_precise(text, value, super().number(other).rpartition("[")[0], self._rows[other].value)
        return f"{text}{mark}{tag}"

    def look_alike(self, key: str, other: str) -> bool:
        """Whether two figures are written the same at their usual digits."""
        return super().number(key).rpartition("[")[0] == super().number(other).rpartition("[")[0]


def more_precise(text: str, value: Decimal, other: str, than: Decimal | None) -> str:
    """A number as it is written, with as many more places as it takes to read unlike another that is written the same;
    the other gets as many when it is told apart from this one."""
    said = _FIGURE.search(text)
    scale = _scale_of(said[0], value) if said else None
    if text.lstrip("-") != other.lstrip("-") or said is None or scale is None or than is None:
        return text
    for places in range(2, _MOST_PLACES + 1):
        one, two = (f"{number / scale:.{places}f}" for number in (value, than))
        if one.lstrip("-") != two.lstrip("-"):
            return _FIGURE.sub(one, text, count=1)
    return text


def _scale_of(said: str, value: Decimal) -> Decimal | None:
    """The power of ten that a value was divided by to be written so: 0.01 for per cent, a billion for billions."""
    number = Decimal(said.replace(",", ""))
    half = Decimal(1).scaleb(-len(said.partition(".")[2])) / 2
    scales = (Decimal(10) ** power for power in _POWERS)
    return next((scale for scale in scales if abs(value / scale - number) <= half), None)


Title = tuple[str, str]
_QUARTERS = {(3, 31): "一季报", (6, 30): "半年报", (9, 30): "三季报", (12, 31): "年报"}


def headed(language: Language, title: Title, sentences: Sequence[str]) -> str:
    """A Markdown section in the language, one bullet a sentence."""
    return titled(language, title, "\n".join(f"- {sentence}" for sentence in sentences))


def titled(language: Language, title: Title, text: str) -> str:
    """A Markdown section with one paragraph."""
    return f"### {title[0] if language is Language.ZH else title[1]}\n{text}"


def report_name(symbol: Symbol, end: date, language: Language, *, whole_year: bool = False) -> str:
    """What a report is called: 2025 年三季报 for an A-share; elsewhere fiscal quarters and years by their last day."""
    quarter = _QUARTERS.get((end.month, end.day))
    if symbol.market is Market.CN_STOCKS and quarter:
        english = f"the {end.year} annual report" if end.month == 12 else f"the Q{end.month // 3} {end.year} report"
        return f"{end.year} 年{quarter}" if language is Language.ZH else english
    if whole_year:
        return f"截至 {end} 的财年" if language is Language.ZH else f"the year to {end}"
    return f"截至 {end} 的财季" if language is Language.ZH else f"the quarter to {end}"


_LONGEST_QUOTE = 90
_SIGNED = re.compile(r"^(?!rule\.).*_change$|^index_return")
_IN_POINTS = re.compile(r"_change$")
# Addresses, and marks that would open or close something of ours (tags, quotations, holes, fences): left out, and an
# ellipsis says so, because a quotation is word for word. An apostrophe opens and closes nothing.
_LEFT_OUT = re.compile(
    r"(?:(?:https?://|www\.)\S+|[\[\]［］【】〔〕「」『』“”\"‘《》‹›<>＜＞{}｛｝`…]|’(?![a-z])|\.{3})+", re.IGNORECASE
)
_LONGEST_WORD = re.compile(r"\S{60,}")


class PressWriter(Writer):
    """Rates to the hundredth, changes of rates in percentage points with their sign, days whole."""

    def __init__(self, brief: Brief) -> None:
        super().__init__(brief)
        self.brief = brief

    @property
    def is_chinese(self) -> bool:
        return self.brief.language is Language.ZH

    def number(self, key: str) -> str:
        """`{change~rule.line}` as with `ExactWriter`."""
        key, _, other = key.partition("~")
        tag = self.brief.tags[key]
        row = self.brief.book.rows[tag]
        if row.value is None:
            raise ValueError(f"{key} is a text, and a number was asked for")
        text = self._text(row.metric, row.value, row.unit)
        if other and (line := self.brief.book.rows[self.brief.tags[other]]).value is not None:
            text = more_precise(text, row.value, self._text(line.metric, line.value, line.unit), line.value)
        sign = "+" if _SIGNED.search(row.metric) and row.value > 0 else ""
        return f"{sign}{text}[{tag}]"

    def _text(self, metric: str, value: Decimal, unit: str) -> str:
        if unit == "days":
            return f"{value:.0f} {'天' if self.is_chinese else 'days'}"
        if unit == "points":
            return _rounded(value, 1)
        if unit != "ratio":
            return written(value, unit, self.brief.language.value)
        if metric.startswith(("index_return", "net_profit_yoy")):
            return f"{_rounded(value * 100, 1)}%"
        if _IN_POINTS.search(metric):
            return f"{_rounded(value * 100, 2)} {'个百分点' if self.is_chinese else 'percentage points'}"
        return f"{_rounded(value * 100, 2)}%"

    def headline(self, document: NewsDocument) -> str:
        """In quotation marks, with the tag of its text behind."""
        title = _shortened(_LEFT_OUT.sub("…", document.title))
        return f"「{title}」[{document.tag}]" if self.is_chinese else f"“{title}”[{document.tag}]"

    def dated(self, document: NewsDocument) -> str:
        unknown = "日期不详" if self.is_chinese else "undated"
        return str(document.published_at.date()) if document.published_at else unknown

    @property
    def today(self) -> date:
        """The day that it is, at the instant of the analysis, where the instrument trades."""
        return local_day(self.brief.company.symbol.market, self.brief.as_of)


def _rounded(value: Decimal, places: int) -> str:
    """To at most so many places, at least one."""
    rounded = value.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_EVEN) + 0
    text = f"{abs(rounded) if rounded == 0 else rounded:f}"
    return text[:-1] if places == 2 and text.endswith("0") else text


def _shortened(title: str) -> str:
    """Never inside of a word or a number."""
    calm = _LONGEST_WORD.sub(lambda word: f"{word.group()[:40]}…", title) if title.isascii() else title
    if len(calm) <= _LONGEST_QUOTE:
        return calm
    end = _LONGEST_QUOTE
    while end > 1 and calm[end - 1].isascii() and not calm[end - 1].isspace():
        end -= 1
    return f"{calm[: end if end > 1 else _LONGEST_QUOTE].rstrip()}…"
