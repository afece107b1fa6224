"""A verdict: what to do, how sure, at which prices, and what would prove it wrong."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum


class Action(StrEnum):
    """SELL leaves or reduces an existing holding; nobody is told to go short."""

    BUY = "BUY"
    SELL = "SELL"
    HOLD = "HOLD"
    NO_CALL = "NO_CALL"


class PriceRule(StrEnum):
    """How a price follows from its row: it is the row's value, or the close moved by multiples of the ATR row."""

    ROW = "row"
    TWO_ATR_BELOW = "close-2*atr"
    THREE_ATR_BELOW = "close-3*atr"
    TWO_ATR_ABOVE = "close+2*atr"
    THREE_ATR_ABOVE = "close+3*atr"


@dataclass(frozen=True, slots=True)
class PriceClaim:
    """A price as it is named: the expert, the tag or id of a row, and how the price follows from it."""

    expert: str
    row: str
    rule: PriceRule = PriceRule.ROW


@dataclass(frozen=True, slots=True)
class CitedRow:
    """An evidence row that a price rests on."""

    tag: str
    id: str


@dataclass(frozen=True, slots=True)
class BoundPrice:
    """A price that was looked up, in the unit of its rows."""

    value: Decimal
    unit: str
    expert: str
    rule: PriceRule
    rows: tuple[CitedRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    """What an agent says. `probability`: of a positive excess return over the horizon (None for NO_CALL);
    `position_percent`: of the capital to hold for BUY, of an existing holding to sell for SELL."""

    action: Action
    position_percent: float
    confidence: float
    probability: float | None
    entry_strategy: str
    stop_loss: PriceClaim | None
    take_profit: PriceClaim | None
    invalidation_triggers: tuple[str, ...]
    risk_warnings: tuple[str, ...]
    reasoning: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """An opinion whose prices were looked up. `time_horizon` in calendar days; `benchmark` None: absolute return."""

    action: Action
    position_percent: float
    confidence: float
    probability: float | None
    entry_strategy: str
    stop_loss: BoundPrice | None
    take_profit: BoundPrice | None
    time_horizon: int
    benchmark: str | None
    invalidation_triggers: tuple[str, ...]
    risk_warnings: tuple[str, ...]
    reasoning: str
