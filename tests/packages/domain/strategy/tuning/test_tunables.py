"""Every number that could be another one."""

import pytest

from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.catalogue_port import Catalogue
from packages.domain.strategy.conditions import Constant
from packages.domain.strategy.errors import NotTunable
from packages.domain.strategy.problems import Code
from packages.domain.strategy.tuning.tunables import tunables_of, with_values
from packages.domain.strategy.validate import Validator, structure_faults
from packages.domain.strategy.walk import every_operand
from tests.corpus.indicator_catalogue import SMALL_CATALOGUE
from tests.corpus.sample_strategy import sample
from tests.corpus.strategies import CHANCE, valid_strategies
from tests.effort import seeds

pytestmark = pytest.mark.slow

CROSSED = CHANCE | {Code.PARAMETER_OUT_OF_RANGE, Code.NOT_A_LOT}


def test_the_sample_can_be_tuned_in_six_places() -> None:
    strategy = Validator(SMALL_CATALOGUE).document(sample()).require()
    told = {each.pointer: (each.kind, each.value) for each in tunables_of(strategy, SMALL_CATALOGUE)}
    assert told == {
        "/factors/ema_5/params/period": ("int", 5),
        "/factors/ema_20/params/period": ("int", 20),
        "/factors/rsi_14/params/period": ("int", 14),
        "/trade/long/entry/condition/all/1/cmp/right": ("float", 70),
        "/trade/long/exits/1/stop/value": ("float", 0.05),
        "/trade/long/position_sizing/pct": ("float", 0.5),
    }


@pytest.mark.parametrize("seed", seeds(1, 10))
def test_a_tunable_has_a_range_around_its_value_and_a_step_that_moves_it(catalogue: Catalogue, seed: int) -> None:
    for _, strategy in valid_strategies(41 + seed, 15, catalogue):
        tunables = tunables_of(strategy, catalogue)
        assert len({each.pointer for each in tunables}) == len(tunables)
        for each in tunables:
            assert each.minimum <= each.value <= each.maximum
            assert each.minimum < each.maximum
            assert 0 < each.step <= each.maximum - each.minimum
        constants = {pointer for pointer, operand in every_operand(strategy) if isinstance(operand, Constant)}
        assert constants <= {each.pointer for each in tunables}


@pytest.mark.parametrize("seed", seeds(1, 10))
def test_both_ends_of_every_range_can_be_written_back(catalogue: Catalogue, seed: int) -> None:
    validator = Validator(catalogue)
    for _, strategy in valid_strategies(61 + seed, 6, catalogue):
        assert with_values(strategy, {}) == document_of(strategy)
        for each in tunables_of(strategy, catalogue):
            for value in (each.minimum, each.maximum):
                document = with_values(strategy, {each.pointer: value})
                assert structure_faults(document) == ()
                problems = validator.document(document).problems
                assert {problem.code for problem in problems} <= CROSSED, problems


@pytest.mark.parametrize("pointer", ["", "/trade/long/exits/9/stop/value", "/trade/long/exits/0", "/nowhere/else"])
def test_a_pointer_to_nothing_is_refused(pointer: str) -> None:
    strategy = Validator(SMALL_CATALOGUE).document(sample()).require()
    with pytest.raises(NotTunable, match="tunables"):
        with_values(strategy, {pointer: 1})
