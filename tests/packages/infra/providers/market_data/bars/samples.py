"""Small series of bars, made from a price for each day."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

import numpy as np

from packages.domain.market_data.bars import BarColumns, BarSeries
from packages.domain.market_data.quality import assemble
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe

APPLE = parse_symbol("AAPL")
MONDAY = datetime(2024, 1, 1, tzinfo=UTC)
LATER = datetime(2030, 1, 1, tzinfo=UTC)


def day(number: int) -> datetime:
    return MONDAY + timedelta(days=number)


def daily(closes: Mapping[int, float], source: str = "vendor", symbol: Symbol = APPLE) -> BarSeries:
    """A bar for each day by its number, with this close."""
    numbers = sorted(closes)
    close = np.array([closes[number] for number in numbers], dtype=np.float64)
    time = np.array([day(number).replace(tzinfo=None) for number in numbers], dtype="datetime64[us]")
    return assemble(
        symbol,
        Timeframe.D1,
        source,
        time=time,
        open_=close,
        high=close + 1,
        low=close / 2,
        close=close,
        volume=np.full(len(close), 100.0),
    )


def closes(columns: BarColumns) -> dict[int, float]:
    numbers = (columns.time - np.datetime64(MONDAY.replace(tzinfo=None), "us")) // np.timedelta64(1, "D")
    return dict(zip(numbers.astype(int).tolist(), columns.close.tolist(), strict=True))


def same(one: Sequence[BarSeries], other: Sequence[BarSeries]) -> bool:
    pairs = zip(one, other, strict=True)
    return all(a.source == b.source and a.columns.equals(b.columns) for a, b in pairs)
