"""Walk forward: what is chosen knows nothing of what is tested, and what is tested is really traded."""

from dataclasses import replace

import numpy as np
import pytest

from packages.domain.backtest.analysis.curve import returns_of, sharpe_of
from packages.domain.backtest.engine import backtest, compile_strategy
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import Terms
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.tuning.tunable import Tunable
from packages.domain.strategy.tuning.tunables import tunables_of
from packages.domain.strategy.validate import Validator
from packages.domain.stress.honesty.candidates import Candidates, candidates, steps_of_tunable
from packages.domain.stress.honesty.errors import BadFolds
from packages.domain.stress.honesty.walk_forward import (
    Objective,
    Refit,
    folds_of,
    plan_folds,
    reach_of,
    refit,
    walk_forward,
)
from tests.packages.domain.stress.honesty.edgeless_worlds import garch, panel_of, variant

TERMS = Terms()
VALIDATOR = Validator(CATALOGUE)
PRICES = ("open", "high", "low", "close")


def _rng(seed: int) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(seed))


def _case(seed: int) -> tuple[Strategy, Panel, tuple[Tunable, ...]]:
    strategy = variant(_rng(seed))
    return strategy, garch(_rng(seed + 100), 700), tunables_of(strategy, CATALOGUE)[:2]


def _found(strategy: Strategy, tunables: tuple[Tunable, ...], seed: int = 0) -> Candidates:
    return candidates(strategy, tunables, VALIDATOR, most=25, seed=seed)


def _other_from(panel: Panel, bar: int, end: int | None = None) -> Panel:
    """Another market on the bars [bar, end)."""
    prices = {name: getattr(panel, name).copy() for name in PRICES}
    for name in PRICES:
        prices[name][:, bar:end] = getattr(garch(_rng(999), len(panel)), name)[:, bar:end]
    return replace(panel, **prices)


def _refits(found: Candidates, panel: Panel, seen: Panel) -> list[Refit]:
    """On the market that is `seen`, with the folds of the panel."""
    plan = plan_folds(found, panel, TERMS, folds=3)
    return [refit(found, seen, TERMS, fold, Objective.SHARPE, workers=1) for fold in plan]


@pytest.mark.parametrize("seed", range(2))
def test_no_choice_knows_what_comes_after_its_fit(seed: int) -> None:
    strategy, panel, tunables = _case(seed)
    found = _found(strategy, tunables)
    for at, chosen in enumerate(_refits(found, panel, panel)):
        changed = _other_from(panel, chosen.fold.fit_end)
        assert plan_folds(found, changed, TERMS, folds=3) == plan_folds(found, panel, TERMS, folds=3)
        assert _refits(found, panel, changed)[at] == chosen


def test_what_is_purged_changes_nothing_in_sample() -> None:
    strategy, panel, tunables = _case(1)
    found = _found(strategy, tunables)
    last = _refits(found, panel, panel)[-1]
    changed = _other_from(panel, last.fold.fit_end, last.fold.test_from)
    assert changed.close.tobytes() != panel.close.tobytes()
    assert _refits(found, panel, changed)[-1] == last


def test_a_choice_does_depend_on_its_fit() -> None:
    """Or else the two tests before could not fail."""
    strategy, panel, tunables = _case(1)
    found = _found(strategy, tunables)
    assert _refits(found, panel, _other_from(panel, 0)) != _refits(found, panel, panel)


def test_the_best_variant_is_the_one_that_is_best_when_run_alone() -> None:
    strategy, panel, tunables = _case(2)
    found = _found(strategy, tunables)
    chosen = _refits(found, panel, panel)[0]
    cut = panel.until(chosen.fold.fit_end)
    alone = [
        backtest(compile_strategy(each, CATALOGUE), cut, TERMS, trade_from=chosen.fold.fit_from).figures
        for each in found.strategies
    ]
    assert chosen.sharpe == pytest.approx(max(each.sharpe for each in alone if each.trades), rel=1e-12)


def test_the_stretches_are_traded_with_what_was_chosen_and_joined() -> None:
    strategy, panel, tunables = _case(2)
    found = _found(strategy, tunables)
    told = walk_forward(strategy, panel, TERMS, tunables, folds=3, most_variants=25)
    stretches = []
    for chosen in _refits(found, panel, panel):
        before, compiled = chosen.fold.test_from - 1, compile_strategy(found.strategies[chosen.choice], CATALOGUE)
        outcome = backtest(compiled, panel.until(chosen.fold.test_end), TERMS, trade_from=before)
        stretches.append(returns_of(outcome.equity[before:]))
    assert told.out_of_sample_sharpe is not None
    assert told.out_of_sample_sharpe.value == pytest.approx(sharpe_of(np.concatenate(stretches), 252.0))
    assert told.out_of_sample_sharpe.low < told.out_of_sample_sharpe.value < told.out_of_sample_sharpe.high
    assert told.fold_sharpes == pytest.approx([sharpe_of(each, 252.0) for each in stretches])
    assert told.trials == len(found) * 3


def test_the_purge_is_at_least_the_longest_look_back_and_holding_time() -> None:
    strategy, panel, tunables = _case(3)
    found = _found(strategy, tunables)
    reach = reach_of(found, panel, TERMS)
    periods = [int(dict(factor.params)["period"]) for each in found.strategies for factor in each.factors]
    assert reach.lookback >= max(periods) - 1
    assert walk_forward(strategy, panel, TERMS, tunables, folds=3, most_variants=25).purged_bars == (
        reach.lookback + reach.holding
    )


def test_a_seed_tells_the_same_whatever_the_workers_and_says_how_far_it_is() -> None:
    strategy, panel, tunables = _case(0)
    said: list[float] = []
    some = tunables[:2]
    one = walk_forward(
        strategy,
        panel,
        TERMS,
        some,
        folds=2,
        seed=5,
        workers=1,
        on_progress=lambda far, _: said.append(far),
        most_variants=130,
    )
    assert walk_forward(strategy, panel, TERMS, some, folds=2, seed=5, workers=3, most_variants=130) == one
    assert said == [0.0, 0.5, 1.0]


@pytest.mark.parametrize("objective", list(Objective))
def test_every_objective_chooses_something_that_trades(objective: Objective) -> None:
    strategy, panel, tunables = _case(2)
    told = walk_forward(strategy, panel, TERMS, tunables, folds=2, objective=objective, purge=30, most_variants=10)
    assert told.purged_bars == 30
    assert told.in_sample_sharpe is not None


def test_folds_follow_each_other_and_end_with_the_last_bar() -> None:
    anchored = folds_of(1000, folds=4, warm_up=50, purge=20)
    rolling = folds_of(1000, folds=4, warm_up=50, purge=20, anchored=False)
    assert [fold.test_end for fold in anchored[:-1]] == [fold.test_from for fold in anchored[1:]]
    assert anchored[-1].test_end == 1000
    assert {fold.test_from - fold.fit_end for fold in (*anchored, *rolling)} == {20}
    assert {fold.fit_from for fold in anchored} == {50}
    assert len({fold.fit_end - fold.fit_from for fold in rolling}) == 1
    assert anchored[0] == rolling[0]


def test_candidates_are_valid_different_and_begin_with_the_strategy_itself() -> None:
    strategy, _, tunables = _case(0)
    found = _found(strategy, tunables)
    assert found.strategies[0] == strategy
    assert len(set(found.values)) == len(found) == 25
    assert all(not VALIDATOR.strategy(each) for each in found.strategies)
    assert found == _found(strategy, tunables)
    assert found != _found(strategy, tunables, seed=1)


def test_a_grid_that_is_small_enough_is_tried_whole() -> None:
    strategy, _, tunables = _case(0)
    few = replace(tunables[0], minimum=tunables[0].value, maximum=tunables[0].value + 4, step=2)
    assert steps_of_tunable(few) == [few.value, few.value + 2, few.value + 4]
    assert len(_found(strategy, (few,))) == 3


def test_what_the_validator_refuses_is_dropped() -> None:
    strategy, _, tunables = _case(0)
    wild = replace(tunables[0], minimum=-3, maximum=tunables[0].value, step=1)
    assert min(value for (value,) in _found(strategy, (wild,)).values) >= 1


def test_on_prices_that_never_move_there_is_nothing_to_measure() -> None:
    strategy, _, tunables = _case(0)
    flat = np.full(700, 100.0)
    told = walk_forward(strategy, panel_of(flat, flat, flat, flat), TERMS, tunables, folds=2, most_variants=10)
    assert told.out_of_sample_sharpe is None
    assert told.in_sample_sharpe is None
    assert told.efficiency is None


@pytest.mark.parametrize("bars", [1, 3, 150])
def test_too_few_bars_are_refused_with_how_many_are_needed(bars: int) -> None:
    strategy, panel, tunables = _case(0)
    with pytest.raises(BadFolds, match="load at least"):
        walk_forward(strategy, panel.until(bars), TERMS, tunables, most_variants=5)


def test_nothing_to_refit_is_refused() -> None:
    strategy, panel, tunables = _case(0)
    with pytest.raises(BadFolds, match="at least one tunable"):
        walk_forward(strategy, panel, TERMS, ())
    only = replace(tunables[0], minimum=tunables[0].value, maximum=tunables[0].value)
    with pytest.raises(BadFolds, match="widen"):
        walk_forward(strategy, panel, TERMS, (only,))
    with pytest.raises(BadFolds, match="1 fold"):
        walk_forward(strategy, panel, TERMS, tunables, folds=0, most_variants=5)
