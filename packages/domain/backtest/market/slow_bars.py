"""Bars of a slower timeframe, made of an instrument's own bars, and seen only when they are finished.

A week is an ISO week of sessions and is finished at Friday's close (Sunday's, where the market never rests), holiday or
not; a day is finished at the close of its session; shorter bars begin at multiples of their length and end with it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from packages.core.errors import Invalid
from packages.domain.backtest.market.axis import rests_at_weekends, session_days
from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats, Instants, instant
from packages.domain.market_data.sessions import bar_known_at, session_close
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.indicators.bars import PriceColumns


class NotSlower(Invalid):
    """Bars cannot be made of longer ones."""


class OwnPriceColumns(PriceColumns, Protocol):
    """The bars that an instrument has, in time order, none of them missing and no two overlapping."""

    @property
    def time(self) -> Instants: ...


@dataclass(frozen=True, slots=True, eq=False)
class SlowGrid:
    """Where each slow bar begins among the own bars, and how many are finished by the close of each own bar. It knows
    times only, so that one grid serves every path of prices on the same axis."""

    starts: npt.NDArray[np.intp]
    finished: Counts

    def fold(self, bars: OwnPriceColumns) -> dict[str, Floats]:
        """Open, high, low, close and volume of the slow bars, the last of which may still be going on."""
        last = np.append(self.starts[1:], len(self.finished))[: len(self.starts)] - 1
        return {
            "open": bars.open[self.starts],
            "high": np.maximum.reduceat(bars.high, self.starts),
            "low": np.minimum.reduceat(bars.low, self.starts),
            "close": bars.close[last],
            "volume": np.add.reduceat(bars.volume, self.starts),
        }


@dataclass(frozen=True, slots=True, eq=False)
class SlowBars:
    """The columns of the slow bars; by the close of own bar i the first `finished[i]` of them may be seen."""

    columns: Mapping[str, Floats]
    finished: Counts


def slow_bars(bars: OwnPriceColumns, market: Market, timeframe: Timeframe, slower: Timeframe) -> SlowBars:
    grid = slow_grid(bars.time, market, timeframe, slower)
    return SlowBars(grid.fold(bars), grid.finished)


def slow_grid(time: Instants, market: Market, timeframe: Timeframe, slower: Timeframe) -> SlowGrid:
    """`time` is when the own bars begin, `timeframe` how long they last."""
    if slower.seconds <= timeframe.seconds:
        raise NotSlower("backtest.not_slower", slower=slower, timeframe=timeframe)
    keys = _keys(time, market, timeframe, slower)
    starts = np.flatnonzero(np.diff(keys, prepend=keys[:1] - 1))
    ends, known = _ends(keys[starts], time, market, timeframe, slower)
    seen_from = np.searchsorted(known, ends)
    seen_for = np.diff(seen_from, prepend=0, append=len(time))
    return SlowGrid(starts, np.repeat(np.arange(len(ends) + 1, dtype=np.int64), seen_for))


def spread(values: Floats, finished: Counts) -> Floats:
    """A column of slow bars as it is seen on the own bars: the value of the last finished one, NaN before the first."""
    return np.concatenate(([np.nan], values))[finished]


def _keys(time: Instants, market: Market, timeframe: Timeframe, slower: Timeframe) -> Counts:
    """The number of the slow bar that each own bar belongs to."""
    if slower.is_intraday:
        return time.astype("datetime64[us]").astype(np.int64) // (slower.seconds * 1_000_000)
    days = session_days(market, timeframe, time).astype(np.int64)
    return days if slower is Timeframe.D1 else (days + 3) // 7  # weeks begin on Monday, and day 0 was a Thursday


def _ends(
    keys: Counts, time: Instants, market: Market, timeframe: Timeframe, slower: Timeframe
) -> tuple[npt.NDArray[np.datetime64], npt.NDArray[np.datetime64]]:
    """When each slow bar is finished, and when each own bar is known."""
    if slower.is_intraday:
        ends = ((keys + 1) * (slower.seconds * 1_000_000)).astype("datetime64[us]")
        return ends, bar_known_at(market, timeframe, time)
    last = keys if slower is Timeframe.D1 else keys * 7 - 3 + (4 if rests_at_weekends(market) else 6)
    days = last.astype("datetime64[D]")
    if not timeframe.is_intraday:
        return days, time.astype("datetime64[D]")  # both are known at the close of their days: the days can stand in
    closes = [instant(session_close(market, day)) for day in days.tolist()]
    return np.array(closes, dtype="datetime64[us]"), bar_known_at(market, timeframe, time)
