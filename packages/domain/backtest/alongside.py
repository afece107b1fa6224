"""What a strategy reads beside the bars that it trades: bars of other instruments, the calendar of its market, and what
was known of the companies."""

from dataclasses import dataclass, replace
from datetime import timedelta

import numpy as np
import numpy.typing as npt

from packages.domain.backtest.fundamentals.record import CompanyRecord
from packages.domain.backtest.funding import FundingHistory
from packages.domain.market_data.bars import Floats, Instants
from packages.domain.market_data.calendar import Days
from packages.domain.market_data.sessions import bar_known_at
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe

Places = npt.NDArray[np.intp]
COLUMNS = ("time", "open", "high", "low", "close", "volume")
# Longer than a market rests in one go: who has no bar for so long is not traded any more.
_STALE = timedelta(days=12)


@dataclass(frozen=True, slots=True, eq=False)
class ReferencedBars:
    """The bars that another instrument has, in the strategy's timeframe."""

    symbol: str
    market: Market
    time: Instants
    open: Floats
    high: Floats
    low: Floats
    close: Floats
    volume: Floats

    def chosen(self, bars: slice) -> "ReferencedBars":
        return replace(self, **{name: getattr(self, name)[bars] for name in COLUMNS})


@dataclass(frozen=True, slots=True, eq=False)
class Alongside:
    """`sessions` are the trading days of whole months around the bars, None where no calendar was asked for them."""

    others: tuple[ReferencedBars, ...] = ()
    sessions: Days | None = None
    records: tuple[CompanyRecord, ...] = ()
    funding: tuple[FundingHistory, ...] = ()

    def record(self, symbol: str) -> CompanyRecord | None:
        return next((each for each in self.records if each.symbol == symbol), None)

    def funding_of(self, symbol: str) -> FundingHistory | None:
        return next((each for each in self.funding if each.symbol == symbol), None)

    def other(self, symbol: str) -> ReferencedBars | None:
        return next((each for each in self.others if each.symbol == symbol), None)

    def until(self, market: Market, timeframe: Timeframe, time: Instants) -> "Alongside":
        """As it was known at the end of the last bar; the calendar is known beforehand."""
        if not len(time):
            nothing = np.datetime64(0, "us")
            return replace(
                self,
                others=tuple(each.chosen(slice(0)) for each in self.others),
                records=tuple(each.until(nothing) for each in self.records),
                funding=tuple(each.known_by(nothing) for each in self.funding),
            )
        ends = bar_known_at(market, timeframe, time[-1:])[0]
        known = (bar_known_at(each.market, timeframe, each.time) for each in self.others)
        counts = [int(np.searchsorted(times, ends, side="right")) for times in known]
        return replace(
            self,
            others=tuple(each.chosen(slice(count)) for each, count in zip(self.others, counts, strict=True)),
            records=tuple(each.until(ends) for each in self.records),
            funding=tuple(each.known_by(ends) for each in self.funding),
        )


def seen_places(other: ReferencedBars, market: Market, timeframe: Timeframe, time: Instants) -> Places:
    """For each bar that begins at one of `time`, the place of the other instrument's bar that is seen at its end, -1
    for none.

    In the same market that is the bar of the same time, and where it is missing nothing is seen. Elsewhere days and
    hours differ, so it is the last bar that is finished by then, unless that was long ago.
    """
    if not len(other.time):
        return np.full(len(time), -1)
    if other.market is market and timeframe is not Timeframe.W1:
        at = np.minimum(np.searchsorted(other.time, time), len(other.time) - 1)
        return np.where(other.time[at] == time, at, -1)
    known, ends = bar_known_at(other.market, timeframe, other.time), bar_known_at(market, timeframe, time)
    at = np.searchsorted(known, ends, side="right") - 1
    longest = np.timedelta64(_STALE + timedelta(seconds=timeframe.seconds))
    return np.where((at >= 0) & (ends - known[np.maximum(at, 0)] <= longest), at, -1)


def seen(values: Floats, places: Places) -> Floats:
    """A column of the other instrument as it is seen on the own bars; NaN where nothing is."""
    if not len(values):
        return np.full(len(places), np.nan)
    column: Floats = np.where(places >= 0, values[np.maximum(places, 0)], np.nan)
    return column
