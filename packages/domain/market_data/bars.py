"""Bars as columns: what numeric kernels read, with the instant at which each bar was known."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe

Instants: TypeAlias = npt.NDArray[np.datetime64]  # microseconds, UTC
Floats: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class BarColumns:
    """Prices and volumes in time order; `time` is when the bar begins (for daily bars midnight UTC of the session's
    date), `known_at` when it was over and could be known."""

    time: Instants
    open: Floats
    high: Floats
    low: Floats
    close: Floats
    volume: Floats
    known_at: Instants

    def __len__(self) -> int:
        return len(self.time)

    def __getitem__(self, part: slice) -> "BarColumns":
        return BarColumns(**{field.name: getattr(self, field.name)[part] for field in fields(self)})

    def equals(self, other: "BarColumns") -> bool:
        """Whether every column is the same, bit for bit."""
        return all(np.array_equal(getattr(self, f.name), getattr(other, f.name), equal_nan=False) for f in fields(self))


@dataclass(frozen=True, slots=True)
class SourceStretch:
    """Bars of a series, from the first to the last of these times, that another source gave."""

    source: str
    first: np.datetime64
    last: np.datetime64


@dataclass(frozen=True, slots=True, eq=False)
class BarSeries:
    """The bars of one instrument; `adjusted` names what was done to the prices. `source` gave all of them, but for
    the `others`."""

    symbol: Symbol
    timeframe: Timeframe
    source: str
    adjusted: str
    columns: BarColumns
    others: tuple[SourceStretch, ...] = ()

    def __len__(self) -> int:
        return len(self.columns)

    def source_at(self, time: np.datetime64) -> str:
        """Who gave the bar that begins then."""
        return next((other.source for other in self.others if other.first <= time <= other.last), self.source)

    def row_ids(self) -> Iterator[str]:
        """The ids under which the bars can be cited, oldest first."""
        return (bar_id(self.symbol, self.timeframe, self.source_at(time), time) for time in self.columns.time)


def bar_id(symbol: Symbol, timeframe: Timeframe, source: str, time: np.datetime64) -> str:
    text = str(time.astype("datetime64[m]" if timeframe.is_intraday else "datetime64[D]"))
    return f"bar:{symbol}:{timeframe}:{text}:{source}"


def instant(at: datetime) -> np.datetime64:
    """An aware instant as the columns hold it."""
    return np.datetime64(at.astimezone(UTC).replace(tzinfo=None), "us")


def empty_columns() -> BarColumns:
    times = np.empty(0, dtype="datetime64[us]")
    prices = np.empty(0, dtype=np.float64)
    return BarColumns(times, prices, prices, prices, prices, prices, times)
