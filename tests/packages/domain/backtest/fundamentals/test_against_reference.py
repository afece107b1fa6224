"""Strategies and portfolios that read reports and dates of companies trade as the plain loops of the reference do."""

import math
from collections import Counter
from dataclasses import replace
from datetime import UTC
from functools import cache
from random import Random

import numpy as np
import pytest

from packages.domain.backtest.analysis.analysis_bars import AnalysisBars
from packages.domain.backtest.engine import Arena, compile_strategy
from packages.domain.backtest.fundamentals.record import company_record
from packages.domain.strategy import operands as o
from packages.domain.strategy.company_fields import EventField, FundamentalField
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.walk import every_operand
from tests.packages.domain.backtest.portfolio.test_portfolio_against_reference import held, reference, targets_of
from tests.reference.backtest import reference_backtest
from tests.reference.both import differences, engine_backtest
from tests.reference.companies import ToldRecord
from tests.reference.company_strategies import company_portfolio, company_run, company_strategy
from tests.reference.conditions import Readings
from tests.reference.lively_strategies import Run
from tests.reference.market import ReferenceMarket

pytestmark = pytest.mark.slow

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
    met = Counter[str]()
    for seed in range(120):
        operands = every_operand(company_strategy(Random(seed)))
        met.update(
            operand.field.value for _, operand in operands if isinstance(operand, o.Fundamental | o.CompanyEvent)
        )
    runs = [run_of(seed) for seed in SMOKE]
    trading = sum(bool(engine_backtest(run.strategy, run.panel, run.terms).trades) for run in runs)
    assert {*FundamentalField, *EventField} - set(met) == set()
    assert trading >= 0.5 * len(SMOKE)


@pytest.mark.parametrize("seed", range(10))
def test_a_record_of_the_rows_known_by_an_instant_is_the_whole_record_until_then(seed: int) -> None:
    run = run_of(seed)
    for record in () if run.panel.alongside is None else run.panel.alongside.records:
        assert isinstance(record, ToldRecord)
        for known_at in record.known_at[:: max(1, len(record.known_at) // 5)]:
            until = known_at.item().replace(tzinfo=UTC)
            facts = [fact for fact in record.rows.facts if fact.known_at <= until]
            events = [event for event in record.rows.events if event.known_at <= until]
            early = company_record(replace(record.rows, facts=facts, events=events), record.fields)
            cut = record.until(known_at)
            for name in ("known_at", "figures", "is_priced", "reported_at"):
                np.testing.assert_array_equal(getattr(cut, name), getattr(early, name))
            np.testing.assert_array_equal(cut.report_days.day, early.report_days.day)
