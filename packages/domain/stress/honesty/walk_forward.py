"""Walk-forward with refit: folds, the purge between them, parameters chosen on what was known and traded on what
followed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

import numpy as np

from packages.domain.backtest.analysis.curve import returns_of, sharpe_of
from packages.domain.backtest.analysis.sharpe import sharpe_interval
from packages.domain.backtest.arena import Arena
from packages.domain.backtest.compiling.strategy import Compiled
from packages.domain.backtest.jobs.warm_up import warm_up_bars
from packages.domain.backtest.many import MAX_DRAWDOWN, SHARPE, TOTAL_RETURN, TRADES
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.portfolio.compiled import CompiledPortfolio
from packages.domain.backtest.positions import positions_of
from packages.domain.backtest.runs import TriedVariants, figures_over, ready, run_once
from packages.domain.backtest.terms import Terms
from packages.domain.backtest.variants import vary
from packages.domain.market_data.bars import Floats
from packages.domain.strategy import conditions as c
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.operands import lag_of
from packages.domain.strategy.tuning.tunable import Tunable
from packages.domain.strategy.validate import Validator
from packages.domain.strategy.walk import compared, every_condition
from packages.domain.stress.findings import IntervalEstimate, WalkForwardFinding
from packages.domain.stress.honesty.candidates import Candidates, candidates
from packages.domain.stress.honesty.errors import BadFolds
from packages.domain.work.bridge import step

FEWEST_FITTED = 60
FEWEST_TESTED = 20


@dataclass(frozen=True, slots=True)
class Fold:
    """Fitted on the bars [fit_from, fit_end), tested on [test_from, test_end); those between are purged. What lies
    before `fit_from` only warms indicators up."""

    fit_from: int
    fit_end: int
    test_from: int
    test_end: int


def folds_of(bars: int, *, folds: int, warm_up: int, purge: int, anchored: bool = True) -> tuple[Fold, ...]:
    """Half of what is left after warm-up and purge is fitted first, the other half is tested in equal stretches that
    follow each other without a gap. Anchored folds fit all that came before, others as many bars as the first."""
    if folds < 1 or warm_up < 0 or purge < 0:
        raise BadFolds("stress.bad_folds", folds=folds, warm_up=warm_up, purge=purge)
    left = bars - warm_up - purge
    tested = left // 2 // folds
    fitted = left - tested * folds
    if fitted < FEWEST_FITTED or tested < FEWEST_TESTED:
        needed = warm_up + purge + max(2 * folds * FEWEST_TESTED, FEWEST_FITTED + folds * FEWEST_TESTED)
        raise BadFolds(
            "stress.too_few_bars_for_folds", bars=bars, folds=folds, warm_up=warm_up, purge=purge, needed=needed
        )
    begins = [bars - tested * at for at in range(folds, -1, -1)]
    return tuple(
        Fold(warm_up if anchored else begin - purge - fitted, begin - purge, begin, end)
        for begin, end in pairwise(begins)
    )


_SHARE = 4


@dataclass(frozen=True, slots=True)
class DecisionReach:
    """In bars of the panel: until every candidate can decide, and how long the strategy as given held at most."""

    lookback: int
    holding: int


def reach_of(found: Candidates, panel: Panel, terms: Terms) -> DecisionReach:
    early = panel.until(len(panel) // _SHARE)
    if len(early) == 0:
        return DecisionReach(0, 0)
    compiled = ready(found.strategies[0], CATALOGUE)
    if isinstance(compiled, CompiledPortfolio):
        return _portfolio_reach(found, compiled, early)
    outcome = run_once(compiled, early, terms)
    positions = positions_of(outcome)
    held = positions.exit_bar - positions.entry_bar
    still = [len(early) - each.entry_bar for each in outcome.open_positions]
    return DecisionReach(_lookback(found, compiled, early), int(max([0, *held.tolist(), *still])))


def _lookback(found: Candidates, compiled: Compiled, early: Panel) -> int:
    sources = vary(compiled, found.pointers, found.matrix).sources
    known = [_first_known(column) for columns in Arena(early).columns(sources) for column in columns]
    return max(known, default=0) + max(_conditions_reach(each) for each in found.strategies)


def _portfolio_reach(found: Candidates, compiled: CompiledPortfolio, early: Panel) -> DecisionReach:
    """What was decided on one day is decided anew on the next rebalancing, whatever is held since when."""
    lookback = max(warm_up_bars(each, CATALOGUE) for each in found.strategies)
    decided = compiled.targets(early).bars
    return DecisionReach(lookback, int(np.diff(decided).max(initial=0)) + 1)


def _first_known(column: Floats) -> int:
    """The first bar that has a value; all of them where none has one yet."""
    known = np.isfinite(column)
    return int(known.argmax()) if known.any() else len(column)


def _conditions_reach(strategy: Strategy) -> int:
    """Lags, and the windows of conditions, which look back one after another when they lie inside each other."""
    lags = [lag_of(operand) for _, operand in compared(strategy)]
    return max(lags, default=0) + sum(_window(condition) for _, condition in every_condition(strategy))


def _window(condition: c.Condition) -> int:
    match condition:
        case c.WithinBars(_, bars) | c.BarsSince(_, _, bars) | c.Sequence(_, bars):
            return bars
        case c.Cross():
            return 1
        case _:
            return 0


FOLDS = 5
MOST_VARIANTS = 200
_SHALLOW = 0.01  # a return over a drawdown below it only tells how few bars there were

OnProgress = Callable[[float, str], None]  # how far it is, from 0 to 1; may raise to stop the work


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
    on_progress: OnProgress = lambda _fraction, _message: None,
    anchored: bool = True,
    most_variants: int = MOST_VARIANTS,
    validator: Validator | None = None,
    among: Candidates | None = None,
    workers: int = 0,
) -> WalkForwardFinding:
    """`purge` None takes the longest look back with the longest holding time; the validator knows which variants the
    person may not trade. `among` are the candidates where somebody has made them already."""
    allowed = validator or Validator(CATALOGUE)
    found = candidates(strategy, tunables, allowed, most=most_variants, seed=seed) if among is None else among
    plan = plan_folds(found, panel, terms, folds=folds, purge=purge, anchored=anchored)
    refits, stretches = [], []
    for at, fold in enumerate(plan):
        on_progress(at / len(plan), step("fitting", n=at + 1, all=len(plan)))
        refits.append(refit(found, panel, terms, fold, objective, workers=workers))
        stretches.append(_tested(found.strategies[refits[-1].choice], panel, terms, fold))
    on_progress(1.0, step("joining"))
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
    compiled, tried = ready(found.strategies[0], CATALOGUE), TriedVariants(found.pointers, found.matrix)
    fitted = Arena(panel.until(fold.fit_end))
    figures = figures_over(compiled, fitted, terms, tried, trade_from=fold.fit_from, workers=workers)
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
    compiled, before = ready(strategy, CATALOGUE), fold.test_from - 1
    outcome = run_once(compiled, panel.until(fold.test_end), terms, trade_from=before)
    return returns_of(outcome.equity[before:])


def _finding(refits: list[Refit], stretches: list[Floats], bars_per_year: float, trials: int) -> WalkForwardFinding:
    interval = sharpe_interval(np.concatenate(stretches), bars_per_year)
    sharpes = [each.sharpe for each in refits if each.sharpe is not None]
    fitted = float(np.mean(sharpes)) if sharpes else None
    after = None if interval is None else IntervalEstimate(interval.value, interval.low, interval.high, interval.level)
    return WalkForwardFinding(
        folds=len(refits),
        purged_bars=refits[0].fold.test_from - refits[0].fold.fit_end,
        in_sample_sharpe=fitted,
        out_of_sample_sharpe=after,
        efficiency=after.value / fitted if after is not None and fitted is not None and fitted > 0 else None,
        fold_sharpes=tuple(sharpe_of(each, bars_per_year) for each in stretches),
        trials=trials,
    )
