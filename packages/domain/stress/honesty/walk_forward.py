"""Walk forward with refit: choose the numbers on what was known, trade them on what came after, and join the latter.

A fit sees a panel that ends where its stretch ends, so nothing of what is purged or tested can reach a choice.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from packages.domain.backtest.analysis.curve import returns_of, sharpe_of
from packages.domain.backtest.analysis.sharpe import sharpe_interval
from packages.domain.backtest.engine import backtest, compile_strategy
from packages.domain.backtest.many import MAX_DRAWDOWN, SHARPE, TOTAL_RETURN, TRADES, sweep
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import Terms
from packages.domain.backtest.variants import vary
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.tunables import Tunable
from packages.domain.strategy.validate import Validator
from packages.domain.stress.findings import Estimate, WalkForwardFinding
from packages.domain.stress.honesty.candidates import Candidates, candidates
from packages.domain.stress.honesty.folds import Fold, folds_of
from packages.domain.stress.honesty.purging import reach_of

FOLDS = 5
MOST_VARIANTS = 200
_SHALLOW = 0.01  # a return over a drawdown below it only tells how few bars there were

Tell = Callable[[float, str], None]  # how far it is, from 0 to 1; may raise to stop the work


class Objective(StrEnum):
    """What makes a variant the best one."""

    SHARPE = "sharpe"
    TOTAL_RETURN = "total_return"
    RETURN_OVER_DRAWDOWN = "return_over_drawdown"


@dataclass(frozen=True, slots=True)
class Refit:
    """What was chosen on a fold: its place among the candidates, its numbers, and its Sharpe ratio on the bars of the
    fit; None where no candidate traded there."""

    fold: Fold
    choice: int
    values: tuple[int | float, ...]
    sharpe: float | None


def walk_forward(
    strategy: Strategy,
    panel: Panel,
    terms: Terms,
    tunables: Sequence[Tunable],
    *,
    folds: int = FOLDS,
    objective: Objective = Objective.SHARPE,
    purge: int | None = None,
    seed: int = 0,
    tell: Tell = lambda _fraction, _message: None,
    anchored: bool = True,
    most_variants: int = MOST_VARIANTS,
    validator: Validator | None = None,
    workers: int = 0,
) -> WalkForwardFinding:
    """`purge` None takes the longest look back with the longest holding time; the validator knows which variants the
    person may not trade."""
    allowed = validator or Validator(CATALOGUE)
    found = candidates(strategy, tunables, allowed, most=most_variants, seed=seed)
    plan = plan_folds(found, panel, terms, folds=folds, purge=purge, anchored=anchored)
    refits, stretches = [], []
    for at, fold in enumerate(plan):
        tell(at / len(plan), f"Fitting stretch {at + 1} of {len(plan)}")
        refits.append(refit(found, panel, terms, fold, objective, workers=workers))
        stretches.append(_tested(found.strategies[refits[-1].choice], panel, terms, fold))
    tell(1.0, "Joining the stretches")
    return _finding(refits, stretches, panel.bars_per_year, len(found) * len(plan))


def plan_folds(
    found: Candidates, panel: Panel, terms: Terms, *, folds: int, purge: int | None = None, anchored: bool = True
) -> tuple[Fold, ...]:
    reach = reach_of(found, panel, terms)
    purged = reach.lookback + reach.holding if purge is None else purge
    return folds_of(len(panel), folds=folds, warm_up=reach.lookback, purge=purged, anchored=anchored)


def refit(
    found: Candidates, panel: Panel, terms: Terms, fold: Fold, objective: Objective, *, workers: int = 0
) -> Refit:
    """The best candidate on the bars of the fit; the strategy as it was given where none of them traded."""
    compiled = compile_strategy(found.strategies[0], CATALOGUE)
    variants = vary(compiled, found.pointers, found.matrix)
    figures = sweep(compiled, panel.until(fold.fit_end), terms, variants, trade_from=fold.fit_from, workers=workers)
    choice = int(np.argmax(_scores(figures, objective)))
    traded = figures[choice, TRADES] > 0
    return Refit(fold, choice, found.values[choice], float(figures[choice, SHARPE]) if traded else None)


def _scores(figures: Floats, objective: Objective) -> Floats:
    score = {
        Objective.SHARPE: figures[:, SHARPE],
        Objective.TOTAL_RETURN: figures[:, TOTAL_RETURN],
        Objective.RETURN_OVER_DRAWDOWN: figures[:, TOTAL_RETURN] / np.maximum(-figures[:, MAX_DRAWDOWN], _SHALLOW),
    }[objective]
    return np.where(figures[:, TRADES] > 0, score, -np.inf)


def _tested(strategy: Strategy, panel: Panel, terms: Terms, fold: Fold) -> Floats:
    """The returns of the tested bars; the first order is given on the close before them, and fills on the first."""
    compiled = compile_strategy(strategy, CATALOGUE)
    before = fold.test_from - 1
    outcome = backtest(compiled, panel.until(fold.test_end), terms, trade_from=before)
    return returns_of(outcome.equity[before:])


def _finding(refits: list[Refit], stretches: list[Floats], bars_per_year: float, trials: int) -> WalkForwardFinding:
    interval = sharpe_interval(np.concatenate(stretches), bars_per_year)
    told = [each.sharpe for each in refits if each.sharpe is not None]
    fitted = float(np.mean(told)) if told else None
    after = None if interval is None else Estimate(interval.value, interval.low, interval.high, interval.level)
    return WalkForwardFinding(
        folds=len(refits),
        purged_bars=refits[0].fold.test_from - refits[0].fold.fit_end,
        in_sample_sharpe=fitted,
        out_of_sample_sharpe=after,
        efficiency=after.value / fitted if after is not None and fitted is not None and fitted > 0 else None,
        fold_sharpes=tuple(sharpe_of(each, bars_per_year) for each in stretches),
        trials=trials,
    )
