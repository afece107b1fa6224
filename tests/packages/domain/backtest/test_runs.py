"""Portfolios and positions that scale run with other numbers as each variant does by itself."""

import numpy as np
import pytest

from packages.domain.backtest.arena import Arena
from packages.domain.backtest.runs import (
    Runnable,
    TriedVariants,
    equity_over,
    figures_over,
    ready,
    row_of,
    run_once,
    uses,
)
from packages.domain.strategy.build import build
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.tuning.tunables import tunables_of, with_values
from packages.domain.strategy.validate import Validator
from tests.corpus import well_known
from tests.reference.backtest import ReferenceOutcome
from tests.reference.both import differences
from tests.reference.lively_portfolios import PortfolioRun, random_portfolio
from tests.reference.portfolio_account import PortfolioReference
from tests.reference.portfolio_targets import TargetReference
from tests.reference.scaled_strategies import scaled_run

pytestmark = pytest.mark.slow


def around(strategy: Strategy) -> TriedVariants:
    """Every number at its smallest and its largest, the others as they are."""
    compiled = ready(strategy, CATALOGUE)
    tunables = [each for each in tunables_of(strategy, CATALOGUE) if uses(compiled, each.pointer)]
    chosen = [float(each.value) for each in tunables]
    rows = [chosen]
    for at, each in enumerate(tunables):
        for value in (each.minimum, each.maximum):
            rows.append([*chosen[:at], float(value), *chosen[at + 1 :]])
    taken = [row for row in rows if is_taken(strategy, [each.pointer for each in tunables], row)]
    return TriedVariants([each.pointer for each in tunables], np.array(taken))


def is_taken(strategy: Strategy, pointers: list[str], row: list[float]) -> bool:
    document = with_values(strategy, TriedVariants(pointers, np.array([row])).changes()[0])
    return Validator(CATALOGUE).document(document).strategy is not None


def assert_variants_are_strategies(compiled: Runnable, run: PortfolioRun) -> None:
    tried = around(compiled.strategy)
    arena = Arena(run.panel)
    swept = figures_over(compiled, arena, run.terms, tried, trade_from=7)
    kept = equity_over(compiled, arena, run.terms, tried, trade_from=7)
    assert kept.figures.tolist() == swept.tolist()
    for changes, figures, equity in zip(tried.changes(), swept, kept.equity, strict=True):
        alone = ready(build(with_values(compiled.strategy, changes)), CATALOGUE)
        outcome = run_once(alone, run.panel, run.terms, trade_from=7)
        assert figures.tolist() == row_of(outcome.figures)
        assert equity.tolist() == outcome.equity.tolist()


@pytest.mark.parametrize("seed", range(8))
def test_variants_of_a_portfolio_are_portfolios_of_their_own(seed: int) -> None:
    run = random_portfolio(seed)
    assert_variants_are_strategies(ready(run.strategy, CATALOGUE), run)


@pytest.mark.parametrize("seed", range(4))
def test_variants_of_positions_that_scale_are_strategies_of_their_own(seed: int) -> None:
    run = scaled_run(seed)
    scaled = PortfolioRun(run.strategy, run.panel, run.terms, ())
    assert_variants_are_strategies(ready(run.strategy, CATALOGUE), scaled)


@pytest.mark.parametrize("seed", range(12))
def test_a_late_portfolio_wants_a_bar_later_what_the_reference_wants(seed: int) -> None:
    run = random_portfolio(seed)
    portfolio = run.strategy.as_portfolio
    picks = TargetReference(run.strategy, run.panel).picks()
    later = {bar + 1: picked for bar, picked in picks.items() if bar + 1 < len(run.panel)}
    settled = [len(run.panel)] * len(run.panel.tickers)
    expected = PortfolioReference(run.panel, run.terms, later, settled, float(portfolio.rebalance.tolerance)).run()
    told = run_once(ready(run.strategy, CATALOGUE, late=True), run.panel, run.terms, trade_from=1)
    columns = (told.equity.tolist(), told.cash.tolist(), told.exposure.tolist())
    found = ReferenceOutcome(list(told.trades), *columns, list(told.open_positions), told.orders, told.ruined_at)
    assert differences(expected, found, float(run.terms.cash)) == []


def test_numbers_inside_expressions_are_used_and_those_of_idle_factors_are_not() -> None:
    ranked = well_known.portfolios(["AAPL", "MSFT", "IBM"])["cross_sectional_momentum"]
    strategy = Validator(CATALOGUE).document({**ranked, "factors": {"idle": {"type": "sma"}}}).require()
    compiled = ready(strategy, CATALOGUE)
    assert uses(compiled, "/portfolio/score/subtract/1/multiply/0")
    assert uses(compiled, "/portfolio/long/count")
    assert not uses(compiled, "/factors/idle/params/period")
    pair = Validator(CATALOGUE).document(well_known.pair_by_zscore("AAPL", "MSFT")).require()
    bars = next(each.pointer for each in tunables_of(pair, CATALOGUE) if each.pointer.endswith("zscore/bars"))
    assert uses(ready(pair, CATALOGUE), bars)
