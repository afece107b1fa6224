"""How a rules analyst writes: sections and sentences of the catalogue, with numbers and tags from the brief, and
headlines word for word."""

import re
from collections.abc import Iterable, Sequence
from datetime import date
from decimal import ROUND_HALF_EVEN, Decimal
from typing import TypeAlias

from packages.core.messages import Language, Phrases
from packages.domain.evidence.units import written
from packages.domain.market_data.sessions import local_day
from packages.domain.market_data.symbols import Market
from src.modules.research.domain.brief import Brief, NewsDocument

Given: TypeAlias = str | Sequence[str]
_CATALOGUE = "research.rules"


class Writer:
    """Sentences of the catalogue in the brief's language, those of the expert's own `context` first. A place takes the
    parameter of its name; any other names a figure or a house rule: `{rsi14}` becomes `63.2[E5]`."""

    def __init__(self, brief: Brief, *contexts: str) -> None:
        self.brief = brief
        self._phrases = Phrases(brief.language, *(f"{_CATALOGUE}.{context}" for context in contexts), _CATALOGUE)

    def __call__(self, name: str, /, **given: Given) -> str:
        """Several texts as one parameter are listed."""
        return self._phrases.filled(
            name, lambda place: self._text(given[place]) if place in given else self.number(place)
        )

    @property
    def is_chinese(self) -> bool:
        return self.brief.language is Language.ZH

    def number(self, key: str) -> str:
        """The value of a figure or of a house rule, as a person reads it, with its tag."""
        tag = self.brief.tags[key]
        row = self.brief.book.rows[tag]
        if row.value is None:
            raise ValueError(f"{key} is a text, and a number was asked for")
        return f"{written(row.value, row.unit, self.brief.language.value)}[{tag}]"

    def label(self, metric: str) -> str:
        """The first name of a figure or of a house rule that the language can use; Chinese ones come first."""
        names = self.brief.book.labels[metric]
        return names[0] if self.is_chinese else next((name for name in names if name.isascii()), names[0])

    def named(self, key: str) -> str:
        """The name of a figure or of a house rule before its value."""
        return f"{self.label(key)} {self.number(key)}"

    def word(self, kind: str, value: str) -> str:
        return self._phrases.word(kind, value)

    def figures(self, keys: Iterable[str]) -> str:
        """Figures by their names, in one sentence."""
        return self("sentence", text=capital(self.clauses(map(self.named, keys))))

    def clauses(self, texts: Iterable[str]) -> str:
        return ("，" if self.is_chinese else ", ").join(texts)

    def joined(self, sentences: Iterable[str]) -> str:
        return ("" if self.is_chinese else " ").join(sentences)

    def listed(self, sentences: Iterable[str]) -> str:
        return "\n".join(f"- {sentence}" for sentence in sentences)

    def titled(self, title: str, text: str) -> str:
        """A Markdown section with one paragraph, by the name of its title."""
        return self.section(self(f"title.{title}"), text)

    def section(self, heading: str, text: str) -> str:
        return f"### {heading}\n{text}"

    def heading(self, title: str) -> str:
        """A part of a report, by the name of its title."""
        return f"## {self(f'title.{title}')}"

    def headed(self, title: str, sentences: Iterable[str]) -> str:
        """A Markdown section, one bullet a sentence."""
        return self.titled(title, self.listed(sentences))

    def spaced(self, name: str) -> str:
        """With a space on each side where it is Latin, for the middle of a Chinese sentence."""
        if not self.is_chinese:
            return name
        return f"{' ' if name[0].isascii() else ''}{name}{' ' if name[-1].isascii() else ''}"

    def _text(self, given: Given) -> str:
        return given if isinstance(given, str) else ("、" if self.is_chinese else ", ").join(given)


def capital(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"


_ZERO = re.compile(r"0\.0+|\b0\b")
_FIGURE = re.compile(r"-?[\d,]+(?:\.\d+)?")
_PER_CENT = Decimal(100)
_MOST_PLACES = 6
_POWERS = (0, -2, 3, 4, 6, 8, 9, 12)


class ExactWriter(Writer):
    """Writes `-0.04%[E5]` where one decimal would give `0.0%[E5]`. `{roe~rule.roe_weak}` is the first number, with as
    many digits as it takes to see that it is not the second."""

    def __init__(self, brief: Brief, *contexts: str) -> None:
        super().__init__(brief, *contexts)
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


def report_name(write: Writer, end: date, *, whole_year: bool = False) -> str:
    """What a report is called: 2025 年三季报 for an A-share; elsewhere fiscal quarters and years by their last day."""
    if write.brief.company.symbol.market is Market.CN_STOCKS and (end.month, end.day) in _QUARTERS:
        return write(f"report.quarter_{end.month // 3}", year=str(end.year))
    return write("report.year" if whole_year else "report.quarter", end=str(end))


_QUARTERS = frozenset({(3, 31), (6, 30), (9, 30), (12, 31)})
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

    def number(self, key: str) -> str:
        """`{change~rule.line}` as with `ExactWriter`."""
        key, _, other = key.partition("~")
        tag = self.brief.tags[key]
        row = self.brief.book.rows[tag]
        if row.value is None:
            raise ValueError(f"{key} is a text, and a number was asked for")
        text = self._value(row.metric, row.value, row.unit)
        if other and (line := self.brief.book.rows[self.brief.tags[other]]).value is not None:
            text = more_precise(text, row.value, self._value(line.metric, line.value, line.unit), line.value)
        sign = "+" if _SIGNED.search(row.metric) and row.value > 0 else ""
        return f"{sign}{text}[{tag}]"

    def _value(self, metric: str, value: Decimal, unit: str) -> str:
        if unit == "days":
            return self("days", count=f"{value:.0f}")
        if unit == "points":
            return _rounded(value, 1)
        if unit != "ratio":
            return written(value, unit, self.brief.language.value)
        if metric.startswith(("index_return", "net_profit_yoy")):
            return f"{_rounded(value * 100, 1)}%"
        if _IN_POINTS.search(metric):
            return self("points", points=_rounded(value * 100, 2))
        return f"{_rounded(value * 100, 2)}%"

    def headline(self, document: NewsDocument) -> str:
        """In quotation marks, with the tag of its text behind."""
        title = _shortened(_LEFT_OUT.sub("…", document.title))
        return self("headline", title=title, tag=document.tag)

    def dated(self, document: NewsDocument) -> str:
        return str(document.published_at.date()) if document.published_at else self("undated")

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
