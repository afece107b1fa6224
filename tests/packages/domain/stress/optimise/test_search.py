"""The search finds what was planted, keeps its limits, and does not depend on who runs it or how often it dies."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC
from typing import Any

import numpy as np
import pytest

from packages.domain.backtest.outcome import KeyFigures
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.json_tree import Document
from packages.domain.stress.optimise.market import SearchMarket
from packages.domain.stress.optimise.plan import SearchPlan
from packages.domain.stress.optimise.request import Goal, OptimisationLimits
from packages.domain.stress.optimise.scoring import Find, best_of, not_dominated, score
from packages.domain.stress.optimise.search import BATCH, ParameterSearch
from packages.domain.stress.optimise.space import Place
from tests.packages.domain.stress.optimise.planted import (
    FOUR,
    HOLDING,
    PLANTED,
    SIZE,
    base_plan,
    document,
    long_only,
    market_of,
    noise_panel,
    planted_panel,
    search_of,
    search_plan,
    strategy,
    values_of,
)


def over(search: ParameterSearch) -> ParameterSearch:
    while not search.is_over:
        search.next_batch()
    return search


def best(search: ParameterSearch, plan: SearchPlan) -> Find:
    return best_of(search.finds(), plan.goals)[0]


def drawn(market: SearchMarket, trials: int, seed: int) -> list[Place]:
    """As many places at random, the strategy as it was given first, as a search has it."""
    rng = np.random.Generator(np.random.PCG64([seed, 1]))
    others = [tuple(int(rng.integers(len(axis.values))) for axis in market.space.axes) for _ in range(trials - 1)]
    return [market.space.given, *others]


@pytest.mark.parametrize("seeds", [1, pytest.param(6, marks=pytest.mark.trust)])
def test_a_planted_optimum_is_found_and_random_search_of_the_same_budget_is_beaten(seeds: int) -> None:
    plan = search_plan(trials=320)
    market = market_of(plan, planted_panel())
    found, at_random = [], []
    for seed in range(seeds):
        mine = replace(plan, seed=seed)
        found.append(best(over(search_of(market, mine)), mine))
        at_random.append(max(ran.figures.sharpe for ran in market.runs(drawn(market, plan.trials, seed))))
    ratios = [find.figures.sharpe for find in found]
    wins = sum(one > other for one, other in zip(ratios, at_random, strict=True))
    losses = sum(one < other for one, other in zip(ratios, at_random, strict=True))
    print(f"search {np.round(ratios, 2)}, random {np.round(at_random, 2)}: {wins} won, {losses} lost")
    assert wins >= seeds - seeds // 3
    assert losses <= 1
    assert np.median(ratios) > 1.1 * np.median(at_random)
    for values in values_of(market, [find.place for find in found]):
        off = [abs(values[pointer] - PLANTED[pointer]) for pointer in FOUR]
        assert (np.array(off) <= [0.8, 1, 2.0, 1]).all(), values


def test_the_strategy_as_it_was_given_is_the_first_trial() -> None:
    plan = search_plan(trials=BATCH)
    market = market_of(plan, planted_panel(600))
    first = over(search_of(market, plan)).finds()[0]
    assert (first.number, first.place) == (0, market.space.given)


@pytest.mark.parametrize("goals", [(Goal.SHARPE,), (Goal.TOTAL_RETURN, Goal.MAX_DRAWDOWN)])
@pytest.mark.parametrize("dies_after", [1, 2])
def test_a_search_that_dies_goes_on_to_the_same_finds(goals: tuple[Goal, ...], dies_after: int) -> None:
    plan = search_plan(trials=3 * BATCH - 5, goals=goals)
    market = market_of(plan, planted_panel(600))
    whole = over(search_of(market, plan))
    dying = search_of(market, plan)
    kept = [dying.next_batch().lines for _ in range(dies_after)]
    dying.next_batch()  # and dies before this one was written down
    resumed = over(search_of(market, plan, kept))
    assert resumed.finds() == whole.finds()
    assert resumed.tally == whole.tally
    assert np.array_equal(resumed.returns_matrix(), whole.returns_matrix())
    assert resumed.importance() == whole.importance() is not None


def test_any_number_of_workers_finds_the_same() -> None:
    plan = search_plan(trials=2 * BATCH)
    one, three = (over(search_of(market_of(plan, planted_panel(600), workers), plan)) for workers in (1, 3))
    assert one.finds() == three.finds()


def test_another_seed_tries_other_variants() -> None:
    plan = search_plan(trials=BATCH)
    market = market_of(plan, planted_panel(600))
    one, other = (over(search_of(market, replace(plan, seed=seed))) for seed in (0, 1))
    assert {find.place for find in one.finds()} != {find.place for find in other.finds()}


def test_a_search_never_sees_what_is_purged_or_held_out() -> None:
    plan = search_plan(trials=2 * BATCH)
    panel = planted_panel(700)
    market = market_of(plan, panel)
    other = planted_panel(700, seed=9)
    prices = {name: getattr(panel, name).copy() for name in ("open", "high", "low", "close", "volume")}
    for name, matrix in prices.items():
        matrix[:, market.cut.fit_end :] = getattr(other, name)[:, market.cut.fit_end :]
    changed = market_of(plan, replace(panel, **prices))
    assert changed.cut == market.cut
    assert over(search_of(changed, plan)).finds() == over(search_of(market, plan)).finds()
    assert changed.data == market.data
    assert changed.whole.digest != market.whole.digest


@pytest.mark.parametrize("warm_up", [0, 60])
def test_the_data_that_a_search_tells_of_begins_where_its_bars_begin(warm_up: int) -> None:
    plan, panel = search_plan(trials=BATCH), planted_panel(700)
    market = market_of(plan, panel, first_bar=warm_up)
    assert market.cut.fit_from == warm_up
    first, last = (each.replace(tzinfo=UTC) for each in panel.time[[0, -1]].astype("datetime64[us]").tolist())
    assert (market.whole.first, market.whole.last, market.whole.bars) == (first, last, 700)


def two_numbers(**changes: Any) -> SearchPlan:
    told = {"goals": (Goal.TOTAL_RETURN, Goal.MAX_DRAWDOWN), "pointers": (SIZE, HOLDING), "trials": 192, **changes}
    return search_plan(base_plan(strategy(long_only())), **told)


def everywhere(market: SearchMarket) -> Iterator[Place]:
    first, second = (len(axis.values) for axis in market.space.axes)
    return ((one, other) for one in range(first) for other in range(second))


def test_the_front_is_not_dominated_and_holds_the_corners_of_the_true_one() -> None:
    plan = two_numbers(trials=320)
    market = market_of(plan, planted_panel(1800))
    truth = scores(plan, [ran.figures for ran in market.runs(list(everywhere(market)))])
    true_front = {tuple(row) for row in truth[not_dominated(truth)].tolist()}
    corners = []
    for seed in range(4):
        mine = replace(plan, seed=seed)
        front = scores(plan, [find.figures for find in best_of(over(search_of(market, mine)).finds(), plan.goals)])
        assert all(not_dominated(front))
        assert (np.diff(front[:, 0]) < 0).all()
        found = len(true_front & {tuple(row) for row in front.tolist()})
        corners.append(front[0, 0] == truth[:, 0].max() and front[-1, 1] == truth[:, 1].max())
        print(f"seed {seed}: {found} of {len(true_front)} on the true front, both corners {corners[-1]}")
        assert found >= 0.7 * len(true_front)
    assert sum(corners) >= 3


def scores(plan: SearchPlan, figures: list[KeyFigures]) -> Floats:
    return np.array([[score(each, goal) for goal in plan.goals] for each in figures])


def test_limits_are_kept_although_better_variants_break_them() -> None:
    free = two_numbers(goals=(Goal.TOTAL_RETURN,), trials=96)
    market = market_of(free, planted_panel(1800))
    most = best(over(search_of(market, free)), free)
    limit = most.figures.max_drawdown / 2
    bound = replace(free, limits=OptimisationLimits(deepest_drawdown=limit))
    search = over(search_of(market, bound))
    found = best(search, bound)
    assert found.figures.max_drawdown >= limit > most.figures.max_drawdown
    assert found.figures.total_return < most.figures.total_return
    assert {find.is_within for find in search.finds()} == {True, False}


def test_limits_that_nobody_keeps_leave_nothing() -> None:
    plan = search_plan(limits=OptimisationLimits(fewest_trades=10_000), trials=BATCH)
    search = over(search_of(market_of(plan, planted_panel(600)), plan))
    assert best_of(search.finds(), plan.goals) == ()
    assert len(search.finds()) > BATCH / 2


def test_what_looks_bad_early_is_given_up_and_the_best_is_found_all_the_same() -> None:
    plan = search_plan(goals=(Goal.TOTAL_RETURN,))
    sparing = replace(plan, prune=True)
    panel = noise_panel()
    whole = over(search_of(market_of(plan, panel), plan))
    search = search_of(market_of(sparing, panel), sparing)
    given_up = [each for _ in range(5) for each in search.next_batch().tried if each.ran is None]
    assert search.is_over
    print(f"given up {search.tally.given_up} of {search.tally.proposed}")
    assert 10 < search.tally.given_up == len(given_up) < plan.trials / 2
    assert search.tally.completed + search.tally.given_up == plan.trials
    assert best(search, sparing).figures.total_return > 0.8 * best(whole, plan).figures.total_return


def test_nothing_is_given_up_early_where_several_things_are_wanted_or_the_market_is_small() -> None:
    panel = planted_panel(600)
    assert market_of(two_numbers(prune=True), panel).early is None
    assert market_of(search_plan(prune=None), panel).early is None
    assert market_of(search_plan(prune=True), panel).early is not None


def test_variants_that_the_language_refuses_are_told_apart_and_never_run() -> None:
    told: Any = document()
    told["factors"] = {"macd": {"type": "macd", "params": {"fast_period": 12, "slow_period": 16}}}
    above: Document = {"cmp": {"left": {"ref": "macd.macd"}, "op": "gt", "right": 0}}
    told["trade"]["long"]["entry"]["condition"] = above
    plan = search_plan(
        replace(search_plan().base, strategy=strategy(told)),
        pointers=("/factors/macd/params/fast_period", "/factors/macd/params/slow_period"),
        trials=3 * BATCH,
    )
    search = over(search_of(market_of(plan, planted_panel(600)), plan))
    assert search.tally.refused > 5
    assert search.tally.proposed == plan.trials == search.tally.completed + search.tally.refused
    values = values_of(market_of(plan, planted_panel(600)), [find.place for find in search.finds()])
    assert all(each[plan.pointers[0]] < each[plan.pointers[1]] for each in values)  # type: ignore[index]
