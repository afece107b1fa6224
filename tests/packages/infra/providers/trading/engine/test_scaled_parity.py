"""Positions that grow and leave in parts trade on paper what the backtest trades: the same floats, bar by bar."""

from collections import defaultdict
from dataclasses import replace

import pytest

from packages.domain.backtest.engine import backtest, compile_strategy
from packages.domain.backtest.outcome import Outcome
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.trading.orders import Effect
from packages.infra.providers.trading.engine.replay import Replayed, replay
from tests.packages.infra.providers.trading.engine.test_parity import Cut, place_of
from tests.reference.lively_strategies import Run
from tests.reference.scaled_strategies import scaled_run

Sale = tuple[str, int, float, str]


def backtested(run: Run) -> Outcome:
    return backtest(compile_strategy(run.strategy, CATALOGUE), run.panel, run.terms)


def sold(run: Run, outcome: Outcome) -> dict[Sale, float]:
    """How much left when, at which price and why: lots that left together are one fill."""
    together: dict[Sale, float] = defaultdict(float)
    for trade in outcome.trades:
        symbol = run.panel.tickers[trade.ticker]
        together[symbol, trade.exit_bar, trade.exit_price, trade.reason.value] += trade.quantity
    return together


def filled(run: Run, told: Replayed) -> dict[Sale, float]:
    together: dict[Sale, float] = defaultdict(float)
    for fill in told.fills:
        if fill.effect is Effect.CLOSE:
            key = fill.symbol, place_of(run.panel, fill.at), float(fill.price), fill.reason
            together[key] += float(fill.quantity)
    return together


def bought(run: Run, outcome: Outcome) -> set[tuple[object, ...]]:
    trades = [(each.ticker, each.entry_bar, each.entry_price) for each in outcome.trades]
    held = [(each.ticker, each.entry_bar, each.entry_price) for each in outcome.open_lots]
    return {(run.panel.tickers[ticker], *fill) for ticker, *fill in (*trades, *held)}


def assert_alike(seed: int, run: Run) -> Outcome:
    outcome = backtested(run)
    told = replay(compile_strategy(run.strategy, CATALOGUE), run.panel, run.terms)
    opened = {
        (each.symbol, place_of(run.panel, each.at), float(each.price))
        for each in told.fills
        if each.effect is Effect.OPEN
    }
    assert [account.cash for account in told.accounts] == outcome.cash.tolist(), f"seed {seed}"
    assert [account.equity for account in told.accounts] == outcome.equity.tolist(), f"seed {seed}"
    assert opened == bought(run, outcome)
    assert filled(run, told) == pytest.approx(sold(run, outcome))
    return outcome


@pytest.mark.parametrize("seed", range(20))
def test_a_replay_of_the_runtime_gives_the_account_of_the_backtest(seed: int) -> None:
    assert_alike(seed, scaled_run(seed))


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_bars_to_come_are_not_needed_for_it(seed: int) -> None:
    run = scaled_run(seed)
    early = replace(run, panel=run.panel.until(60))
    compiled = compile_strategy(run.strategy, CATALOGUE)
    assert replay(compiled, early.panel, run.terms, Cut(run.strategy, run.panel)) == replay(
        compiled, early.panel, run.terms
    )


@pytest.mark.trust
@pytest.mark.parametrize("start", range(100, 300, 20))
def test_two_hundred_strategies_that_scale_give_the_account_of_the_backtest(start: int) -> None:
    assert sum(len(assert_alike(seed, scaled_run(seed)).trades) for seed in range(start, start + 20)) > 0
