"""The strategy with its own numbers under worse conditions: dearer, later, or with entries that do not come through.

Dearer are commission, slippage, spread and impact; duties of the market, borrow fees and interest stay what they are.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from packages.domain.backtest.engine import Arena, backtest, compile_strategy
from packages.domain.backtest.outcome import KeyFigures, Outcome
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.stress.findings import Friction
from packages.domain.stress.sensitivity.delay import delayed
from packages.domain.stress.sensitivity.missed_fills import with_missed_fills
from packages.domain.stress.sensitivity.workbench import Share, Workbench

COST_FACTORS = (2, 3)
MISSED_SHARE = 0.2
DELAY, MISSED_FILLS = "delay_1", "missed_fills"


def frictions(bench: Workbench, *, seed: int, missed_share: float, told: Share) -> tuple[Friction, ...]:
    runs = friction_runs(bench, seed=seed, missed_share=missed_share, told=told)
    return tuple(_told(kind, outcome.figures) for kind, outcome in runs)


def friction_runs(
    bench: Workbench, *, seed: int, missed_share: float = MISSED_SHARE, told: Share
) -> Iterator[tuple[str, Outcome]]:
    """Costs ×2 and ×3, a delay of one bar, and missed fills drawn by the seed."""
    for factor in COST_FACTORS:
        yield f"cost_x{factor}", dearer(bench, factor)
    told(1 / 2)
    yield DELAY, late(bench)
    told(3 / 4)
    yield MISSED_FILLS, missing(bench, missed_share, np.random.Generator(np.random.PCG64(seed)))


def dearer(bench: Workbench, factor: float) -> Outcome:
    terms = replace(bench.terms, costs=bench.terms.costs.times(factor))
    return backtest(bench.compiled, bench.arena, terms, trade_from=bench.trade_from)


def late(bench: Workbench) -> Outcome:
    compiled = compile_strategy(delayed(bench.compiled.strategy), CATALOGUE)
    return backtest(compiled, bench.arena, bench.terms, trade_from=bench.trade_from + 1)


def missing(bench: Workbench, share: float, rng: np.random.Generator) -> Outcome:
    directions = [direction for direction, _ in bench.compiled.strategy.sides]
    panel = with_missed_fills(bench.arena.panel, directions, share, rng)
    return backtest(bench.compiled, Arena(panel), bench.terms, trade_from=bench.trade_from)


def _told(kind: str, figures: KeyFigures) -> Friction:
    return Friction(kind, figures.sharpe, figures.total_return, figures.max_drawdown, figures.trades)
