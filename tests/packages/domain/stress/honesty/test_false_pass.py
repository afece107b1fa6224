"""Whoever tries often enough finds something that looks good: the gate must not let it pass, and still let a real edge
through."""

from collections.abc import Mapping

import numpy as np
import pytest

from packages.domain.backtest.analysis.curve import sharpe_of
from packages.domain.backtest.engine import compile_strategy
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from tests.packages.domain.backtest.real_data import HAS_REAL_DATA, NO_REAL_DATA, real_panel
from tests.packages.domain.stress.honesty.adversary import Passed, attack
from tests.packages.domain.stress.honesty.edgeless_worlds import (
    A_YEAR,
    World,
    bootstrapped,
    follower,
    garch,
    planted,
    returns_matrix,
    shapes_of,
    shuffled,
)

MOST_FALSE = 0.05
LEAST_POWER = 0.80
WORLDS = ("garch", "shuffled", "bootstrapped")
needs_bars = pytest.mark.skipif(not HAS_REAL_DATA, reason=NO_REAL_DATA)


def _world(name: str) -> World:
    """The last two are made of real bars from which every drift was taken."""
    if name == "garch":
        return garch
    shapes = shapes_of(real_panel("NVDA"), 1000)
    return shuffled(shapes) if name == "shuffled" else bootstrapped(shapes)


def _show(name: str, told: Mapping[int, Passed]) -> None:
    for count, each in told.items():
        gate, knowing, plain = (each.share(some) for some in (each.gate, each.gate_knowing_returns, each.plain))
        print(f"{name}, best of {count}, {each.worlds} worlds: {gate:.3f}, {knowing:.3f}, Sharpe > 1 {plain:.3f}")


def test_the_gate_refuses_the_best_of_twenty_variants_without_an_edge() -> None:
    told = attack(garch, (20,), 8, seed=1, ideas=40)[20]
    assert told.gate == 0
    assert told.gate_knowing_returns <= 1


def test_the_gate_lets_a_planted_edge_through() -> None:
    first = (compile_strategy(follower(), CATALOGUE),)
    told = attack(planted(1.5), (1,), 30, seed=2, first=first, knowing_returns=False, ideas=1)[1]
    assert told.share(told.gate) >= LEAST_POWER


@needs_bars
@pytest.mark.trust
@pytest.mark.parametrize("name", WORLDS)
def test_one_trial_without_an_edge_passes_in_at_most_one_world_of_twenty(name: str) -> None:
    told = attack(_world(name), (1,), 2000, seed=7, knowing_returns=False)
    _show(name, told)
    assert told[1].share(told[1].gate) <= MOST_FALSE


@needs_bars
@pytest.mark.trust
@pytest.mark.parametrize("name", WORLDS)
def test_the_best_of_many_trials_without_an_edge_passes_in_at_most_one_world_of_twenty(name: str) -> None:
    told = attack(_world(name), (10, 100, 500), 60, seed=7)
    _show(name, told)
    for each in told.values():
        assert each.share(each.gate) <= MOST_FALSE
        assert each.share(each.gate_knowing_returns) <= MOST_FALSE
    assert told[500].share(told[500].plain) > MOST_FALSE


@pytest.mark.trust
def test_a_planted_edge_of_sharpe_one_and_a_half_over_five_years_passes_in_four_worlds_of_five() -> None:
    first = (compile_strategy(follower(), CATALOGUE),)
    told = attack(planted(1.5), (1, 10, 100), 100, seed=7, first=first)
    _show("planted", told)
    assert told[1].share(told[1].gate) >= LEAST_POWER
    assert told[100].gate_knowing_returns >= told[100].gate


@pytest.mark.trust
def test_the_planted_edge_has_the_sharpe_ratio_it_says() -> None:
    panel = planted(1.5, bars=1_000_000)(np.random.Generator(np.random.PCG64(5)))
    earned = returns_matrix((compile_strategy(follower(), CATALOGUE),), panel)[:, 0]
    assert sharpe_of(earned, A_YEAR) == pytest.approx(1.5, abs=0.05)
