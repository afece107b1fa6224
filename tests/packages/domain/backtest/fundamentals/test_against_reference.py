"""Strategies and portfolios that read reports and dates of companies trade as the plain loops of the reference do."""

import math
from collections import Counter
from functools import cache

import numpy as np
import pytest

from packages.domain.backtest.analysis.own_bars import AnalysisBars
from packages.domain.backtest.engine import Arena, compile_strategy
from packages.domain.strategy import operands as o
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.walk import every_operand
from tests.packages.domain.backtest.portfolio.test_portfolio_against_reference import held, reference, targets_of
from tests.reference.backtest import reference_backtest
from tests.reference.both import differences, engine_backtest
from tests.reference.company_strategies import company_portfolio, company_run
from tests.reference.conditions import Readings
from tests.reference.lively_strategies import Run
from tests.reference.market import ReferenceMarket

SMOKE, SMOKE_PORTFOLIOS = range(20), range(10)
PROOF, PROOF_PORTFOLIOS = range(1_000, 1_250), range(1_000, 1_100)
run_of = cache(company_run)


def assert_alike(seed: int, run: Run) -> None:
    expected = reference_backtest(run.strategy, run.panel, run.terms)
    found = engine_backtest(run.strategy, run.panel, run.terms)
    apart = differences(expected, found, float(run.terms.cash))
    assert not apart, f"seed {seed}, reference against engine:\n" + "\n".join(apart)


def assert_portfolios_alike(seed: int) -> None:
    run = company_portfolio(seed)
    apart = differences(reference(run), held(run, targets_of(run)), float(run.terms.cash))
    assert not apart, f"seed {seed}, reference against engine:\n" + "\n".join(apart)


@pytest.mark.parametrize("seed", SMOKE)
def test_rules_on_companies_trade_as_the_reference_does(seed: int) -> None:
    assert_alike(seed, run_of(seed))


@pytest.mark.parametrize("seed", SMOKE_PORTFOLIOS)
def test_portfolios_ranked_by_figures_are_held_as_the_reference_does(seed: int) -> None:
    assert_portfolios_alike(seed)


@pytest.mark.trust
@pytest.mark.parametrize("start", range(PROOF.start, PROOF.stop, 50))
def test_hundreds_of_random_strategies_on_companies_are_alike(start: int) -> None:
    for seed in range(start, start + 50):
        assert_alike(seed, company_run(seed))


@pytest.mark.trust
@pytest.mark.parametrize("start", range(PROOF_PORTFOLIOS.start, PROOF_PORTFOLIOS.stop, 50))
def test_a_hundred_random_portfolios_on_companies_are_alike(start: int) -> None:
    for seed in range(start, start + 50):
        assert_portfolios_alike(seed)


@pytest.mark.parametrize("seed", range(6))
def test_every_figure_and_date_has_the_value_of_the_reference(seed: int) -> None:
    run = run_of(seed)
    market = ReferenceMarket(run.panel)
    for row in market.rows:
        slow, own = Readings(run.strategy, market, row), AnalysisBars(run.strategy, run.panel, row, CATALOGUE)
        for _, operand in every_operand(run.strategy):
            if isinstance(operand, o.Fundamental | o.CompanyEvent):
                expected = [slow.value(operand, bar) for bar in range(len(own))]
                numbers = [math.nan if each is None else each for each in expected]
                np.testing.assert_array_equal(own.values(operand), numbers, err_msg=operand.field.value)


@pytest.mark.parametrize("seed", range(10))
def test_no_value_knows_what_was_published_after_its_close(seed: int) -> None:
    run = run_of(seed)
    compiled = compile_strategy(run.strategy, CATALOGUE)
    whole = Arena(run.panel).columns(compiled.sources)
    for bars in (40, 77, len(run.panel) - 1):
        early = Arena(run.panel.until(bars))
        for own, columns, complete in zip(early.own, early.columns(compiled.sources), whole, strict=True):
            for column, later in zip(columns, complete, strict=True):
                np.testing.assert_array_equal(column, later[: len(own.close)])


def test_the_random_strategies_trade_and_read_every_figure_and_date() -> None:
    met, trading = Counter[str](), 0
    for seed in range(60):
        run = run_of(seed)
        trading += seed in SMOKE and bool(engine_backtest(run.strategy, run.panel, run.terms).trades)
        met.update(
            operand.field.value
            for _, operand in every_operand(run.strategy)
            if isinstance(operand, o.Fundamental | o.CompanyEvent)
        )
    assert {*o.FundamentalField, *o.EventField} - set(met) == set()
    assert trading >= 0.5 * len(SMOKE)
