"""The regular hours of a market: when it trades on a day, and when a session opens and closes."""

from datetime import date, datetime, time, timedelta
from functools import lru_cache

from packages.domain.market_data.sessions import session_close, zone_of
from packages.domain.market_data.symbols import Market

_WHOLE_DAY = ((time(0), time(0)),)
_CONTINENT = (
    *(Market.DE_STOCKS, Market.FR_STOCKS, Market.NL_STOCKS),
    *(Market.IT_STOCKS, Market.ES_STOCKS, Market.CH_STOCKS),
)
# When a market trades, in its own time; a part that ends at or before it begins ends on the next day. Forex and futures
# are dated by the calendar day, so their Sunday evening belongs to nobody and is left out.
TRADING_HOURS: dict[Market, tuple[tuple[time, time], ...]] = {
    Market.CN_STOCKS: ((time(9, 30), time(11, 30)), (time(13, 0), time(15, 0))),
    Market.US_STOCKS: ((time(9, 30), time(16, 0)),),
    Market.CRYPTO: _WHOLE_DAY,
    Market.FOREX: _WHOLE_DAY,
    Market.FUTURES: ((time(0), time(17, 0)), (time(18, 0), time(0))),
    Market.HK_STOCKS: ((time(9, 30), time(12, 0)), (time(13, 0), time(16, 0))),
    Market.JP_STOCKS: ((time(9, 0), time(11, 30)), (time(12, 30), time(15, 30))),
    Market.UK_STOCKS: ((time(8, 0), time(16, 30)),),
    **dict.fromkeys(_CONTINENT, ((time(9, 0), time(17, 30)),)),
    Market.IN_STOCKS: ((time(9, 15), time(15, 30)),),
}
# Their session of a day opens on the evening before.
_EVENINGS = {Market.FOREX: time(17, 0), Market.FUTURES: time(18, 0)}


@lru_cache(maxsize=100_000)
def session_hours(market: Market, day: date) -> tuple[datetime, datetime]:
    """The regular open and close of the session of a day, without the auction after it; early closes are not known
    here."""
    zone = zone_of(market)
    if market in _EVENINGS:
        return datetime.combine(day - timedelta(days=1), _EVENINGS[market], zone), session_close(market, day)
    opens = datetime.combine(day, TRADING_HOURS[market][0][0], zone)
    if not market.is_stocks:
        return opens, session_close(market, day)
    return opens, datetime.combine(day, TRADING_HOURS[market][-1][1], zone)
