"""Bar times by the clock on the market's wall."""

from datetime import UTC, timedelta
from functools import cache

import numpy as np

from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Instants
from packages.domain.market_data.sessions import zone_of
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def local_times(market: Market, timeframe: Timeframe, times: Instants) -> Instants:
    """Local time without a zone. Daily and longer bars already bear the date of their session."""
    if not timeframe.is_intraday or not len(times):
        return times
    first, last = (int(at.astype("datetime64[Y]").astype(np.int64)) + 1970 for at in (times.min(), times.max()))
    changes = [change for year in range(first, last + 1) for change in _clock_changes(market, year)]
    since = np.array([at for at, _ in changes], dtype="datetime64[us]")
    ahead = np.array([shift for _, shift in changes], dtype="timedelta64[us]")
    valid: Counts = np.searchsorted(since, times, side="right") - 1
    local: Instants = times + ahead[valid]
    return local


@cache
def _clock_changes(market: Market, year: int) -> tuple[tuple[np.datetime64, timedelta], ...]:
    """How far the market's clock is ahead of UTC when the year begins, and each time that it is changed."""
    first, end = np.datetime64(str(year), "h"), np.datetime64(str(year + 1), "h")
    found = [(first, _ahead(market, first))]
    for day in np.arange(first, end, 24):
        if _ahead(market, day + 24) != _ahead(market, day):
            hour = next(hour for hour in range(1, 25) if _ahead(market, day + hour) != found[-1][1])
            found.append((day + hour, _ahead(market, day + hour)))  # clocks are changed on the hour
    return tuple(found)


def _ahead(market: Market, hour: np.datetime64) -> timedelta:
    moment = hour.astype("datetime64[us]").item().replace(tzinfo=UTC)
    return moment.astimezone(zone_of(market)).utcoffset() or timedelta(0)
