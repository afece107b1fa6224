"""When a market can have traded at all: bars at weekends, on closed days and outside its hours are impossible."""

from functools import lru_cache

import numpy as np
import numpy.typing as npt
import polars as pl

from packages.domain.market_data.calendar import Days
from packages.domain.market_data.sessions import zone_of
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.bars.evidence.closed_days import (
    closed_weekdays,
    last_year_of_saturdays,
    special_sessions,
)
from packages.infra.providers.market_data.bars.evidence.market_hours import HOURS, by_era

CLOSED = "the market is closed on this day"
OUTSIDE = "the bar lies outside trading hours"
STOCKS = tuple(HOURS)


def is_closed(market: Market, days: pl.Expr) -> pl.Expr:
    """For days by the market's own calendar."""
    return days.map_batches(lambda dates: _closed(market, dates), return_dtype=pl.Boolean)


def _closed(market: Market, dates: pl.Series) -> pl.Series:
    days = dates.to_numpy().astype("datetime64[D]")
    known = ~np.isnat(days)
    closed = np.zeros(len(days), dtype=bool)
    if known.any():
        closed[known] = _are_closed(market, days[known])
    return pl.Series(dates.name, closed)


def impossible(rows: pl.DataFrame, market: Market, timeframe: Timeframe, *, by_hours: bool) -> pl.Series | None:
    """For each row why it cannot be, or null; None where all can be. `by_hours`: intraday bars are held against the
    hours of the market too."""
    if market not in HOURS or timeframe is Timeframe.W1 or not rows.height:
        return None
    if not timeframe.is_intraday:
        closed = _are_closed(market, rows["time"].to_numpy().astype("datetime64[D]"))
        return (
            pl.Series([CLOSED if one else None for one in closed.tolist()], dtype=pl.String) if closed.any() else None
        )
    local = pl.DataFrame({"time": rows["time"].dt.convert_time_zone(zone_of(market).key)})
    checks = [pl.when(is_closed(market, pl.col("time").dt.date())).then(pl.lit(CLOSED))]
    if by_hours:
        checks.append(pl.when(~_within(market)).then(pl.lit(OUTSIDE)))
    found = local.select(pl.coalesce(*checks, pl.lit(None, pl.String)).alias("reason")).to_series()
    return None if found.null_count() == len(found) else found


def _are_closed(market: Market, days: Days) -> npt.NDArray[np.bool_]:
    first, last = (end.astype("datetime64[Y]") for end in (days.min(), days.max()))
    closed: npt.NDArray[np.bool_] = _closed_in_years(market, first, last)[(days - first).astype(np.int64)]
    return closed


@lru_cache(maxsize=128)
def _closed_in_years(market: Market, first: np.datetime64, last: np.datetime64) -> npt.NDArray[np.bool_]:
    """For each day of these years."""
    days: Days = np.arange(first, last + 1, dtype="datetime64[D]")
    years, months = days.astype("datetime64[Y]"), days.astype("datetime64[M]")
    closed = ~np.is_busday(days) & (years > np.datetime64(f"{last_year_of_saturdays(market):04d}"))
    if market is Market.US_STOCKS:
        closed |= (days == years) | ((months - years == 11) & (days - months == 24))
    closed |= np.isin(days, closed_weekdays(market))
    return closed & ~np.isin(days, special_sessions(market))


def _within(market: Market) -> pl.Expr:
    clock = pl.col("time").dt.time()
    return by_era(
        market,
        pl.col("time").dt.date(),
        lambda hours: pl.any_horizontal(*((clock >= first) & (clock < last) for first, last in hours.longest)),
    )
