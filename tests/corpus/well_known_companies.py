"""Well-known strategies that read reports and dates of companies: low P/E with high ROE, a magic formula of what the
reports carry, drift after earnings, no earnings held through, dividend capture, and cheap by its own history."""

from collections.abc import Mapping

from packages.domain.strategy.json_tree import Document, Json
from tests.corpus.well_known import CLOSE, compared, on_signal, portfolio, strategy


def fundamental(field: str) -> Document:
    return {"fundamental": field}


def event(field: str) -> Document:
    return {"event": field}


def drift_after_earnings(ticker: str, growth: float = 0.05, bars: int = 20, **where: str) -> Document:
    """In when a new report shows profit of the quarter well above that of a year before, out after so many bars."""
    good = compared(fundamental("quarter_profit_growth"), "gt", growth)
    entry: Document = {"all": [compared(event("new_report"), "eq", 1), good]}
    return strategy("Drift after earnings", ticker, entry, [{"type": "time_exit", "bars": bars}], **where)


def out_before_earnings(ticker: str, **where: str) -> Document:
    """A trend that is not held over a report: out two days before an announced date, and not in again until it is
    over."""
    soon = compared(event("days_to_report"), "lte", 3)
    rising = compared(CLOSE, "gt", {"ref": "average"})
    exits: list[Json] = [on_signal({"any": [soon, compared(CLOSE, "lt", {"ref": "average"})]})]
    average: Document = {"type": "sma", "params": {"period": 20}}
    entry: Document = {"all": [rising, {"not": soon}]}
    return strategy("Out before earnings", ticker, entry, exits, average=average, **where)


def dividend_capture(ticker: str, least: float = 0.001, **where: str) -> Document:
    """In before a declared ex-dividend day, if it pays enough of the price; out once the share trades without it."""
    soon: Document = {
        "all": [compared(event("days_to_ex_dividend"), "lte", 4), compared(event("days_to_ex_dividend"), "gte", 1)]
    }
    enough = compared({"divide": [event("next_dividend"), CLOSE]}, "gt", least)
    exits: list[Json] = [on_signal(compared(event("days_since_ex_dividend"), "lte", 5))]
    return strategy("Dividend capture", ticker, {"all": [soon, enough]}, exits, **where)


def cheap_by_its_history(ticker: str, **where: str) -> Document:
    """While its P/E is in the lowest fifth of what it was over half a year, and the company earns on its equity."""
    rank: Document = {"percent_rank": {"of": fundamental("pe"), "bars": 120}}
    entry: Document = {"all": [compared(rank, "lt", 20), compared(fundamental("roe"), "gt", 0.02)]}
    return strategy("Cheap by its own history", ticker, entry, [on_signal(compared(rank, "gt", 60))], **where)


def single(ticker: str, market: str = "us_stocks") -> Mapping[str, Document]:
    """Those that trade one share, by name."""
    return {
        "drift_after_earnings": drift_after_earnings(ticker, market=market),
        "out_before_earnings": out_before_earnings(ticker, market=market),
        "dividend_capture": dividend_capture(ticker, market=market),
        "cheap_by_its_history": cheap_by_its_history(ticker, market=market),
    }


def across(name: str) -> Document:
    return {"cross_rank": fundamental(name)}


def ranked(tickers: list[str], **where: str) -> Mapping[str, Document]:
    """Portfolios that are ranked by figures, set anew each month."""
    cheap_and_good: Document = {"subtract": [across("roe"), across("pe")]}
    magic: Document = {"add": [across("earnings_yield"), across("roa")]}
    quiet: Document = {"not": compared(event("days_to_report"), "lte", 3)}
    solid: Document = {"where": compared(fundamental("debt_to_assets"), "lt", 0.8)}
    formula = portfolio("Magic formula", tickers, score=magic, long={"count": 2}, **where)
    universe = formula["universe"]
    assert isinstance(universe, dict)
    return {
        "low_pe_high_roe": portfolio("Low P/E, high ROE", tickers, score=cheap_and_good, long={"count": 2}, **where),
        "magic_formula": {**formula, "universe": {**universe, "rule": solid}},
        "earnings_yield_without_reports": portfolio(
            "Earnings yield, quiet before reports",
            tickers,
            score=fundamental("earnings_yield"),
            long={"count": 2},
            hold_if=quiet,
            **where,
        ),
    }
