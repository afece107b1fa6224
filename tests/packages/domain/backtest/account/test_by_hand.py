"""Rules that read their own account, bar by bar: what each value is on which close, written out by hand."""

import pytest

from packages.domain.backtest.engine import backtest, compile_strategy
from packages.domain.strategy.conditions import All, Compare, Comparison, Condition, Constant, Not, Price, PriceField
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Entry, Side
from packages.domain.strategy.operands import AccountField, AccountValue, Computed, Operand, ValueOperation
from packages.domain.strategy.trade import Exit, LimitOrder, SignalExit
from tests.reference.both import BOTH, Backtest
from tests.reference.by_hand import (
    BUY,
    LEAVE,
    LEAVES,
    SELL_SHORT,
    Bar,
    bar,
    flat,
    left,
    long_side,
    only_trade,
    panel_of,
    points,
    short_side,
    strategy_of,
    terms_of,
)

CLOSE = Price(PriceField.CLOSE)


def account(field: AccountField) -> AccountValue:
    return AccountValue(field)


def is_(left_: Operand, op: Comparison, right: Operand | float) -> Condition:
    return Compare(left_, op, Constant(right) if isinstance(right, int | float) else right)


def when(field: AccountField, op: Comparison, right: Operand | float) -> SignalExit:
    return SignalExit(is_(account(field), op, right))


def only_if(side: Side, condition: Condition) -> Side:
    """The side with one more condition on its entry."""
    return Side(Entry(All((side.entry.condition, condition)), side.entry.order), side.exits, side.sizing)


def at(*closes: float) -> list[Bar]:
    """Bars that open where they close; the first asks to buy."""
    return [flat(close, BUY if index == 0 else 10.0) for index, close in enumerate(closes)]


@pytest.fixture(params=list(BOTH))
def run(request: pytest.FixtureRequest) -> Backtest:
    return BOTH[request.param]


def decided(run: Backtest, *exits: Exit, bars: list[Bar]) -> int:
    return only_trade(run(strategy_of(long_side(*exits)), panel_of(bars), terms_of())).decided_bar


def test_the_open_return_runs_from_the_entry_price_to_the_close(run: Backtest) -> None:
    bars = at(100, 100, 104, 104.9, 105, 105, 105)
    assert decided(run, when(AccountField.OPEN_RETURN, Comparison.GTE, 0.05), bars=bars) == 4


def test_a_short_earns_while_the_price_falls(run: Backtest) -> None:
    bars = [flat(100, SELL_SHORT), flat(100), flat(106), flat(94), flat(94)]
    strategy = strategy_of(short=short_side(when(AccountField.OPEN_RETURN, Comparison.GT, 0.05)))
    assert only_trade(run(strategy, panel_of(bars), terms_of())).decided_bar == 3
    strategy = strategy_of(short=short_side(when(AccountField.POSITION, Comparison.LT, -0.1)))
    assert only_trade(run(strategy, panel_of(bars), terms_of(cash=10_000))).decided_bar == 2


def test_bars_held_are_counted_with_the_bar_of_the_fill(run: Backtest) -> None:
    assert decided(run, when(AccountField.BARS_HELD, Comparison.GTE, 1), bars=at(9, 9, 9, 9, 9)) == 1
    assert decided(run, when(AccountField.BARS_HELD, Comparison.GTE, 3), bars=at(9, 9, 9, 9, 9)) == 3


def test_bars_that_an_instrument_does_not_have_are_not_held(run: Backtest) -> None:
    missing = (float("nan"),) * 5
    other = [flat(5) for _ in range(6)]
    panel = panel_of([*at(9, 9), missing, flat(9), flat(9), flat(9)], other)
    strategy = strategy_of(long_side(when(AccountField.BARS_HELD, Comparison.GTE, 2)), tickers=2)
    assert only_trade(run(strategy, panel, terms_of())).decided_bar == 3


def test_a_fall_from_the_best_price_is_seen_on_the_close(run: Backtest) -> None:
    far = Computed(ValueOperation.MULTIPLY, (account(AccountField.BEST_PRICE), Constant(0.9)))
    bars = [*at(100, 100), bar(100, 120, 100, 110), bar(110, 111, 107, 108), bar(108, 109, 107, 107), flat(107)]
    assert decided(run, SignalExit(is_(CLOSE, Comparison.LTE, far)), bars=bars) == 3


def test_the_high_of_the_bar_on_which_a_resting_order_filled_may_have_been_before_it(run: Backtest) -> None:
    bars = [flat(100, BUY), bar(100, 130, 94, 99), bar(99, 101, 98, 100), flat(100)]
    best = when(AccountField.BEST_PRICE, Comparison.GT, 100)
    strategy = strategy_of(long_side(best, order=LimitOrder(points(5))))
    assert only_trade(run(strategy, panel_of(bars), terms_of())).decided_bar == 2


def test_no_new_entries_while_the_account_is_too_far_below_its_peak(run: Backtest) -> None:
    calm = is_(account(AccountField.DRAWDOWN), Comparison.GTE, -0.01)
    bars = [flat(100, BUY), flat(100), flat(80, LEAVE), flat(80, BUY), flat(80, BUY), flat(80)]
    freely, carefully = (strategy_of(each) for each in (long_side(), only_if(long_side(), calm)))
    assert len(run(freely, panel_of(bars), terms_of()).open_positions) == 1
    assert run(carefully, panel_of(bars), terms_of()).open_positions == []
    assert run(carefully, panel_of(bars), terms_of()).orders.placed == 1


def test_the_equity_is_that_of_all_instruments_and_the_position_its_own(run: Backtest) -> None:
    first = [flat(100, BUY), flat(100), flat(150), flat(150), flat(150)]
    second = [flat(10, BUY), flat(10), flat(10), flat(10), flat(10)]
    rich = strategy_of(long_side(when(AccountField.EQUITY, Comparison.GTE, 10_500)), tickers=2)
    trades = run(rich, panel_of(first, second), terms_of()).trades
    assert [(trade.ticker, trade.decided_bar) for trade in trades] == [(0, 2), (1, 2)]
    large = strategy_of(long_side(when(AccountField.POSITION, Comparison.GT, 0.1)), tickers=2)
    trades = run(large, panel_of(first, second), terms_of()).trades
    assert [(trade.ticker, trade.decided_bar) for trade in trades] == [(0, 2)]


@pytest.mark.parametrize("field", [AccountField.ENTRY_PRICE, AccountField.BARS_HELD, AccountField.OPEN_RETURN])
def test_without_a_position_what_belongs_to_one_is_undefined(run: Backtest, field: AccountField) -> None:
    bars = at(100, 100, 100, 100)
    for op in (Comparison.GTE, Comparison.LT, Comparison.NEQ):
        known = is_(account(field), op, 0)
        assert run(strategy_of(only_if(long_side(), known)), panel_of(bars), terms_of()).orders.placed == 0
        assert run(strategy_of(only_if(long_side(), Not(known))), panel_of(bars), terms_of()).orders.placed == 1


def test_the_position_is_0_while_there_is_none(run: Backtest) -> None:
    flat_account = is_(account(AccountField.POSITION), Comparison.EQ, 0)
    strategy = strategy_of(only_if(long_side(), flat_account))
    assert run(strategy, panel_of(at(100, 100, 100)), terms_of()).orders.placed == 1


def test_who_turns_round_still_sees_the_position_that_leaves(run: Backtest) -> None:
    lost = is_(account(AccountField.OPEN_RETURN), Comparison.LT, 0)
    bars = [flat(100, BUY), flat(100), flat(90, LEAVE), flat(90), flat(90)]
    turned = Side(Entry(lost, long_side().entry.order), short_side().exits, short_side().sizing)
    outcome = run(strategy_of(long_side(), turned), panel_of(bars), terms_of())
    assert left(only_trade(outcome))[0] == 3
    [position] = outcome.open_positions
    assert (position.signal_bar, position.entry_bar) == (2, 3)


def test_the_first_exit_that_is_true_gives_the_reason(run: Backtest) -> None:
    exits = (LEAVES, when(AccountField.BARS_HELD, Comparison.GTE, 2), when(AccountField.OPEN_RETURN, Comparison.GT, -1))
    trade = only_trade(run(strategy_of(long_side(*exits)), panel_of(at(9, 9, 9, 9)), terms_of()))
    assert (trade.decided_bar, trade.exit_rule) == (1, 2)


def test_who_learns_of_the_account_a_bar_late_leaves_a_bar_later() -> None:
    gained = when(AccountField.OPEN_RETURN, Comparison.GT, 0.05)
    strategy, panel = strategy_of(long_side(gained)), panel_of(at(100, 100, 106, 90, 90, 90))
    for late, bar_of_decision in ((False, 2), (True, 3)):
        compiled = compile_strategy(strategy, CATALOGUE, late_account=late)
        [trade] = backtest(compiled, panel, terms_of()).trades
        assert trade.decided_bar == bar_of_decision


def test_what_was_undefined_on_the_bar_before_is_so_for_who_is_late() -> None:
    calm = is_(account(AccountField.DRAWDOWN), Comparison.GTE, 0)
    strategy = strategy_of(only_if(long_side(when(AccountField.BARS_HELD, Comparison.GTE, 1)), calm))
    bars = [flat(100, BUY), flat(100, BUY), flat(100), flat(100), flat(100)]
    [trade] = backtest(compile_strategy(strategy, CATALOGUE, late_account=True), panel_of(bars), terms_of()).trades
    assert (trade.signal_bar, trade.entry_bar, trade.decided_bar) == (1, 2, 3)
