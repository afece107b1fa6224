"""Figures of a company out of its reports: one function for each; None where it cannot be reported.

Amounts are added exactly and rounded once; a ratio is one division of rounded amounts.
"""

from collections.abc import Callable, Mapping
from decimal import Decimal

from packages.domain.backtest.fundamentals.reports import KnownReports, Year
from packages.domain.strategy.company_fields import FundamentalField as F

Figure = Callable[[KnownReports], float | None]


def _over(top: Decimal | None, bottom: Decimal | None) -> float | None:
    """Only a positive amount can be divided by."""
    return None if top is None or bottom is None or bottom <= 0 else float(top) / float(bottom)


def _value(year: Year | None) -> Decimal | None:
    return None if year is None else year.value


def _amount(reported: Decimal | None) -> float | None:
    return None if reported is None else float(reported)


def _common_profit(reports: KnownReports) -> Decimal | None:
    """After dividends on preferred stock where there are any."""
    profit, preferred = reports.newest_year(reports.profit), reports.newest_year("preferred_dividends")
    if profit is None or preferred is None or preferred.end != profit.end:
        return _value(profit)
    return profit.value - preferred.value


def _common_equity(reports: KnownReports) -> Decimal | None:
    equity, preferred = reports.newest("equity_parent"), reports.newest("preferred_equity")
    return equity if equity is None or preferred is None else equity - preferred


def _eps(reports: KnownReports) -> float | None:
    """Profit over the shares of the balance sheet; where only averages are known, the earnings a share as reported."""
    reported = reports.newest_year("eps_basic")
    if reported is not None and not reports.statements.get("shares_total"):
        return float(reported.value)
    return _over(_common_profit(reports), reports.shares())


def _of_year(item: str) -> Figure:
    return lambda reports: _amount(_value(reports.newest_year(item)))


def _of_day(item: str) -> Figure:
    return lambda reports: _amount(reports.newest(item))


def _return_on(item: str, *, mean: bool) -> Figure:
    def found(reports: KnownReports) -> float | None:
        profit = reports.newest_year(reports.profit)
        if profit is None:
            return None
        bottom = reports.average(item, profit.end) if mean else reports.balance(item, profit.end)
        return _over(profit.value, bottom)

    return found


def _of_revenue(item: Callable[[KnownReports], str], *, rest: bool = False) -> Figure:
    """A part of the revenue of the same twelve months, or what is left of it after the part."""

    def found(reports: KnownReports) -> float | None:
        revenue = reports.newest_year("revenue")
        part = None if revenue is None else reports.year_to(item(reports), revenue.end)
        if revenue is None or part is None:
            return None
        return _over(revenue.value - part.value if rest else part.value, revenue.value)

    return found


def _growth(item: Callable[[KnownReports], str]) -> Figure:
    def found(reports: KnownReports) -> float | None:
        name = item(reports)
        now = reports.newest_year(name)
        before = None if now is None else reports.year_before(name, now)
        return None if now is None or before is None else _grown(now.value, before.value)

    return found


def _quarter_growth(item: Callable[[KnownReports], str]) -> Figure:
    def found(reports: KnownReports) -> float | None:
        quarters = reports.newest_quarter(item(reports))
        return None if quarters is None else _grown(*quarters)

    return found


def _grown(now: Decimal, before: Decimal) -> float | None:
    """Growth from or to a loss has no percentage."""
    return float(now) / float(before) - 1.0 if now > 0 and before > 0 else None


def _profit(reports: KnownReports) -> str:
    return reports.profit


def _revenue(_: KnownReports) -> str:
    return "revenue"


FIGURES: Mapping[F, Figure] = {
    F.EPS: _eps,
    F.BOOK_VALUE_PER_SHARE: lambda reports: _over(_common_equity(reports), reports.shares()),
    F.SALES_PER_SHARE: lambda reports: _over(_value(reports.newest_year("revenue")), reports.shares()),
    F.REVENUE: _of_year("revenue"),
    F.OPERATING_PROFIT: _of_year("operating_profit"),
    F.NET_PROFIT: lambda reports: _amount(_value(reports.newest_year(reports.profit))),
    F.OPERATING_CASH_FLOW: _of_year("operating_cash_flow"),
    F.TOTAL_ASSETS: _of_day("total_assets"),
    F.TOTAL_LIABILITIES: _of_day("total_liabilities"),
    F.EQUITY: _of_day("equity_parent"),
    F.SHARES: lambda reports: _amount(reports.shares()),
    F.ROE: _return_on("equity_parent", mean=True),
    F.ROA: _return_on("total_assets", mean=False),
    F.GROSS_MARGIN: _of_revenue(lambda _: "operating_cost", rest=True),
    F.OPERATING_MARGIN: _of_revenue(lambda _: "operating_profit"),
    F.NET_MARGIN: _of_revenue(_profit),
    F.DEBT_TO_ASSETS: lambda reports: _over(reports.newest("total_liabilities"), reports.newest("total_assets")),
    F.REVENUE_GROWTH: _growth(_revenue),
    F.PROFIT_GROWTH: _growth(_profit),
    F.QUARTER_REVENUE_GROWTH: _quarter_growth(_revenue),
    F.QUARTER_PROFIT_GROWTH: _quarter_growth(_profit),
}
# What each of them reads; reading every line of every report for a few figures would take long.
_EARNED, _COUNTED = ("net_profit", "net_profit_parent"), ("shares_total", "shares_basic_average")
_PER_SHARE = (*_EARNED, *_COUNTED, "eps_basic", "preferred_dividends")
READ: Mapping[F, tuple[str, ...]] = {
    F.EPS: _PER_SHARE,
    F.BOOK_VALUE_PER_SHARE: (*_PER_SHARE, "equity_parent", "preferred_equity"),
    F.SALES_PER_SHARE: (*_PER_SHARE, "revenue"),
    F.REVENUE: ("revenue",),
    F.OPERATING_PROFIT: ("operating_profit",),
    F.NET_PROFIT: _EARNED,
    F.OPERATING_CASH_FLOW: ("operating_cash_flow",),
    F.TOTAL_ASSETS: ("total_assets",),
    F.TOTAL_LIABILITIES: ("total_liabilities",),
    F.EQUITY: ("equity_parent",),
    F.SHARES: _PER_SHARE,
    F.ROE: (*_EARNED, "equity_parent"),
    F.ROA: (*_EARNED, "total_assets"),
    F.GROSS_MARGIN: ("revenue", "operating_cost"),
    F.OPERATING_MARGIN: ("revenue", "operating_profit"),
    F.NET_MARGIN: ("revenue", *_EARNED),
    F.DEBT_TO_ASSETS: ("total_liabilities", "total_assets"),
    F.REVENUE_GROWTH: ("revenue",),
    F.PROFIT_GROWTH: _EARNED,
    F.QUARTER_REVENUE_GROWTH: ("revenue",),
    F.QUARTER_PROFIT_GROWTH: _EARNED,
}
REPORTED_ALWAYS = ("revenue", *_EARNED)
# What of the reports a ratio to the price stands on.
BASES: Mapping[F, F] = {
    F.PE: F.EPS,
    F.PB: F.BOOK_VALUE_PER_SHARE,
    F.PS: F.SALES_PER_SHARE,
    F.EARNINGS_YIELD: F.EPS,
    F.DIVIDEND_YIELD: F.DIVIDENDS_PER_SHARE,
    F.MARKET_VALUE: F.SHARES,
}
