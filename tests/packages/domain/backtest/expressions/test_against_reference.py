"""Expressions are worked out as the plain loops of the reference do it, value by value and trade by trade."""

import math
from collections import Counter
from functools import cache

import numpy as np
import pytest

from packages.domain.backtest.analysis.analysis_bars import AnalysisBars
from packages.domain.backtest.engine import Arena, compile_strategy
from packages.domain.strategy import operands as o
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.walk import every_operand
from tests.reference.backtest import reference_backtest
from tests.reference.both import differences, engine_backtest
from tests.reference.conditions import Readings
from tests.reference.expressive_strategies import expressive_run
from tests.reference.lively_strategies import Run
from tests.reference.market import ReferenceMarket

pytestmark = pytest.mark.slow

SMOKE = range(25)
PROOF = range(1_000, 2_000)
run_of = cache(expressive_run)


def assert_alike(seed: int, run: Run) -> None:
    expected = reference_backtest(run.strategy, run.panel, run.terms)
    found = engine_backtest(run.strategy, run.panel, run.terms)
    apart = differences(expected, found, float(run.terms.cash))
    assert not apart, f"seed {seed}, reference against engine:\n" + "\n".join(apart)


@pytest.mark.parametrize("seed", SMOKE)
def test_rules_of_expressions_trade_as_the_reference_does(seed: int) -> None:
    assert_alike(seed, run_of(seed))


@pytest.mark.trust
@pytest.mark.parametrize("start", range(PROOF.start, PROOF.stop, 50))
def test_a_thousand_random_strategies_of_expressions_are_alike(start: int) -> None:
    for seed in range(start, start + 50):
        assert_alike(seed, expressive_run(seed))


@pytest.mark.parametrize("seed", range(8))
def test_every_part_of_an_expression_has_the_values_of_the_reference(seed: int) -> None:
    run = run_of(seed)
    market = ReferenceMarket(run.panel)
    for row in market.rows:
        slow, own = Readings(run.strategy, market, row), AnalysisBars(run.strategy, run.panel, row, CATALOGUE)
        for pointer, operand in every_operand(run.strategy):
            expected = [slow.value(operand, bar) for bar in range(len(own))]
            numbers = [math.nan if each is None else each for each in expected]
            np.testing.assert_allclose(own.values(operand), numbers, rtol=1e-7, atol=1e-9, err_msg=pointer)


@pytest.mark.parametrize("seed", range(10))
def test_no_value_knows_what_comes_after_it(seed: int) -> None:
    run = run_of(seed)
    compiled = compile_strategy(run.strategy, CATALOGUE)
    whole = Arena(run.panel).columns(compiled.sources)
    for bars in (40, 77, len(run.panel) - 1):
        early = Arena(run.panel.until(bars))
        for own, columns, complete in zip(early.own, early.columns(compiled.sources), whole, strict=True):
            for column, later in zip(columns, complete, strict=True):
                np.testing.assert_array_equal(column, later[: len(own.close)])


def test_the_random_strategies_trade_and_use_every_kind_of_value() -> None:
    met, trading = Counter[str](), 0
    for seed in range(60):
        run = run_of(seed)
        trading += seed in SMOKE and bool(engine_backtest(run.strategy, run.panel, run.terms).trades)
        for _, operand in every_operand(run.strategy):
            met[type(operand).__name__] += 1
            if isinstance(operand, o.Computed):
                met[operand.operation.value] += 1
    kinds = {kind.__name__ for kind in (o.Elsewhere, o.IndicatorOf, o.CalendarValue, o.OpeningRange)}
    assert {*o.ValueOperation, *kinds} - set(met) == set()
    assert trading >= 0.7 * len(SMOKE)
