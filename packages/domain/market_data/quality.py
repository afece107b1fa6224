"""Which bars can be taken: finite, positive, not too large, high and low around open and close, each time once."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from packages.core.messages import message, word
from packages.domain.market_data.bars import BarColumns, BarSeries, Floats, Instants
from packages.domain.market_data.errors import BadRows
from packages.domain.market_data.sessions import bar_known_at
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe

ROUNDING = 1e-6  # vendors round each price by itself, so a high may lie a hair below the open
# Bounds of the house: a bitcoin in dong stands at some 3e9, and the busiest coins change hands 1e14 times a day.
HIGHEST_PRICE = 1e12
LARGEST_VOLUME = 1e16


@dataclass(frozen=True, slots=True)
class Objection:
    """A row, by its place, that cannot be taken, and why."""

    row: int
    reason: str


def objections(
    time: Instants, open_: Floats, high: Floats, low: Floats, close: Floats, volume: Floats
) -> list[Objection]:
    """One objection for each bad row, in the order of rows; a repeated time objects to the later row."""
    found: dict[int, str] = {}
    if _are_good(time, open_, high, low, close, volume):
        return []
    for reason, bad in _checks(time, open_, high, low, close, volume):
        for row in np.flatnonzero(bad).tolist():
            found.setdefault(row, reason)
    return [Objection(row, found[row]) for row in sorted(found)]


def assemble(
    symbol: Symbol,
    timeframe: Timeframe,
    source: str,
    *,
    time: Instants,
    open_: Floats,
    high: Floats,
    low: Floats,
    close: Floats,
    volume: Floats,
) -> BarSeries:
    """Raw bars in time order, with the instant at which each was known; any bad row is refused."""
    order = np.argsort(time, kind="stable")
    time = time[order]
    open_, high, low, close, volume = (column[order] for column in (open_, high, low, close, volume))
    bad = objections(time, open_, high, low, close, volume)
    if bad:
        at, reason = np.datetime_as_string(time[bad[0].row], unit="m"), word("bad_bar", bad[0].reason)
        first = message("market_data.bad_bar_at", time=at, reason=reason)
        raise BadRows("market_data.bad_bars", source=source, count=len(bad), symbol=symbol, first=first)
    time = time.astype("datetime64[us]")
    known_at = bar_known_at(symbol.market, timeframe, time)
    return BarSeries(symbol, timeframe, source, "raw", BarColumns(time, open_, high, low, close, volume, known_at))


def _checks(
    time: Instants, open_: Floats, high: Floats, low: Floats, close: Floats, volume: Floats
) -> Iterator[tuple[str, npt.NDArray[np.bool_]]]:
    prices = np.vstack([open_, high, low, close])
    yield "the time is missing", np.isnat(time)
    highest: Floats = prices.max(axis=0)
    lowest: Floats = prices.min(axis=0)
    yield "a price is missing", ~(np.isfinite(highest) & np.isfinite(lowest))
    yield "a price is not positive", lowest <= 0
    yield "a price is above a trillion", highest > HIGHEST_PRICE
    yield "the high is below another price", high < highest * (1 - ROUNDING)
    yield "the low is above another price", low > lowest * (1 + ROUNDING)
    yield "the volume is missing or negative", ~(volume >= 0)
    yield "the volume is above ten quadrillion", volume > LARGEST_VOLUME
    yield "the time stands twice", _repeated(time)


def _are_good(time: Instants, open_: Floats, high: Floats, low: Floats, close: Floats, volume: Floats) -> bool:
    """Whether no check has anything to say, which is nearly always so; what is not a number fails a comparison."""
    highest = np.maximum(np.maximum(open_, high), np.maximum(low, close))
    lowest = np.minimum(np.minimum(open_, high), np.minimum(low, close))
    holds = (
        *(lowest > 0, highest <= HIGHEST_PRICE, high >= highest * (1 - ROUNDING), low <= lowest * (1 + ROUNDING)),
        *(volume >= 0, volume <= LARGEST_VOLUME, time[1:] > time[:-1], ~np.isnat(time[:1])),
    )
    return all(bool(each.all()) for each in holds)


def _repeated(time: Instants) -> npt.NDArray[np.bool_]:
    if bool((time[1:] > time[:-1]).all()):
        return np.zeros(len(time), dtype=bool)
    _, first = np.unique(time, return_index=True)
    repeated = np.ones(len(time), dtype=bool)
    repeated[first] = False
    return repeated
