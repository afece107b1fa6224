"""Trades of positions that grow are explained by the rule that brought each unit, and by how the account stood then."""

import pytest

from packages.domain.backtest.analysis.why import Explainer
from packages.domain.backtest.engine import backtest, compile_strategy
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.trade import SignalExit
from tests.reference.scaled_strategies import scaled_run


@pytest.mark.parametrize("seed", range(25))
def test_what_decided_was_true_when_it_decided(seed: int) -> None:
    run = scaled_run(seed)
    outcome = backtest(compile_strategy(run.strategy, CATALOGUE), run.panel, run.terms)
    explainer, sides = Explainer(run.strategy, run.panel, CATALOGUE, outcome), dict(run.strategy.sides)
    for trade in list(outcome.trades)[:60]:
        told, side = explainer.why(trade), sides[trade.direction]
        assert told.entry
        places = {each.pointer.split("/")[3] for each in told.entry}
        assert places <= ({"entry", "scale_in"} if side.scale_in else {"entry"})
        exit_ = None if trade.exit_rule is None else side.exits[trade.exit_rule]
        assert bool(told.exit) == isinstance(exit_, SignalExit)


@pytest.mark.slow
def test_a_simple_comparison_with_the_account_held_when_it_decided() -> None:
    held = 0
    for seed in range(40):
        run = scaled_run(seed)
        outcome = backtest(compile_strategy(run.strategy, CATALOGUE), run.panel, run.terms)
        explainer = Explainer(run.strategy, run.panel, CATALOGUE, outcome)
        for trade in list(outcome.trades)[:60]:
            told = explainer.why(trade)
            for seen in (told.entry, told.exit):
                if len(seen) == 1 and seen[0].pointer.endswith("condition"):
                    assert seen[0].holds, (seed, trade, seen)
                    held += 1
    assert held >= 200
