"""A settled call as the scores see it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

import numpy as np
import numpy.typing as npt

from src.modules.judge.domain.call import Call
from src.modules.judge.domain.probability import Stages
from src.modules.judge.domain.settlement import Settlement

Floats = npt.NDArray[np.float64]
ENOUGH = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredCall:
    """`counts` False: a model judged a real instrument by what was known days before, and may have known the end."""

    call_id: str
    engine: str
    market: str
    horizon_days: int
    as_of: datetime
    ended_on: date
    probability: float
    outcome: int
    momentum: float
    stages: Stages
    counts: bool = True


def scored_call(call: Call, settlement: Settlement) -> ScoredCall | None:
    """None for what has no outcome."""
    if call.probability is None or settlement.outcome is None or settlement.close is None:
        return None
    may_have_known = call.is_retrospective and call.engine != "rules" and not call.symbol.startswith("DEMO")
    return ScoredCall(
        call_id=call.id,
        engine=call.engine,
        market=call.market.value,
        horizon_days=call.horizon_days,
        as_of=call.as_of,
        ended_on=settlement.close.day,
        probability=call.probability,
        outcome=settlement.outcome,
        momentum=call.momentum_probability,
        stages=call.stages,
        counts=not may_have_known,
    )


def probabilities(calls: Sequence[ScoredCall]) -> Floats:
    return np.array([call.probability for call in calls], dtype=np.float64)


def outcomes(calls: Sequence[ScoredCall]) -> Floats:
    return np.array([call.outcome for call in calls], dtype=np.float64)
