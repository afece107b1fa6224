"""Fetches what a person names: the text is resolved to one instrument, and a job brings its data from the sources."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import assert_never

from packages.core.clock import Clock
from packages.core.errors import Conflict, NotFound
from packages.core.ids import Ids
from packages.core.messages import Message, joined, message
from packages.domain.market_data.errors import BadSymbol
from packages.domain.market_data.resolver import NoneMeant, Resolution, Resolved, SeveralMeant, resolve
from packages.domain.market_data.rows import Instrument
from packages.domain.market_data.sessions import local_day
from packages.domain.market_data.symbols import Symbol, parse_symbol, rightly_placed
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.market_data.well_known import NamedInstrument
from packages.domain.work.jobs import Job, Jobs, UnknownJob
from src.modules.data_engineering.application.library import MarketLibrary
from src.modules.data_engineering.application.sync import SYNC, Wanted, sync_request


class AmbiguousInstrument(Conflict):
    """Several instruments go by the text; the details list them, and the person has to say which."""


class UnknownInstrument(NotFound):
    """No instrument goes by the text; the details list what is spelt nearly so."""


@dataclass(frozen=True, slots=True)
class InstrumentResolver:
    """The one way from what a person typed to an instrument; names of stored instruments count, too."""

    library: MarketLibrary

    async def resolution(self, text: str) -> Resolution:
        found = await self.library.search(text)
        return resolve(text, [_named(each) for each in found])

    async def meant(self, text: str) -> NamedInstrument:
        """Raises `AmbiguousInstrument` or `UnknownInstrument`."""
        match await self.resolution(text):
            case Resolved(instrument):
                return instrument
            case SeveralMeant(candidates):
                listed = joined(_line(each) for each in candidates)
                details = {"query": text[:60], "candidates": _listed(candidates)}
                raise AmbiguousInstrument("market_data.several_meant", text=text[:40], listed=listed, details=details)
            case NoneMeant(reason=reason, nearest=nearest):
                raise UnknownInstrument(reason, details={"query": text[:60], "nearest": _listed(nearest)})
            case other:
                assert_never(other)


@dataclass(frozen=True, slots=True)
class Fetches:
    """Jobs that bring the data of one instrument; each is its owner's alone."""

    library: MarketLibrary
    jobs: Jobs
    clock: Clock

    async def start(
        self,
        owner_id: str,
        text: str,
        timeframe: Timeframe = Timeframe.D1,
        since: date | None = None,
        key: str | None = None,
    ) -> Job:
        """A canonical symbol is taken as it is; anything else is resolved, or refused with what it could be."""
        symbol = canonical_symbol(text) or (await InstrumentResolver(self.library).meant(text)).symbol
        today = local_day(symbol.market, self.clock.now())
        request = sync_request(owner_id, Wanted(symbol, timeframe, since), today, key or Ids(self.clock).new())
        return await self.jobs.submit(request)

    async def start_query(
        self,
        owner_id: str,
        text: str,
        timeframe: Timeframe = Timeframe.D1,
        since: date | None = None,
        key: str | None = None,
    ) -> Job:
        """The text is what a person typed: `VOD` alone may be the share in London as well."""
        meant = await InstrumentResolver(self.library).meant(text)
        return await self.start(owner_id, str(meant.symbol), timeframe, since, key)

    async def get(self, owner_id: str, job_id: str) -> Job:
        found = await self.jobs.get(owner_id, job_id)
        if found.kind != SYNC:
            raise UnknownJob("market_data.unknown_fetch")
        return found


def canonical_symbol(text: str) -> Symbol | None:
    """None where the text has to be resolved: another spelling, or a code at an exchange that does not give it out."""
    try:
        symbol = parse_symbol(text)
    except BadSymbol:
        return None
    return symbol if symbol.text == text.strip().upper() and rightly_placed(symbol) == symbol else None


def _named(instrument: Instrument) -> NamedInstrument:
    return NamedInstrument(instrument.symbol, instrument.name_en, instrument.name_zh)


def _line(each: NamedInstrument) -> Message:
    return message("market_data.candidate", symbol=each.symbol, name=each.name_en or each.name_zh or "–")


def _listed(found: Sequence[NamedInstrument]) -> list[dict[str, str]]:
    return [
        {
            "symbol": str(each.symbol),
            "name_en": each.name_en,
            "name_zh": each.name_zh,
            "market": each.symbol.market.value,
        }
        for each in found
    ]
