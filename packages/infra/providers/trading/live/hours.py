"""When markets trade: the calendars of the desk, with the days on which New York closes early."""

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from functools import lru_cache, partial

from packages.domain.market_data.calendar import Calendar
from packages.domain.market_data.sessions import zone_of
from packages.domain.market_data.symbols import Market
from packages.domain.trading.broker import MarketClock
from packages.domain.trading.deployments.model import Deployment
from packages.domain.trading.runtime.schedule import Timetable
from packages.infra.providers.trading.live.loading import PinnedStrategies

Calendars = Callable[[Market], Calendar]
_FIRST = "1993-01-01"


@dataclass(frozen=True, slots=True)
class Timetables:
    """The hours of every market."""

    calendars: Calendars

    def of(self, market: Market) -> Timetable:
        if market is Market.US_STOCKS:
            return Timetable(market, self.calendars(market), new_york_early_close)
        return Timetable(market, self.calendars(market))


@dataclass(frozen=True, slots=True)
class PinnedSchedules:
    """The loop's `Schedules`: the timeframe is the strategy's, the market its universe's."""

    strategies: PinnedStrategies
    timetables: Timetables

    async def next_tick(self, deployment: Deployment, after: datetime) -> datetime | None:
        strategy = await self.strategies.of(deployment)
        return self.timetables.of(strategy.universe.market).next_tick(strategy.timeframe, after)


def market_clock(timetable: Timetable) -> Callable[[datetime], MarketClock]:
    """The paper broker's `MarketHours`."""
    return partial(_clock, timetable)


def new_york_early_close(day: date) -> time | None:
    """In New York's time."""
    return _early_closes().get(day)


def _clock(timetable: Timetable, now: datetime) -> MarketClock:
    return MarketClock(now, timetable.is_open(now), timetable.next_open(now), timetable.next_close(now))


@lru_cache(maxsize=1)
def _early_closes() -> Mapping[date, time]:
    from exchange_calendars import get_calendar  # with pandas below it: loaded when a market needs it

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the library uses what pandas 3.1 deprecates
        calendar, zone = get_calendar("XNYS", start=_FIRST), zone_of(Market.US_STOCKS)
        return {
            session.date(): calendar.session_close(session).tz_convert(zone).time() for session in calendar.early_closes
        }
