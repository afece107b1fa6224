"""What an expert may say in numbers: each with the rows it was computed from, or with the reason why it is absent."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import TypeAlias

from src.modules.research.domain.absence import AbsenceReason

Number: TypeAlias = float | Decimal


class Operation(StrEnum):
    """What was done with the rows. Up to `percent` a figure is computed from its parts, behind it from bars."""

    IDENTITY = "identity"
    SUM = "sum"
    DIFFERENCE = "difference"
    PRODUCT = "product"
    RATIO = "ratio"
    SCALED_RATIO = "scaled_ratio"
    MARGIN = "margin"
    GROWTH = "growth"
    ANNUAL_GROWTH = "annual_growth"
    TTM_SUM = "ttm_sum"
    MEAN = "mean"
    MINIMUM = "minimum"
    MAXIMUM = "maximum"
    SHORTFALL = "shortfall"
    PEG = "peg"
    GRAHAM = "graham"
    DCF = "dcf"
    JUSTIFIED_BOOK = "justified_book"
    DIVIDEND_DISCOUNT = "dividend_discount"
    CAPITALISED = "capitalised"
    SCALED = "scaled"
    LESS_SHARE = "less_share"
    ENTERPRISE_MULTIPLE = "enterprise_multiple"
    EQUITY_LEFT = "equity_left"
    MEDIAN = "median"
    COUNT = "count"
    PLACE_AMONG = "place_among"
    BOUNDED = "bounded"
    WEIGHTED_MEAN = "weighted_mean"
    SCORE = "score"
    STATUS_SCORE = "status_score"
    PERCENT = "percent"
    PERCENTILE = "percentile"
    QUANTILE = "quantile"
    OWN_PERCENTILE = "own_percentile"
    OWN_QUANTILE = "own_quantile"
    SMA = "sma"
    RSI = "rsi"
    MACD = "macd"
    KDJ = "kdj"
    ADX = "adx"
    ATR = "atr"
    BOLLINGER = "bollinger"
    VWAP = "vwap"
    VOLUME_RATIO = "volume_ratio"
    OBV = "obv"
    OBV_TREND = "obv_trend"
    RETURN = "return"
    HIGHEST = "highest"
    LOWEST = "lowest"
    CANDLE = "candle"
    GAP = "gap"


class FigureStatus(StrEnum):
    """What happened to an amount whose change has no meaningful percentage."""

    TURNED_POSITIVE = "turned_positive"
    TURNED_NEGATIVE = "turned_negative"
    LOSS_NARROWED = "loss_narrowed"
    LOSS_WIDENED = "loss_widened"
    LOSS_UNCHANGED = "loss_unchanged"
    BASE_ZERO = "base_zero"


@dataclass(frozen=True, slots=True)
class ResearchFigure:
    """A number and where it came from.

    `rows` are the ids of all rows that went in; where `count` is greater than their number they are the first and the
    last of a window of that many rows. `column` is what was read from a row, `parts` are the figures that this one was
    computed from, `parameters` the constants of the operation.
    """

    key: str
    value: Number
    unit: str
    period: str
    known_at: datetime
    rows: tuple[str, ...]
    operation: Operation
    count: int = 0
    column: str = "value"
    parts: tuple["ResearchFigure", ...] = ()
    parameters: tuple[Decimal, ...] = ()

    @property
    def name(self) -> str:
        """The key without the period that it may carry: `roe` of `roe@2025-09-30`."""
        return self.key.partition("@")[0]

    @property
    def ends(self) -> date:
        """The day on which its period ends; every period's text closes with it."""
        return date.fromisoformat(self.period[-10:])


@dataclass(frozen=True, slots=True)
class AbsentFigure:
    """A number that cannot be had, and why. `status` and `rows` are filled where two amounts are known and only the
    percentage between them would mislead."""

    key: str
    why: AbsenceReason
    status: FigureStatus | None = None
    rows: tuple[str, ...] = ()
    parts: tuple[ResearchFigure, ...] = ()

    @property
    def name(self) -> str:
        return self.key.partition("@")[0]

    @property
    def reason(self) -> str:
        """As models read it; code goes by `why`."""
        return self.why.sentence


Finding: TypeAlias = ResearchFigure | AbsentFigure
Findings: TypeAlias = Mapping[str, Finding]


def present(findings: Findings) -> dict[str, ResearchFigure]:
    """Those that have a value."""
    return {key: finding for key, finding in findings.items() if isinstance(finding, ResearchFigure)}


def shown(figure: ResearchFigure) -> str:
    """The value as a person reads it: amounts to the cent, everything else to four decimals, no trailing zeros."""
    places = 2 if abs(float(figure.value)) >= 1000 else 4
    text = f"{figure.value:,.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
