"""The whole report on a book: scores against baselines, by engine, horizon and market, or "not enough calls"."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from src.modules.judge.domain.scores.calibration import CalibrationTest, calibration_of
from src.modules.judge.domain.scores.reliability import (
    Bin,
    ConfidenceInterval,
    Decomposition,
    Resamples,
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
    log_losses,
    momentum_forecasts,
    outcomes,
    probabilities,
)
from src.modules.judge.domain.scores.value_meter import ValueMeter, value_meter


@dataclass(frozen=True, slots=True)
class NotEnough:
    """Too few settled calls to say anything by."""

    settled: int
    needed: int = ENOUGH


@dataclass(frozen=True, slots=True)
class Baseline:
    """A forecaster who does not think: its Brier score, and the skill of the calls over it (above zero: better)."""

    name: str
    brier: float
    skill: ConfidenceInterval


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """`drawn_by`: what the bootstrap draws, weeks or calls."""

    settled: int
    base_rate: float
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
    """`left_out`: calls of a model on what was known days before, which do not count. Groups by their name."""

    overall: Scores | NotEnough
    left_out: int
    by_engine: dict[str, Scores | NotEnough]
    by_horizon: dict[str, Scores | NotEnough]
    by_market: dict[str, Scores | NotEnough]
    debate: ValueMeter | NotEnough


def score_report(calls: Sequence[ScoredCall]) -> ScoreReport:
    """The same whatever the order of the calls."""
    counted = sorted((call for call in calls if call.counts), key=lambda call: (call.as_of, call.call_id))
    meter = value_meter(counted)
    return ScoreReport(
        overall=scores_of(counted),
        left_out=len(calls) - len(counted),
        by_engine=_grouped(counted, lambda call: call.engine),
        by_horizon=_grouped(counted, lambda call: horizon_group(call.horizon_days)),
        by_market=_grouped(counted, lambda call: call.market),
        debate=meter if meter is not None and meter.calls >= ENOUGH else NotEnough(meter.calls if meter else 0),
    )


def scores_of(calls: Sequence[ScoredCall]) -> Scores | NotEnough:
    if len(calls) < ENOUGH:
        return NotEnough(len(calls))
    said, came = probabilities(calls), outcomes(calls)
    resamples = Resamples.of(calls)
    losses = brier_losses(said, came)
    bins = equal_count_bins(said, came)
    baselines = {
        "base_rate": base_rate_forecasts(calls),
        "always_half": np.full(len(calls), 0.5),
        "momentum": momentum_forecasts(calls),
    }
    return Scores(
        settled=len(calls),
        base_rate=float(came.mean()),
        brier=resamples.mean(losses),
        log_loss=resamples.mean(log_losses(said, came)),
        baselines=tuple(_baseline(name, losses, told, came, resamples) for name, told in baselines.items()),
        calibration=calibration_of(said, came),
        equal_count=bins,
        equal_width=equal_width_bins(said, came),
        decomposition=decomposition(bins),
        drawn_by=resamples.by,
    )


def horizon_group(days: int) -> str:
    """Horizons that are compared with each other."""
    bounds = ((10, "up to 10 days"), (45, "11 to 45 days"), (120, "46 to 120 days"))
    return next((name for most, name in bounds if days <= most), "over 120 days")


def _baseline(name: str, losses: Floats, told: Floats, came: Floats, resamples: Resamples) -> Baseline:
    theirs = brier_losses(told, came)
    return Baseline(name, float(theirs.mean()), resamples.skill(losses, theirs))


def _grouped(calls: Sequence[ScoredCall], key: Callable[[ScoredCall], str]) -> dict[str, Scores | NotEnough]:
    names = sorted({key(call) for call in calls})
    return {name: scores_of([call for call in calls if key(call) == name]) for name in names}
