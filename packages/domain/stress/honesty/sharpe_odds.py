"""Probabilistic and deflated Sharpe ratios: the distributions they use, and the effective number of related trials."""

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.domain.stress.honesty.errors import BadOdds, NothingMoved, moved, require_returns

_NORMAL = NormalDist()
_AS_GOOD_AS_NORMAL = 100_000


def normal_cdf(x: float) -> float:
    """Exact to the last digits in both tails."""
    return math.erfc(-x / math.sqrt(2)) / 2


def normal_quantile(probability: float) -> float:
    if not 0 < probability < 1:
        raise BadOdds("stress.bad_probability", probability=probability)
    return _NORMAL.inv_cdf(probability)


def student_cdf(x: float, freedom: int) -> float:
    """By finite sums (Abramowitz and Stegun, 26.7.3 and 26.7.4); good to 15 places, not to 15 digits."""
    if freedom < 1:
        raise BadOdds("stress.bad_freedom", freedom=freedom)
    if freedom > _AS_GOOD_AS_NORMAL:
        return normal_cdf(x)
    angle = math.atan2(x, math.sqrt(freedom))
    sine, cosine = math.sin(angle), math.cos(angle)
    if freedom % 2:
        tail = sine * cosine * _sum(cosine**2, range(2, freedom - 1, 2)) if freedom > 1 else 0.0
        return 0.5 + (angle + tail) / math.pi
    return 0.5 + sine * _sum(cosine**2, range(1, freedom - 1, 2)) / 2


def _sum(square: float, steps: range) -> float:
    """1 and the products that follow, each the one before times `step / (step + 1)` and the square."""
    term = total = 1.0
    for step in steps:
        term *= square * step / (step + 1)
        total += term
    return total


FEWEST_BARS = 3


@dataclass(frozen=True, slots=True)
class ReturnRecord:
    """What a Sharpe ratio was measured on."""

    sharpe: float
    bars: int
    skew: float = 0.0
    kurtosis: float = 3.0

    def __post_init__(self) -> None:
        if self.bars < 2:
            raise BadOdds("stress.record_too_short", bars=self.bars)
        if not all(map(math.isfinite, (self.sharpe, self.skew, self.kurtosis))):
            raise BadOdds("stress.record_not_numbers")

    @property
    def variance(self) -> float:
        """Of the ratio, by bar: what its variance times (bars - 1) is, for independent returns (Mertens, 2002)."""
        variance = 1 - self.skew * self.sharpe + (self.kurtosis - 1) / 4 * self.sharpe**2
        if variance <= 0:
            raise BadOdds("stress.impossible_skew")
        return variance

    @property
    def error(self) -> float:
        return math.sqrt(self.variance / (self.bars - 1))


def record_of(returns: Floats) -> ReturnRecord:
    """Moments over n, deviation of the ratio over n - 1, as the ratio is reported."""
    require_returns(returns, FEWEST_BARS)
    mean, spread = float(returns.mean()), float(returns.std())
    if not moved(returns).any():
        raise NothingMoved("stress.equity_never_moved")
    z = (returns - mean) / spread
    return ReturnRecord(mean / float(returns.std(ddof=1)), len(returns), float((z**3).mean()), float((z**4).mean()))


def probabilistic_sharpe(record: ReturnRecord, against: float = 0.0) -> float:
    """The probability that the true ratio is above `against`."""
    return normal_cdf((record.sharpe - against) / record.error)


def deflated_sharpe(record: ReturnRecord, trials: float, spread: float) -> float:
    """The probability that the true ratio is above what the best of the trials would show without any edge; `spread`
    is the standard deviation of the trials' ratios."""
    return probabilistic_sharpe(record, luck_of_the_best(trials, spread))


def minimum_track_bars(
    record: ReturnRecord, against: float = 0.0, level: float = 0.95, variance: float | None = None
) -> int | None:
    """How many bars it takes to be sure of a ratio above `against`; None where the ratio is not above it."""
    if record.sharpe <= against:
        return None
    chosen = record.variance if variance is None else variance
    return math.ceil(1 + chosen * (normal_quantile(level) / (record.sharpe - against)) ** 2)


def luck_of_the_best(trials: float, spread: float) -> float:
    """The ratio that the best of so many independent trials is expected to show when none has an edge."""
    if not (math.isfinite(spread) and spread >= 0):
        raise BadOdds("stress.bad_spread", spread=spread)
    return spread * expected_best(trials)


def expected_best(trials: float) -> float:
    """Of so many standard normal draws. The published approximation falls short below three of them, where the exact
    value takes over; beyond, it is the larger one by a hair."""
    if not 1 <= trials < math.inf:
        raise BadOdds("stress.no_trials", trials=trials)
    return max(exact_best(trials), gumbel_best(trials)) if trials > 1 else 0.0


def gumbel_best(trials: float) -> float:
    """The paper's approximation by the limit of extreme values."""
    share = 1 / trials
    return (1 - np.euler_gamma) * normal_quantile(1 - share) + np.euler_gamma * normal_quantile(1 - share / math.e)


def exact_best(trials: float) -> float:
    """The mean of the largest, integrated: its distribution is the normal one to the power of the number."""
    below = np.array([normal_cdf(x) for x in _GRID.tolist()])
    return float(((_GRID > 0) - below**trials).sum() * _STEP + _STEP / 2)


_STEP = 1 / 64
_GRID = np.arange(-10, 10 + _STEP / 2, _STEP)


_WORLDS = 2000
_WORLDS_AT_ONCE = 250
_HALVINGS = 60


def effective_trials(returns: Floats, *, seed: int = 0) -> float | None:
    """The number of independent trials whose best would be as lucky; `returns` has a row a bar and a column a trial.
    None where no trial moved."""
    require_returns(returns, FEWEST_BARS, dimensions=2)
    moving = returns[:, moved(returns)]
    if moving.shape[1] == 0:
        return None
    return _as_lucky_as(luck_of_relatives(moving, seed=seed), moving.shape[1])


def luck_of_relatives(returns: Floats, *, seed: int = 0) -> float:
    """The expected largest of the trials' ratios without any edge, in units of the error of one ratio."""
    rng = np.random.Generator(np.random.PCG64(seed))
    unit = (returns - returns.mean(axis=0)) / returns.std(axis=0) / np.sqrt(len(returns))
    best = [(rng.standard_normal((_WORLDS_AT_ONCE, len(unit))) @ unit).max(axis=1) for _ in range(_PIECES)]
    return float(np.mean(best))


_PIECES = _WORLDS // _WORLDS_AT_ONCE


def _as_lucky_as(luck: float, most: int) -> float:
    """Between one trial and all of them, by halving."""
    low, high = 1.0, float(most)
    if luck >= expected_best(high):
        return high
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if expected_best(middle) > luck else (middle, high)
    return low
