"""What can be done for an instrument without data: whether it has any, which sources can be asked, what each needs."""

import asyncio
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Protocol

from packages.core.errors import ParleyError, Unavailable
from packages.core.messages import Message, joined, message
from packages.domain.market_data.errors import UnknownSymbol
from packages.domain.market_data.ports import SourceState
from packages.domain.market_data.sessions import local_day
from packages.domain.market_data.sources import is_adjusted
from packages.domain.market_data.staleness import is_stale
from packages.domain.market_data.symbols import Market, Symbol, load_command, missing_data
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.market_data.well_known import NamedInstrument, well_known
from src.modules.data_engineering.application.fetching import InstrumentResolver, canonical_symbol
from src.modules.data_engineering.application.library import MarketLibrary


class NoSourceReady(Unavailable):
    """Nothing is stored, and no source can be asked: each needs a setting or its client library, or is adjusted."""


class SourceStates(Protocol):
    """The sources of bars of a market, in the order in which they are asked."""

    def __call__(self, market: Market) -> tuple[SourceState, ...]: ...


@dataclass(frozen=True, slots=True)
class DataOffer:
    """An instrument, whether anything of it is stored, and who can be asked for it. `last_day` is that of the newest
    daily bar that research reads; `is_stale`: it is too long before the day that was asked about."""

    instrument: NamedInstrument
    has_data: bool
    sources: tuple[SourceState, ...]
    last_day: date | None = None
    is_stale: bool = False

    @property
    def symbol(self) -> Symbol:
        return self.instrument.symbol

    @property
    def can_be_fetched(self) -> bool:
        """For research, which wants prices that were paid."""
        return any(source.feeds_research for source in self.sources)

    @property
    def has_ready_source(self) -> bool:
        """For charts and backtests, which take adjusted prices, too."""
        return any(source.is_ready for source in self.sources)

    def refusal(self) -> ParleyError:
        """For research that has no data of it: how to load them, or what the sources need first and how to import."""
        symbol = self.symbol
        if symbol.is_demo or self.can_be_fetched:
            command, details = load_command(symbol), missing_data(symbol)
            return UnknownSymbol("market_data.no_data_yet", symbol=symbol, command=command, details=details)
        needs = [_need(source) for source in self.sources] or [message("market_data.no_source_of_market")]
        steps = [{"command": f"parley data import FILE --symbol {symbol}"}]
        return NoSourceReady(
            "market_data.no_source_ready",
            symbol=symbol,
            reasons=joined(needs, "; "),
            details={"symbol": str(symbol), "next": steps},
        )


@dataclass(frozen=True, slots=True)
class DataOffers:
    """Asks nobody outside: whether a source can be reached, only a fetch shows."""

    library: MarketLibrary
    states: SourceStates

    async def of_symbol(self, text: str, day: date | None = None) -> DataOffer:
        """A canonical symbol is taken as it is; anything else is resolved, as for a fetch. `day`: the one that research
        shall look back from; today where none is given."""
        symbol = canonical_symbol(text)
        return await self.of_query(text, day) if symbol is None else await self._of(_named(symbol), day)

    async def of_query(self, text: str, day: date | None = None) -> DataOffer:
        """Raises `AmbiguousInstrument` or `UnknownInstrument`, with what it could be."""
        return await self._of(await InstrumentResolver(self.library).meant(text), day)

    async def _of(self, instrument: NamedInstrument, day: date | None) -> DataOffer:
        symbol = instrument.symbol
        sources = () if symbol.is_demo else self.states(symbol.market)
        last = await self._last_day(symbol)
        is_old = last is not None and await self._is_stale(symbol.market, last, day)
        return DataOffer(instrument, await has_data(self.library, symbol), sources, last, is_old)

    async def _last_day(self, symbol: Symbol) -> date | None:
        stored = [one for one in await self.library.stored(symbol) if one.timeframe is Timeframe.D1]
        return max((one.last.date() for one in stored if not is_adjusted(one.source)), default=None)

    async def _is_stale(self, market: Market, last: date, day: date | None) -> bool:
        asked, calendar = day or local_day(market, self.library.clock.now()), partial(self.library.calendars, market)
        return await asyncio.to_thread(is_stale, last, asked, calendar)


def _named(symbol: Symbol) -> NamedInstrument:
    return next((each for each in well_known() if each.symbol == symbol), NamedInstrument(symbol))


def _need(source: SourceState) -> Message:
    if source.settings:
        return message("market_data.source_needs", source=source.name, settings=", ".join(source.settings))
    if source.is_adjusted:
        return message("market_data.source_adjusted", source=source.name)
    return message("market_data.extra_missing", name=source.name, command=source.install)


async def has_data(library: MarketLibrary, symbol: Symbol) -> bool:
    """Whether research has anything to begin with."""
    try:
        await library.view().instrument(symbol)
    except UnknownSymbol:
        return False
    return True
