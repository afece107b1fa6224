"""Runs the strategy on every path of a world, some paths at a time, and keeps only what the finding needs: of one
instrument many paths at once, of several one history after another.

Workers are threads that draw, run and measure a piece each. A path depends on the seed and on its number alone, and
pieces are put together in order, so the finding is the same to the last byte for any number of workers.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from packages.domain.backtest.engine import Compiled
from packages.domain.backtest.many import SHARPE, TOTAL_RETURN, TRADES, PathRuns, equity_over_paths
from packages.domain.backtest.outcome import Outcome
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.runs import Runnable, row_of, run_once
from packages.domain.backtest.terms import Terms
from packages.domain.stress.findings import MonteCarloFinding, World
from packages.domain.stress.monte_carlo.asked import MonteCarloRequest
from packages.domain.stress.monte_carlo.summary import PathFacts, checkpoints, deepest_fall, finding, joined
from packages.domain.stress.worlds.beside import others_of
from packages.domain.stress.worlds.observed import HorizonTooLong, ReportsNotDrawn
from packages.domain.stress.worlds.portfolio import FittedPortfolio, fit_portfolio
from packages.domain.stress.worlds.world import FittedWorld, fit_world


@dataclass(frozen=True, slots=True, eq=False)
class PathRun:
    """What does not change from path to path; `market` has the axis."""

    compiled: Runnable
    market: Panel
    terms: Terms
    seed: int
    trade_from: int

    def on(self, market: Panel) -> Outcome:
        return run_once(self.compiled, market, self.terms, trade_from=self.trade_from)


class Histories(Protocol):
    """The market as it might have been, and the strategy run in it."""

    @property
    def bars(self) -> int: ...

    def runs(self, first: int, end: int) -> PathRuns:
        """On the paths from `first` up to `end`, equity included."""


def histories_of(run: PathRun, world: FittedWorld | FittedPortfolio) -> Histories:
    if isinstance(world, FittedPortfolio):
        return ManyInstruments(run, world)
    if not isinstance(run.compiled, Compiled):
        raise TypeError("a portfolio has several instruments on every path")
    return OneInstrument(run, run.compiled, world)


@dataclass(frozen=True, slots=True, eq=False)
class ManyInstruments:
    """Every history is a market of its own, made, traded in and forgotten."""

    run: PathRun
    world: FittedPortfolio

    @property
    def bars(self) -> int:
        return len(self.run.market)

    def runs(self, first: int, end: int) -> PathRuns:
        sources = self.world.sources(self.run.seed, first, end, self.bars)
        return _together([self.run.on(self.world.path(source)) for source in sources])


@dataclass(frozen=True, slots=True, eq=False)
class OneInstrument:
    """Paths share the axis, the lots and the volume, and are run together."""

    run: PathRun
    compiled: Compiled
    world: FittedWorld

    @property
    def bars(self) -> int:
        return len(self.run.market)

    def runs(self, first: int, end: int) -> PathRuns:
        run, drawn = self.run, self.world.draw(self.run.seed, first, end, self.bars)
        return equity_over_paths(self.compiled, run.market, drawn, run.terms, trade_from=run.trade_from, workers=1)


def _together(outcomes: list[Outcome]) -> PathRuns:
    figures = [row_of(each.figures) for each in outcomes]
    return PathRuns(np.array(figures, dtype=np.float64), np.array([each.equity for each in outcomes]))


OnPaths = Callable[[int, int], None]  # paths done, of how many; an error from it ends the work
_MOST_AT_ONCE = 128
_IN_CACHE = 16  # paths of which all that is drawn and written in between stays in the processor's cache
_EQUITY_BYTES = 64 * 2**20  # of all workers together


def monte_carlo(
    compiled: Runnable,
    panel: Panel,
    terms: Terms,
    world: World | FittedWorld | FittedPortfolio,
    *,
    paths: int = 2_000,
    seed: int = 0,
    ruin_level: float = 0.5,
    horizon: int | None = None,
    trade_from: int = 0,
    workers: int = 0,
    on_progress: OnPaths | None = None,
) -> MonteCarloFinding:
    """Paths are `horizon` bars long, or as long as the panel, whose first bar they all share; 0 workers are as many as
    there are cores. An error that `on_progress` raises stops the work and comes out here."""
    asked = MonteCarloRequest(paths, seed, ruin_level)
    fitted = _fitted(compiled, world, panel) if isinstance(world, World) else world
    histories = histories_of(PathRun(compiled, _market(panel, horizon), terms, seed, trade_from), fitted)
    parts: list[PathFacts] = []
    for part in _shared_out(histories, paths, workers or os.cpu_count() or 1):
        parts.append(part)
        if on_progress is not None:
            on_progress(sum(map(len, parts)), paths)
    return finding(fitted.kind, fitted.fitted, asked, float(terms.cash), joined(parts), checkpoints(histories.bars))


def _fitted(compiled: Runnable, world: World, panel: Panel) -> FittedWorld | FittedPortfolio:
    if panel.alongside is not None and panel.alongside.records:
        raise ReportsNotDrawn("stress.reports_not_drawn")
    if panel.alongside is not None and panel.alongside.funding:
        raise ReportsNotDrawn("stress.funding_not_drawn")
    is_alone = len(panel.tickers) == 1 and not others_of(panel) and isinstance(compiled, Compiled)
    return fit_world(world, panel) if is_alone else fit_portfolio(world, panel)


def _market(panel: Panel, horizon: int | None) -> Panel:
    """Dividends are folded into the prices of paths, and limits come with them."""
    if horizon is not None and not 2 <= horizon <= len(panel):
        raise HorizonTooLong("stress.horizon_too_long", horizon=horizon, bars=len(panel))
    plain = replace(panel, lower_limit=None, upper_limit=None, dividend=None)
    return plain if horizon is None else plain.until(horizon)


def _pieces(histories: Histories, first: int, end: int) -> PathFacts:
    return joined([_piece(histories, at, min(at + _IN_CACHE, end)) for at in range(first, end, _IN_CACHE)])


def _piece(histories: Histories, first: int, end: int) -> PathFacts:
    runs = histories.runs(first, end)
    equity, fall = runs.equity, deepest_fall(runs.equity, np.arange(histories.bars))
    return PathFacts(
        total_return=runs.figures[:, TOTAL_RETURN].copy(),
        drawdown=fall.depth,
        sharpe=runs.figures[:, SHARPE].copy(),
        lowest=fall.lowest,
        recovery_bars=fall.recovery_bars,
        ends_below=(equity[:, -1] < fall.highest).astype(np.float64),
        traded=((runs.figures[:, TRADES] > 0) | (fall.highest > fall.lowest)).astype(np.float64),
        fan=equity[:, checkpoints(histories.bars)],
    )


def _shared_out(histories: Histories, paths: int, workers: int) -> Iterator[PathFacts]:
    """In order, whoever finishes first."""
    at_once = max(1, min(_MOST_AT_ONCE, _EQUITY_BYTES // (8 * histories.bars * workers)))
    firsts = range(0, paths, at_once)
    pool = ThreadPoolExecutor(max_workers=workers)
    try:
        yield from pool.map(lambda first: _pieces(histories, first, min(first + at_once, paths)), firsts)
    finally:
        pool.shutdown(cancel_futures=True)
