"""What is left of a find outside the bars that it was found on, and beside all that was tried.

A search goes where the returns are good, so what it tried is more alike than what it could have found: luck measured on
its own trials alone would come out too small. Variants drawn from the whole space, whatever they return, stand beside
them when the luck of the best is measured; nobody is shown what they earned.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from packages.domain.backtest.analysis.curve import returns_of
from packages.domain.backtest.analysis.sharpe import sharpe_interval
from packages.domain.backtest.engine import backtest, compile_strategy
from packages.domain.backtest.jobs.fingerprint import trial_key
from packages.domain.backtest.jobs.plan import Plan
from packages.domain.backtest.outcome import KeyFigures
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.lineage import Trial, TrialKind
from packages.domain.strategy.model import Strategy
from packages.domain.stress.findings import Estimate, OverfittingFinding
from packages.domain.stress.honesty.cscv import BLOCKS, probability_of_overfitting
from packages.domain.stress.honesty.errors import NothingMoved, moved
from packages.domain.stress.honesty.odds_of import overfitting
from packages.domain.stress.jobs.trial_returns import TrialReturn, lineage_matrix
from packages.domain.stress.optimise.ground import Ran, SearchGround

DRAWN = 300
_FEWEST_STEPS = BLOCKS * 4


@dataclass(frozen=True, slots=True)
class HeldOut:
    """A variant on the bars that the search never saw; `sharpe` is None where nothing moved there."""

    figures: KeyFigures
    sharpe: Estimate | None


@dataclass(frozen=True, slots=True, eq=False)
class Lineage:
    """Everything that was tried on the way, this search included, and what the search's own variants returned."""

    trials: Sequence[Trial]
    returns: Sequence[TrialReturn]
    own: Floats  # a row a step of time, a column a variant
    drawn: Sequence[Ran]
    seed: int


def drawn(ground: SearchGround, seed: int, most: int = DRAWN) -> list[Ran]:
    """Different variants of the space that the language takes, drawn blindly; at most so many."""
    rng = np.random.Generator(np.random.PCG64([seed, 1]))
    sizes = [len(axis.values) for axis in ground.space.axes]
    places = dict.fromkeys(tuple(row) for row in rng.integers(sizes, size=(most, len(sizes))).tolist())
    return list(ground.runs([place for place in places if ground.space.variant(place) is not None]))


def held_out(ground: SearchGround, strategy: Strategy) -> HeldOut:
    """The first order is given on the close before the held-out bars, and fills on the first of them."""
    before = ground.cut.test_from - 1
    outcome = backtest(compile_strategy(strategy, CATALOGUE), ground.panel, ground.terms, trade_from=before)
    told = sharpe_interval(returns_of(outcome.equity[before:]), ground.panel.bars_per_year)
    sharpe = None if told is None else Estimate(told.value, told.low, told.high, told.level)
    return HeldOut(outcome.figures, sharpe)


def key_of(ground: SearchGround, base: Plan, strategy: Strategy) -> str:
    """The same numbers on the same fitted bars and terms are the same trial, whichever search tried them."""
    return trial_key(replace(base, strategy=strategy), ground.data)


def judged(ground: SearchGround, base: Plan, strategy: Strategy, lineage: Lineage) -> OverfittingFinding | None:
    """None where the variant never moved. Relatives are known by the returns that the lineage keeps by week, or by the
    search's own where those tell of more trials; everybody else counts as a stranger."""
    key = key_of(ground, base, strategy)
    matrix = _relatives(key, lineage)
    outcome = backtest(compile_strategy(strategy, CATALOGUE), ground.fit, ground.terms, trade_from=ground.cut.fit_from)
    returns = returns_of(outcome.equity[ground.cut.fit_from :])
    try:
        found = overfitting(returns, ground.panel.bars_per_year, _searched(base, lineage), matrix, seed=lineage.seed)
    except NothingMoved:
        return None
    tried = sum(trial.count for trial in lineage.trials)
    return replace(found, trials=tried, overfitting_probability=probability(lineage.own, lineage.seed))


def _relatives(key: str, lineage: Lineage) -> Floats:
    beside = [TrialReturn(f"drawn {at}", *ran.weekly) for at, ran in enumerate(lineage.drawn)]
    kept = lineage_matrix(key, [*lineage.returns, *beside]).returns
    own = np.column_stack([lineage.own, *(ran.returns for ran in lineage.drawn)])
    return own if kept is None or kept.shape[1] < own.shape[1] else kept


def _searched(base: Plan, lineage: Lineage) -> list[Trial]:
    """With those that were drawn, so that nobody else's place among the strangers is taken by them."""
    count = len(lineage.drawn)
    beside = [Trial("drawn", TrialKind.OPTIMISATION, base.as_of, count)] if count else []
    return [*lineage.trials, *beside]


def probability(own: Floats, seed: int) -> float | None:
    """That the best of the search in some blocks of time is no better than the middle in the others (CSCV); None where
    there are fewer than two variants that differ in anything, or too few bars."""
    if len(own) < _FEWEST_STEPS or np.count_nonzero(moved(own)) < 2:
        return None
    return probability_of_overfitting(own, seed=seed).probability
