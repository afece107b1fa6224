"""The fills and exits of docs/decisions/0011 on markets of a few bars, worked out by hand; the reference answers beside
the engine."""

import numpy as np
import pytest

from packages.domain.backtest.outcome import ExitReason, Orders
from packages.domain.strategy.model import Direction
from packages.domain.strategy.trade import (
    Bracket,
    LimitOrder,
    StopLoss,
    StopOrder,
    TakeProfit,
    TimeExit,
    TrailingStop,
)
from tests.reference.both import BOTH, Backtest
from tests.reference.by_hand import (
    BOTH_WAYS,
    BUY,
    LEAVE,
    LEAVES,
    MISSING,
    SELL_SHORT,
    Bar,
    bar,
    flat,
    fraction,
    left,
    long_side,
    only_trade,
    panel_of,
    points,
    row,
    short_side,
    strategy_of,
    terms_of,
)

FREE = terms_of()


@pytest.fixture(params=list(BOTH))
def run(request: pytest.FixtureRequest) -> Backtest:
    return BOTH[request.param]


def test_a_signal_on_a_close_fills_at_the_next_open_and_pays_its_costs(run: Backtest) -> None:
    panel = panel_of([flat(100, BUY), bar(102, 105, 101, 104), flat(106, LEAVE), bar(110, 111, 109, 110)])
    terms = terms_of(slippage=0.01, spread=0.02, commission_rate=0.001, commission_per_share=0.1)
    trade = only_trade(run(strategy_of(long_side()), panel, terms))
    assert (trade.signal_bar, trade.entry_bar, trade.decided_bar, trade.exit_bar) == (0, 1, 2, 3)
    # 1 % of slippage and half of 2 % of spread make 102 dearer and 110 cheaper by 2 %.
    assert trade.entry_price == pytest.approx(104.04)
    assert trade.exit_price == pytest.approx(107.80)
    assert trade.costs == pytest.approx(1.0404 + 1.0 + 1.078 + 1.0)
    assert trade.profit == pytest.approx(37.6 - 4.1184)
    assert (trade.reason, trade.exit_rule, trade.bars) == (ExitReason.SIGNAL, 0, 3)
    assert (trade.worst_price, trade.best_price) == (101, 111)


def test_equity_is_cash_and_positions_at_their_close(run: Backtest) -> None:
    panel = panel_of([flat(100, BUY), bar(102, 105, 101, 104), flat(106, LEAVE), flat(110)])
    outcome = run(strategy_of(long_side()), panel, FREE)
    assert outcome.cash == [10_000, 8_980, 8_980, 10_080]
    assert outcome.exposure == [0, 1_040, 1_060, 0]
    assert outcome.equity == [10_000, 10_020, 10_040, 10_080]
    assert outcome.orders == Orders(placed=1, filled=1)


@pytest.mark.parametrize(
    ("day", "exit_price", "reason"),
    [
        (bar(90, 96, 88, 95), 90, ExitReason.STOP_LOSS),  # gapped through the stop at 95: out at the open
        (bar(99, 100, 94, 99), 95, ExitReason.STOP_LOSS),
        (bar(99, 111, 94, 100), 95, ExitReason.STOP_LOSS),  # both touched: the stop wins
        (bar(99, 110, 96, 100), 110, ExitReason.TAKE_PROFIT),  # touched to the cent
        (bar(113, 114, 90, 113), 113, ExitReason.TAKE_PROFIT),  # opened beyond the target
    ],
)
def test_stops_and_targets_of_a_long_position(run: Backtest, day: Bar, exit_price: float, reason: ExitReason) -> None:
    panel = panel_of([flat(100, BUY), flat(100), day, flat(100)])
    side = long_side(LEAVES, TakeProfit(points(10)), StopLoss(fraction(0.05)))
    trade = only_trade(run(strategy_of(side), panel, FREE))
    assert left(trade) == (2, exit_price, reason)
    assert (trade.decided_bar, trade.exit_rule) == (2, 1 if reason is ExitReason.TAKE_PROFIT else 2)


@pytest.mark.parametrize(
    ("day", "exit_price", "reason"),
    [
        (bar(108, 109, 88, 95), 108, ExitReason.STOP_LOSS),
        (bar(99, 105, 89, 99), 105, ExitReason.STOP_LOSS),
        (bar(99, 104, 90, 100), 90, ExitReason.TAKE_PROFIT),
        (bar(87, 120, 85, 113), 87, ExitReason.TAKE_PROFIT),
    ],
)
def test_stops_and_targets_of_a_short_position(run: Backtest, day: Bar, exit_price: float, reason: ExitReason) -> None:
    panel = panel_of([flat(100, SELL_SHORT), flat(100), day, flat(100)])
    side = short_side(StopLoss(fraction(0.05)), TakeProfit(points(10)))
    trade = only_trade(run(strategy_of(short=side), panel, FREE))
    assert left(trade) == (2, exit_price, reason)
    assert trade.profit == pytest.approx(10 * (100 - exit_price))


def test_a_stop_is_slipped_and_a_target_is_not(run: Backtest) -> None:
    side = long_side(StopLoss(points(5)), TakeProfit(points(10)))
    days = [[flat(100, BUY), flat(100), bar(100, 112, 99, 100)], [flat(100, BUY), flat(100), bar(100, 101, 90, 95)]]
    up, down = (only_trade(run(strategy_of(side), panel_of(bars), terms_of(slippage=0.01))) for bars in days)
    assert up.exit_price == pytest.approx(111)  # the fill at 101 and ten points
    assert down.exit_price == pytest.approx(96 * 0.99)


def test_a_position_just_opened_can_be_stopped_on_its_first_bar(run: Backtest) -> None:
    panel = panel_of([flat(100, BUY), bar(100, 101, 95, 99), flat(99)])
    trade = only_trade(run(strategy_of(long_side(StopLoss(points(5)))), panel, FREE))
    assert (trade.entry_bar, trade.exit_bar, trade.exit_price, trade.bars) == (1, 1, 95, 1)


def test_a_bracket_has_a_target_as_many_times_as_far_as_its_stop(run: Backtest) -> None:
    panel = panel_of([flat(100, BUY), flat(100), bar(100, 110, 96.5, 100), flat(100)])
    trade = only_trade(run(strategy_of(long_side(LEAVES, Bracket(points(4), 2.5))), panel, FREE))
    assert left(trade) == (2, 110, ExitReason.TAKE_PROFIT)
    assert trade.exit_rule == 1


def test_a_trailing_stop_follows_the_best_price_of_the_bars_before(run: Backtest) -> None:
    # The first bar's high of 110 puts the stop to 99; the second's own 120 moves it only after its close, to 108.
    days = [flat(100, BUY), bar(100, 110, 99, 109), bar(109, 120, 100, 119), bar(119, 119, 107, 110), flat(110)]
    trade = only_trade(run(strategy_of(long_side(TrailingStop(fraction(0.1)))), panel_of(days), FREE))
    assert left(trade) == (3, 108, ExitReason.TRAILING_STOP)


def test_the_nearer_stop_is_the_one_that_counts(run: Backtest) -> None:
    days = [flat(100, BUY), bar(100, 101, 99, 100), bar(100, 100, 90, 95), flat(95)]
    side = long_side(TrailingStop(points(8)), StopLoss(points(5)))
    trade = only_trade(run(strategy_of(side), panel_of(days), FREE))
    assert (left(trade), trade.exit_rule) == ((2, 95, ExitReason.STOP_LOSS), 1)


def test_a_time_exit_leaves_at_the_open_after_so_many_own_bars(run: Backtest) -> None:
    days = [flat(100, BUY), flat(101), MISSING, flat(102), flat(103), flat(104)]
    trade = only_trade(run(strategy_of(long_side(TimeExit(2))), panel_of(days), FREE))
    assert (trade.entry_bar, trade.decided_bar, trade.exit_bar, trade.bars) == (1, 3, 4, 3)
    assert trade.reason is ExitReason.TIME


def test_without_a_bar_a_position_keeps_its_mark_and_waits_to_leave(run: Backtest) -> None:
    days = [flat(100, BUY), flat(101, LEAVE), MISSING, flat(90)]
    outcome = run(strategy_of(long_side()), panel_of(days), FREE)
    assert outcome.equity == [10_000, 10_000, 10_000, 9_890]
    assert left(only_trade(outcome)) == (3, 90, ExitReason.SIGNAL)


def test_a_market_order_lapses_where_there_is_no_bar(run: Backtest) -> None:
    outcome = run(strategy_of(long_side()), panel_of([flat(100, BUY), MISSING, flat(100)]), FREE)
    assert outcome.orders == Orders(placed=1, refused=1)


def test_what_was_bought_today_is_sold_from_the_next_session_on(run: Backtest) -> None:
    days = [flat(100, BUY), bar(100, 100, 90, 98), bar(94, 97, 93, 96), flat(96)]
    panel = panel_of(days, sell_after_sessions=1)
    trade = only_trade(run(strategy_of(long_side(StopLoss(points(5)))), panel, FREE))
    assert left(trade) == (2, 94, ExitReason.STOP_LOSS)  # the stop at 95 stayed, and the next open is beyond it


def test_bars_of_one_session_do_not_settle_a_purchase(run: Backtest) -> None:
    days = [flat(100, BUY), flat(100, LEAVE), flat(99), flat(98), flat(97)]
    panel = panel_of(days, sell_after_sessions=1, session=np.array([0, 1, 1, 1, 2]))
    assert left(only_trade(run(strategy_of(long_side()), panel, FREE))) == (4, 97, ExitReason.SIGNAL)


def test_nothing_is_bought_at_the_upper_limit(run: Backtest) -> None:
    panel = panel_of([flat(100, BUY), flat(110), flat(110)], upper_limit=row(110, 110, 121), lower_limit=row(1, 1, 1))
    outcome = run(strategy_of(long_side()), panel, FREE)
    assert (outcome.trades, outcome.open_positions) == ([], [])
    assert outcome.orders == Orders(placed=1, refused=1)


def test_nothing_is_sold_at_the_lower_limit_and_the_exit_tries_again(run: Backtest) -> None:
    days = [flat(100, BUY), flat(100, LEAVE), flat(90), bar(81, 85, 81, 84), flat(84)]
    panel = panel_of(days, lower_limit=row(90, 90, 90, 80, 75), upper_limit=row(110, 110, 110, 99, 92))
    assert left(only_trade(run(strategy_of(long_side()), panel, FREE))) == (3, 81, ExitReason.SIGNAL)


def test_slippage_never_leads_beyond_the_limit(run: Backtest) -> None:
    panel = panel_of(
        [flat(100, BUY), flat(109), flat(109)], upper_limit=row(110, 110, 110), lower_limit=row(90, 90, 90)
    )
    [position] = run(strategy_of(long_side()), panel, terms_of(slippage=0.05)).open_positions
    assert position.entry_price == 110


@pytest.mark.parametrize(
    ("day", "filled"),
    [(bar(100, 101, 95, 96), 95), (bar(93, 97, 92, 96), 93), (bar(100, 101, 95.5, 96), None)],
)
def test_a_limit_order_fills_at_its_price_or_at_a_better_open(run: Backtest, day: Bar, filled: float | None) -> None:
    side = long_side(order=LimitOrder(points(5)))
    outcome = run(strategy_of(side), panel_of([flat(100, BUY), day, flat(90)]), FREE)
    assert [position.entry_price for position in outcome.open_positions] == ([] if filled is None else [filled])
    assert outcome.orders == Orders(placed=1, lapsed=int(filled is None), filled=int(filled is not None))


@pytest.mark.parametrize(("day", "filled"), [(bar(95, 106, 94, 100), 105), (bar(108, 109, 100, 101), 108)])
def test_a_stop_order_fills_at_its_price_or_at_an_open_beyond_it(run: Backtest, day: Bar, filled: float) -> None:
    side = long_side(order=StopOrder(fraction(0.05)))
    outcome = run(strategy_of(side), panel_of([flat(100, BUY), day, flat(90)]), terms_of(slippage=0.01))
    [position] = outcome.open_positions
    assert position.entry_price == pytest.approx(filled * 1.01)


def test_a_resting_order_lives_as_many_own_bars_as_it_is_valid(run: Backtest) -> None:
    side = long_side(order=LimitOrder(points(5), valid_bars=2))
    days = [flat(100, BUY), flat(100), MISSING, flat(100), flat(90)]
    outcome = run(strategy_of(side), panel_of(days), FREE)
    assert outcome.orders == Orders(placed=1, lapsed=1)
    [position] = run(strategy_of(side), panel_of([*days[:3], flat(95), flat(90)]), FREE).open_positions
    assert (position.signal_bar, position.entry_bar, position.entry_price) == (0, 3, 95)


@pytest.mark.parametrize(
    ("day", "direction"),
    [
        (bar(101, 106, 94, 100), Direction.LONG),  # 105 is nearer to the open than 95
        (bar(99, 106, 94, 100), Direction.SHORT),
        (bar(100, 105, 95, 100), Direction.LONG),  # a tie
    ],
)
def test_of_two_resting_orders_the_nearer_one_fills_and_cancels_the_other(
    run: Backtest, day: Bar, direction: Direction
) -> None:
    strategy = strategy_of(
        long_side(order=StopOrder(points(5), valid_bars=3)), short_side(order=StopOrder(points(5), valid_bars=3))
    )
    outcome = run(strategy, panel_of([flat(100, BOTH_WAYS), day, bar(100, 110, 90, 100)]), FREE)
    assert [position.direction for position in outcome.open_positions] == [direction]
    assert (outcome.orders.placed, outcome.orders.filled) == (2, 1)


def test_both_directions_at_the_market_contradict_each_other(run: Backtest) -> None:
    strategy = strategy_of(long_side(), short_side())
    outcome = run(strategy, panel_of([flat(100, BOTH_WAYS), flat(100), flat(100)]), FREE)
    assert outcome.orders == Orders()


def test_on_the_bar_of_a_resting_fill_only_the_stop_is_live(run: Backtest) -> None:
    side = long_side(StopLoss(points(5)), TakeProfit(points(5)), order=LimitOrder(points(10)))
    days = [flat(100, BUY), bar(100, 120, 86, 88), bar(88, 88, 88, 88), bar(88, 95, 88, 90)]
    assert left(only_trade(run(strategy_of(side), panel_of(days), FREE))) == (3, 95, ExitReason.TAKE_PROFIT)
    stopped = [flat(100, BUY), bar(100, 120, 84, 88), flat(88)]
    assert left(only_trade(run(strategy_of(side), panel_of(stopped), FREE))) == (1, 85, ExitReason.STOP_LOSS)


def test_the_high_of_the_bar_of_a_resting_fill_moves_no_trailing_stop(run: Backtest) -> None:
    side = long_side(TrailingStop(points(8)), order=LimitOrder(points(10)))
    days = [flat(100, BUY), bar(100, 120, 89, 90), bar(90, 91, 84, 85), bar(85, 86, 82.5, 83), flat(83)]
    # From the fill at 90 the stop is at 82, and at 83 once a high of 91 has been seen.
    assert left(only_trade(run(strategy_of(side), panel_of(days), FREE))) == (3, 83, ExitReason.TRAILING_STOP)
