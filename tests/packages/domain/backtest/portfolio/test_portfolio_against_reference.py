"""The portfolio engine trades as the slow reference does: trade by trade and to the cent, in random markets."""

from collections import Counter

import numpy as np
import pytest

from packages.domain.backtest.outcome import ExitReason
from packages.domain.backtest.portfolio.engine import hold
from packages.domain.backtest.portfolio.targets import TargetWeights, target_weights
from packages.domain.backtest.portfolio.universe_bars import universe_of
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from tests.reference.backtest import ReferenceOutcome
from tests.reference.both import differences
from tests.reference.by_hand import flat, panel_of, terms_of
from tests.reference.lively_portfolios import PortfolioRun, random_portfolio
from tests.reference.portfolio_account import PortfolioReference
from tests.reference.portfolio_targets import TargetReference

pytestmark = pytest.mark.slow

SMOKE = range(50)
PROOF = range(1_000, 2_000)


def targets_of(run: PortfolioRun) -> TargetWeights:
    return target_weights(run.strategy, universe_of(run.panel), CATALOGUE)


def held(run: PortfolioRun, targets: TargetWeights) -> ReferenceOutcome:
    assert run.strategy.portfolio is not None
    tolerance = float(run.strategy.portfolio.rebalance.tolerance)
    settled = np.array(run.settled, dtype=np.int64)
    told = hold(targets, run.panel, run.terms, settled=settled, tolerance=tolerance)
    columns = (told.equity.tolist(), told.cash.tolist(), told.exposure.tolist())
    return ReferenceOutcome(list(told.trades), *columns, list(told.open_positions), told.orders, told.ruined_at)


def reference(run: PortfolioRun) -> ReferenceOutcome:
    assert run.strategy.portfolio is not None
    picks = TargetReference(run.strategy, run.panel).picks()
    tolerance = float(run.strategy.portfolio.rebalance.tolerance)
    return PortfolioReference(run.panel, run.terms, picks, list(run.settled), tolerance).run()


def assert_alike(seed: int) -> None:
    run = random_portfolio(seed)
    apart = differences(reference(run), held(run, targets_of(run)), float(run.terms.cash))
    assert not apart, f"seed {seed}, reference against engine:\n" + "\n".join(apart)


@pytest.mark.parametrize("seed", SMOKE)
def test_the_portfolio_engine_trades_as_the_reference_does(seed: int) -> None:
    assert_alike(seed)


@pytest.mark.trust
@pytest.mark.parametrize("start", range(PROOF.start, PROOF.stop, 50))
def test_a_thousand_random_portfolios_are_alike(start: int) -> None:
    for seed in range(start, start + 50):
        assert_alike(seed)


def test_the_random_portfolios_meet_everything_that_portfolios_have() -> None:
    weights, reasons, traded = Counter[str](), Counter[ExitReason](), 0
    for seed in SMOKE:
        run = random_portfolio(seed)
        outcome = held(run, targets_of(run))
        assert run.strategy.portfolio is not None
        weights[type(run.strategy.portfolio.weights).__name__] += 1
        reasons.update(trade.reason for trade in outcome.trades)
        traded += bool(outcome.trades)
    assert len(weights) == 5
    assert {ExitReason.REBALANCE, ExitReason.DELISTED, ExitReason.MARGIN_CALL} <= set(reasons)
    assert traded > len(SMOKE) * 0.8


def test_a_minimum_commission_that_is_not_charged_makes_no_holding_smaller() -> None:
    panel, terms = (
        panel_of([flat(100)] * 3),
        terms_of(15_000 - 0.9e-9 * 150, commission_rate=0.5, commission_minimum=5_000),
    )  # short by a hair of a hundred shares with a commission that is by size what it is at least
    one = TargetWeights(np.array([0]), np.array([0, 1]), np.array([0]), np.array([1.0]))
    [found] = hold(one, panel, terms).open_positions
    [expected] = PortfolioReference(panel, terms, {0: [(0, 1.0)]}, [3], 0.0).run().open_positions
    assert found.quantity == expected.quantity == 100


@pytest.mark.parametrize("seed", range(10))
def test_no_target_depends_on_a_later_bar(seed: int) -> None:
    run = random_portfolio(seed)
    whole = targets_of(run)
    for bars in (60, 97):
        cut = target_weights(run.strategy, universe_of(run.panel.until(bars)), CATALOGUE)
        for number, bar in enumerate(cut.bars.tolist()):
            same = whole.bars.tolist().index(bar)
            assert cut.of(number)[0].tolist() == whole.of(same)[0].tolist()
            assert cut.of(number)[1].tolist() == whole.of(same)[1].tolist()


@pytest.mark.parametrize("seed", range(10))
def test_equity_is_cash_and_positions_on_every_bar(seed: int) -> None:
    run = random_portfolio(seed)
    outcome = held(run, targets_of(run))
    profit = sum(trade.profit for trade in outcome.trades) + sum(each.unrealised for each in outcome.open_positions)
    if not (run.terms.short_rate or run.terms.debt_rate):
        assert outcome.equity[-1] == pytest.approx(float(run.terms.cash) + profit)
