"""A regime snapshot: figures with the stretch of bars behind each, rules on them, and what the rules come to."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from packages.domain.market_data.errors import NoData
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe


class TooFewRegimeBars(NoData):
    """Fewer bars are known than a snapshot needs."""

    code = "too_few_bars"


class Family(StrEnum):
    """What a strategy believes in."""

    TREND_CONTINUATION = "trend_continuation"
    MEAN_REVERSION = "mean_reversion"
    VOLATILITY_REGIME = "volatility_regime"


class FigureName(StrEnum):
    """What is measured. Shares and returns are fractions: 0.05 is 5 %."""

    RETURN_20 = "return_20"
    RETURN_60 = "return_60"
    ABOVE_AVERAGE_50 = "above_average_50"
    ABOVE_AVERAGE_200 = "above_average_200"
    EFFICIENCY_60 = "efficiency_60"
    TRUE_RANGE_14 = "true_range_14"
    VOLATILITY_20 = "volatility_20"
    VOLATILITY_RANK = "volatility_rank"
    VOLATILITY_RATIO = "volatility_ratio"
    VOLATILITY_MEMORY = "volatility_memory"
    VARIANCE_RATIO_5 = "variance_ratio_5"
    VARIANCE_RATIO_Z = "variance_ratio_z"
    PULL_BACK_T = "pull_back_t"
    HALF_LIFE = "half_life"
    TURNOVER_20 = "turnover_20"
    BARS_WITHOUT_VOLUME_60 = "bars_without_volume_60"


class RegimeAbsence(StrEnum):
    """Why a figure has no value."""

    TOO_FEW_BARS = "too_few_bars"
    NO_MOVEMENT = "no_movement"
    NO_PULL_BACK = "no_pull_back"


@dataclass(frozen=True, slots=True)
class RegimeFigure:
    """One figure over its newest `bars` bars, which began between `first` and `last`; `absent` says why `value` is
    None."""

    name: FigureName
    value: float | None
    bars: int
    first: datetime
    last: datetime
    absent: RegimeAbsence | None = None


@dataclass(frozen=True, slots=True)
class RegimeFinding:
    """One rule: for which family it would speak, whether it does (None: a figure is missing), and why, in words."""

    family: Family
    rule: str
    holds: bool | None
    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class Support:
    """How many of a family's rules hold, of those that could be tried."""

    family: Family
    holding: int
    tried: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that is said, of bars known at `as_of`. `speaks_for` None: no family stands out. Nothing here is a
    forecast."""

    symbol: Symbol
    timeframe: Timeframe
    source: str
    adjusted: str
    as_of: datetime
    bars: int
    first: datetime
    last: datetime
    last_close: float
    figures: tuple[RegimeFigure, ...]
    findings: tuple[RegimeFinding, ...]
    support: tuple[Support, ...]
    speaks_for: Family | None
    zh: str
    en: str

    def value(self, name: FigureName) -> float | None:
        return next(figure.value for figure in self.figures if figure.name is name)
