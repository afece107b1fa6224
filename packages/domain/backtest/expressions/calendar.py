"""What the calendar and the clock of a market say of each bar, as columns."""

from datetime import UTC, date
from typing import Any

import numpy as np
import numpy.typing as npt

from packages.domain.backtest.market.axis import local_days, session_days, weekdays
from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats, Instants, instant
from packages.domain.market_data.calendar import Days
from packages.domain.market_data.hours import session_hours
from packages.domain.market_data.sessions import bar_known_at
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.operands import CalendarField, RangeEdge

_MINUTE = np.timedelta64(60_000_000, "us")


def calendar_column(
    field: CalendarField, market: Market, timeframe: Timeframe, time: Instants, sessions: Days | None
) -> Floats:
    """NaN where the calendar does not know the day."""
    days = bar_days(market, timeframe, time)
    match field:
        case CalendarField.DAY_OF_WEEK:
            return _numbers(weekdays(days) + 1)
        case CalendarField.DAY_OF_MONTH:
            return _numbers((days - days.astype("datetime64[M]").astype("datetime64[D]")).astype(np.int64) + 1)
        case CalendarField.MONTH:
            return _numbers(days.astype("datetime64[M]").astype(np.int64) % 12 + 1)
        case CalendarField.TRADING_DAY_OF_MONTH | CalendarField.TRADING_DAY_FROM_MONTH_END:
            return _trading_day(days, sessions, from_end=field is CalendarField.TRADING_DAY_FROM_MONTH_END)
        case CalendarField.BARS_SINCE_OPEN:
            return _numbers(np.arange(len(days)) - _first_bars(days))
        case CalendarField.MINUTES_FROM_OPEN:
            return _minutes(_hours(market, days)[0], bar_known_at(market, timeframe, time))
        case CalendarField.MINUTES_TO_CLOSE:
            return _minutes(bar_known_at(market, timeframe, time), _hours(market, days)[1])


def opening_range(
    edge: RangeEdge, minutes: int, market: Market, timeframe: Timeframe, time: Instants, prices: Floats
) -> Floats:
    """`prices` are the opens, highs or lows; NaN until the first minutes are over, and where they have no bar."""
    days = bar_days(market, timeframe, time)
    if not len(days):
        return np.empty(0)
    over, ends = _hours(market, days)[0] + minutes * _MINUTE, bar_known_at(market, timeframe, time)
    early = ends <= over
    starts = np.flatnonzero(np.diff(days, prepend=days[:1] - 1) != np.timedelta64(0, "D"))
    found = _of_sessions(edge, np.where(early, prices, np.nan), starts)
    spread: Floats = np.repeat(found, np.diff(starts, append=len(days)))
    return np.where(ends >= over, spread, np.nan)


def bar_days(market: Market, timeframe: Timeframe, time: Instants) -> Days:
    """The day of the session that each bar belongs to."""
    return session_days(market, timeframe, time) if timeframe.is_intraday else local_days(market, timeframe, time)


def _of_sessions(edge: RangeEdge, prices: Floats, starts: npt.NDArray[np.intp]) -> Floats:
    if edge is RangeEdge.OPEN:
        return prices[starts]
    pick = np.fmax if edge is RangeEdge.HIGH else np.fmin  # NaN only where there is no price at all
    found: Floats = pick.reduceat(prices, starts)
    return found


def _first_bars(days: Days) -> Counts:
    """Of each bar, the place of the first bar of its session."""
    begins = np.diff(days, prepend=days[:1] - 1) != np.timedelta64(0, "D")
    return np.maximum.accumulate(np.where(begins, np.arange(len(days)), 0))


def _trading_day(days: Days, sessions: Days | None, *, from_end: bool) -> Floats:
    if sessions is None or not len(sessions):
        return np.full(len(days), np.nan)
    months = sessions.astype("datetime64[M]")
    at = np.minimum(np.searchsorted(sessions, days), len(sessions) - 1)
    month = days.astype("datetime64[M]")
    before, after = np.searchsorted(months, month), np.searchsorted(months, month, side="right")
    return np.where(sessions[at] == days, _numbers(after - at if from_end else at - before + 1), np.nan)


def _numbers(counts: npt.NDArray[np.signedinteger[Any]]) -> Floats:
    return counts.astype(np.float64)


def _minutes(since: Instants, until: Instants) -> Floats:
    passed: Floats = (until - since) / _MINUTE
    return passed


def _hours(market: Market, days: Days) -> tuple[Instants, Instants]:
    """Of each bar, when its session opens and closes."""
    distinct, which = np.unique(days, return_inverse=True)
    opens, closes = zip(*(_instants(market, day) for day in distinct.tolist()), strict=True) if len(days) else ((), ())
    return tuple(np.array(each, dtype="datetime64[us]")[which] for each in (opens, closes))  # type: ignore[return-value]


def _instants(market: Market, day: date) -> tuple[np.datetime64, np.datetime64]:
    opens, closes = session_hours(market, day)
    return instant(opens.astimezone(UTC)), instant(closes.astimezone(UTC))
