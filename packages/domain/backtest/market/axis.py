"""The time axis of a market: the local day and the session of each bar, and how many bars make a year."""

from datetime import UTC, date, datetime, timedelta
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats, Instants
from packages.domain.market_data.calendar import Days
from packages.domain.market_data.sessions import session_close, zone_of
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe

_DAY = np.timedelta64(1, "D")
_DAY_US = 86_400_000_000
_SOME_DAY = date(2024, 1, 3)

# Sessions a year and minutes a session. The calendars give 243.0 sessions a year for China, 251.4 for New York, 365.3
# days and 260.9 weekdays (2016 to 2025), and for the markets below them what stands here; American futures keep New
# York's holidays and rest an hour a day.
_YEARS: dict[Market, tuple[int, int]] = {
    Market.CN_STOCKS: (243, 240),
    Market.US_STOCKS: (252, 390),
    Market.FUTURES: (252, 1380),
    Market.FOREX: (261, 1440),
    Market.CRYPTO: (365, 1440),
    Market.HK_STOCKS: (246, 330),
    Market.JP_STOCKS: (244, 330),
    Market.UK_STOCKS: (253, 510),
    Market.DE_STOCKS: (254, 510),
    Market.FR_STOCKS: (256, 510),
    Market.NL_STOCKS: (256, 510),
    Market.IT_STOCKS: (254, 510),
    Market.ES_STOCKS: (256, 510),
    Market.CH_STOCKS: (251, 510),
    Market.IN_STOCKS: (246, 375),
}


def bars_per_session(market: Market, timeframe: Timeframe) -> int:
    """A bar that the close cuts short counts as one."""
    return -(-_YEARS[market][1] * 60 // timeframe.seconds) if timeframe.is_intraday else 1


def bars_per_year(market: Market, timeframe: Timeframe) -> float:
    """By which a figure of bars becomes one of years."""
    if timeframe is Timeframe.W1:
        return 52.0
    return float(_YEARS[market][0] * bars_per_session(market, timeframe))


def rests_at_weekends(market: Market) -> bool:
    return market is not Market.CRYPTO


def local_days(market: Market, timeframe: Timeframe, time: Instants) -> Days:
    """The day of each bar where the market trades; a daily bar carries its own."""
    return _days(_local(market, time) if timeframe.is_intraday else time)


def session_days(market: Market, timeframe: Timeframe, time: Instants) -> Days:
    """The session that each bar belongs to. What begins at or after the close is of the next session, and so is what a
    market that rests at weekends tells on one: otherwise a day would go on after the close at which it is known."""
    shown = _local(market, time) + (_DAY - _close_after_midnight(market)) if timeframe.is_intraday else time
    days = _days(shown)
    if not rests_at_weekends(market):
        return days
    weekday = weekdays(days)
    is_rest = weekday >= 5
    return (days.astype(np.int64) + (7 - weekday) * is_rest).view("datetime64[D]") if is_rest.any() else days


def weekdays(days: Days) -> Counts:
    """0 for Monday to 6 for Sunday."""
    return (days.astype(np.int64) + 3) % 7  # day 0 was a Thursday


def _days(time: Instants) -> Days:
    """Whole numbers are divided some ten times sooner than times are converted."""
    return (time.astype("datetime64[us]", copy=False).view(np.int64) // _DAY_US).view("datetime64[D]")


def session_numbers(market: Market, timeframe: Timeframe, time: Instants) -> Counts:
    """Counted from 0: each local day is a session, and so is each bar that lasts a day or longer."""
    if not timeframe.is_intraday:
        return np.arange(len(time), dtype=np.int64)
    days = local_days(market, timeframe, time)
    return np.cumsum(np.diff(days, prepend=days[:1]) > np.timedelta64(0, "D"), dtype=np.int64)


def elapsed_days(time: Instants) -> Floats:
    """Calendar days since the bar before, 0 for the first."""
    return np.diff(time, prepend=time[:1]) / _DAY


def first_instant(market: Market, timeframe: Timeframe, day: date) -> datetime:
    """When the bars of a day begin at the earliest."""
    zone = zone_of(market) if timeframe.is_intraday else UTC
    return datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)


def _close_after_midnight(market: Market) -> np.timedelta64:
    close = session_close(market, _SOME_DAY).replace(tzinfo=None)
    return np.timedelta64(close - datetime.combine(_SOME_DAY, datetime.min.time()))


def _local(market: Market, time: Instants) -> Instants:
    """What the clocks of the market show; `time` is in order."""
    if not len(time):
        return time
    years = (int(str(time[place].astype("datetime64[Y]"))) for place in (0, -1))
    changes, offsets = _clock_changes(market, *years)
    parts = np.diff(np.searchsorted(time, changes), prepend=0, append=len(time))
    shown: Instants = time + (np.repeat(offsets, parts) if len(offsets) > 1 else offsets[0])
    return shown


@lru_cache(maxsize=64)
def _clock_changes(market: Market, first: int, last: int) -> tuple[Instants, npt.NDArray[np.timedelta64]]:
    """The instants of some years at which the market's clocks were changed, and the offsets from UTC between them."""
    day, end = datetime(first, 1, 1, tzinfo=UTC), datetime(last + 1, 1, 1, tzinfo=UTC)
    changes: list[datetime] = []
    offsets = [_offset(market, day)]
    while day < end:
        following = day + timedelta(days=1)
        if _offset(market, following) != offsets[-1]:
            changes.append(_change(market, day, following))
            offsets.append(_offset(market, following))
        day = following
    instants = [change.replace(tzinfo=None) for change in changes]
    return np.array(instants, dtype="datetime64[us]"), np.array(offsets, dtype="timedelta64[us]")


def _change(market: Market, before: datetime, after: datetime) -> datetime:
    """The first minute with the offset of `after`."""
    while after - before > timedelta(minutes=1):
        middle = before + timedelta(minutes=(after - before) // timedelta(minutes=2))
        is_changed = _offset(market, middle) == _offset(market, after)
        before, after = (before, middle) if is_changed else (middle, after)
    return after


def _offset(market: Market, at: datetime) -> timedelta:
    return at.astimezone(zone_of(market)).utcoffset() or timedelta(0)
