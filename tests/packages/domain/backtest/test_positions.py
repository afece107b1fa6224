"""Positions are counted once, however many trades they are sold in."""

import pytest

from packages.domain.backtest.engine import backtest, compile_strategy
from packages.domain.backtest.outcome import Outcome
from packages.domain.backtest.positions import positions_of, positions_taken
from packages.domain.backtest.runs import ready, run_once
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from tests.reference.lively_portfolios import random_portfolio
from tests.reference.lively_strategies import random_run
from tests.reference.scaled_strategies import scaled_run


def held_stretches(outcome: Outcome, bars: int) -> list[tuple[int, str, int, int]]:
    """Instrument, direction, and first and last bar of each stretch on which something was held, bar by bar."""
    kinds = {(trade.ticker, trade.direction) for trade in outcome.trades}
    found = []
    for ticker, direction in kinds:
        own = [trade for trade in outcome.trades if (trade.ticker, trade.direction) == (ticker, direction)]
        # A trade links its entry bar with the ones after it; a bar where one leaves and another enters links both.
        linked = [any(trade.entry_bar <= bar < trade.exit_bar for trade in own) for bar in range(bars)]
        touched = [any(bar in (trade.entry_bar, trade.exit_bar) for trade in own) for bar in range(bars)]
        begun: int | None = None
        for bar in range(bars):
            if begun is None and (linked[bar] or touched[bar]):
                begun = bar
            if begun is not None and not linked[bar]:
                found.append((ticker, direction.value, begun, bar))
                begun = None
    return sorted(found, key=lambda each: each[3])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30))
def test_a_strategy_of_whole_positions_has_as_many_positions_as_trades(seed: int) -> None:
    run = random_run(seed)
    outcome = backtest(compile_strategy(run.strategy, CATALOGUE), run.panel, run.terms)
    positions = positions_of(outcome)
    assert positions.exit_bar.tolist() == [trade.exit_bar for trade in outcome.trades]
    assert positions.profit.tolist() == [trade.profit for trade in outcome.trades]
    assert not positions.is_open.any()
    assert positions_taken(outcome) == len(outcome.trades) + len(outcome.open_positions)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(30))
def test_units_and_parts_of_one_position_are_one(seed: int) -> None:
    run = scaled_run(seed)
    outcome = backtest(compile_strategy(run.strategy, CATALOGUE), run.panel, run.terms)
    positions, stretches = positions_of(outcome), held_stretches(outcome, len(run.panel))
    spans = sorted(zip(positions.entry_bar.tolist(), positions.exit_bar.tolist(), strict=True))
    assert spans == sorted((first, last) for _, _, first, last in stretches)
    assert positions.profit.sum() == pytest.approx(sum(trade.profit for trade in outcome.trades))
    assert run_once(ready(run.strategy, CATALOGUE), run.panel, run.terms).figures.trades == positions_taken(outcome)


@pytest.mark.slow
def test_units_and_parts_have_more_trades_than_positions() -> None:
    runs = [scaled_run(seed) for seed in range(30)]
    outcomes = [backtest(compile_strategy(run.strategy, CATALOGUE), run.panel, run.terms) for run in runs]
    assert sum(len(positions_of(each)) for each in outcomes) < 0.95 * sum(len(each.trades) for each in outcomes)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_what_a_portfolio_cuts_stays_one_position_until_it_is_sold_whole(seed: int) -> None:
    run = random_portfolio(seed)
    outcome = run_once(ready(run.strategy, CATALOGUE), run.panel, run.terms)
    positions = positions_of(outcome)
    by_hand = {(trade.ticker, trade.direction, trade.entry_bar) for trade in outcome.trades}
    still = {(each.ticker, each.direction, each.entry_bar) for each in outcome.open_positions}
    assert len(positions) == len(by_hand)
    assert len(positions.closed()) == len(by_hand - still)
    assert outcome.figures.trades == len(by_hand | still)
