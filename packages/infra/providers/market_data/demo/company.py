"""What a fictional company is made of: its name, its business, its shares and its manners in the market."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from packages.domain.market_data.symbols import Market, Symbol


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """Where a business goes: its growth a year, its gross margin, and how long customers take to pay."""

    growth: float
    gross_margin: float
    receivable_days: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Business:
    """Shares of revenue unless said otherwise; pairs run from the first quarter of 2014 to the last of 2025."""

    revenue: int  # a quarter's, at the start
    growth: tuple[float, float]  # a year's
    gross_margin: tuple[float, float]
    overhead: float
    research: tuple[float, float]
    capex: float
    receivable_days: tuple[float, float]
    cyclicality: float = 0.0
    noise: float = 0.03
    seasons: tuple[float, float, float, float] = (0.94, 1.0, 1.0, 1.06)
    inventory_days: float = 60.0
    payable_days: float = 55.0
    fixed_assets: float = 4.0  # quarters of revenue at the start
    cash: float = 1.0
    goodwill: float = 0.0
    short_debt: float = 0.3
    long_debt: float = 0.0
    tax: float = 0.25
    payout: float = 0.0  # of profit
    later: Course | None = None  # after 2025, with the days added in each quarter; None: it goes on as it was


@dataclass(frozen=True, slots=True, kw_only=True)
class Lending:
    """A bank's business; rates are a year's, and pairs run as those of `Business`."""

    loans: int  # at the start
    growth: tuple[float, float]
    interest_margin: tuple[float, float]  # of all assets
    bad_loans: tuple[float, float]  # of all loans
    coverage: tuple[float, float]  # what is put aside for bad loans, of them
    costs: float  # of revenue
    equity: float  # of all assets, at the start
    tax: float = 0.2
    payout: float = 0.3
    cyclicality: float = 0.3  # how much of the losses on loans comes with the weather


@dataclass(frozen=True, slots=True, kw_only=True)
class Underwriting:
    """An insurer's business; shares of premiums unless said otherwise, and pairs run as those of `Business`."""

    premiums: int  # a quarter's, at the start
    growth: tuple[float, float]
    claims: tuple[float, float]
    costs: float
    reserves: float = 6.0  # quarters of premiums
    equity: float = 4.0  # quarters of premiums, at the start
    interest: float = 0.035  # a year's, on all that is invested
    tax: float = 0.21
    payout: float = 0.4
    noise: float = 0.03
    later_claims: float | None = None  # after 2025; None: as they were


@dataclass(frozen=True, slots=True)
class Split:
    """`ratio` new shares for one old from the open of `ex_date` on."""

    ex_date: date
    ratio: Decimal


@dataclass(frozen=True, slots=True)
class ShareIssue:
    """New shares sold for cash."""

    day: date
    shares: int
    price: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Manners:
    """How the share trades: swings with the market, swings of its own, and what the market pays for the business."""

    beta: float
    volatility: float
    earnings_multiple: float
    sales_multiple: float
    turnover: float  # shares traded on a quiet day, of all shares
    surprises: float = 0.004  # chance of news of its own on a day


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoCompany:
    """A company that does not exist."""

    symbol: Symbol
    name_zh: str
    name_en: str
    industry: str
    board: str
    exchange: str
    currency: str
    listed_on: date
    delisted_on: date | None = None  # the last session
    shares: int
    business: Business | Lending | Underwriting
    manners: Manners
    splits: tuple[Split, ...] = ()
    issues: tuple[ShareIssue, ...] = ()
    impairments: Mapping[date, float] = field(default_factory=dict)  # part of the goodwill written off in a quarter
    inflated: Mapping[date, float] = field(
        default_factory=dict
    )  # revenue of a quarter that was first reported and not there

    @property
    def market(self) -> Market:
        return self.symbol.market

    @property
    def is_financial(self) -> bool:
        return not isinstance(self.business, Business)

    @property
    def is_chinese(self) -> bool:
        return self.market is Market.CN_STOCKS

    def shares_on(self, day: date) -> int:
        """All shares after what happened up to and on `day`."""
        if not self.splits and not self.issues:
            return self.shares
        count = Decimal(self.shares)
        events: list[Split | ShareIssue] = [*self.splits, *self.issues]
        for event in sorted(events, key=_day_of):
            if _day_of(event) > day:
                break
            count = count * event.ratio if isinstance(event, Split) else count + event.shares
        return int(count)


def _day_of(event: Split | ShareIssue) -> date:
    return event.ex_date if isinstance(event, Split) else event.day
