"""The outside sources, through the chain of each market."""

from packages.domain.market_data.ports import Answered, BarRequest, FundamentalAnswer
from packages.domain.market_data.symbols import Market, Symbol
from packages.infra.providers.market_data.chain import ProviderChain


class ChainedSources:
    """Bars must come from somebody; company data may be missing, as it is for coins and currencies."""

    def __init__(self, chain: ProviderChain) -> None:
        self._chain = chain

    def names(self, market: Market) -> frozenset[str]:
        return frozenset(source.name for source in self._chain.sources(market))

    async def bars(self, request: BarRequest) -> Answered:
        return await self._chain.bars(request)

    async def company(self, symbol: Symbol) -> FundamentalAnswer:
        return await self._chain.company(symbol)
