"""A decision on one bar is the one that the backtest takes there, whether the panel goes on or ends with it."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from packages.domain.backtest.deciding import Decided, Decider, Ranges, decide
from packages.domain.backtest.engine import backtest, compile_strategy
from packages.domain.backtest.kernel_book import (
    BadBook,
    HeldPosition,
    KernelAccount,
    KernelBook,
    KernelPosition,
    WaitingOrder,
)
from packages.domain.backtest.outcome import ExitReason, Outcome
from packages.domain.backtest.panel import Panel
from packages.domain.market_data.symbols import Market
from packages.domain.strategy.conditions import Compare, Comparison, Constant
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Direction, Side, Strategy
from packages.domain.strategy.operands import AccountField, AccountValue
from packages.domain.strategy.trade import (
    Distance,
    LimitOrder,
    MarketOrder,
    SignalExit,
    StopLoss,
    StopOrder,
    TimeExit,
    Unit,
    VolatilityTarget,
)
from tests.reference.both import BOTH
from tests.reference.by_hand import (
    BOTH_WAYS,
    BUY,
    LEAVE,
    LEAVES,
    MISSING,
    QUIET,
    SELL_SHORT,
    bar,
    flat,
    long_side,
    panel_of,
    points,
    short_side,
    strategy_of,
    terms_of,
)
from tests.reference.lively_strategies import Run, random_run

LONG, SHORT = Direction.LONG, Direction.SHORT
WITHOUT_LIMITS = (Market.US_STOCKS, Market.CRYPTO, Market.FOREX, Market.FUTURES)
DECIDED_ON_A_CLOSE = (ExitReason.SIGNAL, ExitReason.TIME)


def decided(strategy: Strategy, panel: Panel, book: KernelBook | None = None) -> Decided:
    return decide(compile_strategy(strategy, CATALOGUE), panel, book or KernelBook())


def ordered(told: Decided) -> list[tuple[int, Direction]]:
    return [(entry.ticker, entry.direction) for entry in told.entries]


def test_the_last_bar_is_decided_on_although_a_backtest_orders_nothing_there() -> None:
    strategy, panel = strategy_of(long_side()), panel_of([flat(99), flat(100, BUY)])
    assert backtest(compile_strategy(strategy, CATALOGUE), panel, random_run(0).terms).orders.placed == 0
    [entry] = decided(strategy, panel).entries
    assert (entry.ticker, entry.direction, entry.price, entry.close) == (0, LONG, None, 100.0)
    assert entry.side.entry.order == MarketOrder()
    assert entry.ranges == Ranges(1.0, 1.0, 1.0)


def test_the_reasons_are_told_with_the_values_that_were_seen() -> None:
    [entry] = decided(strategy_of(long_side()), panel_of([flat(100, BUY)])).entries
    first, second = entry.why
    assert (first.pointer, first.left, first.op, first.right, first.holds) == (
        *("/trade/long/entry/condition/any/0", BUY, "eq", BUY, True),
    )
    assert (second.right, second.holds) == (BOTH_WAYS, False)
    assert (first.text_en, first.text_zh) == ("the volume equals 1", "成交量等于 1")


def test_a_position_leaves_by_the_first_exit_that_is_true() -> None:
    panel = panel_of([flat(100), flat(100), flat(100, LEAVE)])
    strategy = strategy_of(long_side(StopLoss(points(5)), LEAVES, TimeExit(2)))
    [exit_] = decided(strategy, panel, KernelBook((HeldPosition(0, LONG, entry_bar=1),))).exits
    assert (exit_.ticker, exit_.direction, exit_.reason, exit_.rule) == (0, LONG, ExitReason.SIGNAL, 1)
    assert [seen.left for seen in exit_.why] == [LEAVE]


@pytest.mark.parametrize(("entry_bar", "leaves"), [(0, True), (1, False), (3, False)])
def test_a_holding_time_counts_own_bars_the_entry_bar_included(entry_bar: int, leaves: bool) -> None:
    panel = panel_of([flat(100), MISSING, flat(100), flat(100)])
    told = decided(strategy_of(long_side(TimeExit(3))), panel, KernelBook((HeldPosition(0, LONG, entry_bar),)))
    assert [exit_.reason for exit_ in told.exits] == [ExitReason.TIME] * leaves
    assert [seen.left for exit_ in told.exits for seen in exit_.why] == [3] * leaves


def test_a_position_that_is_leaving_is_not_told_again_and_lets_the_other_direction_in() -> None:
    panel = panel_of([flat(100), flat(100, LEAVE), flat(100, SELL_SHORT)])
    strategy = strategy_of(long_side(), short_side())
    staying, leaving = (KernelBook((HeldPosition(0, LONG, 0, is_leaving),)) for is_leaving in (False, True))
    assert decided(strategy, panel.until(2), leaving).exits == ()
    assert ordered(decided(strategy, panel, staying)) == []
    assert ordered(decided(strategy, panel, leaving)) == [(0, SHORT)]


def test_an_order_at_work_keeps_its_instrument_and_its_place() -> None:
    panel = panel_of([flat(100, BUY)], [flat(90, BUY)], [flat(80, BUY)])
    strategy = strategy_of(long_side(), tickers=3, places=2)
    assert ordered(decided(strategy, panel)) == [(0, LONG), (1, LONG)]
    assert ordered(decided(strategy, panel, KernelBook(waiting=(WaitingOrder(0, LONG),)))) == [(1, LONG)]
    assert ordered(decided(strategy, panel, KernelBook((HeldPosition(1, SHORT, 0), HeldPosition(2, LONG, 0))))) == []


def test_entries_are_told_best_first_resting_ones_too() -> None:
    panel = panel_of([flat(80, BUY)], [flat(100, SELL_SHORT)], [flat(90, BUY)], [flat(70, QUIET)])
    strategy = strategy_of(long_side(order=LimitOrder(points(2), 3)), short_side(), tickers=4, places=3)
    entries = decided(strategy, panel).entries
    assert [(entry.ticker, entry.direction, entry.price) for entry in entries] == [
        *((1, SHORT, None), (2, LONG, 88.0), (0, LONG, 78.0)),
    ]


def test_two_directions_wait_side_by_side_or_contradict_each_other() -> None:
    panel, rests = panel_of([flat(100, BOTH_WAYS)]), LimitOrder(points(1))
    side_by_side = strategy_of(long_side(order=rests), short_side(order=rests))
    assert [(entry.direction, entry.price) for entry in decided(side_by_side, panel).entries] == [
        *((LONG, 99.0), (SHORT, 101.0)),
    ]
    assert decided(strategy_of(long_side(), short_side(order=rests)), panel).entries == ()


def test_ranges_and_deviations_are_those_of_the_bar_and_unknown_ones_order_nothing() -> None:
    true_range = Distance(Unit.ATR_MULTIPLE, 2, atr_period=1)
    side = long_side(StopLoss(true_range), sizing=VolatilityTarget(0.2, lookback=2))
    panel = panel_of([flat(100), flat(110), bar(120, 125, 113, 117, BUY)])
    [entry] = decided(strategy_of(side), panel).entries
    moves = np.diff(np.log([100, 110, 117]))
    assert entry.ranges == Ranges(stop=15.0, target=1.0, trail=1.0)
    assert entry.deviation == pytest.approx(np.std(moves, ddof=1) * np.sqrt(252), abs=1e-6)
    assert decided(strategy_of(side), panel_of([bar(120, 125, 113, 117, BUY)])).entries == ()


@pytest.mark.parametrize(
    "side", [long_side(order=LimitOrder(points(100), 9)), short_side(order=StopOrder(points(101)))]
)
def test_an_order_that_would_wait_for_no_price_above_zero_is_not_ordered(side: Side) -> None:
    panel = panel_of([flat(100, BOTH_WAYS), flat(101), flat(99)])
    is_long = isinstance(side.entry.order, LimitOrder)
    strategy = strategy_of(long=side if is_long else None, short=None if is_long else side)
    assert decided(strategy, panel.until(1)).entries == ()
    assert [run(strategy, panel, terms_of()).orders.placed for run in BOTH.values()] == [0, 0]


def test_a_book_that_does_not_fit_the_bars_is_refused() -> None:
    strategy, panel = strategy_of(long_side()), panel_of([flat(100), flat(100)])
    with pytest.raises(BadBook, match="A was entered outside the bars at hand"):
        decided(strategy, panel, KernelBook((HeldPosition(0, LONG, -1),)))
    with pytest.raises(BadBook, match="A is held twice"):
        decided(strategy, panel, KernelBook((HeldPosition(0, LONG, 0), HeldPosition(0, SHORT, 1))))


def test_rules_on_the_account_are_not_decided_on_without_it() -> None:
    gained = Compare(AccountValue(AccountField.OPEN_RETURN), Comparison.GTE, Constant(0.05))
    strategy, panel = strategy_of(long_side(SignalExit(gained))), panel_of([flat(100), flat(105)])
    held = HeldPosition(0, LONG, 0)
    for book in (KernelBook((held,)), KernelBook((held,), account=KernelAccount(1_050.0, 1_050.0))):
        with pytest.raises(BadBook, match="the equity or a position is not known"):
            decided(strategy, panel, book)
    known = replace(held, state=KernelPosition(10.0, 100.0, 105.0))
    [exit_] = decided(strategy, panel, KernelBook((known,), account=KernelAccount(1_050.0, 1_050.0))).exits
    [seen] = exit_.why
    assert (seen.text_en, seen.right, seen.holds) == ("the position's open return is at least 5%", 0.05, True)
    assert seen.left == pytest.approx(0.05)


def at_the_market(seeds: range) -> Iterator[Run]:
    """Runs whose book on each close is known from their trades: no order rests, no exit is kept back."""
    for seed in seeds:
        run = random_run(seed, 120, WITHOUT_LIMITS[seed % len(WITHOUT_LIMITS)])
        if all(isinstance(side.entry.order, MarketOrder) for _, side in run.strategy.sides):
            yield run


def book_after(outcome: Outcome, bar: int) -> KernelBook:
    held = [HeldPosition(each.ticker, each.direction, each.entry_bar) for each in outcome.open_positions]
    for trade in (each for each in outcome.trades if each.exit_bar > bar):
        called = trade.reason is ExitReason.MARGIN_CALL and trade.decided_bar == bar
        held.append(HeldPosition(trade.ticker, trade.direction, trade.entry_bar, trade.decided_bar < bar or called))
    return KernelBook(tuple(each for each in held if each.entry_bar <= bar))


@cache
def market_runs() -> tuple[Run, ...]:
    return tuple(at_the_market(range(40)))


@pytest.mark.slow
def test_every_decision_of_a_backtest_is_taken_again_from_the_book_alone() -> None:
    exits, placed = 0, 0
    for run in market_runs():
        compiled = compile_strategy(run.strategy, CATALOGUE)
        outcome = backtest(compiled, run.panel, run.terms)
        decider, last = Decider(compiled, run.panel), len(run.panel) - 1
        told = [decider(at, book_after(outcome, at)) for at in range(outcome.ruined_at or last)]
        assert sum(len(each.entries) for each in told) == outcome.orders.placed
        for trade in outcome.trades:
            assert (trade.ticker, trade.direction) in ordered(told[trade.signal_bar])
            if trade.reason in DECIDED_ON_A_CLOSE:
                left = [(each.ticker, each.reason, each.rule) for each in told[trade.decided_bar].exits]
                assert (trade.ticker, trade.reason, trade.exit_rule) in left
        exits += sum(trade.reason in DECIDED_ON_A_CLOSE for trade in outcome.trades)
        placed += outcome.orders.placed
    assert exits > 100
    assert placed > 300


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_bars_to_come_change_nothing(seed: int) -> None:
    run = random_run(seed, 120)
    compiled = compile_strategy(run.strategy, CATALOGUE)
    outcome, decider = backtest(compiled, run.panel, run.terms), Decider(compiled, run.panel)
    for at in range(len(run.panel)):
        book = book_after(outcome, at)
        assert decide(compiled, run.panel.until(at + 1), book) == decider(at, book)
