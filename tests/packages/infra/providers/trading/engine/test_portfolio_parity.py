"""Portfolios trade on paper what the backtest trades: the same floats, bar by bar."""

from dataclasses import dataclass, replace
from datetime import date, datetime

import numpy as np
import pytest

from packages.domain.backtest.listings import InstrumentFacts, Listings
from packages.domain.backtest.outcome import ExitReason, Outcome
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.runs import ready, run_once
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Direction, Strategy
from packages.domain.trading.decisions import Book, Decision
from packages.domain.trading.orders import Effect
from packages.infra.providers.trading.engine.replay import Replayed, replay
from packages.infra.providers.trading.engine.weights import decider_of
from tests.packages.infra.providers.trading.engine.test_parity import place_of
from tests.reference.lively_portfolios import PortfolioRun, random_legs, random_portfolio

SMOKE = range(40)


@dataclass(frozen=True, slots=True)
class CutPortfolio:
    """Decides on bars until the tick's own and no others, as the runtime does."""

    strategy: Strategy
    panel: Panel

    def __call__(self, bar: datetime, book: Book) -> Decision:
        known = self.panel.until(place_of(self.panel, bar) + 1)
        return decider_of(ready(self.strategy, CATALOGUE), known)(bar, book)


def listed_run(seed: int, bars: int = 140) -> PortfolioRun:
    """With days of delisting that the panel itself tells."""
    run = random_portfolio(seed, bars)
    days: list[date] = run.panel.time.astype("datetime64[D]").tolist()
    gone = [None if end == len(days) else days[end] for end in run.settled]
    facts = tuple(InstrumentFacts(delisted_on=day) for day in gone)
    return replace(run, panel=replace(run.panel, listings=Listings(facts)))


def backtested(run: PortfolioRun) -> Outcome:
    return run_once(ready(run.strategy, CATALOGUE), run.panel, run.terms)


def replayed(run: PortfolioRun) -> Replayed:
    return replay(ready(run.strategy, CATALOGUE), run.panel, run.terms)


def sold(run: PortfolioRun, outcome: Outcome) -> set[tuple[object, ...]]:
    names = run.panel.tickers
    return {
        (names[each.ticker], each.exit_bar, each.quantity, each.exit_price, each.reason.value)
        for each in outcome.trades
    }


def filled(run: PortfolioRun, told: Replayed) -> set[tuple[object, ...]]:
    closing = (each for each in told.fills if each.effect is Effect.CLOSE)
    return {
        (each.symbol, place_of(run.panel, each.at), float(each.quantity), float(each.price), each.reason)
        for each in closing
    }


def assert_alike(seed: int, run: PortfolioRun) -> Outcome:
    outcome, told = backtested(run), replayed(run)
    apart = np.flatnonzero(outcome.equity != np.array([account.equity for account in told.accounts]))
    assert not len(apart), f"seed {seed}: equity from bar {apart[0]} on"
    assert [account.cash for account in told.accounts] == outcome.cash.tolist(), f"seed {seed}"
    assert filled(run, told) == sold(run, outcome)
    assert sum(each.effect is Effect.OPEN for each in told.fills) == outcome.orders.filled
    held = [(each.symbol, each.quantity, each.price, each.mark) for each in told.accounts[-1].held()]
    signs = [1 if each.direction is Direction.LONG else -1 for each in outcome.open_positions]
    assert held == [
        (run.panel.tickers[each.ticker], sign * each.quantity, each.entry_price, each.mark)
        for sign, each in zip(signs, outcome.open_positions, strict=True)
    ]
    return outcome


@pytest.mark.parametrize("seed", SMOKE)
def test_a_replay_of_the_runtime_gives_the_account_of_the_backtest(seed: int) -> None:
    assert_alike(seed, listed_run(seed))


@pytest.mark.parametrize("seed", range(15))
def test_legs_by_name_replay_to_the_last_bit(seed: int) -> None:
    assert_alike(seed, random_legs(seed))


@pytest.mark.trust
@pytest.mark.parametrize("start", range(2_000, 2_500, 50))
def test_five_hundred_portfolios_give_the_account_of_the_backtest(start: int) -> None:
    assert sum(len(assert_alike(seed, listed_run(seed)).trades) for seed in range(start, start + 50)) > 0


def test_the_replays_meet_cuts_margin_calls_and_what_was_delisted() -> None:
    outcomes = [backtested(listed_run(seed)) for seed in SMOKE]
    reasons = {trade.reason for outcome in outcomes for trade in outcome.trades}
    assert {ExitReason.REBALANCE, ExitReason.MARGIN_CALL, ExitReason.DELISTED} <= reasons
    parts = [(trade.ticker, trade.entry_bar) for outcome in outcomes for trade in outcome.trades]
    assert len(parts) > len(set(parts))


@pytest.mark.parametrize("seed", [1, 4, 5])
def test_bars_to_come_are_not_needed_for_it(seed: int) -> None:
    run = random_portfolio(seed)
    early = replace(run, panel=run.panel.until(60))
    compiled = ready(run.strategy, CATALOGUE)
    told = replay(compiled, early.panel, run.terms, CutPortfolio(run.strategy, run.panel))
    assert told == replay(compiled, early.panel, run.terms)


def test_every_order_of_a_day_has_an_id_of_its_own_and_the_same_again() -> None:
    run = listed_run(4)
    first, second = replayed(run), replayed(run)
    assert [each.client_order_id for each in first.fills] == [each.client_order_id for each in second.fills]
    assert first.fills
    for account in first.accounts:
        assert not any(order.request.to_weight for order in account.orders)
