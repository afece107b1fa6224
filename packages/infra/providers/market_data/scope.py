"""What a source can be asked for at all: the wrong market or timeframe is told before anything is sent."""

from packages.domain.market_data.errors import NoData, WrongTimeframe
from packages.domain.market_data.ports import Abilities, BarRequest
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe


def require_market(source: str, abilities: Abilities, symbol: Symbol) -> None:
    if symbol.market not in abilities.markets:
        served = ", ".join(sorted(abilities.markets))
        raise NoData("market_data.market_not_served", source=source, market=symbol.market, served=served, symbol=symbol)


def require_served(source: str, abilities: Abilities, request: BarRequest) -> None:
    require_market(source, abilities, request.symbol)
    if request.timeframe not in abilities.timeframes:
        served = ", ".join(each for each in Timeframe if each in abilities.timeframes)
        raise WrongTimeframe(
            "market_data.timeframe_not_served", source=source, timeframe=request.timeframe, served=served
        )
