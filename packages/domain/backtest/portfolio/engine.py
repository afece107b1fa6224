"""One account that holds the target weights of a portfolio, in the kernel."""

import numpy as np

from packages.domain.backtest.arena import Arena
from packages.domain.backtest.engine import account_terms, outcome_of
from packages.domain.backtest.kernel import layout as k
from packages.domain.backtest.kernel.work import array_table, rebalance
from packages.domain.backtest.kernel.workspace import Size, workspace
from packages.domain.backtest.outcome import Outcome
from packages.domain.backtest.panel import Counts, Panel
from packages.domain.backtest.portfolio.targets import TargetWeights
from packages.domain.backtest.terms import Terms


def hold(
    targets: TargetWeights,
    market: Panel | Arena,
    terms: Terms,
    *,
    settled: Counts | None = None,
    tolerance: float = 0.0,
    trade_from: int = 0,
) -> Outcome:
    """The picks are rows of the panel. `settled` is the bar on which each instrument is paid out for good, past the end
    for those that stay."""
    arena = market if isinstance(market, Arena) else Arena(market)
    instruments, bars = arena.panel.close.shape
    plan = np.full((2, k.PLAN_WIDTH), k.NONE, dtype=np.int64)
    rebalanced = np.full(bars, -1, dtype=np.int64)
    rebalanced[targets.bars] = np.arange(len(targets.bars))
    ends = np.full(instruments, bars, dtype=np.int64) if settled is None else settled
    arrays = {k.PLAN: plan, k.REBALANCED: rebalanced, k.FIRST_PICKS: targets.first, k.PICKS: targets.picks}
    given = arena.table(impact=terms.costs.impact > 0) + array_table(
        {**arrays, k.WEIGHTS: targets.weights, k.SETTLED: ends}
    )
    term_values = account_terms(arena.panel, terms, trade_from)
    term_values[k.TOLERANCE] = tolerance
    room = 64 + 2 * len(targets.picks)
    while True:
        space = workspace(Size(instruments, bars, 0, trades=room), given, term_values)
        rebalance(space.table)
        outcome = outcome_of(space)
        if outcome.figures.trades <= room:
            return outcome
        room = outcome.figures.trades
