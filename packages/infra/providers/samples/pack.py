"""What a sample gives once it is read."""

from dataclasses import dataclass

from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.rows import CorporateAction, FinancialFact, Instrument
from packages.infra.providers.samples.catalogue import Sample


@dataclass(frozen=True, slots=True, eq=False)
class SamplePack:
    """Bars say in `adjusted` what was done to their prices; only raw ones may be stored beside actions that adjust
    them. `licence` is what the installed package says, `left_out` what was refused, with the reason."""

    sample: Sample
    licence: str
    instruments: tuple[Instrument, ...]
    bars: tuple[BarSeries, ...]
    actions: tuple[CorporateAction, ...]
    facts: tuple[FinancialFact, ...]
    left_out: tuple[str, ...]
