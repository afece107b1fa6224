"""A verdict: what to do, how sure, at which prices, what would prove it wrong, and its sentences."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from packages.core.messages import Language, message, render
from src.modules.judge.domain.case import FEWEST_EXPERTS, NO_CALL_REASONS, Case, NoCallReason


class VerdictAction(StrEnum):
    """SELL leaves or reduces an existing holding; no verdict goes short."""

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
class JudgeOpinion:
    """What an agent says. `probability`: of a positive excess return over the horizon (None for NO_CALL);
    `position_percent`: of the capital to hold for BUY, of an existing holding to sell for SELL."""

    action: VerdictAction
    position_percent: float
    confidence: float
    probability: float | None
    entry_strategy: str
    stop_loss: PriceClaim | None
    take_profit: PriceClaim | None
    invalidation_triggers: tuple[str, ...]
    risk_warnings: tuple[str, ...]
    reasoning: str
    no_call_reason: NoCallReason | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """An opinion whose prices were looked up. `time_horizon` in calendar days; `benchmark` None: absolute return.
    `no_call_reason`: of NO_CALL alone. `grounding`: how far rows bear out its words, None where none were given."""

    action: VerdictAction
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
    no_call_reason: NoCallReason | None = None
    grounding: Mapping[str, object] | None = None


def say(name: str, language: Language, **values: object) -> str:
    shown = {key: f"{value:.2f}" if isinstance(value, float) else value for key, value in values.items()}
    return render(message(f"judge.verdict.{name}", **shown), language)


def note(name: str, language: Language, **values: object) -> str:
    """About the price or the benchmark of a call."""
    return say(f"note_{name}", language, **values)


def no_call(case: Case, why: str = "") -> JudgeOpinion:
    """`why`: the name of the sentence that says it; the case's own reason without."""
    name = why or case.why_no_call
    about_price = name in ("stale_price", "no_price")
    problem = case.market.problem
    reason = problem if about_price and problem else say(f"no_call_{name}", case.language, fewest=FEWEST_EXPERTS)
    return JudgeOpinion(
        action=VerdictAction.NO_CALL,
        position_percent=0.0,
        confidence=0.0,
        probability=None,
        entry_strategy=say("no_call_entry", case.language),
        stop_loss=None,
        take_profit=None,
        invalidation_triggers=(),
        risk_warnings=(problem,) if problem and not about_price else (),
        reasoning=reason,
        no_call_reason=NO_CALL_REASONS[name],
    )
