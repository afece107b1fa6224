"""Someone who tries many variants and shows the best: how often the gate lets that pass."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np

from packages.domain.backtest.analysis.curve import sharpe_of
from packages.domain.backtest.engine import Compiled
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.lineage import Trial, TrialKind
from packages.domain.stress.honesty.odds_of import overfitting
from tests.packages.domain.stress.honesty.edgeless_worlds import A_YEAR, World, returns_matrix, variants

GATE = 0.95
PLAIN_RULE = 1.0
_AT = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass
class Passed:
    """Of so many worlds: the gate with the trials' ratios only, the gate that knows their returns, and the rule that a
    Sharpe ratio above 1 is enough."""

    worlds: int = 0
    gate: int = 0
    gate_knowing_returns: int = 0
    plain: int = 0

    def share(self, passed: int) -> float:
        return passed / self.worlds


def attack(
    world: World,
    counts: Sequence[int],
    worlds: int,
    seed: int,
    *,
    first: Sequence[Compiled] = (),
    knowing_returns: bool = True,
    ideas: int = 500,
) -> Mapping[int, Passed]:
    """In every world the same number of trials is drawn anew from so many ideas, after those that are tried `first`."""
    told = {count: Passed() for count in counts}
    pool = variants(ideas)
    for at in range(worlds):
        rng = np.random.Generator(np.random.PCG64([seed, at]))
        panel = world(rng)
        drawn = [pool[int(place)] for place in rng.permutation(len(pool))]
        matrix = returns_matrix([*first, *drawn][: max(counts)], panel)
        for count in counts:
            _judge(matrix[:, :count], told[count], knowing_returns)
    return told


def _judge(matrix: Floats, told: Passed, knowing_returns: bool) -> None:
    ratios = [sharpe_of(column, A_YEAR) for column in matrix.T]
    best = int(np.argmax(ratios))
    told.worlds += 1
    if not matrix[:, best].any():
        return  # it never traded
    told.plain += ratios[best] > PLAIN_RULE
    told.gate += overfitting(matrix[:, best], A_YEAR, list(_trials(ratios))).deflated_sharpe >= GATE
    if knowing_returns:
        told.gate_knowing_returns += gate_knowing_returns(matrix, best) >= GATE


def gate_knowing_returns(matrix: Floats, best: int) -> float:
    """The deflated ratio of one of the columns, given all of them; 0 for one that never traded."""
    if not matrix[:, best].any():
        return 0.0
    trials = list(_trials([sharpe_of(column, A_YEAR) for column in matrix.T]))
    return overfitting(matrix[:, best], A_YEAR, trials, matrix).deflated_sharpe


def _trials(ratios: Sequence[float]) -> Iterator[Trial]:
    return (Trial(str(at), TrialKind.BACKTEST, _AT, sharpe=ratio) for at, ratio in enumerate(ratios))
