"""When the newest bar of an instrument was known: how old is what would be traded on."""

from datetime import UTC, datetime, timedelta

from packages.domain.market_data.adjustment import Adjustment
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.errors import NoData, UnknownSymbol, WrongTimeframe
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe


async def newest_known(view: MarketView, symbol: Symbol, timeframe: Timeframe, within: timedelta) -> datetime | None:
    """None where the store has no bar that begins so shortly before the view's instant."""
    try:
        series = await view.bars(symbol, timeframe, start=view.as_of - within, adjustment=Adjustment.RAW)
    except (NoData, UnknownSymbol, WrongTimeframe):
        return None
    if not len(series):
        return None
    known: datetime = series.columns.known_at[-1].astype("datetime64[us]").item()
    return known.replace(tzinfo=UTC)
