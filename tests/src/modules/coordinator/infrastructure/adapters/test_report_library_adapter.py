"""What a report draws is what was known at the instant of its run; what is not stored is left out."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import numpy as np

from packages.domain.market_data.bars import BarColumns, BarSeries
from packages.domain.market_data.calendar import EVERY_WEEKDAY
from packages.domain.market_data.rows import Valuation
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from src.modules.coordinator.infrastructure.adapters.report_library_adapter import ReportLibraryAdapter
from src.modules.data_engineering.application.library import MarketLibrary
from tests.fakes.clock import StoppedClock
from tests.fakes.market import InMemoryMarket

NOW = datetime(2025, 7, 1, 12, tzinfo=UTC)
SYMBOL = parse_symbol("DEMO1.SZ")


def _bars() -> BarSeries:
    time = np.datetime64("2025-06-02", "us") + np.arange(20) * np.timedelta64(1, "D")
    price = np.linspace(10.0, 12.0, 20)
    columns = BarColumns(time, price, price, price, price, np.full(20, 100.0), time + np.timedelta64(8, "h"))
    return BarSeries(SYMBOL, Timeframe.D1, "demo", "none", columns)


def _valuation(days: int, pe: str | None) -> Valuation:
    at = datetime(2025, 6, 2, 8, tzinfo=UTC) + timedelta(days=days)
    return Valuation(
        source="demo", known_at=at, symbol=SYMBOL, day=at.date(), pe_ttm=Decimal(pe) if pe else None, pb=Decimal("1.5"),
        ps_ttm=None, market_value=None, dividend_yield=None,
    )  # fmt: skip


def _adapter() -> ReportLibraryAdapter:
    rows = [_valuation(0, "20"), _valuation(1, None), _valuation(2, "-3"), _valuation(15, "30")]
    market = InMemoryMarket(NOW, series=[_bars()], valuation_rows=rows)
    library = MarketLibrary(market, market, market, lambda _: EVERY_WEEKDAY, StoppedClock(NOW))  # type: ignore[arg-type]
    return ReportLibraryAdapter(library)


async def test_bars_and_multiples_after_the_instant_are_not_drawn() -> None:
    as_of = datetime(2025, 6, 10, 12, tzinfo=UTC)
    material = await _adapter().material("DEMO1.SZ", None, as_of)
    assert material.prices is not None
    assert (str(material.prices.days[0]), str(material.prices.days[-1])) == ("2025-06-02", "2025-06-10")
    assert [one.metric for one in material.multiples] == ["pe_ttm", "pb"]
    assert material.multiples[0].values == (20.0,), "a loss has no PE, and the later day was not known"


async def test_what_is_not_stored_is_left_out() -> None:
    material = await _adapter().material("DEMO7", "DEMO10", NOW)
    assert material.prices is None
    assert material.benchmark is None
    assert material.multiples == ()


async def test_bars_that_ended_years_ago_are_left_out() -> None:
    material = await _adapter().material("DEMO1.SZ", None, NOW + timedelta(days=3_000))
    assert material.prices is None


async def test_figures_have_names_in_both_languages() -> None:
    names = (await _adapter().material("DEMO1.SZ", None, NOW)).names
    assert "收盘价" in names["close"]
    assert any(name.isascii() for name in names["close"])
