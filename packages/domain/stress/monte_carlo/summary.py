"""Puts the facts of all paths into one finding, with an interval on every estimate."""

import numpy as np
import numpy.typing as npt

from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats
from packages.domain.stress.findings import Estimate, MonteCarloFinding, World
from packages.domain.stress.monte_carlo.asked import FEWEST_PATHS, Asked, BadMonteCarlo
from packages.domain.stress.monte_carlo.intervals import quantile_estimate, share_estimate
from packages.domain.stress.monte_carlo.path_facts import PathFacts

PERCENTILES = (5, 25, 50, 75, 95)
_BAD = 0.05


def finding(
    world: World, fitted: dict[str, float], asked: Asked, money: float, facts: PathFacts, fan_bars: Counts
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


def _quantile(values: Floats, quantile: float) -> Estimate:
    told = quantile_estimate(values, quantile)
    if told is None:
        raise BadMonteCarlo("stress.too_few_paths", paths=len(values), fewest=FEWEST_PATHS)
    return told


def _share(which: npt.NDArray[np.bool_]) -> Estimate:
    return share_estimate(int(np.count_nonzero(which)), len(which))
