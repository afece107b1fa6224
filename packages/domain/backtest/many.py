"""Many runs of one strategy, of which only the figures are kept: other numbers, or other paths of prices, whose columns
are computed many at once.

Runs are shared out over the cores; neither their number nor their order changes a byte of what comes out.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from packages.core.errors import Invalid
from packages.domain.backtest.arena import Arena
from packages.domain.backtest.compiling.strategy import Compiled
from packages.domain.backtest.engine import backtest, terms_for
from packages.domain.backtest.kernel import layout as k
from packages.domain.backtest.kernel.work import addresses, array_table, row_addresses, work
from packages.domain.backtest.kernel.workspace import Size, workspace
from packages.domain.backtest.outcome import KeyFigures
from packages.domain.backtest.own_bars import OwnTimes
from packages.domain.backtest.panel import Counts, Panel
from packages.domain.backtest.path_columns import PATH_PRICES, PathBars
from packages.domain.backtest.terms import Terms
from packages.domain.backtest.variants import Variants
from packages.domain.market_data.bars import Floats

_PATHS_AT_ONCE = 64
_VARIANTS_AT_ONCE = 125
_LIMITS = ("lower_limit", "upper_limit")
_PLACES = (k.PATH_OPEN, k.PATH_HIGH, k.PATH_LOW, k.PATH_CLOSE)
TRADES, FINAL_EQUITY, TOTAL_RETURN, MAX_DRAWDOWN, SHARPE = range(5)


class BadPaths(Invalid):
    """Prices that are no paths of the panel's instrument."""


@dataclass(frozen=True, slots=True, eq=False)
class Paths:
    """Prices of one instrument as they might have been: a row a path, a column a bar of the panel's axis. Limits that
    differ from path to path come with them; without them those of the panel hold."""

    open: Floats
    high: Floats
    low: Floats
    close: Floats
    lower_limit: Floats | None = None
    upper_limit: Floats | None = None

    def __len__(self) -> int:
        return len(self.close)


@dataclass(frozen=True, slots=True, eq=False)
class PathRuns:
    """A row a path or variant: its figures, and its equity on every close if that was kept."""

    figures: Floats
    equity: Floats


def figures_of(row: Floats) -> KeyFigures:
    """One row of what `sweep` and `over_paths` give."""
    trades, *others = row.tolist()
    return KeyFigures(int(trades), *others)


def sweep(
    compiled: Compiled,
    market: Panel | Arena,
    terms: Terms,
    variants: Variants,
    *,
    trade_from: int = 0,
    workers: int = 0,
) -> Floats:
    """The figures of every variant, a row each; what variants share is computed once."""
    arena = market if isinstance(market, Arena) else Arena(market)
    return _over_variants(compiled, arena, terms, variants, trade_from, workers, None)


def equity_over_variants(
    compiled: Compiled,
    market: Panel | Arena,
    terms: Terms,
    variants: Variants,
    *,
    trade_from: int = 0,
    workers: int = 0,
) -> PathRuns:
    """As `sweep`, with the equity on every close; hand over as many variants at a time as memory allows."""
    arena = market if isinstance(market, Arena) else Arena(market)
    equity = np.empty((len(variants), len(arena.panel)))
    return PathRuns(_over_variants(compiled, arena, terms, variants, trade_from, workers, equity), equity)


def _over_variants(
    compiled: Compiled,
    arena: Arena,
    terms: Terms,
    variants: Variants,
    trade_from: int,
    workers: int,
    equity: Floats | None,
) -> Floats:
    columns = arena.columns(variants.sources)
    found = addresses(columns)
    term_values = terms_for(compiled, arena.panel, terms, trade_from)
    term_values[k.SOURCE_COUNT] = len(variants.sources)
    table, lots = arena.table(impact=terms.costs.impact > 0) + compiled.table, compiled.lots_of(variants.numbers)

    def run(first: int, end: int) -> Floats:
        own = {k.RUN_ROWS: variants.rows[first:end], k.RUN_NUMBERS: variants.numbers[first:end], k.COLUMNS: found}
        if equity is not None:
            own[k.RUN_EQUITY] = equity[first:end]
        return _figures(compiled, arena.panel, table + array_table(own), term_values, end - first, lots)

    return _shared_out(run, len(variants), _VARIANTS_AT_ONCE, workers)


def over_paths(
    compiled: Compiled, panel: Panel, paths: Paths, terms: Terms, *, trade_from: int = 0, workers: int = 0
) -> Floats:
    """The figures on every path, a row each. The axis, the lots and the volume of the instrument are the panel's."""
    return equity_over_paths(compiled, panel, paths, terms, trade_from=trade_from, workers=workers, kept=False).figures


def equity_over_paths(
    compiled: Compiled,
    panel: Panel,
    paths: Paths,
    terms: Terms,
    *,
    trade_from: int = 0,
    workers: int = 0,
    kept: bool = True,
) -> PathRuns:
    """Eight bytes a path and bar when the equity is kept: hand over as many paths at a time as memory allows."""
    if len(panel.tickers) != 1 or any(getattr(paths, name).shape != (len(paths), len(panel)) for name in PATH_PRICES):
        raise BadPaths("backtest.bad_paths", bars=len(panel))
    equity = np.empty((len(paths), len(panel)) if kept else (0, 0))
    if terms.costs.impact > 0 or not panel.is_whole:
        rows = [_one(compiled, panel, paths, at, terms, trade_from, equity) for at in range(len(paths))]
        return PathRuns(np.array(rows).reshape(-1, k.FIGURE_COUNT), equity)
    times, alike = OwnTimes.of(panel), Arena(panel)
    table, term_values = alike.table(impact=False) + compiled.table, terms_for(compiled, panel, terms, trade_from)

    def run(first: int, end: int) -> Floats:
        some = {name: getattr(paths, name)[first:end] for name in PATH_PRICES}
        columns = PathBars(times, some, panel.volume[0], panel.record(0)).columns(compiled.sources)
        found = row_addresses(columns)
        aside = {**dict(zip(_PLACES, some.values(), strict=True)), k.PATH_COLUMNS: found}
        if paths.lower_limit is not None and paths.upper_limit is not None:
            aside |= {k.PATH_LOWER: paths.lower_limit[first:end], k.PATH_UPPER: paths.upper_limit[first:end]}
        if kept:
            aside[k.RUN_EQUITY] = equity[first:end]
        return _figures(compiled, panel, table + array_table(aside), term_values, end - first, compiled.lots)

    return PathRuns(_shared_out(run, len(paths), _PATHS_AT_ONCE, workers), equity)


def _figures(compiled: Compiled, panel: Panel, table: Counts, term_values: Floats, runs: int, lots: int) -> Floats:
    instruments, bars = panel.close.shape
    parts = len(compiled.parts)
    size = Size(instruments, bars, len(compiled.ops), runs=runs, recorded=False, lots=lots, parts=parts)
    space = workspace(size, table, term_values)
    work(space.table, 0, runs)
    return space.matrix(k.FIGURES)


def _one(
    compiled: Compiled, panel: Panel, paths: Paths, at: int, terms: Terms, trade_from: int, equity: Floats
) -> list[float]:
    """Where a bar's own depth or gaps matter, a path is a panel of its own."""
    given = {name: getattr(paths, name) for name in (*PATH_PRICES, *_LIMITS)}
    path = replace(panel, **{name: rows[at : at + 1] for name, rows in given.items() if rows is not None})
    outcome = backtest(compiled, path, terms, trade_from=trade_from)
    if equity.size:
        equity[at] = outcome.equity
    figures = outcome.figures
    return [figures.trades, figures.final_equity, figures.total_return, figures.max_drawdown, figures.sharpe]


def _shared_out(run: Callable[[int, int], Floats], runs: int, at_once: int, workers: int) -> Floats:
    """In order, whoever finishes first."""
    pieces = [(first, min(first + at_once, runs)) for first in range(0, runs, at_once)]
    hands = workers or os.cpu_count() or 1
    if hands == 1 or len(pieces) < 2:
        return np.concatenate([run(*piece) for piece in pieces]) if pieces else np.empty((0, k.FIGURE_COUNT))
    with ThreadPoolExecutor(max_workers=hands) as pool:
        return np.concatenate(list(pool.map(lambda piece: run(*piece), pieces)))
