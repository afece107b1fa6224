"""Small markets with one company, and years of reports in one line."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import product

from packages.domain.market_data.bars import BarColumns, BarSeries
from packages.domain.market_data.rows import FinancialFact, Instrument, Valuation
from packages.domain.market_data.sessions import bar_known_at
from packages.domain.market_data.symbols import Market as Exchange
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe
from tests.fakes.market import InMemoryMarket
from tests.src.modules.research.domain.builders import CHINESE, LAST_DAY, fact

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
_ENDS = ("03-31", "06-30", "09-30", "12-31")
# A sound company in round figures; a flow is what a whole year brings.
_FLOWS = {
    "revenue": 1000, "operating_cost": 600, "operating_profit": 200, "net_profit_parent": 150,
    "operating_cash_flow": 180, "capex": 50,
}  # fmt: skip
_BALANCES = {
    "total_assets": 2000, "total_liabilities": 800, "equity_parent": 1200, "current_assets": 900,
    "current_liabilities": 400, "cash": 300, "receivables": 120, "inventory": 100, "goodwill": 0, "short_debt": 50,
    "long_debt": 100, "shares_total": 100,
}  # fmt: skip


def market_of(
    *,
    bars: BarColumns | None = None,
    facts: Sequence[FinancialFact] = (),
    valuations: Sequence[Valuation] = (),
    symbol: Symbol = CHINESE,
    now: datetime = NOW,
) -> InMemoryMarket:
    told = [] if bars is None else [series_of(symbol, bars)]
    return InMemoryMarket(now, [instrument(symbol)], told, facts, valuations)


def series_of(symbol: Symbol, bars: BarColumns) -> BarSeries:
    """Known when the market of the symbol closes."""
    known_at = bar_known_at(symbol.market, Timeframe.D1, bars.time)
    return BarSeries(symbol, Timeframe.D1, "demo", "raw", replace(bars, known_at=known_at))


def instrument(symbol: Symbol) -> Instrument:
    is_chinese = symbol.market is Exchange.CN_STOCKS
    return Instrument(
        source="demo",
        known_at=datetime(2010, 1, 1, tzinfo=UTC),
        symbol=symbol,
        name_en="Test Works",
        name_zh="测试制造",
        exchange="XSHE" if is_chinese else "XNAS",
        currency="CNY" if is_chinese else "USD",
        industry="machinery",
    )


def reports(years: Sequence[int] = range(2021, 2026), **changed: object) -> list[FinancialFact]:
    """Reports to the third quarter of 2025; `changed` gives an item another yearly amount or balance."""
    ends = [f"{year}-{day}" for year, day in product(years, _ENDS) if date.fromisoformat(f"{year}-{day}") < LAST_DAY]
    made = [fact(item, end, _share(amount, end)) for item, amount in _told(_FLOWS, changed).items() for end in ends]
    made += [fact(item, end, amount) for item, amount in _told(_BALANCES, changed).items() for end in ends]
    return made


def _told(usual: Mapping[str, int], changed: Mapping[str, object]) -> dict[str, float]:
    return {item: float(str(changed.get(item, amount))) for item, amount in usual.items()}


def _share(amount: float, end: str) -> float:
    """What a report says of the year so far."""
    return amount * int(end[5:7]) / 12
