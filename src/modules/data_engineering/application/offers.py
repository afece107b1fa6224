"""What can be done for an instrument without data: whether it has any, which sources can be asked, what each needs."""

from dataclasses import dataclass
from typing import Protocol

from packages.core.errors import ParleyError, Unavailable
from packages.core.messages import Message, joined, message
from packages.domain.market_data.errors import UnknownSymbol
from packages.domain.market_data.ports import SourceState
from packages.domain.market_data.symbols import Market, Symbol, load_command, missing_data
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
    """An instrument, whether anything of it is stored, and who can be asked for it."""

    instrument: NamedInstrument
    has_data: bool
    sources: tuple[SourceState, ...]

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
    """Asks nobody outside: whether a source can be reached, only a fetch tells."""

    library: MarketLibrary
    states: SourceStates

    async def of_symbol(self, text: str) -> DataOffer:
        """A canonical symbol is taken as it is; anything else is resolved, as for a fetch."""
        symbol = canonical_symbol(text)
        return await self.of_query(text) if symbol is None else await self._of(_named(symbol))

    async def of_query(self, text: str) -> DataOffer:
        """Raises `AmbiguousInstrument` or `UnknownInstrument`, with what it could be."""
        return await self._of(await InstrumentResolver(self.library).meant(text))

    async def _of(self, instrument: NamedInstrument) -> DataOffer:
        symbol = instrument.symbol
        sources = () if symbol.is_demo else self.states(symbol.market)
        return DataOffer(instrument, await has_data(self.library, symbol), sources)


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
