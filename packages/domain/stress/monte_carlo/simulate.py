"""Runs the strategy on every path of a world, some paths at a time, and keeps only what the finding needs.

Workers are threads that draw, run and measure a piece each. A path depends on the seed and on its number alone, and
pieces are put together in order, so the finding is the same to the last byte for any number of workers.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from packages.domain.backtest.engine import Compiled, backtest
from packages.domain.backtest.many import SHARPE, TOTAL_RETURN, TRADES, PathRuns, equity_over_paths
from packages.domain.backtest.panel import Counts, Panel
from packages.domain.backtest.terms import Terms
from packages.domain.stress.findings import MonteCarloFinding, World
from packages.domain.stress.monte_carlo.asked import Asked
from packages.domain.stress.monte_carlo.path_facts import PathFacts, checkpoints, deepest_fall, joined
from packages.domain.stress.monte_carlo.summary import finding
from packages.domain.stress.worlds.assembly import Drawn
from packages.domain.stress.worlds.errors import HorizonTooLong
from packages.domain.stress.worlds.world import FittedWorld, fit_world

Tell = Callable[[int, int], None]  # paths done, of how many; an error from it ends the work
_MOST_AT_ONCE = 128
_EQUITY_BYTES = 64 * 2**20  # of all workers together


def monte_carlo(
    compiled: Compiled,
    panel: Panel,
    terms: Terms,
    world: World | FittedWorld,
    *,
    paths: int = 2_000,
    seed: int = 0,
    ruin_level: float = 0.5,
    horizon: int | None = None,
    trade_from: int = 0,
    workers: int = 0,
    tell: Tell | None = None,
) -> MonteCarloFinding:
    """Paths are `horizon` bars long, or as long as the panel, whose first bar they all share; 0 workers are as many as
    there are cores. An error that `tell` raises stops the work and comes out here."""
    asked = Asked(paths, seed, ruin_level)
    fitted = fit_world(world, panel) if isinstance(world, World) else world
    run = _Run(compiled, _market(panel, horizon), terms, fitted, seed, trade_from)
    parts: list[PathFacts] = []
    for part in _shared_out(run, paths, workers or os.cpu_count() or 1):
        parts.append(part)
        if tell is not None:
            tell(sum(map(len, parts)), paths)
    return finding(fitted.kind, fitted.fitted, asked, float(terms.cash), joined(parts), run.fan_bars)


def _market(panel: Panel, horizon: int | None) -> Panel:
    """Dividends are folded into the prices of paths, and limits come with them."""
    if horizon is not None and not 2 <= horizon <= len(panel):
        raise HorizonTooLong(
            f"Paths of {horizon} bars are not possible: there are {len(panel)}, and two are the fewest."
        )
    plain = replace(panel, lower_limit=None, upper_limit=None, dividend=None)
    return plain if horizon is None else plain.until(horizon)


@dataclass(frozen=True, slots=True, eq=False)
class _Run:
    """All that a worker needs to know."""

    compiled: Compiled
    market: Panel
    terms: Terms
    world: FittedWorld
    seed: int
    trade_from: int

    @property
    def fan_bars(self) -> Counts:
        return checkpoints(len(self.market))

    def piece(self, first: int, end: int) -> PathFacts:
        drawn = self.world.draw(self.seed, first, end, len(self.market))
        runs = self._runs(drawn)
        equity, fall = runs.equity, deepest_fall(runs.equity, np.arange(len(self.market)))
        highest, lowest = equity.max(axis=1), equity.min(axis=1)
        return PathFacts(
            total_return=runs.figures[:, TOTAL_RETURN].copy(),
            drawdown=fall.depth,
            sharpe=runs.figures[:, SHARPE].copy(),
            lowest=lowest,
            recovery_bars=fall.recovery_bars,
            ends_below=(equity[:, -1] < highest).astype(np.float64),
            traded=((runs.figures[:, TRADES] > 0) | (highest > lowest)).astype(np.float64),
            fan=equity[:, self.fan_bars],
        )

    def _runs(self, drawn: Drawn) -> PathRuns:
        if drawn.lower_limit is None:
            return equity_over_paths(
                self.compiled, self.market, drawn.prices, self.terms, trade_from=self.trade_from, workers=1
            )
        told = [self._one(drawn, at) for at in range(len(drawn))]
        return PathRuns(np.concatenate([run.figures for run in told]), np.concatenate([run.equity for run in told]))

    def _one(self, drawn: Drawn, at: int) -> PathRuns:
        """Where every path has limits of its own, it is a market of its own."""
        row, prices = slice(at, at + 1), drawn.prices
        market = replace(
            self.market,
            **{name: getattr(prices, name)[row] for name in ("open", "high", "low", "close")},
            **{name: getattr(drawn, name)[row] for name in ("lower_limit", "upper_limit")},
        )
        outcome = backtest(self.compiled, market, self.terms, trade_from=self.trade_from)
        told = outcome.figures
        figures = [told.trades, told.final_equity, told.total_return, told.max_drawdown, told.sharpe]
        return PathRuns(np.array([figures], dtype=np.float64), outcome.equity[np.newaxis])


def _shared_out(run: _Run, paths: int, workers: int) -> Iterator[PathFacts]:
    """In order, whoever finishes first."""
    at_once = max(1, min(_MOST_AT_ONCE, _EQUITY_BYTES // (8 * len(run.market) * workers)))
    firsts = range(0, paths, at_once)
    pool = ThreadPoolExecutor(max_workers=workers)
    try:
        yield from pool.map(lambda first: run.piece(first, min(first + at_once, paths)), firsts)
    finally:
        pool.shutdown(cancel_futures=True)
