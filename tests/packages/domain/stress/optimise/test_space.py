"""Every value that is tried is one that the language takes, and every place is a patch."""

from typing import Any

import numpy as np
import pytest

from packages.domain.backtest.engine import compile_strategy
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.errors import NotTunable
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_patch import apply_patch
from packages.domain.strategy.tuning.tunables import tunables_of
from packages.domain.strategy.validate import Validator
from packages.domain.stress.optimise.request import NothingToTune
from packages.domain.stress.optimise.space import Space, space_of
from tests.corpus.sample_strategy import sample
from tests.packages.domain.stress.optimise.planted import FOUR, HOLDING, document, strategy


def whole_space(told: Any) -> Space:
    return space_of(compile_strategy(strategy(told), CATALOGUE))


def test_the_values_of_a_number_lie_in_its_range_with_the_strategys_own_among_them() -> None:
    made = strategy(sample())
    space = space_of(compile_strategy(made, CATALOGUE))
    tunables = {each.pointer: each for each in tunables_of(made, CATALOGUE)}
    for axis in space.axes:
        tunable = tunables[axis.pointer]
        assert axis.values[axis.chosen] == tunable.value
        assert list(axis.values) == sorted(set(axis.values))
        assert tunable.minimum <= axis.values[0]
        assert axis.values[-1] <= tunable.maximum
        assert len(axis.values) > 4
        if tunable.kind == "int":
            assert all(isinstance(value, int) for value in axis.values)


def test_every_place_is_a_patch_that_makes_a_valid_strategy_with_those_numbers() -> None:
    space = whole_space(sample())
    rng = np.random.Generator(np.random.PCG64(3))
    for _ in range(50):
        place = tuple(int(rng.integers(len(axis.values))) for axis in space.axes)
        variant = space.variant(place)
        assert variant is not None
        patched = apply_patch(document_of(space.strategy), space.patch_to(variant))
        assert Validator(CATALOGUE).document(patched).require() == variant
        told = {each.pointer: each.value for each in tunables_of(variant, CATALOGUE)}
        assert all(told[pointer] == pytest.approx(value) for pointer, value in space.changes(place).items())


def test_the_place_of_the_strategy_itself_changes_nothing() -> None:
    space = whole_space(document())
    assert space.changes(space.given) == {}
    assert space.variant(space.given) == space.strategy
    assert space.patch_to(space.strategy) == []


def test_shares_are_searched_in_whole_lots() -> None:
    told: Any = document()
    told["universe"] = {"market": "cn_stocks", "tickers": ["600000.SH"]}
    told["trade"].pop("short")
    told["trade"]["long"]["position_sizing"] = {"mode": "fixed_qty", "qty": 1000}
    space = space_of(compile_strategy(strategy(told), CATALOGUE), ["/trade/long/position_sizing/qty"])
    [axis] = space.axes
    assert axis.values == (500, 600, 700, 800, 900, 1000, 1100, 1200, 1300, 1400, 1500)


def test_numbers_that_no_rule_uses_are_not_searched() -> None:
    told: Any = document()
    told["factors"] = {"idle": {"type": "sma", "params": {"period": 20}}}
    pointer = "/factors/idle/params/period"
    assert pointer not in whole_space(told).pointers
    with pytest.raises(NotTunable, match=r"No rule of the strategy uses .*idle"):
        space_of(compile_strategy(strategy(told), CATALOGUE), [pointer])


def test_only_what_is_named_is_searched_in_that_order() -> None:
    assert space_of(compile_strategy(strategy(), CATALOGUE), (HOLDING, FOUR[0])).pointers == (HOLDING, FOUR[0])


def test_a_strategy_whose_named_numbers_cannot_move_is_refused() -> None:
    with pytest.raises(NothingToTune, match="name others"):
        space_of(compile_strategy(strategy(), CATALOGUE), ())
