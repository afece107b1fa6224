"""Variants run together give what each gives by itself, however many go at once."""

from packages.domain.backtest.engine import Arena, compile_strategy
from packages.domain.backtest.terms import Terms
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.stress.sensitivity.workbench import Changes, Workbench
from tests.packages.domain.stress.sensitivity.spiky_market import (
    HOLDING,
    QUANTITY,
    THRESHOLD,
    spiky_panel,
    spiky_strategy,
)

TRIED: list[Changes] = [(), ((HOLDING, 3),), ((QUANTITY, 20),), ((HOLDING, 1), (THRESHOLD, 20.0)), ((THRESHOLD, 0.5),)]


def bench(**settings: int) -> Workbench:
    return Workbench(compile_strategy(spiky_strategy(), CATALOGUE), Arena(spiky_panel()), Terms(), **settings)


def test_the_numbers_to_try_are_those_of_the_rules() -> None:
    assert {each.pointer for each in bench().tunables} == {HOLDING, QUANTITY, THRESHOLD}


def test_a_change_leaves_the_other_numbers_as_they_are() -> None:
    plain, longer, larger, always, never = bench().run(TRIED, lambda _: None)
    assert (plain.trades, plain.final_equity) == (6, 100_600)
    assert (longer.trades, longer.final_equity) == (6, 100_000)
    assert (larger.trades, larger.final_equity) == (6, 101_200)
    assert always.trades > 20
    assert never.trades == 0


def test_a_market_too_large_for_one_sweep_takes_several() -> None:
    shares: list[float] = []
    assert bench(values_at_once=2 * 48).run(TRIED, shares.append) == bench().run(TRIED, lambda _: None)
    assert shares == [0, 0.4, 0.8]


def test_what_the_language_refuses_is_not_allowed() -> None:
    assert bench().allows(((HOLDING, 7), (THRESHOLD, 2.5)))
    assert not bench().allows(((HOLDING, 0),))
    assert not bench().allows(((QUANTITY, 2.5),))
