"""Settled calls as the scores see them, their losses, and the baselines that they are held against."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

import numpy as np
import numpy.typing as npt

from src.modules.judge.domain.call import Call
from src.modules.judge.domain.probability import ProbabilityStages
from src.modules.judge.domain.settlement import Settlement

Floats = npt.NDArray[np.float64]
ENOUGH = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredCall:
    """`counts` False: a model judged a real instrument by what was known days before, or when the horizon was over
    already, and may have known the end."""

    call_id: str
    symbol: str
    engine: str
    market: str
    horizon_days: int
    as_of: datetime
    ended_on: date
    probability: float
    outcome: int
    momentum: float
    stages: ProbabilityStages
    counts: bool = True

    @property
    def heard_debate(self) -> bool:
        return self.stages.after_resolution is not None

    @property
    def bet(self) -> tuple[str, str, int, datetime]:
        """What was asked: the same question may be answered with a debate and without one."""
        return self.symbol, self.engine, self.horizon_days, self.as_of


def scored_call(call: Call, settlement: Settlement) -> ScoredCall | None:
    """None for what has no outcome."""
    if call.probability is None or settlement.outcome is None or settlement.close is None:
        return None
    is_retrospective = call.is_retrospective or call.is_over
    may_have_known = is_retrospective and call.engine != "rules" and not call.symbol.startswith("DEMO")
    return ScoredCall(
        call_id=call.id,
        symbol=call.symbol,
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


# A probability nearer to 0 or 1 than this is taken as this, so that one miss does not cost everything.
LOG_CLIP = 1e-6


def brier_losses(forecast: Floats, observed: Floats) -> Floats:
    """Each from 0 (certain and right) to 1 (certain and wrong); 0.25 for always one half."""
    return (forecast - observed) ** 2


def log_losses(forecast: Floats, observed: Floats) -> Floats:
    clipped = np.clip(forecast, LOG_CLIP, 1 - LOG_CLIP)
    return -(observed * np.log(clipped) + (1 - observed) * np.log1p(-clipped))


def hits(forecast: Floats, observed: Floats) -> Floats:
    """1 where the forecast was on the side of one half that came true, 0 on the other, one half for one half."""
    return np.where(forecast == 0.5, 0.5, ((forecast > 0.5) == (observed > 0.5)).astype(np.float64))


def base_rate_forecasts(calls: Sequence[ScoredCall]) -> Floats:
    """What somebody would have said who only counts: the share of ones among the calls that had ended before this
    one was made, with one imagined call of either outcome. Nothing later is used, so it is no baseline in hindsight."""
    ended = sorted((call.ended_on, call.outcome) for call in calls)
    days = [day for day, _ in ended]
    ones = np.concatenate([[0.0], np.cumsum([outcome for _, outcome in ended], dtype=np.float64)])
    before = [bisect_left(days, call.as_of.date()) for call in calls]
    return np.array([(ones[known] + 1) / (known + 2) for known in before], dtype=np.float64)


def momentum_forecasts(calls: Sequence[ScoredCall]) -> Floats:
    return np.array([call.momentum for call in calls], dtype=np.float64)
