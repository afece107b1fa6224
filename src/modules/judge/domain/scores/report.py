"""The report on a call book: scores against baselines, by engine, horizon and market, or "not enough calls".

The debate value meter in it says what each step from research to verdict did to the Brier score.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise

import numpy as np

from src.modules.judge.domain.probability import ProbabilityStages
from src.modules.judge.domain.scores.reliability import (
    Bin,
    CalibrationTest,
    ConfidenceInterval,
    Decomposition,
    Resamples,
    calibration_of,
    decomposition,
    equal_count_bins,
    equal_width_bins,
)
from src.modules.judge.domain.scores.scored import (
    ENOUGH,
    Floats,
    ScoredCall,
    base_rate_forecasts,
    brier_losses,
    hits,
    log_losses,
    momentum_forecasts,
    outcomes,
    probabilities,
)

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


@dataclass(frozen=True, slots=True)
class NotEnough:
    """Too few settled calls to say anything by."""

    settled: int
    needed: int = ENOUGH


@dataclass(frozen=True, slots=True)
class Baseline:
    """A forecaster who does not think: its Brier score, the skill of the calls over it (above zero: better), and how
    often it was on the right side of one half."""

    name: str
    brier: float
    skill: ConfidenceInterval
    hit_rate: ConfidenceInterval


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """`drawn_by`: what the bootstrap draws, weeks or calls. `hit_rate`: how often a call was on the right side of one
    half; one half itself counts as half a hit."""

    settled: int
    base_rate: float
    hit_rate: ConfidenceInterval
    brier: ConfidenceInterval
    log_loss: ConfidenceInterval
    baselines: tuple[Baseline, ...]
    calibration: CalibrationTest
    equal_count: tuple[Bin, ...]
    equal_width: tuple[Bin, ...]
    decomposition: Decomposition
    drawn_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreReport:
    """`left_out`: calls of a model that may have known the end, which do not count. Groups by their name. `overall` and
    all groups hold the calls that heard a debate; `without_debate` those that were made from the reports alone."""

    overall: Scores | NotEnough
    left_out: int
    by_engine: dict[str, Scores | NotEnough]
    by_horizon: dict[str, Scores | NotEnough]
    by_market: dict[str, Scores | NotEnough]
    debate: ValueMeter | NotEnough
    without_debate: Scores | NotEnough
    debate_effect: ConfidenceInterval | None


def score_report(calls: Sequence[ScoredCall]) -> ScoreReport:
    """The same whatever the order of the calls."""
    all_counted = sorted((call for call in calls if call.counts), key=lambda call: (call.as_of, call.call_id))
    counted = [call for call in all_counted if call.heard_debate]
    alone = [call for call in all_counted if not call.heard_debate]
    meter = value_meter(counted)
    return ScoreReport(
        overall=scores_of(counted),
        left_out=len(calls) - len(all_counted),
        by_engine=_grouped(counted, lambda call: call.engine),
        by_horizon=_grouped(counted, lambda call: horizon_group(call.horizon_days)),
        by_market=_grouped(counted, lambda call: call.market),
        debate=meter if meter is not None and meter.calls >= ENOUGH else NotEnough(meter.calls if meter else 0),
        without_debate=scores_of(alone),
        debate_effect=debate_effect(counted, alone),
    )


def debate_effect(debated: Sequence[ScoredCall], alone: Sequence[ScoredCall]) -> ConfidenceInterval | None:
    """The mean change of the Brier score by the debate, over the same bets made with it and without it: below zero the
    debate helped. None where fewer than enough bets were made both ways."""
    without = {call.bet: call for call in alone}
    pairs = [(call, without[call.bet]) for call in debated if call.bet in without]
    if len(pairs) < ENOUGH:
        return None
    heard, unheard = zip(*pairs, strict=True)
    losses = [brier_losses(probabilities(side), outcomes(side)) for side in (heard, unheard)]
    return Resamples.of(heard).mean(losses[0] - losses[1])


def scores_of(calls: Sequence[ScoredCall]) -> Scores | NotEnough:
    if len(calls) < ENOUGH:
        return NotEnough(len(calls))
    forecast, observed = probabilities(calls), outcomes(calls)
    resamples = Resamples.of(calls)
    losses = brier_losses(forecast, observed)
    bins = equal_count_bins(forecast, observed)
    baselines = {
        "base_rate": base_rate_forecasts(calls),
        "always_half": np.full(len(calls), 0.5),
        "momentum": momentum_forecasts(calls),
    }
    return Scores(
        settled=len(calls),
        base_rate=float(observed.mean()),
        hit_rate=resamples.mean(hits(forecast, observed)),
        brier=resamples.mean(losses),
        log_loss=resamples.mean(log_losses(forecast, observed)),
        baselines=tuple(
            _baseline(name, losses, forecasts, observed, resamples) for name, forecasts in baselines.items()
        ),
        calibration=calibration_of(forecast, observed),
        equal_count=bins,
        equal_width=equal_width_bins(forecast, observed),
        decomposition=decomposition(bins),
        drawn_by=resamples.by,
    )


def horizon_group(days: int) -> str:
    """Horizons that are compared with each other."""
    bounds = ((10, "up to 10 days"), (45, "11 to 45 days"), (120, "46 to 120 days"))
    return next((name for most, name in bounds if days <= most), "over 120 days")


def _baseline(name: str, losses: Floats, forecasts: Floats, observed: Floats, resamples: Resamples) -> Baseline:
    theirs = brier_losses(forecasts, observed)
    hit = resamples.mean(hits(forecasts, observed))
    return Baseline(name, float(theirs.mean()), resamples.skill(losses, theirs), hit)


def _grouped(calls: Sequence[ScoredCall], key: Callable[[ScoredCall], str]) -> dict[str, Scores | NotEnough]:
    names = sorted({key(call) for call in calls})
    return {name: scores_of([call for call in calls if key(call) == name]) for name in names}
