"""A company's business and its true books, quarter by quarter, in whole units of money: every identity holds by
construction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from packages.infra.providers.market_data.demo.company import Business, Course, DemoCompany
from packages.infra.providers.market_data.demo.draws import Draws
from packages.infra.providers.market_data.demo.regimes import MarketWeather
from packages.infra.providers.market_data.demo.sessions import LAST, on_or_after, quarter_ends

FOUNDING = quarter_ends(2014, 2025)


@dataclass(frozen=True, slots=True)
class Season:
    """What a quarter's business is like; `trend` is revenue without the weather, which sets the fixed costs."""

    trend: int
    revenue: int
    gross_margin: float
    research: int
    receivable_days: float


def seasons(seed: int, company: DemoCompany, business: Business, weather: MarketWeather) -> list[Season]:
    """One for each quarter from 2014 to the end of the last year that the weather is known of."""
    trend, passed = float(business.revenue), []
    ends = quarter_ends(2014, weather.days[-1].year)
    noise = quarter_noise(seed, company, ends[-1].year)
    for place, end in enumerate(ends):
        course, warmth = _course(business, place), weather.warmth_of_quarter(end)
        trend *= 1 + course.growth / 4
        luck = 1 + business.cyclicality * warmth + business.noise * noise[place]
        passed.append(
            Season(
                trend=rounded(trend),
                revenue=rounded(trend * business.seasons[place % 4] * luck),
                gross_margin=course.gross_margin + 0.2 * business.cyclicality * warmth,
                research=rounded(trend * along(business.research, part_of_the_founding(place))),
                receivable_days=course.receivable_days,
            )
        )
    return passed


def _course(business: Business, place: int) -> Course:
    """In a quarter; what customers owe goes on as before where nothing else is said."""
    later, since = business.later, place + 1 - len(FOUNDING)
    if later is not None and since > 0:
        return replace(later, receivable_days=business.receivable_days[1] + since * later.receivable_days)
    part = part_of_the_founding(place)
    return Course(
        growth=along(business.growth, part),
        gross_margin=along(business.gross_margin, part),
        receivable_days=along(business.receivable_days, place / (len(FOUNDING) - 1)),
    )


def part_of_the_founding(place: int) -> float:
    """How far the founding years are over in a quarter; 1 ever after."""
    return min(1.0, place / (len(FOUNDING) - 1))


def quarter_noise(seed: int, company: DemoCompany, last_year: int) -> list[float]:
    """The luck of each quarter from 2014 on."""
    name = f"business {company.symbol}"
    later = [Draws(seed, f"{name} {year}").normal(4) for year in range(LAST.year + 1, last_year + 1)]
    return [*Draws(seed, name).normal(len(FOUNDING)).tolist(), *(luck for year in later for luck in year.tolist())]


def rounded(amount: float) -> int:
    """To the nearest ten thousand, as companies report it."""
    return int(amount / 10_000 + (0.5 if amount >= 0 else -0.5)) * 10_000


def along(pair: tuple[float, float], part: float) -> float:
    return pair[0] + (pair[1] - pair[0]) * part


@dataclass(frozen=True, slots=True)
class FinancialLines:
    """What only banks and insurers report: over the quarter, at its end, and as ratios."""

    flows: Mapping[str, int]
    balances: Mapping[str, int]
    ratios: Mapping[str, Decimal]


@dataclass(frozen=True, slots=True, kw_only=True)
class Quarter:
    """One quarter's flows, and the balance at its end."""

    end: date
    shares: int
    revenue: int = 0
    operating_cost: int = 0
    research: int = 0
    operating_profit: int = 0
    net_profit: int = 0
    operating_cash: int = 0
    capex: int = 0
    financing_cash: int = 0
    cash: int
    receivables: int
    inventory: int
    goodwill: int
    fixed_assets: int
    payables: int
    short_debt: int
    long_debt: int
    equity: int
    financial: FinancialLines | None = None

    @property
    def current_assets(self) -> int:
        return self.cash + self.receivables + self.inventory

    @property
    def total_assets(self) -> int:
        return self.current_assets + self.goodwill + self.fixed_assets

    @property
    def current_liabilities(self) -> int:
        return self.payables + self.short_debt

    @property
    def total_liabilities(self) -> int:
        return self.current_liabilities + self.long_debt


OPENING = date(2013, 12, 31)
_WEAR = 0.022  # of the fixed assets, a quarter
_INTEREST = 0.011  # of debt, a quarter


@dataclass(frozen=True, slots=True)
class _Earnings:
    """A quarter's income statement."""

    cost: int
    wear: int
    written_off: int
    profit: int
    net_profit: int


@dataclass(frozen=True, slots=True)
class _Working:
    """What customers owe, what lies in stock, and what suppliers are owed."""

    receivables: int
    inventory: int
    payables: int


def keep_books(seed: int, company: DemoCompany, business: Business, weather: MarketWeather) -> tuple[Quarter, ...]:
    """From the first quarter of 2014 on, as far as the weather is known."""
    before, books = _opening(company, business), list[Quarter]()
    ends = quarter_ends(2014, weather.days[-1].year)
    for season, end in zip(seasons(seed, company, business, weather), ends, strict=True):
        before = _next(company, business, books, before, season, end)
        books.append(before)
    return tuple(books)


def _opening(company: DemoCompany, business: Business) -> Quarter:
    revenue = business.revenue
    cost = revenue * (1 - business.gross_margin[0])
    working = _working(business, revenue, cost, business.receivable_days[0])
    cash, goodwill, fixed_assets, short_debt, long_debt = (
        rounded(revenue * part)
        for part in (business.cash, business.goodwill, business.fixed_assets, business.short_debt, business.long_debt)
    )
    assets = cash + working.receivables + working.inventory + goodwill + fixed_assets
    return Quarter(
        end=OPENING,
        shares=company.shares_on(OPENING),
        cash=cash,
        receivables=working.receivables,
        inventory=working.inventory,
        goodwill=goodwill,
        fixed_assets=fixed_assets,
        payables=working.payables,
        short_debt=short_debt,
        long_debt=long_debt,
        equity=assets - working.payables - short_debt - long_debt,
    )


def _next(
    company: DemoCompany, business: Business, books: Sequence[Quarter], before: Quarter, season: Season, end: date
) -> Quarter:
    earned = _earn(company, business, before, season, end)
    working = _working(business, season.revenue, earned.cost, season.receivable_days)
    operating_cash = earned.net_profit + earned.wear + earned.written_off - _tied_up(before, working)
    capex = rounded(season.trend * business.capex)
    dividends = dividends_paid(company, books, end)
    raised = sum(issue.shares * issue.price for issue in company.issues if before.end < issue.day <= end)
    free = before.cash + operating_cash - capex - dividends + raised
    borrowed = _borrow(business, season.trend, free, before.short_debt)
    return Quarter(
        end=end,
        shares=company.shares_on(end),
        revenue=season.revenue,
        operating_cost=earned.cost,
        research=season.research,
        operating_profit=earned.profit,
        net_profit=earned.net_profit,
        operating_cash=operating_cash,
        capex=capex,
        financing_cash=borrowed - dividends + raised,
        cash=free + borrowed,
        receivables=working.receivables,
        inventory=working.inventory,
        goodwill=before.goodwill - earned.written_off,
        fixed_assets=before.fixed_assets + capex - earned.wear,
        payables=working.payables,
        short_debt=before.short_debt + borrowed,
        long_debt=before.long_debt,
        equity=before.equity + earned.net_profit - dividends + raised,
    )


def _earn(company: DemoCompany, business: Business, before: Quarter, season: Season, end: date) -> _Earnings:
    cost = rounded(season.revenue * (1 - season.gross_margin))
    overhead = rounded(season.trend * business.overhead)
    wear = rounded(before.fixed_assets * _WEAR)
    interest = rounded((before.short_debt + before.long_debt) * _INTEREST)
    written_off = rounded(before.goodwill * company.impairments.get(end, 0.0))
    profit = season.revenue - cost - season.research - overhead - wear - interest - written_off
    return _Earnings(cost, wear, written_off, profit, profit - max(0, rounded(profit * business.tax)))


def _working(business: Business, revenue: float, cost: float, receivable_days: float) -> _Working:
    return _Working(
        receivables=rounded(revenue * receivable_days / 90),
        inventory=rounded(cost * business.inventory_days / 90),
        payables=rounded(cost * business.payable_days / 90),
    )


def _tied_up(before: Quarter, now: _Working) -> int:
    """Cash that went into working capital."""
    return (
        (now.receivables - before.receivables) + (now.inventory - before.inventory) - (now.payables - before.payables)
    )


def _borrow(business: Business, trend: int, cash: int, short_debt: int) -> int:
    """New short debt where cash runs low; what is plenty pays debt back."""
    wanted, plenty = rounded(0.3 * trend), rounded((1.0 + business.cash) * trend)
    if cash < wanted:
        return wanted - cash
    return -min(short_debt, cash - plenty) if cash > plenty else 0


def ex_date_in(company: DemoCompany, until: date) -> date | None:
    """The ex-date within the quarter that ends on `until`, None in quarters without a dividend."""
    if company.business.payout == 0 or (company.is_chinese and until.month != 9):
        return None
    spread = sum(map(ord, company.symbol.text)) % 12
    month = 7 if company.is_chinese else until.month - 1
    return on_or_after(company.exchange, date(until.year, month, 6 + spread))


def per_share(company: DemoCompany, earned: Sequence[Quarter], ex_date: date) -> Decimal:
    """In cents, from the profit of the last year that is finished and reported; 0 after a loss."""
    if company.is_chinese:
        reported = [quarter for quarter in earned if quarter.end.year == ex_date.year - 1]
        periods = 1
    else:
        reported = list(earned)[-5:-1]
        periods = 4
    profit = sum(quarter.net_profit for quarter in reported)
    if len(reported) < 4 or profit <= 0:
        return Decimal(0)
    cents = int(profit * company.business.payout * 100 / periods / company.shares_on(ex_date))
    return Decimal(cents) / 100


def dividends_paid(company: DemoCompany, earned: Sequence[Quarter], until: date) -> int:
    """The whole amount that leaves the company in the quarter that ends on `until`."""
    ex_date = ex_date_in(company, until)
    if ex_date is None:
        return 0
    return int(per_share(company, earned, ex_date) * company.shares_on(ex_date))
