"""Units that are added and parts that leave, bar by bar, written out by hand."""

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest

from packages.domain.backtest.analysis.analyse import held_instruments
from packages.domain.backtest.engine import backtest, compile_strategy
from packages.domain.backtest.outcome import ExitReason, Trade
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Side
from packages.domain.strategy.operands import (
    AccountField,
    AccountValue,
    Computed,
    Constant,
    Price,
    PriceField,
    ValueOperation,
)
from packages.domain.strategy.trade import (
    HERE,
    EquityFraction,
    FixedQuantity,
    LimitOrder,
    MarketOrder,
    Order,
    PartOfPosition,
    ScaleIn,
    SignalExit,
    StopLoss,
    StopOrder,
    StopsFrom,
    TakeProfit,
)
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
    panel_of,
    points,
    row,
    short_side,
    signal,
    strategy_of,
    terms_of,
)

ADD, PART = 5.0, 6.0
HALF = PartOfPosition(fraction=0.5)
ONE_UNIT = PartOfPosition(units=1, times=9)
LAST_FILL = AccountValue(AccountField.LAST_FILL_PRICE)


@pytest.fixture(params=list(BOTH))
def run(request: pytest.FixtureRequest) -> Backtest:
    return BOTH[request.param]


def growing(side: Side, most: int = 4, order: Order | None = None, stops_from: StopsFrom | None = None) -> Side:
    anchor = stops_from or StopsFrom.AVERAGE_PRICE
    return replace(side, scale_in=ScaleIn(signal(ADD), most, order or MarketOrder(), None, anchor))


def traded(run: Backtest, side: Side, *bars: Bar, **rules: object) -> list[Trade]:
    return run(strategy_of(side), panel_of(list(bars), **rules), terms_of()).trades


def test_each_unit_is_a_trade_of_its_own_at_its_own_price(run: Backtest) -> None:
    bars = [flat(10, BUY), flat(11, ADD), flat(12, ADD), flat(13, LEAVE), flat(14), flat(14)]
    trades = traded(run, growing(long_side()), *bars)
    assert [(each.entry_bar, each.entry_price, each.quantity, *left(each)) for each in trades] == [
        (1, 11, 10, 4, 14, ExitReason.SIGNAL),
        (2, 12, 10, 4, 14, ExitReason.SIGNAL),
        (3, 13, 10, 4, 14, ExitReason.SIGNAL),
    ]


def test_no_more_units_are_added_than_were_allowed(run: Backtest) -> None:
    bars = [flat(10, BUY), *(flat(10, ADD) for _ in range(6)), flat(10, LEAVE), flat(10), flat(10)]
    assert len(traded(run, growing(long_side(), most=3), *bars)) == 3


def test_the_costs_of_one_sale_are_shared_by_its_lots(run: Backtest) -> None:
    side, bars = growing(long_side()), [flat(10, BUY), flat(10, ADD), flat(10, LEAVE), flat(10), flat(10)]
    outcome = run(strategy_of(side), panel_of(bars), terms_of(commission_minimum=6))
    assert [each.costs for each in outcome.trades] == [6 + 3, 6 + 3]
    assert outcome.cash[-1] == 10_000 - 18


def test_a_part_takes_the_oldest_shares_and_the_rest_stays(run: Backtest) -> None:
    side = growing(long_side(SignalExit(signal(PART), PartOfPosition(fraction=0.75)), LEAVES))
    bars = [flat(10, BUY), flat(10, ADD), flat(12, PART), flat(13, LEAVE), flat(14), flat(14)]
    trades = traded(run, side, *bars)
    assert [(each.entry_bar, each.quantity, *left(each)) for each in trades] == [
        (1, 10, 3, 13, ExitReason.SIGNAL),
        (2, 5, 3, 13, ExitReason.SIGNAL),
        (2, 5, 4, 14, ExitReason.SIGNAL),
    ]


def test_a_part_is_taken_as_often_as_it_says(run: Backtest) -> None:
    bars = [flat(10, BUY), *(flat(10, PART) for _ in range(5)), flat(10, LEAVE), flat(10), flat(10)]
    for times, parts in ((1, [5, 5]), (2, [5, 2, 3])):
        side = long_side(SignalExit(signal(PART), replace(HALF, times=times)), LEAVES)
        assert [each.quantity for each in traded(run, side, *bars)] == parts


def test_half_is_sold_at_the_target_and_the_rest_at_the_stop(run: Backtest) -> None:
    side = long_side(TakeProfit(points(2), HALF), StopLoss(points(3)), LEAVES)
    bars = [flat(10, BUY), flat(10), bar(10, 12.5, 9, 12), bar(11, 11, 6, 8), flat(8)]
    trades = traded(run, side, *bars)
    assert [(each.quantity, *left(each)) for each in trades] == [
        (5, 2, 12, ExitReason.TAKE_PROFIT),
        (5, 3, 7, ExitReason.STOP_LOSS),
    ]


def test_the_stop_wins_over_a_part_where_one_bar_touches_both(run: Backtest) -> None:
    side = long_side(TakeProfit(points(2), HALF), StopLoss(points(3)), LEAVES)
    [trade] = traded(run, side, flat(10, BUY), flat(10), bar(10, 13, 6, 9), flat(9))
    assert (trade.quantity, *left(trade)) == (10, 2, 7, ExitReason.STOP_LOSS)


def test_a_part_that_the_open_is_beyond_leaves_at_the_open_before_the_stop(run: Backtest) -> None:
    side = long_side(TakeProfit(points(2), HALF), StopLoss(points(3)), LEAVES)
    trades = traded(run, side, flat(10, BUY), flat(10), bar(12.5, 13, 6, 9), flat(9))
    assert [left(each) for each in trades] == [(2, 12.5, ExitReason.TAKE_PROFIT), (2, 7, ExitReason.STOP_LOSS)]


def test_a_grid_of_a_short_buys_back_a_unit_at_a_time(run: Backtest) -> None:
    side = growing(short_side(SignalExit(signal(PART), ONE_UNIT), LEAVES))
    bars = [flat(10, SELL_SHORT), flat(11, ADD), flat(12, PART), flat(9, PART), flat(8), flat(8)]
    trades = traded_short(run, side, *bars)
    assert [(each.entry_price, *left(each), each.profit) for each in trades] == [
        (11, 3, 9, ExitReason.SIGNAL, 20),
        (12, 4, 8, ExitReason.SIGNAL, 40),
    ]


def traded_short(run: Backtest, side: Side, *bars: Bar) -> list[Trade]:
    return run(strategy_of(short=side), panel_of(list(bars)), terms_of()).trades


@pytest.mark.parametrize(("anchor", "stop"), [(StopsFrom.AVERAGE_PRICE, 12), (StopsFrom.LAST_FILL, 13)])
def test_the_stop_is_put_up_anew_when_a_unit_is_added(run: Backtest, anchor: StopsFrom, stop: float) -> None:
    side = growing(long_side(StopLoss(points(3))), stops_from=anchor)
    trades = traded(run, side, flat(14, BUY), flat(14, ADD), flat(16), bar(16, 16, 10, 11), flat(11))
    assert [left(each) for each in trades] == [(3, stop, ExitReason.STOP_LOSS)] * 2


def test_what_was_bought_today_stays_where_shares_are_sold_a_session_later(run: Backtest) -> None:
    side = growing(long_side(StopLoss(points(3))))
    bars = [flat(14, BUY), flat(14, ADD), bar(14, 14, 10, 12), bar(13, 13, 12, 12), bar(12, 12, 9, 9), flat(9)]
    trades = traded(run, side, *bars, sell_after_sessions=1)
    assert [(each.entry_bar, *left(each)) for each in trades] == [
        (1, 2, 11, ExitReason.STOP_LOSS),
        (2, 4, 11, ExitReason.STOP_LOSS),
    ]


def test_nothing_is_added_at_the_upper_limit(run: Backtest) -> None:
    nan, bars = float("nan"), [flat(10, BUY), flat(10, ADD), flat(11, LEAVE), flat(11), flat(11)]
    limits = {"upper_limit": row(nan, nan, 11, nan, nan), "lower_limit": row(*[nan] * 5)}
    outcome = run(strategy_of(growing(long_side())), panel_of(bars, **limits), terms_of())
    assert len(outcome.trades) == 1
    assert outcome.orders.refused == 1


def test_units_are_cut_to_what_the_account_can_carry(run: Backtest) -> None:
    side = growing(long_side(sizing=EquityFraction(0.6)), most=3)
    bars = [flat(10, BUY), flat(10, ADD), flat(10, ADD), flat(10, LEAVE), flat(10), flat(10)]
    outcome = run(strategy_of(side), panel_of(bars), terms_of(1_000))
    assert [each.quantity for each in outcome.trades] == [60, 40]
    assert outcome.orders.too_small == 1


def test_parts_are_sold_in_whole_lots_of_the_market(run: Backtest) -> None:
    panel = panel_of([flat(10, BUY), flat(10, PART), flat(10, PART), flat(10, LEAVE), flat(10), flat(10)])
    lots = replace(panel, lots=replace(panel.lots, minimum=np.array([100.0]), step=np.array([100.0])))
    part = SignalExit(signal(PART), PartOfPosition(fraction=0.5, times=2))
    side = long_side(part, LEAVES, sizing=FixedQuantity(Decimal(300)))
    assert [each.quantity for each in run(strategy_of(side), lots, terms_of()).trades] == [100, 100, 100]


def test_a_unit_waits_above_the_last_fill_and_is_dropped_with_its_position(run: Backtest) -> None:
    level = Computed(ValueOperation.ADD, (LAST_FILL, Constant(1)))
    side = growing(long_side(), order=StopOrder(HERE, 5, level))
    bars = [flat(10, BUY), flat(10, ADD), bar(10, 11.5, 10, 11, ADD), flat(11, LEAVE), flat(11), flat(15), flat(15)]
    outcome = run(strategy_of(side), panel_of(bars), terms_of())
    assert [each.entry_price for each in outcome.trades] == [10, 11]
    assert (outcome.orders.placed, outcome.orders.filled, outcome.orders.lapsed) == (3, 2, 1)


def test_an_entry_waits_at_the_low_of_its_signal(run: Backtest) -> None:
    side = long_side(order=LimitOrder(HERE, 2, Price(PriceField.LOW)))
    bars = [bar(10, 10, 9, 10, BUY), bar(10, 10, 9.5, 10), bar(10, 10, 8.5, 9, LEAVE), flat(9), flat(9)]
    [trade] = traded(run, side, *bars)
    assert (trade.entry_bar, trade.entry_price) == (2, 9)


def test_a_stop_order_that_the_open_has_passed_fills_at_the_open(run: Backtest) -> None:
    side = long_side(order=StopOrder(HERE, 1, Price(PriceField.HIGH)))
    [trade] = traded(run, side, bar(10, 11, 9, 10, BUY), bar(12, 13, 12, 13, LEAVE), flat(13), flat(13))
    assert (trade.entry_bar, trade.entry_price) == (1, 12)


def test_an_instrument_is_held_once_however_many_lots_it_has() -> None:
    bars = [flat(10, BUY), flat(10, ADD), flat(10, ADD), flat(10, LEAVE), flat(10), flat(10, BUY), flat(10), flat(10)]
    compiled = compile_strategy(strategy_of(growing(long_side())), CATALOGUE)
    outcome = backtest(compiled, panel_of(bars), terms_of())
    assert len(outcome.trades) == 3
    assert held_instruments(outcome).tolist() == [0, 1, 1, 1, 0, 0, 1, 1]
