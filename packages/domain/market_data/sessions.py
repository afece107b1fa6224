"""When a bar or a financial figure can be known: at the close of its session, or at the statutory deadline."""

from calendar import isleap
from datetime import UTC, date, datetime, time, timedelta
from functools import cache, lru_cache
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
    # Elsewhere the end of the closing auction: the day's last price is not known before.
    Market.HK_STOCKS: ("Asia/Hong_Kong", time(16, 10), 0),
    Market.JP_STOCKS: ("Asia/Tokyo", time(15, 30), 0),
    Market.UK_STOCKS: ("Europe/London", time(16, 40), 0),
    Market.DE_STOCKS: ("Europe/Berlin", time(17, 40), 0),
    Market.FR_STOCKS: ("Europe/Paris", time(17, 40), 0),
    Market.NL_STOCKS: ("Europe/Amsterdam", time(17, 40), 0),
    Market.IT_STOCKS: ("Europe/Rome", time(17, 40), 0),
    Market.ES_STOCKS: ("Europe/Madrid", time(17, 40), 0),
    Market.CH_STOCKS: ("Europe/Zurich", time(17, 40), 0),
    Market.IN_STOCKS: ("Asia/Kolkata", time(16, 0), 0),
}


@cache
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
    closes = np.full(len(times), np.datetime64("NaT"), "datetime64[us]")
    known = ~np.isnat(last_day)
    days = last_day[known]
    if len(days):
        first, last = (end.astype("datetime64[Y]") for end in (days.min(), days.max()))
        closes[known] = _closes_of_years(market, first.item().year, last.item().year)[(days - first).astype(np.int64)]
    return closes


@lru_cache(maxsize=128)
def _closes_of_years(market: Market, first: int, last: int) -> Instants:
    return np.concatenate([_closes_of_year(market, year) for year in range(first, last + 1)])


@lru_cache(maxsize=2_000)
def _closes_of_year(market: Market, year: int) -> Instants:
    """Of every day of the year, session or not."""
    first, days = date(year, 1, 1), 366 if isleap(year) else 365
    return np.array([instant(session_close(market, first + timedelta(days=n))) for n in range(days)])


_DUE: dict[int, tuple[int, int, int]] = {1: (0, 4, 30), 2: (0, 8, 31), 3: (0, 10, 31), 4: (1, 4, 30)}


def statutory_deadline(period_end: date) -> date:
    """The day by which the report on the quarter that `period_end` lies in has to be out."""
    years, month, day = _DUE[(period_end.month + 2) // 3]
    return date(period_end.year + years, month, day)


@lru_cache(maxsize=100_000)
def day_is_over(market: Market, day: date) -> datetime:
    """24:00 where the market trades, as an instant in UTC."""
    return datetime.combine(day + timedelta(days=1), time(), zone_of(market)).astimezone(UTC)


def end_of_day(day: date) -> datetime:
    """24:00 in Shanghai, as an instant in UTC: by then whatever was published on the day is known."""
    return day_is_over(Market.CN_STOCKS, day)


def fact_known_at(period_end: date, announced: date | None) -> datetime:
    """Announcements name a day, not an hour, so a figure is known when that day is over. No day, or one that is not
    after the period, is no announcement: then the law's last day counts."""
    if announced is None or announced <= period_end:
        return end_of_day(statutory_deadline(period_end))
    return end_of_day(announced)


def known_before_open(first_day: date, announced: date | None) -> datetime:
    """What takes effect at the open of a day (a distribution, special treatment) is public before it; an announcement
    that is missing, or dated later, cannot change that."""
    eve = end_of_day(first_day - timedelta(days=1))
    return eve if announced is None else min(eve, end_of_day(announced))
