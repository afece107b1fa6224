"""How good a variant is, whether it keeps the limits, and which of many are worth showing."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from packages.domain.backtest.many import MAX_DRAWDOWN, SHARPE, TOTAL_RETURN, TRADES
from packages.domain.backtest.market.price_limits import Flags
from packages.domain.backtest.outcome import KeyFigures
from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats
from packages.domain.stress.optimise.request import Goal, OptimisationLimits
from packages.domain.stress.optimise.space import Place

MOST_SHOWN = 12
_SHALLOW = 0.01  # a return over a drawdown below it only shows how few bars there were


@dataclass(frozen=True, slots=True)
class Find:
    """A variant that was run on the whole fitted period; `number` is that of its first trial."""

    number: int
    place: Place
    figures: KeyFigures
    is_within: bool  # the limits


def score(figures: KeyFigures, goal: Goal) -> float:
    match goal:
        case Goal.SHARPE:
            return figures.sharpe
        case Goal.TOTAL_RETURN:
            return figures.total_return
        case Goal.RETURN_OVER_DRAWDOWN:
            return figures.total_return / max(-figures.max_drawdown, _SHALLOW)
        case Goal.MAX_DRAWDOWN:
            return figures.max_drawdown


def excesses(figures: KeyFigures, limits: OptimisationLimits) -> dict[str, float]:
    """By how much each limit is broken: 0 or below where it is kept. Trades count as a share of the fewest, so that
    one missing trade does not outweigh a ruin."""
    excess = {"fewest_trades": (limits.fewest_trades - figures.trades) / limits.fewest_trades}
    if limits.deepest_drawdown is not None:
        excess["deepest_drawdown"] = limits.deepest_drawdown - figures.max_drawdown
    if limits.least_return is not None:
        excess["least_return"] = limits.least_return - figures.total_return
    if limits.least_sharpe is not None:
        excess["least_sharpe"] = limits.least_sharpe - figures.sharpe
    return excess


def scores_of(rows: Floats, goal: Goal) -> Floats:
    """`score` of many rows of figures, as a sweep gives them."""
    match goal:
        case Goal.SHARPE:
            return rows[:, SHARPE]
        case Goal.TOTAL_RETURN:
            return rows[:, TOTAL_RETURN]
        case Goal.RETURN_OVER_DRAWDOWN:
            return rows[:, TOTAL_RETURN] / np.maximum(-rows[:, MAX_DRAWDOWN], _SHALLOW)
        case Goal.MAX_DRAWDOWN:
            return rows[:, MAX_DRAWDOWN]


def within_of(rows: Floats, limits: OptimisationLimits) -> Flags:
    """Which of many rows of figures keep all limits."""
    kept: Flags = rows[:, TRADES] >= limits.fewest_trades
    least = (limits.deepest_drawdown, limits.least_return, limits.least_sharpe)
    for column, bound in zip((MAX_DRAWDOWN, TOTAL_RETURN, SHARPE), least, strict=True):
        if bound is not None:
            kept &= rows[:, column] >= bound
    return kept


def best_of(finds: Sequence[Find], goals: Sequence[Goal]) -> tuple[Find, ...]:
    """The best one, or with several goals all that no other beats in everything; the best in the first goal first.
    Those that break a limit are not among them."""
    within = [find for find in finds if find.is_within]
    if not within:
        return ()
    scores = np.array([[score(find.figures, goal) for goal in goals] for find in within])
    order = np.lexsort(([find.number for find in within], *(-scores.T)[::-1]))
    if len(goals) == 1:
        return (within[int(order[0])],)
    kept = not_dominated(scores)
    return tuple(within[at] for at in order.tolist() if kept[at])


def not_dominated(scores: Floats) -> list[bool]:
    """By row, whether no other row is as good in every column and better in one; of equal rows the first counts."""
    kept = []
    for at, row in enumerate(scores):
        as_good, better = (scores >= row).all(axis=1), (scores > row).any(axis=1)
        same_before = (scores[:at] == row).all(axis=1).any()
        kept.append(not (as_good & better).any() and not bool(same_before))
    return kept


def front_of(scores: Floats, at_once: int = 512) -> Counts:
    """The rows that `not_dominated` keeps, of any number of them, the best in the first column first: no later row in
    that order beats an earlier one."""
    order = np.lexsort((np.arange(len(scores)), *(-scores.T)[::-1]))
    kept = np.empty(0, dtype=np.int64)
    for first in range(0, len(order), at_once):
        some = order[first : first + at_once]
        as_good = np.all(scores[kept][np.newaxis] >= scores[some][:, np.newaxis], axis=2)
        some = some[~np.any(as_good, axis=1)]
        kept = np.concatenate([kept, some[not_dominated(scores[some])]])
    return kept


def shown_of(front: Sequence[Find], most: int = MOST_SHOWN) -> tuple[Find, ...]:
    """Spread over the front, both ends among them: each one that is shown is one more look at what was held out."""
    if len(front) <= most:
        return tuple(front)
    places = np.unique(np.linspace(0, len(front) - 1, most).round().astype(int))
    return tuple(front[at] for at in places.tolist())
