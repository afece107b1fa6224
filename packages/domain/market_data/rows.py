"""Everything else that is known about an instrument, as rows: each with an id to cite, a source and the instant
at which it became known."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum

from packages.domain.market_data.symbols import Market, Symbol

WHOLE_MARKET = "*"  # the subject of news about no instrument
# A line of a statement that grows by more within a year is a slip of a unit more often than a fact.
LARGEST_LEAP = Decimal(100)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What every row carries; `known_at` is aware and in UTC."""

    source: str
    known_at: datetime

    @property
    def id(self) -> str:
        """Under which the row can be cited; the same row from the same source always has the same id."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Instrument(Row):
    """What a symbol stands for. `exchange` is a MIC, or `24/7` for what never closes."""

    symbol: Symbol
    name_en: str
    name_zh: str
    exchange: str
    currency: str
    board: str = "main"
    industry: str = ""
    listed_on: date | None = None
    delisted_on: date | None = None

    @property
    def market(self) -> Market:
        return self.symbol.market

    @property
    def id(self) -> str:
        return f"instrument:{self.symbol}:{self.source}"


def most_informative(rows: Sequence[Instrument]) -> Instrument:
    """Of what several sources say of one instrument: a real name before a bare symbol, then the latest known."""
    return max(rows, key=lambda row: (row.name_en != str(row.symbol), bool(row.name_zh), row.known_at, row.source))


class ActionKind(StrEnum):
    """`split`: `value` new shares for one old. `dividend`: `value` in cash per share, before tax."""

    SPLIT = "split"
    DIVIDEND = "dividend"


@dataclass(frozen=True, slots=True, kw_only=True)
class CorporateAction(Row):
    """What changes the price without changing the worth, from the open of `ex_date` on."""

    symbol: Symbol
    ex_date: date
    kind: ActionKind
    value: Decimal

    @property
    def id(self) -> str:
        return f"action:{self.symbol}:{self.ex_date}:{self.kind}:{self.source}"


class Statement(StrEnum):
    """Where a financial figure stands."""

    INCOME = "income"
    BALANCE = "balance"
    CASH_FLOW = "cash_flow"
    INDICATOR = "indicator"


@dataclass(frozen=True, slots=True, kw_only=True)
class FinancialFact(Row):
    """One figure of one period. `version` counts restatements from 1; every version stays. Figures of income and cash
    flow run from the start of the fiscal year to `period_end`, as A-share reports do, unless `unit` says otherwise."""

    symbol: Symbol
    statement: Statement
    item: str
    period_end: date
    value: Decimal
    unit: str
    version: int = 1

    @property
    def id(self) -> str:
        return f"fact:{self.symbol}:{self.statement}:{self.item}:{self.period_end}:v{self.version}:{self.source}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Valuation(Row):
    """What the market paid on one day; None where there is nothing to divide by."""

    symbol: Symbol
    day: date
    pe_ttm: Decimal | None
    pb: Decimal | None
    ps_ttm: Decimal | None
    market_value: Decimal | None
    dividend_yield: Decimal | None

    @property
    def id(self) -> str:
        return f"valuation:{self.symbol}:{self.day}:{self.source}"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsItem(Row):
    """A dated text; `known_at` is never before `published_at`. `symbol` None: about the market as a whole."""

    key: str
    symbol: Symbol | None
    published_at: datetime
    language: str
    title: str
    text: str
    url: str

    @property
    def id(self) -> str:
        return f"news:{self.key}:{self.source}"


@dataclass(frozen=True, slots=True, kw_only=True)
class MacroPoint(Row):
    """One release of one series; revisions are further versions."""

    series: str
    period_end: date
    value: Decimal
    unit: str
    version: int = 1

    @property
    def id(self) -> str:
        return f"macro:{self.series}:{self.period_end}:v{self.version}:{self.source}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate(Row):
    """What analysts expected, at `known_at`, of one figure of one period; `analysts`: of how many it is the consensus.
    Items and units are those of `FinancialFact`. An estimate of a later day is a row of its own."""

    symbol: Symbol
    item: str
    period_end: date
    value: Decimal
    unit: str
    analysts: int | None = None

    @property
    def id(self) -> str:
        known_on = self.known_at.date()
        return f"estimate:{self.symbol}:{self.item}:{self.period_end}:{known_on}:{self.source}"


@dataclass(frozen=True, slots=True, kw_only=True)
class FundingRate(Row):
    """What longs of a perpetual pay shorts at an instant, as a fraction of the position's worth; below 0 shorts pay.
    `mark_price`: at which the exchange valued positions, None where it is not told."""

    symbol: Symbol
    paid_at: datetime
    rate: Decimal
    mark_price: Decimal | None = None

    @property
    def id(self) -> str:
        return f"funding:{self.symbol}:{self.paid_at:%Y-%m-%dT%H:%M:%SZ}:{self.source}"


class EventKind(StrEnum):
    """What a date in the calendar brings."""

    EARNINGS = "earnings"
    DIVIDEND = "dividend"
    MEETING = "meeting"
    UNLOCK = "unlock"
    INDEX = "index"
    POLICY = "policy"
    MACRO = "macro"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarEvent(Row):
    """What is due on a day, which may lie ahead of `known_at`. `symbol` None: it concerns the whole market."""

    symbol: Symbol | None
    day: date
    kind: EventKind
    title: str

    @property
    def id(self) -> str:
        title_hash = hashlib.sha256(self.title.encode()).hexdigest()[:10]
        return f"event:{self.symbol or WHOLE_MARKET}:{self.day}:{self.kind}:{title_hash}:{self.source}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Membership(Row):
    """An instrument in an index, from a day to the day before `until` (None: not known to have left)."""

    index: str
    symbol: Symbol
    since: date
    until: date | None

    @property
    def id(self) -> str:
        return f"member:{self.index}:{self.symbol}:{self.since}:{self.source}"


class StatusKind(StrEnum):
    """What restricts trading."""

    SUSPENDED = "suspended"
    SPECIAL_TREATMENT = "st"


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusPeriod(Row):
    """A stretch of days, both ends included, under a restriction (`until` None: still)."""

    symbol: Symbol
    kind: StatusKind
    since: date
    until: date | None

    @property
    def id(self) -> str:
        return f"status:{self.symbol}:{self.kind}:{self.since}:{self.source}"
