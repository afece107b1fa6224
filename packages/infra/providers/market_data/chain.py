"""Sources of one market in order: the next one is asked when one cannot answer, and the answer says so."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from typing import Generic, TypeVar

from packages.core.messages import Message, joined, message, word
from packages.domain.market_data.errors import (
    MissingExtra,
    NoData,
    NoProvider,
    ProviderDown,
    ProviderRefused,
    WrongTimeframe,
)
from packages.domain.market_data.ports import Answered, BarRequest, FundamentalAnswer, Provider, Tried
from packages.domain.market_data.rows import Instrument, most_informative
from packages.domain.market_data.symbols import Market, Symbol
from packages.domain.market_data.timeframe import Timeframe

Answer = TypeVar("Answer")
_KINDS = tuple(each.name for each in fields(FundamentalAnswer) if each.name != "instrument")


@dataclass(frozen=True, slots=True)
class SourceAnswer(Generic[Answer]):
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
        first = await self._first(
            message("market_data.what_bars", timeframe=word("timeframe", request.timeframe), symbol=request.symbol),
            [source for source in self.sources(request.symbol.market) if source.abilities.timeframes],
            lambda source: _lacks_timeframe(source, request.timeframe),
            lambda source: source.bars(request),
        )
        return Answered(first.provider, first.answer, first.tried)

    async def fundamentals(self, symbol: Symbol) -> SourceAnswer[FundamentalAnswer]:
        return await self._first(
            message("market_data.what_company", symbol=symbol),
            self.sources(symbol.market),
            lambda source: None if source.abilities.fundamentals else message("market_data.lacks_company_data"),
            lambda source: source.fundamentals(symbol),
        )

    async def company(self, symbol: Symbol) -> FundamentalAnswer:
        """What the sources know together: of each kind what the first has that knows any, and the profile that tells
        most; empty where none knows anything."""
        answers: list[FundamentalAnswer] = []
        for source in self.sources(symbol.market):
            if source.abilities.fundamentals:
                with suppress(ProviderDown, ProviderRefused, MissingExtra, NoData):
                    answers.append(await source.fundamentals(symbol))
        profiles = [answer.instrument for answer in answers if answer.instrument is not None]
        rows = {kind: next((rows for each in answers if (rows := getattr(each, kind))), ()) for kind in _KINDS}
        return FundamentalAnswer(instrument=most_informative(profiles) if profiles else None, **rows)

    async def search(self, market: Market, text: str) -> SourceAnswer[Sequence[Instrument]]:
        return await self._first(
            message("market_data.what_instruments", market=market, text=text[:40]),
            self.sources(market),
            lambda source: None if source.abilities.search else message("market_data.lacks_search"),
            lambda source: source.search(text),
        )

    async def _first(
        self,
        what: Message,
        sources: Sequence[Provider],
        lacks: Callable[[Provider], Message | None],
        ask: Callable[[Provider], Awaitable[Answer]],
    ) -> SourceAnswer[Answer]:
        tried: list[Tried] = []
        has_nothing = 0
        for source in sources:
            lack = lacks(source)
            if lack is not None:
                tried.append(Tried(source.name, lack))
                continue
            try:
                return SourceAnswer(source.name, await ask(source), tuple(tried))
            except (ProviderDown, ProviderRefused, MissingExtra, NoData) as reason:
                has_nothing += isinstance(reason, NoData)
                tried.append(Tried(source.name, reason.said))
        error = _nobody(what, tried, NoData if tried and has_nothing == len(tried) else NoProvider)
        if has_nothing:
            error.details["answered"] = True  # somebody could be asked
        raise error

    def _require_timeframe(self, request: BarRequest) -> None:
        sources = self.sources(request.symbol.market)
        served = {timeframe for source in sources for timeframe in source.abilities.timeframes}
        if sources and request.timeframe not in served:
            known = sorted(served, key=lambda timeframe: timeframe.seconds)
            raise WrongTimeframe(
                "market_data.no_source_of_timeframe",
                market=request.symbol.market,
                timeframe=request.timeframe,
                known=known,
            )


def _lacks_timeframe(source: Provider, timeframe: Timeframe) -> Message | None:
    served = timeframe in source.abilities.timeframes
    return None if served else message("market_data.lacks_timeframe", timeframe=timeframe)


def _nobody(what: Message, tried: Sequence[Tried], kind: type[NoData] | type[NoProvider]) -> NoData | NoProvider:
    """`NoData` when everybody answered and has nothing; `NoProvider` when somebody might have had it."""
    reasons = [message("market_data.source_reason", source=each.provider, reason=each.said) for each in tried]
    if not tried:
        reasons = [message("market_data.no_source_for_market")]
    details = {"tried": [{"provider": each.provider, "reason": each.reason} for each in tried]}
    return kind("market_data.no_source_returned", what=what, reasons=joined(reasons), details=details)
