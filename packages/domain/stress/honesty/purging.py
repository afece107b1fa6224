"""How far a decision reaches: back over the bars that it reads, and ahead over those that its position lasts.

Both are read off the first quarter of the history, which every fit sees, so that they tell nothing of what is tested.
"""

from dataclasses import dataclass

import numpy as np

from packages.domain.backtest.engine import Arena, backtest, compile_strategy
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import Terms
from packages.domain.backtest.trade_rows import ENTRY_BAR, EXIT_BAR
from packages.domain.backtest.variants import vary
from packages.domain.market_data.bars import Floats
from packages.domain.strategy import conditions as c
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.walk import every_condition, every_operand
from packages.domain.stress.honesty.candidates import Candidates

_SHARE = 4


@dataclass(frozen=True, slots=True)
class Reach:
    """In bars of the panel: until every candidate can decide, and how long the strategy as given held at most."""

    lookback: int
    holding: int


def reach_of(found: Candidates, panel: Panel, terms: Terms) -> Reach:
    early = panel.until(len(panel) // _SHARE)
    if len(early) == 0:
        return Reach(0, 0)
    compiled = compile_strategy(found.strategies[0], CATALOGUE)
    sources = vary(compiled, found.pointers, found.matrix).sources
    known = [_first_known(column) for columns in Arena(early).columns(sources) for column in columns]
    conditions = max(_conditions_reach(each) for each in found.strategies)
    outcome = backtest(compiled, early, terms)
    closed = outcome.trades.raw[:, EXIT_BAR] - outcome.trades.raw[:, ENTRY_BAR]
    still = [len(early) - each.entry_bar for each in outcome.open_positions]
    return Reach(max(known, default=0) + conditions, int(max([0, *closed.tolist(), *still])))


def _first_known(column: Floats) -> int:
    """The first bar that has a value; all of them where none has one yet."""
    known = np.isfinite(column)
    return int(known.argmax()) if known.any() else len(column)


def _conditions_reach(strategy: Strategy) -> int:
    """Lags, and the windows of conditions, which look back one after another when they lie inside each other."""
    lags = [operand.lag for _, operand in every_operand(strategy) if not isinstance(operand, c.Constant)]
    return max(lags, default=0) + sum(_window(condition) for _, condition in every_condition(strategy))


def _window(condition: c.Condition) -> int:
    match condition:
        case c.WithinBars(_, bars) | c.BarsSince(_, _, bars) | c.Sequence(_, bars):
            return bars
        case c.Cross():
            return 1
        case _:
            return 0
