"""One way to run whatever the language says, with other numbers or under other conditions: strategies of entries and
exits by the kernel, portfolios by the weights that they want.

Where a position is traded in parts, the figures count positions, closed or still held, and not their trades.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from packages.domain.backtest.arena import Arena
from packages.domain.backtest.compiling.sources import Catalogue
from packages.domain.backtest.compiling.strategy import Compiled, compile_strategy
from packages.domain.backtest.engine import backtest
from packages.domain.backtest.kernel import layout as k
from packages.domain.backtest.many import PathRuns, equity_over_variants, sweep
from packages.domain.backtest.outcome import KeyFigures, Outcome
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.portfolio.compiled import CompiledPortfolio
from packages.domain.backtest.positions import positions_taken
from packages.domain.backtest.terms import Terms
from packages.domain.backtest.variants import slots_behind, vary
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.build import build
from packages.domain.strategy.errors import NotTunable
from packages.domain.strategy.json_tree import plain_number, steps_of
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.tuning.tunables import with_values
from packages.domain.strategy.walk import factors_read

Runnable: TypeAlias = Compiled | CompiledPortfolio


def ready(strategy: Strategy, catalogue: Catalogue, *, late: bool = False) -> Runnable:
    """The strategy must be valid. One that is `late` learns of its account, or as a portfolio decides, a bar late."""
    if strategy.portfolio is not None:
        return CompiledPortfolio(strategy, catalogue, late)
    return compile_strategy(strategy, catalogue, late_account=late)


def run_once(compiled: Runnable, market: Panel | Arena, terms: Terms, *, trade_from: int = 0) -> Outcome:
    """No entry is ordered, and no weight set, before the close of bar `trade_from`."""
    if isinstance(compiled, CompiledPortfolio):
        outcome = compiled.held(market, terms, trade_from)
    else:
        outcome = backtest(compiled, market, terms, trade_from=trade_from)
    if not trades_in_parts(compiled.strategy):
        return outcome
    return replace(outcome, figures=replace(outcome.figures, trades=positions_taken(outcome)))


def trades_in_parts(strategy: Strategy) -> bool:
    """Whether a position may have more trades than one."""
    return strategy.scales or strategy.portfolio is not None


def uses(compiled: Runnable, pointer: str) -> bool:
    """Whether a number changes anything: one of a factor that no rule names does not."""
    if isinstance(compiled, Compiled):
        try:
            return pointer in compiled.number_places or bool(slots_behind(compiled, pointer))
        except NotTunable:
            return False
    steps = steps_of(pointer)
    return steps[0] != "factors" or steps[1] in factors_read(compiled.strategy)


@dataclass(frozen=True, slots=True, eq=False)
class TriedVariants:
    """Numbers to be tried: a row a variant, a column a pointer of `tunables_of`."""

    pointers: Sequence[str]
    values: Floats

    def __len__(self) -> int:
        return len(self.values)

    def changes(self) -> list[Mapping[str, int | float]]:
        return [dict(zip(self.pointers, map(plain_number, row), strict=True)) for row in self.values.tolist()]


def figures_over(
    compiled: Runnable, arena: Arena, terms: Terms, tried: TriedVariants, *, trade_from: int = 0, workers: int = 0
) -> Floats:
    """The figures of every variant, a row each."""
    if isinstance(compiled, CompiledPortfolio) or trades_in_parts(compiled.strategy):
        return _one_by_one(compiled, arena, terms, tried, trade_from, kept=False).figures
    variants = vary(compiled, tried.pointers, tried.values)
    return sweep(compiled, arena, terms, variants, trade_from=trade_from, workers=workers)


def equity_over(
    compiled: Runnable, arena: Arena, terms: Terms, tried: TriedVariants, *, trade_from: int = 0, workers: int = 0
) -> PathRuns:
    """The same with the equity on every close; hand over as many variants at a time as memory allows."""
    if isinstance(compiled, CompiledPortfolio) or trades_in_parts(compiled.strategy):
        return _one_by_one(compiled, arena, terms, tried, trade_from, kept=True)
    variants = vary(compiled, tried.pointers, tried.values)
    return equity_over_variants(compiled, arena, terms, variants, trade_from=trade_from, workers=workers)


def _one_by_one(
    compiled: Runnable, arena: Arena, terms: Terms, tried: TriedVariants, trade_from: int, *, kept: bool
) -> PathRuns:
    """Each as a strategy of its own, so that its positions can be counted."""
    figures = np.empty((len(tried), k.FIGURE_COUNT))
    equity = np.empty((len(tried), len(arena.panel)) if kept else (0, 0))
    for at, changes in enumerate(tried.changes()):
        variant = build(with_values(compiled.strategy, changes))
        outcome = run_once(_like(compiled, variant), arena, terms, trade_from=trade_from)
        figures[at] = row_of(outcome.figures)
        if kept:
            equity[at] = outcome.equity
    return PathRuns(figures, equity)


def _like(compiled: Runnable, variant: Strategy) -> Runnable:
    if isinstance(compiled, CompiledPortfolio):
        return replace(compiled, strategy=variant)
    return compile_strategy(variant, compiled.catalogue)


def row_of(figures: KeyFigures) -> list[float]:
    """As `figures_of` reads it."""
    return [figures.trades, figures.final_equity, figures.total_return, figures.max_drawdown, figures.sharpe]
