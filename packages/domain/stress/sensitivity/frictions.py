"""The strategy with its own numbers under worse conditions: dearer, later, or with entries that do not come through.

Dearer are commission, slippage, spread and impact; duties of the market, borrow fees and interest stay what they are.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace

import numpy as np

from packages.core.errors import Invalid
from packages.domain.backtest.arena import Arena
from packages.domain.backtest.outcome import KeyFigures, Outcome
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.runs import ready, run_once
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Direction
from packages.domain.stress.findings import Friction
from packages.domain.stress.sensitivity.delay import delayed
from packages.domain.stress.sensitivity.workbench import Share, Workbench

COST_FACTORS = (2, 3)
MISSED_SHARE = 0.2
DELAY, MISSED_FILLS = "delay_1", "missed_fills"


def frictions(bench: Workbench, *, seed: int, missed_share: float, on_progress: Share) -> tuple[Friction, ...]:
    runs = friction_runs(bench, seed=seed, missed_share=missed_share, on_progress=on_progress)
    return tuple(_friction(kind, outcome.figures) for kind, outcome in runs)


def friction_runs(
    bench: Workbench, *, seed: int, missed_share: float = MISSED_SHARE, on_progress: Share
) -> Iterator[tuple[str, Outcome]]:
    """Costs ×2 and ×3, a delay of one bar, and missed fills drawn by the seed."""
    for factor in COST_FACTORS:
        yield f"cost_x{factor}", dearer(bench, factor)
    on_progress(1 / 2)
    yield DELAY, late(bench)
    on_progress(3 / 4)
    yield MISSED_FILLS, missing(bench, missed_share, np.random.Generator(np.random.PCG64(seed)))


def dearer(bench: Workbench, factor: float) -> Outcome:
    terms = replace(bench.terms, costs=bench.terms.costs.times(factor))
    return run_once(bench.compiled, bench.arena, terms, trade_from=bench.trade_from)


def late(bench: Workbench) -> Outcome:
    compiled = ready(delayed(bench.compiled.strategy), CATALOGUE, late=True)
    return run_once(compiled, bench.arena, bench.terms, trade_from=bench.trade_from + 1)


def missing(bench: Workbench, share: float, rng: np.random.Generator) -> Outcome:
    directions = bench.compiled.strategy.directions
    panel = with_missed_fills(bench.arena.panel, directions, share, rng)
    return run_once(bench.compiled, Arena(panel), bench.terms, trade_from=bench.trade_from)


def _friction(kind: str, figures: KeyFigures) -> Friction:
    return Friction(kind, figures.sharpe, figures.total_return, figures.max_drawdown, figures.trades)


class BadShare(Invalid):
    """A share of missed fills that is none."""


def with_missed_fills(panel: Panel, directions: Collection[Direction], share: float, rng: np.random.Generator) -> Panel:
    """A market in which entries often find nobody to trade with.

    A drawn share of all bars has a price limit that no purchase (of a strategy that goes long) and no sale (of one that
    goes short) can meet, as on a day that is locked at its limit. A market order then lapses; a limit or stop order
    keeps resting for as long as it is valid. Exits of a strategy with one side are the other kind of trade and come
    through. A strategy with both sides buys and sells to get in and to get out, so on such a bar it can do neither: its
    exits wait for the next bar, which is harsher than missed entries alone. The bars of each instrument are drawn by
    themselves; limits that the market has stay where nothing is missed."""
    if not 0 <= share <= 1:
        raise BadShare("stress.bad_share", share=share)
    missed = rng.random(panel.close.shape) < share
    upper = np.full_like(panel.close, np.inf) if panel.upper_limit is None else panel.upper_limit
    lower = np.zeros_like(panel.close) if panel.lower_limit is None else panel.lower_limit
    return replace(
        panel,
        # Futures may be below zero, so that only an infinite limit is out of reach for every price.
        upper_limit=np.where(missed & (Direction.LONG in directions), -np.inf, upper),
        lower_limit=np.where(missed & (Direction.SHORT in directions), np.inf, lower),
    )
