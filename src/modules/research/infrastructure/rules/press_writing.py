"""How headlines and rates are written: a headline word for word, and nothing in it that could be taken for ours."""

import re
from datetime import date
from decimal import ROUND_HALF_EVEN, Decimal

from packages.core.messages import Language
from packages.domain.market_data.sessions import local_day
from src.modules.research.domain.brief import Brief, NewsDocument
from src.modules.research.domain.evidence.units import written
from src.modules.research.infrastructure.rules.writing import Writer

_LONGEST_QUOTE = 90
_SIGNED = re.compile(r"^(?!rule\.).*_change$|^index_return")
_IN_POINTS = re.compile(r"_change$")
# Addresses, and marks that would open or close something of ours (tags, quotations, holes, fences): left out, and an
# ellipsis says so, because a quotation is word for word.
_LEFT_OUT = re.compile(
    r"(?:(?:https?://|www\.)\S+|[\[\]［］【】〔〕「」『』“”\"‘’《》‹›<>＜＞{}｛｝`…]|\.{3})+", re.IGNORECASE
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
        tag = self.brief.tags[key]
        row = self.brief.book.rows[tag]
        if row.value is None:
            raise ValueError(f"{key} is a text, and a number was asked for")
        text = self._text(row.metric, row.value, row.unit)
        sign = "+" if _SIGNED.search(row.metric) and row.value > 0 else ""
        return f"{sign}{text}[{tag}]"

    def _text(self, metric: str, value: Decimal, unit: str) -> str:
        if unit == "days":
            return f"{value:.0f} {'天' if self.is_chinese else 'days'}"
        if unit == "points":
            return _rounded(value, 1)
        if unit != "ratio":
            return written(value, unit, self.brief.language.value)
        if metric.startswith("index_return"):
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
