"""What is kept of each path, and all of them as one finding with an interval on every estimate."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from packages.domain.backtest.kernel.path_bars import falls
from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats
from packages.domain.stress.findings import IntervalEstimate, MonteCarloFinding, World
from packages.domain.stress.monte_carlo.asked import FEWEST_PATHS, BadMonteCarlo, MonteCarloRequest

LEVEL = 0.95


def share_estimate(hits: int, count: int, level: float = LEVEL) -> IntervalEstimate:
    """Of so many, how many out of all; the interval of Wilson (1927)."""
    z = NormalDist().inv_cdf(0.5 + level / 2)
    share, weight = hits / count, z * z / count
    middle = (share + weight / 2) / (1 + weight)
    reach = z / (1 + weight) * math.sqrt(share * (1 - share) / count + weight / (4 * count))
    return IntervalEstimate(share, max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach)), level)


def quantile_estimate(values: Floats, quantile: float, level: float = LEVEL) -> IntervalEstimate | None:
    """None where there are too few values for an interval of this level."""
    places = _places(len(values), quantile, level)
    if places is None:
        return None
    ordered = np.sort(values)
    low, high = (float(ordered[place]) for place in places)
    return IntervalEstimate(float(np.quantile(ordered, quantile)), low, high, level)


@lru_cache(maxsize=64)
def _places(count: int, quantile: float, level: float) -> tuple[int, int] | None:
    """The places of the values between which the quantile lies, counted from 0. How many of the values lie below the
    quantile is binomial, and exactly so."""
    below = _binomial_cumulative(count, quantile)
    tail = (1 - level) / 2
    low = int(np.searchsorted(below, tail, side="right")) - 1
    high = int(np.searchsorted(below, 1 - tail, side="left"))
    return (low, high) if low >= 0 and high < count else None


def _binomial_cumulative(count: int, chance: float) -> Floats:
    """The chance of at most 0, 1, 2 … successes."""
    at = np.arange(1, count + 1)
    steps = np.log((count - at + 1) / at) + math.log(chance / (1 - chance))
    logs = np.concatenate(([0.0], np.cumsum(steps))) + count * math.log1p(-chance)
    cumulative: Floats = np.minimum(np.cumsum(np.exp(logs)), 1.0)
    return cumulative


CHECKPOINTS = 60


@dataclass(frozen=True, slots=True, eq=False)
class PathFacts:
    """One value a path; `fan` has a row a path and a column a checkpoint."""

    total_return: Floats
    drawdown: Floats
    sharpe: Floats
    lowest: Floats  # equity on any close
    recovery_bars: Floats  # from the peak before the deepest drawdown until it was reached again; NaN if it was not
    ends_below: Floats  # 1 where it ends below an earlier peak
    traded: Floats  # 1 where it did anything at all
    fan: Floats

    def __len__(self) -> int:
        return len(self.total_return)


def joined(parts: Sequence[PathFacts]) -> PathFacts:
    """In order."""
    return PathFacts(
        **{each.name: np.concatenate([getattr(part, each.name) for part in parts]) for each in fields(PathFacts)}
    )


def checkpoints(bars: int) -> Counts:
    """Evenly spread, the first and the last bar among them."""
    return np.unique(np.linspace(0, bars - 1, min(CHECKPOINTS, bars)).round().astype(np.int64))


@dataclass(frozen=True, slots=True, eq=False)
class DeepestFall:
    """By path: how deep, and the bars from the peak back to it (NaN where it never came back or never fell); and the
    highest and the lowest equity."""

    depth: Floats
    recovery_bars: Floats
    highest: Floats
    lowest: Floats


def deepest_fall(equity: Floats, bars: Counts) -> DeepestFall:
    """`bars` says on which bar each column of the equity stands. The equity begins above 0."""
    depth, peaks, backs, ends = falls(equity)
    recovery = np.where(backs >= 0, bars[backs] - bars[peaks], np.nan)
    return DeepestFall(depth, recovery, ends[:, 0], ends[:, 1])


PERCENTILES = (5, 25, 50, 75, 95)
_BAD = 0.05


def finding(
    world: World, fitted: dict[str, float], asked: MonteCarloRequest, money: float, facts: PathFacts, fan_bars: Counts
) -> MonteCarloFinding:
    """`money` is what every path began with; the fan is in money too."""
    recovered = facts.recovery_bars[np.isfinite(facts.recovery_bars)]
    return MonteCarloFinding(
        world=world,
        paths=asked.paths,
        seed=asked.seed,
        fitted=fitted,
        total_return=_quantile(facts.total_return, 0.5),
        loss_share=_share(facts.total_return < 0),
        drawdown=_quantile(facts.drawdown, 0.5),
        bad_drawdown=_quantile(facts.drawdown, _BAD),
        recovery_bars=quantile_estimate(recovered, 0.5) if len(recovered) else None,
        never_recovered=_share(facts.ends_below > 0),
        ruin=_share(facts.lowest <= asked.ruin_level * money),
        ruin_level=asked.ruin_level,
        sharpe=_quantile(facts.sharpe, 0.5),
        traded_share=float(facts.traded.mean()),
        fan_bars=tuple(fan_bars.tolist()),
        fan=np.percentile(facts.fan, PERCENTILES, axis=0),
    )


def _quantile(values: Floats, quantile: float) -> IntervalEstimate:
    estimate = quantile_estimate(values, quantile)
    if estimate is None:
        raise BadMonteCarlo("stress.too_few_paths", paths=len(values), fewest=FEWEST_PATHS)
    return estimate


def _share(which: npt.NDArray[np.bool_]) -> IntervalEstimate:
    return share_estimate(int(np.count_nonzero(which)), len(which))
