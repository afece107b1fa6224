"""When a bar is over, and so can be known: at the close of its session for daily bars, at its end for shorter ones."""

from datetime import date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

import numpy as np

from packages.domain.market_data.bars import Instants, instant
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe

# The regular close, in the exchange's own time. A day that closes early is known by then all the same.
_CLOSES: dict[Market, tuple[str, time, int]] = {
    Market.CN_STOCKS: ("Asia/Shanghai", time(15, 0), 0),
    Market.US_STOCKS: ("America/New_York", time(16, 0), 0),
    Market.FUTURES: ("America/New_York", time(17, 0), 0),
    Market.FOREX: ("America/New_York", time(17, 0), 0),
    Market.CRYPTO: ("UTC", time(0, 0), 1),
}


def zone_of(market: Market) -> ZoneInfo:
    """The zone in which the market's days are counted."""
    return ZoneInfo(_CLOSES[market][0])


def local_day(market: Market, at: datetime) -> date:
    """The day that it is, at an instant, where the market trades."""
    return at.astimezone(zone_of(market)).date()


@lru_cache(maxsize=100_000)
def session_close(market: Market, day: date) -> datetime:
    """The instant, in the market's zone, from which the day's bar is known."""
    zone, close, days_later = _CLOSES[market]
    return datetime.combine(day + timedelta(days=days_later), close, ZoneInfo(zone))


def bar_known_at(market: Market, timeframe: Timeframe, times: Instants) -> Instants:
    """For each bar that begins at one of `times`, the instant from which it is known."""
    if timeframe.is_intraday:
        return times + np.timedelta64(timeframe.seconds, "s")
    last_day = times.astype("datetime64[D]") + np.timedelta64(timeframe.seconds // 86_400 - 1, "D")
    closes = np.fromiter((_close_microseconds(market, day) for day in last_day.tolist()), np.int64, len(last_day))
    return closes.astype("datetime64[us]")


@lru_cache(maxsize=100_000)
def _close_microseconds(market: Market, day: date) -> int:
    return int(instant(session_close(market, day)).astype(np.int64))
