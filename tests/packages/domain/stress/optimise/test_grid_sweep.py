"""A grid of many thousands runs every combination, counts them all, shows the best, and tells how lucky it may be."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from packages.core.errors import Invalid
from packages.domain.backtest.engine import compile_strategy
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.lineage import GRID_KEY
from packages.domain.strategy.validate import Validator
from packages.domain.stress.honesty.odds_of import worth_of_all
from packages.domain.stress.honesty.sharpe_odds import effective_trials
from packages.domain.stress.optimise.grid import GridSearcher
from packages.domain.stress.optimise.grid_sweep import SAMPLED, GridSweep, ParameterOrder, grid_key
from packages.domain.stress.optimise.plan import SearchPlan, plan_search
from packages.domain.stress.optimise.request import MOST_TRIALS, Goal, OptimisationLimits, OptimisationRequest
from packages.domain.stress.optimise.scoring import best_of, front_of, not_dominated
from packages.domain.stress.optimise.search import ParameterSearch
from packages.domain.stress.optimise.space import space_of
from tests.packages.domain.backtest.asking import book
from tests.packages.domain.stress.optimise.planted import (
    BUYING,
    FOUR,
    HOLDING,
    NOW,
    document,
    market_of,
    noise_panel,
    planted_panel,
    search_plan,
    strategy,
)
from tests.packages.domain.stress.optimise.test_work import Desk, desk

__all__ = ["desk"]  # a fixture

GOALS = [(Goal.SHARPE,), (Goal.RETURN_OVER_DRAWDOWN,), (Goal.TOTAL_RETURN, Goal.MAX_DRAWDOWN)]
LIMITS = [OptimisationLimits(), OptimisationLimits(fewest_trades=20, deepest_drawdown=-0.05, least_sharpe=0.5)]


def grid_plan(values: int, **changes: Any) -> SearchPlan:
    size = space_of(compile_strategy(strategy(), CATALOGUE), FOUR, values).size
    return search_plan(grid=values, trials=size, **changes)


def swept(plan: SearchPlan) -> GridSweep:
    sweep = GridSweep(market_of(plan, planted_panel(600)), plan)
    while not sweep.is_over:
        sweep.next_batch()
    return sweep


@pytest.mark.parametrize("limits", LIMITS)
@pytest.mark.parametrize("goals", GOALS)
def test_it_finds_what_a_grid_finds_that_keeps_every_variant(
    goals: tuple[Goal, ...], limits: OptimisationLimits
) -> None:
    plan = grid_plan(4, goals=goals, limits=limits)
    one_by_one = ParameterSearch(market_of(plan, planted_panel(600)), plan, GridSearcher)
    while not one_by_one.is_over:
        one_by_one.next_batch()
    sweep = swept(plan)
    kept = {find.number: find for find in one_by_one.finds()}
    assert best_of(sweep.finds(), goals) == tuple(kept[each.number] for each in best_of(list(kept.values()), goals))
    assert sweep.finds()[0] == kept[0], "the strategy as it was given"
    assert (sweep.tally, sweep.explored()) == (one_by_one.tally, one_by_one.explored())
    assert sweep.importance() == pytest.approx(one_by_one.importance())


def test_the_front_of_many_rows_is_that_of_all_comparisons() -> None:
    scores = np.random.default_rng(3).integers(0, 40, (3_000, 3)).astype(float)
    assert sorted(front_of(scores, at_once=64).tolist()) == np.flatnonzero(not_dominated(scores)).tolist()


async def test_all_of_it_are_counted_and_the_same_grid_again_counts_nothing(desk: Desk) -> None:
    asked = {"grid": 9}
    _, report = await desk.done(**asked)
    size = report["counts"]["completed"]
    assert size > MOST_TRIALS
    assert report["counts"]["distinct"] == size
    assert size <= report["counts"]["lineage"] <= size + 12, "what is shown is recorded by itself as well"
    [found] = report["found"]
    assert found["overfitting"]["trials"] == report["counts"]["lineage"]
    assert found["fit"]["sharpe"] >= report["given"]["fit"]["sharpe"]
    _, again = await desk.done(**asked, seed=1)
    assert again["counts"]["lineage"] == report["counts"]["lineage"]


async def test_a_sample_is_recorded_one_by_one_and_the_rest_as_one_record(desk: Desk) -> None:
    ended, report = await desk.done(grid=9)
    trials = await desk.shelf.ledger.trials(ended.plan.lineage_id)
    [whole] = [each for each in trials if each.is_of_a_grid]
    others = [each for each in trials if not each.is_of_a_grid]
    assert whole.key.startswith(GRID_KEY)
    assert len(others) >= SAMPLED
    assert whole.count + len(others) == report["counts"]["lineage"]


def test_parameters_that_must_rise_are_left_out_where_they_do_not() -> None:
    side = {
        "entry": {
            "condition": {"cmp": {"left": {"ref": "macd.histogram"}, "op": "gt", "right": 0}},
            "order": {"type": "market"},
        },
        "exits": [{"type": "time_exit", "bars": 5}],
        "position_sizing": {"mode": "pct_equity", "pct": 0.5},
    }
    told: Any = {**document(), "factors": {"macd": {"type": "macd"}}, "trade": {"long": side}}
    compiled = compile_strategy(Validator(CATALOGUE).document(told).require(), CATALOGUE)
    space = space_of(compiled, ("/factors/macd/params/fast_period", "/factors/macd/params/slow_period"), 30)
    places = np.array(list(np.ndindex(*(len(axis.values) for axis in space.axes))))
    expected = [space.variant(tuple(place)) is not None for place in places.tolist()]
    assert ParameterOrder(space).allows(places).tolist() == expected
    assert not all(expected)


def test_another_grid_or_other_bars_are_another_record() -> None:
    plan, finer = grid_plan(3), grid_plan(4)
    keys = {
        grid_key(market_of(plan, planted_panel(600)), plan.base),
        grid_key(market_of(finer, planted_panel(600)), plan.base),
        grid_key(market_of(plan, planted_panel(650)), plan.base),
    }
    assert len(keys) == 3
    moved = replace(plan.base, strategy=Validator(CATALOGUE).document(_with_another_start()).require())
    assert grid_key(market_of(plan, planted_panel(600)), moved) in keys, "whichever of its variants was given"


def _with_another_start() -> Any:
    told: Any = document()
    told["trade"]["long"]["exits"][0]["bars"] = 7
    return told


@pytest.mark.parametrize("seed", range(3))
def test_a_sample_tells_about_what_the_whole_grid_is_worth(seed: int) -> None:
    plan = grid_plan(6, pointers=FOUR)
    market = market_of(plan, noise_panel(700, seed))
    places = list(np.ndindex(*(len(axis.values) for axis in market.space.axes)))
    returns = np.column_stack([ran.returns for ran in market.runs(places)])
    whole = effective_trials(returns)
    chosen = np.random.default_rng(seed).choice(len(places), 256, replace=False)
    sample = returns[:, chosen]
    worth = effective_trials(sample)
    assert whole is not None
    assert worth is not None
    told = worth_of_all(sample, worth, len(places) - 256, seed=0)
    assert 0.9 * whole <= told <= 3 * whole
    assert told < 0.5 * len(places), "near copies are no strangers"


def test_strangers_stay_strangers() -> None:
    returns = np.random.default_rng(1).standard_normal((400, 256))
    worth = effective_trials(returns)
    assert worth is not None
    assert worth_of_all(returns, worth, 10_000, seed=0) > 5_000


async def test_a_million_variants_may_be_asked_for_and_no_more() -> None:
    shelf = book()
    stored = await shelf.create("ann", document())
    asked = OptimisationRequest(strategy_id=stored.id, pointers=FOUR, grid=10)
    plan = await plan_search(shelf, "ann", asked, NOW)
    assert plan.trials == 10_000
    assert plan.is_swept
    with pytest.raises(Invalid, match="more than 1,000,000"):
        await plan_search(shelf, "ann", replace(asked, grid=1_000, pointers=None), NOW)
    assert not (await plan_search(shelf, "ann", replace(asked, pointers=(BUYING, HOLDING)), NOW)).is_swept
