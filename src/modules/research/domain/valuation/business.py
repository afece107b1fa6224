"""What kind of business a company is, because a bank, a miner and a software house are not valued alike."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from itertools import pairwise

from src.modules.research.domain.arithmetic import exact
from src.modules.research.domain.figures import AbsentFigure, Finding, ResearchFigure
from src.modules.research.domain.financial_statements import Books


class BusinessKind(StrEnum):
    BANK = "bank"
    INSURER = "insurer"
    BROKER = "broker"
    PROPERTY = "property"
    CYCLICAL = "cyclical"
    GROWTH = "growth"
    HOLDING = "holding"
    ORDINARY = "ordinary"


FINANCIALS = frozenset({BusinessKind.BANK, BusinessKind.INSURER, BusinessKind.BROKER})


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
    """`clue`: the industry as the source writes it, or the statement lines that gave the kind away."""

    kind: BusinessKind
    because: KindReason
    clue: str = ""


_SIC = re.compile(r"\bSIC\s*(\d{4})\b", re.IGNORECASE)
# First and last code of the Standard Industrial Classification, the narrow ranges before the wide ones.
_CODES: tuple[tuple[int, int, BusinessKind], ...] = (
    (6199, 6199, BusinessKind.BANK),
    (6200, 6289, BusinessKind.BROKER),
    (6000, 6163, BusinessKind.BANK),
    (6300, 6411, BusinessKind.INSURER),
    (6500, 6599, BusinessKind.PROPERTY),
    (6798, 6798, BusinessKind.PROPERTY),
    (6700, 6799, BusinessKind.HOLDING),
    (1520, 1531, BusinessKind.PROPERTY),
    (1000, 1499, BusinessKind.CYCLICAL),
    (2400, 2499, BusinessKind.CYCLICAL),
    (2600, 2699, BusinessKind.CYCLICAL),
    (2810, 2829, BusinessKind.CYCLICAL),
    (2860, 2999, BusinessKind.CYCLICAL),
    (3000, 3399, BusinessKind.CYCLICAL),
    (3510, 3569, BusinessKind.CYCLICAL),
    (3700, 3799, BusinessKind.CYCLICAL),
    (4400, 4599, BusinessKind.CYCLICAL),
)
# In the order in which they are looked for: an investment bank is a broker, an insurance broker an insurer.
_WORDS: tuple[tuple[BusinessKind, str], ...] = (
    (BusinessKind.BROKER, r"证券|券商|期货|capital markets|investment bank|brokerage|securities broker"),
    (BusinessKind.INSURER, r"保险|再保|insur"),
    (BusinessKind.BANK, r"银行|货币金融服务|消费金融|\bbanks?\b|banking|credit services|consumer finance|thrift"),
    (BusinessKind.PROPERTY, r"房地产|地产|物业|园区开发|real estate|\breit\b|property develop|homebuild"),
    (BusinessKind.HOLDING, r"控股集团|综合类|投资控股|多元金融|conglomerate|holding compan|diversified holding"),
    (
        BusinessKind.CYCLICAL,
        r"钢铁|煤|有色|化工|化学|石油|石化|水泥|建材|工程机械|机械|船舶|航运|航空|汽车|造纸|玻璃|采掘|矿|黑色金属|"
        r"养殖|畜牧|steel|coal|metal|mining|chemical|oil\b|petrol|cement|machinery|shipping|shipbuild|airline|"
        r"aerospace|aircraft|\bauto|paper|glass|trucking|construction equipment",
    ),
    (BusinessKind.GROWTH, r"生物科技|创新药|biotech"),
)
_NAMES: tuple[tuple[BusinessKind, str], ...] = (
    (BusinessKind.BROKER, r"证券$|证券股份|securities (?:co|inc|group|ltd)"),
    (BusinessKind.INSURER, r"保险|人寿|财险|中国平安|中国太保|中国人保|insurance"),
    (BusinessKind.BANK, r"银行|\bbank\b|bancorp|bancshares"),
    (BusinessKind.PROPERTY, r"地产|置业|realty"),
)
# Lines that only one kind of company keeps, and how many of them make the case.
_LINES: tuple[tuple[BusinessKind, tuple[str, ...], int], ...] = (
    (BusinessKind.INSURER, ("premiums", "insurance_reserves", "claims", "embedded_value_per_share"), 1),
    (BusinessKind.BANK, ("loans", "deposits"), 2),
    (BusinessKind.BANK, ("net_interest_income", "provision_for_losses", "deposits", "npl_ratio"), 2),
    (BusinessKind.BROKER, ("net_interest_income", "fee_income"), 2),
)


def business_of(industry: str, name: str, books: Books, revenue_growth: Finding) -> KindOfBusiness:
    """By what the source calls the industry; else by the lines of the statements, the name, and the course of sales."""
    found = _by_industry(industry) or _by_lines(books) or _by_name(name) or _by_shape(books)
    found = found or _by_swings(industry, books)
    return (
        found
        or _by_speed(revenue_growth)
        or KindOfBusiness(BusinessKind.ORDINARY, KindReason.NOTHING_SPECIAL, industry)
    )


def kind_of_industry(industry: str) -> BusinessKind | None:
    """By SIC code, or by the words that sources use for industries; None where they do not decide it."""
    code = _SIC.search(industry)
    if code is None:
        return _worded(_WORDS, industry)
    return next((kind for first, last, kind in _CODES if first <= int(code[1]) <= last), None)


def _by_industry(industry: str) -> KindOfBusiness | None:
    kind = kind_of_industry(industry)
    return None if kind is None else KindOfBusiness(kind, KindReason.INDUSTRY, industry)


def _worded(patterns: Sequence[tuple[BusinessKind, str]], text: str) -> BusinessKind | None:
    return next((kind for kind, pattern in patterns if re.search(pattern, text, re.IGNORECASE)), None)


def _by_lines(books: Books) -> KindOfBusiness | None:
    ends = books.ends()[-4:]
    told = {item for item, by_end in {**books.statements, **books.disclosed}.items() if any(e in by_end for e in ends)}
    for kind, items, fewest in _LINES:
        there = [item for item in items if item in told]
        if len(there) >= fewest:
            return KindOfBusiness(kind, KindReason.LINES, " ".join(there))
    return None


_GEARED = Decimal("0.80")


def _by_shape(books: Books) -> KindOfBusiness | None:
    """A balance sheet without current items that is mostly owed is that of a lender."""
    assets, owed = books.newest("total_assets"), books.newest("total_liabilities")
    if isinstance(assets, AbsentFigure) or isinstance(owed, AbsentFigure) or not exact(assets):
        return None
    if isinstance(books.newest("current_assets"), ResearchFigure) or exact(owed) / exact(assets) < _GEARED:
        return None
    return KindOfBusiness(BusinessKind.BANK, KindReason.LINES, "total_liabilities total_assets")


def _by_name(name: str) -> KindOfBusiness | None:
    kind = _worded(_NAMES, name)
    return None if kind is None else KindOfBusiness(kind, KindReason.NAME, name)


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


def _by_speed(growth: Finding) -> KindOfBusiness | None:
    if isinstance(growth, ResearchFigure) and exact(growth) >= GROWTH_LINE:
        return KindOfBusiness(BusinessKind.GROWTH, KindReason.SPEED)
    return None
