"""A market in memory with two invented companies, seen through the real as-of door."""

from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np

from packages.domain.market_data.bars import BarColumns, BarSeries, Instants, instant
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.rows import CorporateAction, Instrument, StatusPeriod
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe

BARS = 600
DAY = np.timedelta64(1, "D")
END = datetime(2022, 1, 1, tzinfo=UTC)
KNOWN = ("DEMO5", "DEMO6")


class SmallMarket:
    """Daily bars of `DEMO5` and `DEMO6`, every weekday, from September 2019 on; `reads` counts how often bars were
    read."""

    def __init__(self) -> None:
        self.reads = 0

    def view(self, as_of: datetime | None) -> MarketView:
        return MarketView(as_of or END, self, self)  # type: ignore[arg-type] # the door asks no more of it here

    async def read(
        self,
        symbol: Symbol,
        timeframe: Timeframe,
        as_of: datetime,
        start: datetime | None,
        end: datetime | None,
        source: str | None,
    ) -> BarSeries:
        self.reads += 1
        if symbol.text not in KNOWN:
            raise NoData(f"No bars of {symbol} are stored: load them with `parley data sync {symbol}`.")
        columns = _columns(KNOWN.index(symbol.text))
        wanted = columns.known_at <= instant(as_of)
        if start is not None:
            wanted &= columns.time >= instant(start)
        if end is not None:
            wanted &= columns.time < instant(end)
        return BarSeries(symbol, timeframe, "demo", "raw", _chosen(columns, wanted))

    async def instrument(self, symbol: Symbol, as_of: datetime) -> Instrument | None:
        return Instrument(
            source="demo",
            known_at=datetime(2019, 1, 1, tzinfo=UTC),
            symbol=symbol,
            name_en=symbol.text,
            name_zh=symbol.text,
            exchange="XNYS",
            currency="USD",
        )

    async def actions(self, symbol: Symbol, as_of: datetime) -> Sequence[CorporateAction]:
        return []

    async def statuses(self, symbol: Symbol, as_of: datetime) -> Sequence[StatusPeriod]:
        return []


def symbols() -> tuple[Symbol, ...]:
    return tuple(parse_symbol(text) for text in KNOWN)


def _columns(seed: int) -> BarColumns:
    rng = np.random.default_rng(seed)
    time = _weekdays()
    close = 50 * np.exp(np.cumsum(rng.normal(0.0005, 0.02, BARS)))
    opened = close * np.exp(rng.normal(0, 0.004, BARS))
    high, low = np.maximum(opened, close) * 1.01, np.minimum(opened, close) * 0.99
    volume = rng.integers(100_000, 900_000, BARS).astype(np.float64)
    return BarColumns(time, opened, high, low, close, volume, time + DAY)


def _weekdays() -> Instants:
    days = np.arange(np.datetime64("2019-09-02"), np.datetime64("2019-09-02") + 2 * BARS)
    return days[np.is_busday(days)][:BARS].astype("datetime64[us]")


def _chosen(columns: BarColumns, wanted: np.ndarray) -> BarColumns:
    return BarColumns(**{name: getattr(columns, name)[wanted] for name in BarColumns.__slots__})
