"""How the kind of business is known, and what sales tell where nothing else does."""

import re
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from itertools import pairwise

from src.modules.research.domain.arithmetic import exact
from src.modules.research.domain.business import BusinessKind, business_kind
from src.modules.research.domain.figures import AbsentFigure, Finding, ResearchFigure
from src.modules.research.domain.financial_statements import Books

FINANCIALS = frozenset(kind for kind in BusinessKind if kind.is_financial)


class KindReason(StrEnum):
    """What the kind was told by."""

    INDUSTRY = "industry"
    LINES = "lines"
    NAME = "name"
    SWINGS = "swings"
    SPEED = "speed"
    NOTHING_SPECIAL = "nothing_special"


@dataclass(frozen=True, slots=True)
class KindOfBusiness:
    """`clue`: the industry as the source writes it, or the name that gave the kind away."""

    kind: BusinessKind
    because: KindReason
    clue: str = ""


def business_of(industry: str, name: str, books: Books, revenue_growth: Finding) -> KindOfBusiness:
    """By what the source calls the industry; else by the lines of the statements, the name, and the course of sales."""
    items = _items(books)
    for because, kind, clue in (
        (KindReason.INDUSTRY, business_kind(industry), industry),
        (KindReason.LINES, business_kind("", items), ""),
        (KindReason.NAME, _named(name), name),
    ):
        if kind is not BusinessKind.ORDINARY and (because is KindReason.INDUSTRY or not _settled(industry)):
            return KindOfBusiness(kind, because, clue)
    found = None if _settled(industry) else _by_shape(books) or _by_swings(industry, books)
    return found or _by_speed(industry, revenue_growth) or _nothing_special(industry)


def kind_of_industry(industry: str) -> BusinessKind | None:
    """None where the industry does not decide it."""
    kind = business_kind(industry)
    return None if kind is BusinessKind.ORDINARY else kind


_FINANCE = re.compile(r"\bSIC\s*6\d{3}\b", re.IGNORECASE)
_INSURERS = re.compile("中国平安|中国太保|中国人保")


def _settled(industry: str) -> bool:
    """A code of the register leaves nothing to guess from lines and names."""
    return bool(re.search(r"\bSIC\s*\d{3,4}\b", industry))


def _named(name: str) -> BusinessKind:
    return BusinessKind.INSURER if _INSURERS.search(name) else business_kind("", name=name)


def _items(books: Books) -> frozenset[str]:
    ends = books.ends()[-4:]
    reported = {**books.statements, **books.disclosed}
    return frozenset(item for item, by_end in reported.items() if any(end in by_end for end in ends))


def _nothing_special(industry: str) -> KindOfBusiness:
    return KindOfBusiness(BusinessKind.ORDINARY, KindReason.NOTHING_SPECIAL, industry)


_GEARED = Decimal("0.80")


def _by_shape(books: Books) -> KindOfBusiness | None:
    """A balance sheet without current items that is mostly owed is that of a lender."""
    assets, owed = books.newest("total_assets"), books.newest("total_liabilities")
    if isinstance(assets, AbsentFigure) or isinstance(owed, AbsentFigure) or not exact(assets):
        return None
    if isinstance(books.newest("current_assets"), ResearchFigure) or exact(owed) / exact(assets) < _GEARED:
        return None
    return KindOfBusiness(BusinessKind.BANK, KindReason.LINES)


_SWING, _FEWEST_SWINGS, _YEARS = Decimal("0.10"), 2, 10


def _by_swings(industry: str, books: Books) -> KindOfBusiness | None:
    """Sales that fell by a tenth in at least two years and rose by as much in two others."""
    if industry:
        return None
    newest = books.newest_year("revenue")
    if not isinstance(newest, ResearchFigure):
        return None
    values = [exact(year) for year in books.years("revenue", newest.ends, _YEARS) if year.value > 0]
    steps = [now / before - 1 for now, before in pairwise(values)]
    falls, rises = sum(step <= -_SWING for step in steps), sum(step >= _SWING for step in steps)
    if min(falls, rises) < _FEWEST_SWINGS:
        return None
    return KindOfBusiness(BusinessKind.CYCLICAL, KindReason.SWINGS)


GROWTH_LINE = Decimal("0.10")


def _by_speed(industry: str, growth: Finding) -> KindOfBusiness | None:
    """Sales of financials grow with what they lend and insure, which is no growth in the sense meant here."""
    if _FINANCE.search(industry) or not isinstance(growth, ResearchFigure) or exact(growth) < GROWTH_LINE:
        return None
    return KindOfBusiness(BusinessKind.GROWTH, KindReason.SPEED)
