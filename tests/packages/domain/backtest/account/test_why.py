"""Why a rule on the account traded: what is told of the account is what the slow, obvious backtest saw."""

import pytest

from packages.domain.backtest.analysis.why import Explainer
from packages.domain.backtest.engine import backtest, compile_strategy
from packages.domain.backtest.outcome import ExitReason, Outcome
from packages.domain.strategy import conditions as c
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.operands import Operand, reads_account
from packages.domain.strategy.walk import every_condition
from tests.reference.account_strategies import account_run
from tests.reference.backtest import ReferenceRun
from tests.reference.lively_strategies import Run

pytestmark = pytest.mark.slow

SEEDS = range(12)
Seen = dict[tuple[int, int, Operand], float | None]  # by instrument, bar and value


def live_conditions(run: Run) -> dict[str, c.Compare]:
    return {
        pointer: each
        for pointer, each in every_condition(run.strategy)
        if isinstance(each, c.Compare) and (reads_account(each.left) or reads_account(each.right))
    }


def values_seen(run: Run) -> Seen:
    """What each comparison with the account had before it on every close on which somebody decided."""
    reference, seen = ReferenceRun(run.strategy, run.panel, run.terms), Seen()
    sides = [side for each in live_conditions(run).values() for side in (each.left, each.right)]
    for bar in range(len(run.panel)):
        reference.live_through(bar)
        for row in reference.market.rows:
            if reference.market.has_bar(row, bar):
                seen |= {(row, bar, side): reference.decisions.value(side, row, bar) for side in sides}
    return seen


def _nearly(value: float | None) -> object:
    return None if value is None else pytest.approx(value, rel=1e-9, abs=1e-9)


def outcome_of(run: Run) -> Outcome:
    return backtest(compile_strategy(run.strategy, CATALOGUE), run.panel, run.terms)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_value_of_the_account_that_is_told_is_the_one_that_was_seen(seed: int) -> None:
    run = account_run(seed)
    outcome, seen, live = outcome_of(run), values_seen(run), live_conditions(run)
    explainer = Explainer(run.strategy, run.panel, CATALOGUE, outcome)
    for trade in outcome.trades:
        told = explainer.why(trade)
        for each in (each for each in (*told.entry, *told.exit) if each.pointer in live):
            condition = live[each.pointer]
            expected = [seen[trade.ticker, each.bar, side] for side in (condition.left, condition.right)]
            assert [each.left, each.right] == [_nearly(value) for value in expected]
            assert each.text_en != each.text_zh


@pytest.mark.slow
def test_a_rule_that_decided_alone_is_told_to_hold() -> None:
    met = 0
    for run in map(account_run, range(40)):
        outcome, live = outcome_of(run), live_conditions(run)
        explainer = Explainer(run.strategy, run.panel, CATALOGUE, outcome)
        for trade in (trade for trade in outcome.trades if trade.reason is ExitReason.SIGNAL):
            for each in explainer.why(trade).exit:
                if each.pointer in live and each.pointer.endswith("/condition"):
                    assert each.holds
                    met += 1
    assert met > 20


def test_without_the_backtest_a_rule_on_the_account_is_not_explained_by_a_guess() -> None:
    run = account_run(1)
    entered = f"/trade/{outcome_of(run).trades[0].direction.value}/entry"
    assert any(pointer.startswith(entered) for pointer in live_conditions(run))
    explainer = Explainer(run.strategy, run.panel, CATALOGUE)
    with pytest.raises(TypeError, match="how the account stood"):
        explainer.why(outcome_of(run).trades[0])
