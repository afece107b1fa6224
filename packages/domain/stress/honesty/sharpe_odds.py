"""The odds that a Sharpe ratio is more than luck: probabilistic and deflated ratio, and how long a record must be.

After Bailey and López de Prado, "The Sharpe Ratio Efficient Frontier" (2012) and "The Deflated Sharpe Ratio" (2014).
Every ratio here is of one bar, not of a year; kurtosis is 3 for a normal distribution.
"""

import math
from dataclasses import dataclass

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.domain.stress.honesty.errors import BadOdds, NothingMoved, moved, require_returns
from packages.domain.stress.honesty.tails import normal_cdf, normal_quantile

FEWEST_BARS = 3


@dataclass(frozen=True, slots=True)
class Record:
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
        told = 1 - self.skew * self.sharpe + (self.kurtosis - 1) / 4 * self.sharpe**2
        if told <= 0:
            raise BadOdds("stress.impossible_skew")
        return told

    @property
    def error(self) -> float:
        return math.sqrt(self.variance / (self.bars - 1))


def record_of(returns: Floats) -> Record:
    """Moments over n, deviation of the ratio over n - 1, as the ratio is reported."""
    require_returns(returns, FEWEST_BARS)
    mean, spread = float(returns.mean()), float(returns.std())
    if not moved(returns).any():
        raise NothingMoved("stress.equity_never_moved")
    z = (returns - mean) / spread
    return Record(mean / float(returns.std(ddof=1)), len(returns), float((z**3).mean()), float((z**4).mean()))


def probabilistic_sharpe(record: Record, against: float = 0.0) -> float:
    """The probability that the true ratio is above `against`."""
    return normal_cdf((record.sharpe - against) / record.error)


def deflated_sharpe(record: Record, trials: float, spread: float) -> float:
    """The probability that the true ratio is above what the best of the trials would show without any edge; `spread`
    is the standard deviation of the trials' ratios."""
    return probabilistic_sharpe(record, luck_of_the_best(trials, spread))


def minimum_track_bars(
    record: Record, against: float = 0.0, level: float = 0.95, variance: float | None = None
) -> int | None:
    """How many bars it takes to be sure of a ratio above `against`; None where the ratio is not above it."""
    if record.sharpe <= against:
        return None
    told = record.variance if variance is None else variance
    return math.ceil(1 + told * (normal_quantile(level) / (record.sharpe - against)) ** 2)


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
