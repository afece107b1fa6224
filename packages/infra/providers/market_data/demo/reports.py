"""Reports as rows: their figures, when each is announced, and corrections as further versions."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from decimal import Decimal

from packages.domain.market_data.rows import FinancialFact, Statement
from packages.domain.market_data.sessions import statutory_deadline
from packages.infra.providers.market_data.demo.books import FOUNDING, FinancialLines, Quarter
from packages.infra.providers.market_data.demo.companies import SHAKY
from packages.infra.providers.market_data.demo.company import DemoCompany
from packages.infra.providers.market_data.demo.draws import Draws
from packages.infra.providers.market_data.demo.sessions import local, on_or_after, on_or_before

# The deadline of 30 April 2019 passed without a report; it came, with corrections of four earlier ones, in August.
LATE_REPORTS = (date(2018, 12, 31), date(2019, 3, 31))
LATE_ON = date(2019, 8, 28)
_AFTER_LATE = {date(2019, 6, 30): date(2019, 8, 30)}  # the half year can only follow the year that it stands on


def announcements(seed: int, company: DemoCompany, ends: Sequence[date] = FOUNDING) -> dict[date, datetime]:
    """The instant of the first report on each quarter: always after the close."""
    name = f"announcements {company.symbol}"
    founding = Draws(seed, name)
    announced = {}
    for end in ends:
        draws = founding if end <= FOUNDING[-1] else Draws(seed, f"{name} {end}")
        days, minute = draws.whole(0, 21), draws.whole(0, 119)
        if company.is_chinese:
            announced[end] = _in_china(company, end, days, minute)
        else:
            announced[end] = _in_the_states(company, end, days, minute)
    return announced


def restated_at(company: DemoCompany) -> datetime | None:
    """When figures that were not true were restated; None for those who never had to."""
    return local(company.market, LATE_ON, 20) if company.inflated else None


def _in_china(company: DemoCompany, end: date, days: int, minute: int) -> datetime:
    if company == SHAKY and end in LATE_REPORTS:
        return local(company.market, LATE_ON, 20)
    # The report on a year comes before the one on the quarter that follows it, both due on the same day.
    early = timedelta(days=days + 12 if end.month == 12 else days // 2)
    day = on_or_before(company.exchange, statutory_deadline(end) - early)
    if company == SHAKY:
        day = _AFTER_LATE.get(end, day)
    return local(company.market, day, 17 + minute // 60, minute % 60)


def _in_the_states(company: DemoCompany, end: date, days: int, minute: int) -> datetime:
    wait = timedelta(days=(38 if end.month == 12 else 22) + days)
    announced = local(company.market, on_or_after(company.exchange, end + wait), 16, 5 + minute // 3)
    if announced.date() > company.listed_on:
        return announced
    # What happened before the listing stands in the prospectus.
    prospectus_on = on_or_before(company.exchange, company.listed_on - timedelta(days=24))
    return max(announced, local(company.market, prospectus_on, 17))


Figures = dict[tuple[Statement, str], Decimal]
_FINE = Decimal("0.000001")
PER_SHARE = Decimal("0.0001")


def first_reported(company: DemoCompany, books: Sequence[Quarter]) -> tuple[Quarter, ...]:
    """The books as they were first reported: with sales that were not there, for those who invented some."""
    reported, invented = [], 0
    for quarter in books:
        part = company.inflated.get(quarter.end, 0.0)
        extra = int(quarter.revenue * part) // 10_000 * 10_000
        invented = invented + extra if part else 0
        reported.append(
            replace(
                quarter,
                revenue=quarter.revenue + extra,
                operating_profit=quarter.operating_profit + extra,
                net_profit=quarter.net_profit + extra,
                receivables=quarter.receivables + invented,
                equity=quarter.equity + invented,
            )
        )
    return tuple(reported)


def covered(company: DemoCompany, books: Sequence[Quarter], end: date) -> list[Quarter]:
    """The quarters whose flows a report adds up: the year so far in China, the quarter alone elsewhere."""
    if company.is_chinese:
        return [quarter for quarter in books if quarter.end.year == end.year and quarter.end <= end]
    return [quarter for quarter in books if quarter.end == end]


def figures(quarters: Sequence[Quarter]) -> Figures:
    """All figures of one report; `quarters` are those it covers, the last one with the balance."""
    end = quarters[-1]
    profit = sum(quarter.net_profit for quarter in quarters)
    if end.financial is not None:
        return _financial(quarters, end.financial, profit)
    income = {
        "revenue": sum(quarter.revenue for quarter in quarters),
        "operating_cost": sum(quarter.operating_cost for quarter in quarters),
        "operating_profit": sum(quarter.operating_profit for quarter in quarters),
        "total_profit": sum(quarter.operating_profit for quarter in quarters),
        "net_profit": profit,
        "net_profit_parent": profit,
        "rd_expense": sum(quarter.research for quarter in quarters),
    }
    amounts = {
        **_named(Statement.INCOME, income),
        **_named(Statement.BALANCE, _balance(end)),
        **_named(Statement.CASH_FLOW, _cash_flow(quarters)),
    }
    amounts[Statement.INCOME, "eps_basic"] = (Decimal(profit) / end.shares).quantize(PER_SHARE)
    return {**amounts, **_indicators(income, end)}


def _cash_flow(quarters: Sequence[Quarter]) -> dict[str, int]:
    capex = sum(quarter.capex for quarter in quarters)
    return {
        "operating_cash_flow": sum(quarter.operating_cash for quarter in quarters),
        "investing_cash_flow": -capex,
        "financing_cash_flow": sum(quarter.financing_cash for quarter in quarters),
        "capex": capex,
    }


_NOT_OF_BANKS = ("current_assets", "current_liabilities", "receivables", "inventory", "goodwill", "short_debt")


def _financial(quarters: Sequence[Quarter], lines: FinancialLines, profit: int) -> Figures:
    """Of a bank or an insurer: no cost of goods, no current items, and lines of its own."""
    end, revenue = quarters[-1], sum(quarter.revenue for quarter in quarters)
    before_tax = sum(quarter.operating_profit for quarter in quarters)
    own = {
        name: sum(quarter.financial.flows[name] for quarter in quarters if quarter.financial) for name in lines.flows
    }
    income = {
        "revenue": revenue,
        "operating_profit": before_tax,
        "total_profit": before_tax,
        "net_profit": profit,
        "net_profit_parent": profit,
        **own,
    }
    balance = {name: amount for name, amount in _balance(end).items() if name not in _NOT_OF_BANKS}
    ratios = {"roe": (profit, end.equity), "net_margin": (profit, revenue)}
    ratios["debt_to_assets"] = (end.total_liabilities, end.total_assets)
    return {
        **_named(Statement.INCOME, income),
        **_named(Statement.BALANCE, {**balance, **lines.balances}),
        **_named(Statement.CASH_FLOW, _cash_flow(quarters)),
        (Statement.INCOME, "eps_basic"): (Decimal(profit) / end.shares).quantize(PER_SHARE),
        **{
            (Statement.INDICATOR, name): (Decimal(part) / whole).quantize(_FINE)
            for name, (part, whole) in ratios.items()
        },
        **{(Statement.INDICATOR, name): ratio for name, ratio in lines.ratios.items()},
    }


def _balance(end: Quarter) -> dict[str, int]:
    return {
        "total_assets": end.total_assets,
        "total_liabilities": end.total_liabilities,
        "equity_parent": end.equity,
        "current_assets": end.current_assets,
        "current_liabilities": end.current_liabilities,
        "cash": end.cash,
        "receivables": end.receivables,
        "inventory": end.inventory,
        "goodwill": end.goodwill,
        "short_debt": end.short_debt,
        "long_debt": end.long_debt,
        "shares_total": end.shares,
    }


def _indicators(income: dict[str, int], end: Quarter) -> Figures:
    revenue = income["revenue"]
    ratios = {
        "roe": (income["net_profit_parent"], end.equity),
        "gross_margin": (revenue - income["operating_cost"], revenue),
        "net_margin": (income["net_profit"], revenue),
        "debt_to_assets": (end.total_liabilities, end.total_assets),
        "current_ratio": (end.current_assets, end.current_liabilities),
    }
    return {
        (Statement.INDICATOR, item): (Decimal(part) / whole).quantize(_FINE)
        for item, (part, whole) in ratios.items()
        if whole > 0
    }


def _named(statement: Statement, amounts: dict[str, int]) -> Figures:
    return {(statement, item): Decimal(amount) for item, amount in amounts.items()}


SOURCE = "demo"
_FLOWS = (Statement.INCOME, Statement.CASH_FLOW)


def facts(
    company: DemoCompany, books: Sequence[Quarter], announced_at: dict[date, datetime]
) -> tuple[FinancialFact, ...]:
    """Every version of every figure, in the order of periods."""
    first, again = first_reported(company, books), restated_at(company)
    rows: list[FinancialFact] = []
    for quarter in books:
        true = figures(covered(company, books, quarter.end))
        before_correction = again is not None and announced_at[quarter.end] < again
        reported = figures(covered(company, first, quarter.end)) if before_correction else true
        rows += _rows(company, quarter.end, reported, announced_at[quarter.end], version=1)
        if again is not None and before_correction:
            changed = {name: value for name, value in true.items() if value != reported[name]}
            rows += _rows(company, quarter.end, changed, again, version=2)
    return tuple(rows)


def _rows(
    company: DemoCompany, end: date, values: Figures, known_at: datetime, *, version: int
) -> Iterator[FinancialFact]:
    for (statement, item), value in values.items():
        yield FinancialFact(
            symbol=company.symbol,
            statement=statement,
            item=item,
            period_end=end,
            value=value,
            unit=unit_of(company, statement, item),
            version=version,
            source=SOURCE,
            known_at=known_at,
        )


def unit_of(company: DemoCompany, statement: Statement, item: str) -> str:
    """What runs over a single quarter says so; what says nothing runs from the start of the year."""
    a_quarter = "" if company.is_chinese else "/quarter"
    if item == "eps_basic":
        return f"{company.currency}/share{a_quarter}"
    if item == "embedded_value_per_share":
        return f"{company.currency}/share"
    if item == "shares_total":
        return "shares"
    if statement is Statement.INDICATOR:
        return f"ratio{a_quarter}" if item == "roe" else "ratio"
    return f"{company.currency}{a_quarter}" if statement in _FLOWS else company.currency
