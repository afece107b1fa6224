"""The hours in which the bars of a market can lie, with its breaks, since the day from which they held."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, time
from typing import TypeAlias

import polars as pl

from packages.domain.market_data.symbols import Market

Span: TypeAlias = tuple[time, time]


def _spans(*spans: str) -> tuple[Span, ...]:
    """Of `09:30-11:30`."""
    return tuple((time.fromisoformat(span[:5]), time.fromisoformat(span[6:])) for span in spans)


@dataclass(frozen=True, slots=True)
class Hours:
    """`regular`: continuous trade, which the bars of a day begin and end with. `longest`: from the first minute to the
    last in which a bar can begin, with auctions, and with trade before and after where there is any."""

    regular: tuple[Span, ...]
    longest: tuple[Span, ...]
    since: date = date.min


_CONTINENT = Hours(_spans("09:00-17:30"), _spans("08:55-18:00"))
_AFTERNOON_TO_15 = Hours(_spans("09:00-11:30", "12:30-15:00"), _spans("09:00-11:31", "12:30-15:01"), date(2011, 11, 21))
# Each in the market's own time, the latest last.
HOURS: dict[Market, tuple[Hours, ...]] = {
    Market.CN_STOCKS: (Hours(_spans("09:30-11:30", "13:00-15:00"), _spans("09:15-11:31", "13:00-15:31")),),
    Market.US_STOCKS: (Hours(_spans("09:30-16:00"), _spans("04:00-20:00")),),
    Market.HK_STOCKS: (
        Hours(_spans("10:00-12:30", "14:30-16:00"), _spans("09:30-12:31", "14:30-16:11")),
        Hours(_spans("09:30-12:00", "13:30-16:00"), _spans("09:00-12:01", "13:30-16:11"), date(2011, 3, 7)),
        Hours(_spans("09:30-12:00", "13:00-16:00"), _spans("09:00-12:01", "13:00-16:11"), date(2012, 3, 5)),
    ),
    Market.JP_STOCKS: (
        Hours(_spans("09:00-11:00", "12:30-15:00"), _spans("09:00-11:01", "12:30-15:01")),
        _AFTERNOON_TO_15,
        Hours(_spans("09:00-11:30", "12:30-15:30"), _spans("09:00-11:31", "12:30-15:31"), date(2024, 11, 5)),
    ),
    Market.UK_STOCKS: (Hours(_spans("08:00-16:30"), _spans("07:50-17:15")),),
    Market.DE_STOCKS: (
        Hours(_spans("09:00-20:00"), _spans("08:00-20:15")),
        Hours(_spans("09:00-17:30"), _spans("08:50-18:00"), date(2003, 11, 3)),
        # From here on private investors' orders are dealt with before and after.
        Hours(_spans("09:00-17:30"), _spans("08:00-22:00"), date(2025, 12, 1)),
    ),
    Market.FR_STOCKS: (_CONTINENT,),
    Market.NL_STOCKS: (_CONTINENT,),
    Market.IT_STOCKS: (_CONTINENT,),
    Market.ES_STOCKS: (_CONTINENT,),
    Market.CH_STOCKS: (_CONTINENT,),
    Market.IN_STOCKS: (
        Hours(_spans("09:55-15:30"), _spans("09:45-16:00")),
        Hours(_spans("09:00-15:30"), _spans("09:00-16:00"), date(2010, 1, 4)),
        Hours(_spans("09:15-15:30"), _spans("09:00-16:00"), date(2010, 10, 18)),
    ),
}


def by_era(market: Market, days: pl.Expr, value: Callable[[Hours], pl.Expr]) -> pl.Expr:
    """What `value` makes of the hours that held on each of the days."""
    eras = HOURS[market]
    found = value(eras[0])
    for hours in eras[1:]:
        found = pl.when(days >= hours.since).then(value(hours)).otherwise(found)
    return found
