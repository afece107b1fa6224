"""When a market can have traded at all: bars at weekends, on closed days and outside its hours are impossible."""

from datetime import date, time
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
import polars as pl

from packages.domain.market_data.calendar import Days
from packages.domain.market_data.sessions import zone_of
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.bars.evidence.new_york_holidays import closed_in_new_york
from packages.infra.providers.market_data.calendars import china_calendar

CLOSED = "the market is closed on this day"
OUTSIDE = "the bar lies outside trading hours"
STOCKS = (Market.CN_STOCKS, Market.US_STOCKS)
_SATURDAY = 6
_LAST_SATURDAYS = 1952  # New York traded on Saturdays until then
# From the first minute to the last, where the market trades; before and after its regular hours too.
LONGEST_DAY: dict[Market, tuple[tuple[time, time], ...]] = {
    Market.CN_STOCKS: ((time(9, 15), time(11, 31)), (time(13, 0), time(15, 31))),
    Market.US_STOCKS: ((time(4, 0), time(20, 0)),),
}


@cache
def _closed_in_china() -> tuple[date, date, list[date]]:
    """Weekdays without a session, within the years that are known."""
    calendar = china_calendar(Path("nowhere"))
    return calendar.first, calendar.last, sorted(calendar.closed)


def is_closed(market: Market, days: pl.Expr) -> pl.Expr:
    """For days by the market's own calendar."""
    weekend = days.dt.weekday() >= _SATURDAY
    if market is Market.CN_STOCKS:
        return weekend | days.is_in(_closed_in_china()[2])
    fixed = ((days.dt.month() == 12) & (days.dt.day() == 25)) | ((days.dt.month() == 1) & (days.dt.day() == 1))
    return (weekend & (days.dt.year() > _LAST_SATURDAYS)) | fixed | days.is_in(closed_in_new_york())


def impossible(rows: pl.DataFrame, market: Market, timeframe: Timeframe, *, by_hours: bool) -> pl.Series | None:
    """For each row why it cannot be, or null; None where all can be. `by_hours`: intraday bars are held against the
    hours of the market too."""
    if market not in STOCKS or timeframe is Timeframe.W1 or not rows.height:
        return None
    if not timeframe.is_intraday:
        days = rows["time"].to_numpy().astype("datetime64[D]")
        first, last = (end.astype("datetime64[Y]") for end in (days.min(), days.max()))
        closed = _closed_in_years(market, first, last)[(days - first).astype(np.int64)]
        return (
            pl.Series([CLOSED if one else None for one in closed.tolist()], dtype=pl.String) if closed.any() else None
        )
    local = pl.DataFrame({"time": rows["time"].dt.convert_time_zone(zone_of(market).key)})
    checks = [pl.when(is_closed(market, pl.col("time").dt.date())).then(pl.lit(CLOSED))]
    if by_hours:
        checks.append(pl.when(~_within(market)).then(pl.lit(OUTSIDE)))
    found = local.select(pl.coalesce(*checks, pl.lit(None, pl.String)).alias("reason")).to_series()
    return None if found.null_count() == len(found) else found


@lru_cache(maxsize=128)
def _closed_in_years(market: Market, first: np.datetime64, last: np.datetime64) -> npt.NDArray[np.bool_]:
    """For each day of these years."""
    return _closed_days(market, np.arange(first, last + 1, dtype="datetime64[D]"))


def _closed_days(market: Market, days: Days) -> npt.NDArray[np.bool_]:
    """As `is_closed`, for many days at once."""
    weekend = ~np.is_busday(days)
    if market is Market.CN_STOCKS:
        return weekend | np.isin(days, np.array(_closed_in_china()[2], dtype="datetime64[D]"))
    years, months = days.astype("datetime64[Y]"), days.astype("datetime64[M]")
    new_year, christmas = days == years, (months - years == 11) & (days - months == 24)
    holidays = np.isin(days, np.array(closed_in_new_york(), dtype="datetime64[D]"))
    weekend &= years > np.datetime64(str(_LAST_SATURDAYS))
    closed: npt.NDArray[np.bool_] = weekend | new_year | christmas | holidays
    return closed


def _within(market: Market) -> pl.Expr:
    clock = pl.col("time").dt.time()
    return pl.any_horizontal(*((clock >= first) & (clock < last) for first, last in LONGEST_DAY[market]))
