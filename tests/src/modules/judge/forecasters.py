"""Synthetic forecasters of known bias, and what their Brier score truly is.

In their world a call pays with a true probability q, drawn evenly between 0.2 and 0.8. The calibrated forecaster says
q; the others say something else about the same calls. The expected Brier score of saying f(q) is the mean of
(f(q) - q)² + q (1 - q), which is integrated exactly enough by Gauss and Legendre's rule.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

import numpy as np
import numpy.typing as npt

from src.modules.judge.domain.probability import ProbabilityStages
from src.modules.judge.domain.scores.scored import ScoredCall

Floats = npt.NDArray[np.float64]
LOW, HIGH = 0.2, 0.8
START = datetime(2020, 1, 1, 8, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Forecaster:
    """`says` of the true probabilities and of draws that know nothing of them."""

    name: str
    says: Callable[[Floats, Floats], Floats]


def _stretched(by: float) -> Callable[[Floats, Floats], Floats]:
    return lambda true, _: 1 / (1 + np.exp(-by * np.log(true / (1 - true))))


CALIBRATED = Forecaster("calibrated", lambda true, _: true)
OVERCONFIDENT = Forecaster("overconfident", _stretched(2.0))
SLIGHTLY_OVERCONFIDENT = Forecaster("slightly overconfident", _stretched(1.4))
UNDERCONFIDENT = Forecaster("underconfident", _stretched(0.4))
RANDOM = Forecaster("random", lambda _, drawn: drawn)
CONSTANT = Forecaster("constant", lambda true, _: np.full(len(true), 0.5))
ALL = (CALIBRATED, OVERCONFIDENT, SLIGHTLY_OVERCONFIDENT, UNDERCONFIDENT, RANDOM, CONSTANT)


def true_brier(forecaster: Forecaster) -> float:
    nodes, weights = np.polynomial.legendre.leggauss(200)
    places = (HIGH + LOW) / 2 + (HIGH - LOW) / 2 * nodes
    true, drawn = (part.ravel() for part in np.meshgrid(places, places))
    loss = (forecaster.says(true, drawn) - true) ** 2 + true * (1 - true)
    return float((np.outer(weights, weights).ravel() * loss).sum() / 4)


def drawn_calls(forecaster: Forecaster, count: int, seed: int, weeks: int = 200) -> list[ScoredCall]:
    """Calls spread evenly over the weeks, with outcomes drawn from the true probabilities."""
    random = np.random.default_rng(seed)
    true, drawn = random.uniform(LOW, HIGH, count), random.uniform(LOW, HIGH, count)
    came = random.random(count) < true
    said = forecaster.says(true, drawn)
    return [_call(number, float(said[number]), int(came[number]), weeks * number // count) for number in range(count)]


def _call(number: int, said: float, came: int, week: int) -> ScoredCall:
    made = START + timedelta(weeks=week)
    return ScoredCall(
        call_id=f"call-{number:06d}",
        symbol="000001.SZ",
        engine="rules",
        market="cn_stocks",
        horizon_days=60,
        as_of=made,
        ended_on=_ended(made),
        probability=said,
        outcome=came,
        momentum=0.55 if number % 2 else 0.45,
        stages=ProbabilityStages(
            before_debate=0.5, after_bull=0.55, after_bear=0.5, after_resolution=0.5, after_judge=said
        ),
    )


def _ended(made: datetime) -> date:
    return (made + timedelta(days=60)).date()
