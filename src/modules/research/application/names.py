"""What figures and companies may be called, for whoever holds a text to the experts' rows."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from packages.core.clock import Clock
from packages.domain.evidence.reports.run_book import EvidenceNames
from packages.domain.market_data.rows import Instrument
from src.modules.research.domain.labels import LABELS


class KnownInstruments(Protocol):
    """What is asked of the market library."""

    @property
    def clock(self) -> Clock: ...

    async def instruments(self, as_of: datetime) -> Sequence[Instrument]: ...


async def evidence_names(library: KnownInstruments | None = None) -> EvidenceNames:
    """Without a library, no company but that of the run is known by name."""
    return EvidenceNames(LABELS, await company_names(library, library.clock.now()) if library else {})


async def company_names(library: KnownInstruments, as_of: datetime) -> Mapping[str, Sequence[str]]:
    found = await library.instruments(as_of)
    return {str(one.symbol): tuple(name for name in (one.name_zh, one.name_en) if name) for one in found}
