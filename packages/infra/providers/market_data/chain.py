"""Sources of one market in order: the next one is asked when one cannot answer, and the answer says so."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from packages.domain.market_data.errors import (
    MissingExtra,
    NoData,
    NoProvider,
    ProviderDown,
    ProviderRefused,
    WrongTimeframe,
)
from packages.domain.market_data.ports import Answered, BarRequest, FundamentalAnswer, Provider, Tried
from packages.domain.market_data.rows import Instrument
from packages.domain.market_data.symbols import Market, Symbol
from packages.domain.market_data.timeframe import Timeframe

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Told(Generic[Answer]):
    """An answer, who gave it, and who was asked in vain before."""

    provider: str
    answer: Answer
    tried: tuple[Tried, ...] = ()


class ProviderChain:
    """Asks the sources of a market one after the other; a wrong question is the caller's, and is not passed on."""

    def __init__(self, markets: Mapping[Market, Sequence[Provider]]) -> None:
        self._markets = {market: tuple(providers) for market, providers in markets.items()}

    def sources(self, market: Market) -> tuple[Provider, ...]:
        """Who is asked for this market, in order."""
        return self._markets.get(market, ())

    async def bars(self, request: BarRequest) -> Answered:
        self._require_timeframe(request)
        told = await self._first(
            f"{request.timeframe} bars of {request.symbol}",
            self.sources(request.symbol.market),
            lambda source: _lacks_timeframe(source, request.timeframe),
            lambda source: source.bars(request),
        )
        return Answered(told.provider, told.answer, told.tried)

    async def fundamentals(self, symbol: Symbol) -> Told[FundamentalAnswer]:
        return await self._first(
            f"company data of {symbol}",
            self.sources(symbol.market),
            lambda source: None if source.abilities.fundamentals else "it has no company data",
            lambda source: source.fundamentals(symbol),
        )

    async def search(self, market: Market, text: str) -> Told[Sequence[Instrument]]:
        return await self._first(
            f"instruments of {market} named {text[:40]!r}",
            self.sources(market),
            lambda source: None if source.abilities.search else "it cannot be searched",
            lambda source: source.search(text),
        )

    async def _first(
        self,
        what: str,
        sources: Sequence[Provider],
        lacks: Callable[[Provider], str | None],
        ask: Callable[[Provider], Awaitable[Answer]],
    ) -> Told[Answer]:
        tried: list[Tried] = []
        has_nothing = 0
        for source in sources:
            lack = lacks(source)
            if lack is not None:
                tried.append(Tried(source.name, lack))
                continue
            try:
                return Told(source.name, await ask(source), tuple(tried))
            except (ProviderDown, ProviderRefused, MissingExtra, NoData) as reason:
                has_nothing += isinstance(reason, NoData)
                tried.append(Tried(source.name, reason.message))
        raise _nobody(what, tried, NoData if tried and has_nothing == len(tried) else NoProvider)

    def _require_timeframe(self, request: BarRequest) -> None:
        sources = self.sources(request.symbol.market)
        served = {timeframe for source in sources for timeframe in source.abilities.timeframes}
        if sources and request.timeframe not in served:
            known = sorted(served, key=lambda timeframe: timeframe.seconds)
            raise WrongTimeframe(
                f"No source of {request.symbol.market} has {request.timeframe} bars: ask for one of {', '.join(known)}."
            )


def _lacks_timeframe(source: Provider, timeframe: Timeframe) -> str | None:
    return None if timeframe in source.abilities.timeframes else f"it has no {timeframe} bars"


def _nobody(what: str, tried: Sequence[Tried], kind: type[NoData] | type[NoProvider]) -> NoData | NoProvider:
    """`NoData` when everybody answered and has nothing; `NoProvider` when somebody might have had it."""
    reasons = " ".join(f"{each.provider}: {each.reason.rstrip('.')}." for each in tried)
    if not tried:
        reasons = "No source is set up for this market; import a CSV or Parquet file instead."
    details = {"tried": [{"provider": each.provider, "reason": each.reason} for each in tried]}
    return kind(f"Nobody could tell {what}. {reasons}", details=details)
