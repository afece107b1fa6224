"""A grid runs every combination of a few values once, counts each as a trial, and goes on where it was cut off."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from packages.core.errors import Invalid
from packages.domain.backtest.engine import compile_strategy
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.well_known.library import WellKnown, well_known
from packages.domain.stress.optimise.grid import GridSearcher
from packages.domain.stress.optimise.plan import SearchPlan, parse_search_plan, plan_search
from packages.domain.stress.optimise.request import Goal, OptimisationRequest
from packages.domain.stress.optimise.scoring import best_of
from packages.domain.stress.optimise.search import GRID_BATCH, ParameterSearch
from packages.domain.stress.optimise.space import Space, space_of
from tests.packages.domain.backtest.asking import book
from tests.packages.domain.stress.optimise.planted import (
    BUYING,
    FOUR,
    HOLDING,
    NOW,
    document,
    market_of,
    planted_panel,
    search_plan,
    strategy,
)
from tests.packages.domain.stress.optimise.test_work import Desk, desk

__all__ = ["desk"]  # a fixture


def space(values: int, pointers: tuple[str, ...] = FOUR) -> Space:
    return space_of(compile_strategy(strategy(), CATALOGUE), pointers, values)


def grid_plan(values: int, **changes: Any) -> SearchPlan:
    return search_plan(grid=values, trials=space(values).size, **changes)


def searched(plan: SearchPlan, batches: list[bytes], most: int = 100) -> ParameterSearch:
    search = ParameterSearch(market_of(plan, planted_panel(600)), plan, GridSearcher, batches)
    while not search.is_over and len(batches) < most:
        batches.append(search.next_batch().lines)
    return search


def test_every_combination_is_run_once_and_the_strategy_as_it_was_given_first() -> None:
    plan = grid_plan(3)
    search = searched(plan, [])
    places = [find.place for find in search.finds()]
    assert places[0] == space(3).given
    assert sorted(places) == sorted(product(*(range(len(axis.values)) for axis in space(3).axes)))
    assert (search.tally.completed, search.tally.given_up, search.tally.refused) == (plan.trials, 0, 0)


def test_the_best_is_the_best_of_all() -> None:
    plan = grid_plan(4)
    finds = searched(plan, []).finds()
    assert best_of(finds, plan.goals)[0].figures.sharpe == max(each.figures.sharpe for each in finds if each.is_within)


def test_one_that_was_cut_off_goes_on_and_ends_the_same() -> None:
    plan, whole, parts = grid_plan(5, goals=(Goal.SHARPE, Goal.MAX_DRAWDOWN)), list[bytes](), list[bytes]()
    first = searched(plan, whole)
    assert plan.trials > GRID_BATCH
    searched(plan, parts, most=1)
    again = searched(plan, parts)
    assert parts == whole
    assert again.finds() == first.finds()
    assert again.importance() == first.importance()
    assert sum((again.importance() or {}).values()) == pytest.approx(1)


@pytest.mark.parametrize("most", [2, 3, 7, 1_000])
@pytest.mark.parametrize("pointer", FOUR)
def test_a_row_is_thinned_to_both_ends_and_the_chosen_value(most: int, pointer: str) -> None:
    [axis] = space(most, (pointer,)).axes
    [whole] = space(1_000, (pointer,)).axes
    assert len(axis.values) == min(most, len(whole.values))
    assert axis.values[axis.chosen] == whole.values[whole.chosen]
    assert set(axis.values) <= set(whole.values)
    if most > 2:
        assert (axis.values[0], axis.values[-1]) == (whole.values[0], whole.values[-1])


async def test_all_of_a_grid_are_counted_as_trials_and_it_is_called_so(desk: Desk) -> None:
    _, report = await desk.done(grid=6, pointers=(BUYING, HOLDING), trials=5_000)
    assert report["sampler"] == "grid"
    assert report["counts"]["completed"] == report["counts"]["lineage"] == 36
    assert report["found"][0]["overfitting"]["trials"] == 36
    _, again = await desk.done(grid=6, pointers=(BUYING, HOLDING), seed=1)
    assert again["counts"]["lineage"] == 36, "the same variants on the same data are the same trials"


@pytest.mark.parametrize(("asked", "sentence"), [({"grid": 1}, "2 to 1,000 values"), ({"grid": 1_001}, "2 to 1,000")])
def test_a_grid_of_no_values_is_refused(asked: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Invalid, match=sentence):
        OptimisationRequest(strategy_id="one", **asked)


async def test_a_grid_of_what_is_run_one_by_one_is_refused_where_it_is_too_large() -> None:
    shelf = book()
    stored = await shelf.create("ann", well_known(WellKnown.GRID))
    with pytest.raises(Invalid, match="variants, more than 5,000"):
        await plan_search(shelf, "ann", OptimisationRequest(strategy_id=stored.id, grid=20), NOW)
    stored = await shelf.create("ann", document())
    plan = await plan_search(shelf, "ann", OptimisationRequest(strategy_id=stored.id, pointers=FOUR, grid=4), NOW)
    assert plan.trials == 256
    assert parse_search_plan(plan.as_json()).grid == 4


def test_requests_without_a_grid_keep_their_digest_and_plans_without_one_are_read() -> None:
    one = OptimisationRequest(strategy_id="one")
    assert one.digest != replace(one, grid=3).digest
    assert "grid" not in search_plan().as_json()
    assert parse_search_plan(search_plan().as_json()).grid is None
