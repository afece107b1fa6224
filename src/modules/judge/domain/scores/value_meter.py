"""The debate value meter: what each step from research to verdict did to the Brier score."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import pairwise

import numpy as np

from src.modules.judge.domain.probability import ProbabilityStages
from src.modules.judge.domain.scores.reliability import ConfidenceInterval, Resamples
from src.modules.judge.domain.scores.scored import Floats, ScoredCall, brier_losses, outcomes

STAGES = tuple(field.name for field in fields(ProbabilityStages))


@dataclass(frozen=True, slots=True)
class ValueStep:
    """The mean change of the Brier score from one stage to the next: below zero the step helped."""

    before: str
    after: str
    change: ConfidenceInterval


@dataclass(frozen=True, slots=True)
class ValueMeter:
    """Over the calls that have all stages. `debate`: from before the debate to the resolution."""

    calls: int
    brier: dict[str, float]
    steps: tuple[ValueStep, ...]
    debate: ValueStep


def value_meter(calls: Sequence[ScoredCall]) -> ValueMeter | None:
    """None where no call has all stages."""
    whole = [call for call in calls if all(getattr(call.stages, stage) is not None for stage in STAGES)]
    if not whole:
        return None
    resamples = Resamples.of(whole)
    losses = {stage: brier_losses(_said(whole, stage), outcomes(whole)) for stage in STAGES}

    def step(before: str, after: str) -> ValueStep:
        return ValueStep(before, after, resamples.mean(losses[after] - losses[before]))

    return ValueMeter(
        len(whole),
        {stage: float(np.sort(loss).mean()) for stage, loss in losses.items()},
        tuple(step(before, after) for before, after in pairwise(STAGES)),
        step("before_debate", "after_resolution"),
    )


def _said(calls: Sequence[ScoredCall], stage: str) -> Floats:
    return np.array([getattr(call.stages, stage) for call in calls], dtype=np.float64)
