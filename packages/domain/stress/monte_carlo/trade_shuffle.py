"""The closed positions of one backtest in another order: the weaker test.

It knows only the positions that were, one after another; where they leave whole, each is a trade. The strategy does not
run again, positions do not react to other prices, and what was open between two exits is not seen. The total return is
the same in every order; what changes is how deep it falls on the way and how long that lasts. A strategy that passes
here has shown little.
"""

import math

import numpy as np

from packages.domain.backtest.outcome import Outcome
from packages.domain.backtest.panel import Counts, Panel
from packages.domain.backtest.positions import Positions, positions_of
from packages.domain.backtest.terms import Terms
from packages.domain.market_data.bars import Floats
from packages.domain.stress.findings import MonteCarloFinding, World
from packages.domain.stress.monte_carlo.asked import BadMonteCarlo, MonteCarloRequest
from packages.domain.stress.monte_carlo.simulate import OnPaths
from packages.domain.stress.monte_carlo.summary import PathFacts, checkpoints, deepest_fall, finding, joined
from packages.domain.stress.worlds.laws import Chance

FEWEST_TRADES = 5
_AT_ONCE = 1_000


class TooFewTrades(BadMonteCarlo):
    """So few trades have hardly another order."""


def trade_shuffle(
    outcome: Outcome,
    panel: Panel,
    terms: Terms,
    *,
    paths: int = 2_000,
    seed: int = 0,
    ruin_level: float = 0.5,
    on_progress: OnPaths | None = None,
) -> MonteCarloFinding:
    """A path is an order. The return of each position is taken of the equity before its entry, and falls on the exit
    bars of the real ones, one after the other."""
    asked = MonteCarloRequest(paths, seed, ruin_level)
    positions = positions_of(outcome).closed()
    if len(positions) < FEWEST_TRADES:
        raise TooFewTrades("stress.too_few_trades", trades=len(positions), fewest=FEWEST_TRADES)
    money, returns = float(terms.cash), position_returns(positions, outcome, float(terms.cash))
    bars = np.concatenate(([0], positions.exit_bar))
    shown = checkpoints(len(bars))
    parts: list[PathFacts] = []
    for first in range(0, paths, _AT_ONCE):
        end = min(first + _AT_ONCE, paths)
        equity = _equities(returns, money, seed, first, end)
        parts.append(_facts(equity, money, bars, shown, _sharpe(returns, panel)))
        if on_progress is not None:
            on_progress(end, paths)
    fitted = {"trades": float(len(returns)), "mean_return": float(returns.mean())}
    return finding(World.TRADE_SHUFFLE, fitted, asked, money, joined(parts), bars[shown])


def position_returns(positions: Positions, outcome: Outcome, money: float) -> Floats:
    """Profit over the equity on the close before the entry, never worse than everything."""
    base = np.concatenate(([money], outcome.equity))[positions.entry_bar]
    out = np.full(len(positions), -1.0)
    returns: Floats = np.maximum(np.divide(positions.profit, base, out=out, where=base > 0), -1.0)
    return returns


def _equities(returns: Floats, money: float, seed: int, first: int, end: int) -> Floats:
    growth = np.ones((end - first, len(returns) + 1))
    for row, draws in zip(growth, Chance(seed, World.TRADE_SHUFFLE, first, end).generators(), strict=True):
        row[1:] += draws.permutation(returns)
    np.cumprod(growth, axis=1, out=growth)
    growth *= money
    return growth


def _facts(equity: Floats, money: float, bars: Counts, shown: Counts, sharpe: float) -> PathFacts:
    fall, count = deepest_fall(equity, bars), len(equity)
    return PathFacts(
        total_return=equity[:, -1] / money - 1.0,
        drawdown=fall.depth,
        sharpe=np.full(count, sharpe),
        lowest=fall.lowest,
        recovery_bars=fall.recovery_bars,
        ends_below=(equity[:, -1] < fall.highest).astype(np.float64),
        traded=np.ones(count),
        fan=equity[:, shown],
    )


def _sharpe(returns: Floats, panel: Panel) -> float:
    """By trade, for as many trades a year as there were."""
    deviation = float(returns.std(ddof=1))
    a_year = len(returns) / len(panel) * panel.bars_per_year
    return float(returns.mean()) / deviation * math.sqrt(a_year) if deviation > 0 else 0.0
