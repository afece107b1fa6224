"""What is left of a find outside the bars that it was found on, and beside all that was tried; and how much of it is
luck, in a few plain sentences.

A search goes where the returns are good, so what it tried is more alike than what it could have found: luck measured on
its own trials alone would come out too small. Variants drawn from the whole space, whatever they return, stand beside
them when the luck of the best is measured; nobody is shown what they earned.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce

import numpy as np

from packages.core.messages import Language, Message, Param, render
from packages.domain.backtest.analysis.curve import returns_of
from packages.domain.backtest.analysis.sharpe import sharpe_interval
from packages.domain.backtest.jobs.fingerprint import trial_key
from packages.domain.backtest.jobs.plan import Plan
from packages.domain.backtest.jobs.trial_returns import TrialReturn
from packages.domain.backtest.outcome import KeyFigures
from packages.domain.backtest.runs import ready, run_once
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.lineage import Trial, TrialKind
from packages.domain.strategy.model import Strategy
from packages.domain.stress.findings import IntervalEstimate, OverfittingFinding
from packages.domain.stress.honesty.cscv import BLOCKS, probability_of_overfitting
from packages.domain.stress.honesty.errors import NothingMoved, moved
from packages.domain.stress.honesty.odds_of import overfitting
from packages.domain.stress.jobs.lineage_matrix import lineage_matrix
from packages.domain.stress.optimise.market import Ran, SearchMarket

DRAWN = 300
_FEWEST_STEPS = BLOCKS * 4


@dataclass(frozen=True, slots=True)
class HeldOut:
    """A variant on the bars that the search never saw; `sharpe` is None where nothing moved there."""

    figures: KeyFigures
    sharpe: IntervalEstimate | None


@dataclass(frozen=True, slots=True, eq=False)
class Lineage:
    """Everything that was tried on the way, this search included, and what the search's own variants returned."""

    trials: Sequence[Trial]
    returns: Sequence[TrialReturn]
    own: Floats  # a row a step of time, a column a variant
    drawn: Sequence[Ran]
    seed: int


def drawn(market: SearchMarket, seed: int, most: int = DRAWN) -> list[Ran]:
    """Different variants of the space that the language takes, drawn blindly; at most so many."""
    rng = np.random.Generator(np.random.PCG64([seed, 1]))
    sizes = [len(axis.values) for axis in market.space.axes]
    places = dict.fromkeys(tuple(row) for row in rng.integers(sizes, size=(most, len(sizes))).tolist())
    return list(market.runs([place for place in places if market.space.variant(place) is not None]))


def held_out(market: SearchMarket, strategy: Strategy) -> HeldOut:
    """The first order is given on the close before the held-out bars, and fills on the first of them."""
    before = market.cut.test_from - 1
    outcome = run_once(ready(strategy, CATALOGUE), market.panel, market.terms, trade_from=before)
    interval = sharpe_interval(returns_of(outcome.equity[before:]), market.panel.bars_per_year)
    sharpe = None if interval is None else IntervalEstimate(interval.value, interval.low, interval.high, interval.level)
    return HeldOut(outcome.figures, sharpe)


def key_of(market: SearchMarket, base: Plan, strategy: Strategy) -> str:
    """The same numbers on the same fitted bars and terms are the same trial, whichever search tried them."""
    return trial_key(replace(base, strategy=strategy), market.data)


def judged(market: SearchMarket, base: Plan, strategy: Strategy, lineage: Lineage) -> OverfittingFinding | None:
    """None where the variant never moved. Relatives are known by the returns that the lineage keeps by week, or by the
    search's own where those count more trials; everybody else counts as a stranger."""
    key = key_of(market, base, strategy)
    matrix = _relatives(key, lineage)
    outcome = run_once(ready(strategy, CATALOGUE), market.fit, market.terms, trade_from=market.cut.fit_from)
    returns = returns_of(outcome.equity[market.cut.fit_from :])
    try:
        found = overfitting(returns, market.panel.bars_per_year, _searched(base, lineage), matrix, seed=lineage.seed)
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


_SURE, _LIKELY = 0.95, 0.5


def luck_words(found: OverfittingFinding | None, held_out: HeldOut, given: HeldOut) -> dict[str, str]:
    """In both languages; `given` is the strategy as it was, on the held-out bars."""
    return _in_both(_luck(found, held_out, given))


def nothing_kept_words(run: int) -> dict[str, str]:
    """Where no variant kept the limits."""
    return _in_both(_say("nothing_kept", run=run))


def _luck(found: OverfittingFinding | None, held_out: HeldOut, given: HeldOut) -> Message:
    if found is None:
        return _say("never_moved")
    best = f"{found.expected_best_of_luck:.2f}"
    sentences = [
        _say("fitted", sharpe=f"{found.sharpe:.2f}", trials=found.trials, best=best),
        _say("odds", odds=f"{found.deflated_sharpe:.0%}"),
    ]
    if found.overfitting_probability is not None:
        sentences.append(_say("halves", share=f"{found.overfitting_probability:.0%}"))
    sentences += [_say("held_out", result=_result(held_out, given)), _ending(found, held_out)]
    return reduce(lambda before, after: _say("both", before=before, after=after), sentences)


def _result(held_out: HeldOut, given: HeldOut) -> Message:
    after, before = held_out.sharpe, given.sharpe
    if after is None:
        return _say("no_trades")
    beside = _say("given_no_trades") if before is None else _say("given", sharpe=f"{before.value:.2f}")
    figures = {"sharpe": after.value, "low": after.low, "high": after.high}
    return _say("result", **{name: f"{value:.2f}" for name, value in figures.items()}, beside=beside)


def _ending(found: OverfittingFinding, held_out: HeldOut) -> Message:
    """A find that fell apart out of sample is not proven, whatever the odds were before."""
    if found.deflated_sharpe < _LIKELY:
        return _say("take_for_luck")
    holds = held_out.sharpe is not None and held_out.sharpe.value > 0
    return _say("more_than_luck" if found.deflated_sharpe >= _SURE and holds else "not_proven")


def _say(code: str, **params: Param) -> Message:
    return Message(f"stress.luck.{code}", params)


def _in_both(said: Message) -> dict[str, str]:
    return {language.value: render(said, language) for language in Language}
