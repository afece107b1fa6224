"""What fills cost, how large orders are, who gets a place and when an account is at its end, worked out by hand; the
reference answers beside the engine."""

import math
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest

from packages.domain.backtest.outcome import ExitReason, Orders
from packages.domain.backtest.panel import Lots, Panel
from packages.domain.backtest.terms import Terms
from packages.domain.strategy.conditions import All, Compare, Comparison, Constant, Price, PriceField
from packages.domain.strategy.model import Direction, Entry, Ranking, Strategy
from packages.domain.strategy.trade import (
    Distance,
    EquityFraction,
    FixedCash,
    FixedQuantity,
    LimitOrder,
    RiskPerTrade,
    StopLoss,
    TimeExit,
    TrailingStop,
    Unit,
    VolatilityTarget,
)
from tests.reference.both import BOTH, Backtest
from tests.reference.by_hand import (
    BUY,
    LEAVE,
    LEAVES,
    MISSING,
    SELL_SHORT,
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
    signal,
    strategy_of,
    terms_of,
)

FREE = terms_of()


@pytest.fixture(params=list(BOTH))
def run(request: pytest.FixtureRequest) -> Backtest:
    return BOTH[request.param]


@pytest.mark.parametrize(("direction", "received"), [(Direction.LONG, 20), (Direction.SHORT, -20)])
def test_a_dividend_is_received_by_who_holds_and_paid_by_who_is_short(
    run: Backtest, direction: Direction, received: float
) -> None:
    way, is_long = (BUY, True) if direction is Direction.LONG else (SELL_SHORT, False)
    days = [flat(100, way), flat(100), flat(100, LEAVE), flat(98)]
    panel = panel_of(days, dividend=row(9, 9, 0, 2))  # the ones before the entry, and at its open, go to somebody else
    strategy = strategy_of(long_side()) if is_long else strategy_of(short=short_side())
    outcome = run(strategy, panel, FREE)
    trade = only_trade(outcome)
    assert (trade.dividends, trade.profit) == (received, 0)
    assert outcome.equity[-1] == 10_000


def test_a_dividend_is_paid_even_while_the_instrument_does_not_trade(run: Backtest) -> None:
    panel = panel_of([flat(100, BUY), flat(100), MISSING, flat(98)], dividend=row(0, 0, 2, 0))
    outcome = run(strategy_of(long_side()), panel, FREE)
    assert outcome.cash == [10_000, 9_000, 9_020, 9_020]


@pytest.mark.parametrize(
    ("cash", "price", "coins"),
    [("279548.1086372986", 52794.94, 5.29497919), ("75571.6453300976", 1803.68, 41.89858807)],
)
def test_money_that_is_enough_for_whole_steps_buys_them_however_many(
    run: Backtest, cash: str, price: float, coins: float
) -> None:
    lots = Lots(minimum=np.array([1e-8]), step=np.array([1e-8]))
    panel = panel_of([flat(price, BUY), flat(price), flat(price)], lots=lots)
    [held] = run(strategy_of(long_side(sizing=FixedCash(Decimal(cash)))), panel, terms_of(1_000_000)).open_positions
    assert round(held.quantity, 8) == coins


def test_a_short_pays_its_borrow_fee_by_the_day_on_the_close_before(run: Backtest) -> None:
    panel = panel_of([flat(100, SELL_SHORT), bar(100, 110, 90, 110), flat(100)], elapsed_days=np.array([0.0, 1, 3]))
    outcome = run(strategy_of(short=short_side()), panel, replace(FREE, borrow_rate=0.365))
    assert outcome.cash[1] == 11_000
    assert outcome.cash[2] == pytest.approx(11_000 - 10 * 110 * 0.365 * 3 / 365)


def test_borrowed_cash_pays_interest_by_the_day(run: Backtest) -> None:
    side = long_side(sizing=FixedQuantity(Decimal(150)))
    panel = panel_of([flat(100, BUY), flat(100), flat(100)], elapsed_days=np.array([0.0, 1, 3]))
    outcome = run(strategy_of(side), panel, replace(FREE, leverage=2.0, interest_rate=0.073))
    assert outcome.cash[1] == -5_000
    assert outcome.cash[2] == pytest.approx(-5_000 - 5_000 * 0.073 * 3 / 365)


def test_a_small_trade_pays_the_minimum_commission_and_the_duty_of_its_side(run: Backtest) -> None:
    panel = panel_of(
        [flat(100, BUY), flat(100, LEAVE), flat(100)], buy_duty=np.full(3, 0.001), sell_duty=np.full(3, 0.002)
    )
    trade = only_trade(run(strategy_of(long_side()), panel, terms_of(commission_rate=0.001, commission_minimum=5)))
    assert trade.costs == pytest.approx(5 + 1 + 5 + 2)


@pytest.mark.parametrize(("cash", "bought"), [(1_005, [10]), (1_003, [9]), (103, [])])
def test_a_minimum_commission_that_cannot_be_borne_makes_the_order_smaller(
    run: Backtest, cash: float, bought: list[float]
) -> None:
    panel = panel_of([flat(100, BUY), flat(100), flat(100)])
    side = long_side(sizing=EquityFraction(1))
    outcome = run(strategy_of(side), panel, terms_of(cash, commission_minimum=5))
    assert [position.quantity for position in outcome.open_positions] == bought
    assert outcome.orders.too_small == int(not bought)


def test_a_minimum_commission_that_is_not_charged_makes_no_order_smaller(run: Backtest) -> None:
    # A hundred shares with their commission, short of a billionth of one: the commission by size is the minimum itself.
    panel = panel_of([flat(100, BUY), flat(100), flat(100)])
    terms = terms_of(15_000 - 0.9e-9 * 150, commission_rate=0.5, commission_minimum=5_000)
    assert bought_with(run, strategy_of(long_side(sizing=EquityFraction(1))), panel, terms) == 100


def test_a_quantity_of_very_many_steps_is_no_step_larger_than_was_asked_for(run: Backtest) -> None:
    lots = Lots(minimum=np.array([1e-8]), step=np.array([1e-8]))
    panel = panel_of([flat(0.001, BUY), flat(0.001), flat(0.001)], lots=lots)
    strategy = strategy_of(long_side(sizing=FixedQuantity(Decimal(1_000_000))))
    assert bought_with(run, strategy, panel, terms_of(1_000_000)) == 1_000_000


@pytest.mark.parametrize(
    ("minimum", "step", "cash", "bought"),
    [(100, 100, 35_500, 300), (200, 1, 35_500, 355), (200, 1, 19_900, None), (0.5, 0, 125, 1.25)],
)
def test_quantities_are_rounded_down_to_the_lot(
    run: Backtest, minimum: float, step: float, cash: float, bought: float | None
) -> None:
    lots = Lots(minimum=np.array([minimum], dtype=np.float64), step=np.array([step], dtype=np.float64))
    panel = panel_of([flat(100, BUY), flat(100), flat(100)], lots=lots)
    outcome = run(strategy_of(long_side(sizing=EquityFraction(1))), panel, terms_of(cash))
    assert [position.quantity for position in outcome.open_positions] == ([] if bought is None else [bought])
    assert outcome.orders.too_small == int(bought is None)


def bought_with(run: Backtest, strategy: Strategy, panel: Panel, terms: Terms) -> float:
    [position] = run(strategy, panel, terms).open_positions
    return position.quantity


def test_money_to_spend_includes_its_costs(run: Backtest) -> None:
    panel = panel_of([flat(100, BUY), flat(100), flat(100)], buy_duty=np.full(3, 0.01))
    terms = terms_of(commission_rate=0.02, commission_per_share=0.5, slippage=0.01)
    # A share costs 101 × 1.03 + 0.5 = 104.53: 5,000 buy 47, half of 10,000 as many, and 10,000 at most 95.
    for sizing, shares in (
        (FixedCash(Decimal(5_000)), 47),
        (EquityFraction(0.5), 47),
        (FixedCash(Decimal(90_000)), 95),
    ):
        assert bought_with(run, strategy_of(long_side(sizing=sizing)), panel, terms) == shares


def test_risk_per_trade_loses_its_share_at_the_nearest_stop(run: Backtest) -> None:
    side = long_side(StopLoss(fraction(0.1)), TrailingStop(points(4)), sizing=RiskPerTrade(0.01))
    panel = panel_of([flat(100, BUY), flat(50), flat(50)])
    assert bought_with(run, strategy_of(side), panel, FREE) == 25  # 100 to lose, 4 points away (5 by the fraction)


def test_a_volatility_target_sizes_by_the_returns_before_the_signal(run: Backtest) -> None:
    side = long_side(sizing=VolatilityTarget(0.5, lookback=2, max_leverage=1))
    panel = panel_of([flat(100), flat(110), flat(100, BUY), flat(100), flat(150)])
    # Log returns of +0.09531 and -0.09531 deviate by 0.13479, by 2.1397 a year: 0.2337 of 10,000 at 100.
    assert bought_with(run, strategy_of(side), panel, FREE) == 23
    too_early = panel_of([flat(100), flat(110, BUY), flat(100), flat(100)])
    assert run(strategy_of(side), too_early, FREE).orders == Orders()


@pytest.mark.parametrize(("period", "price", "placed"), [(2, 94, 1), (1, 92, 2)])
def test_an_order_in_average_true_ranges_waits_until_they_are_known(
    run: Backtest, period: int, price: float, placed: int
) -> None:
    side = long_side(order=LimitOrder(Distance(Unit.ATR_MULTIPLE, 2, period)))
    days = [bar(100, 102, 100, 100, BUY), bar(100, 101, 99, 100, BUY), bar(100, 102, 98, 100, BUY)]
    outcome = run(strategy_of(side), panel_of([*days, flat(price), flat(price)]), FREE)
    [position] = outcome.open_positions
    # True ranges of 2 and 4 on the second and third bar: twice their mean is 6, twice the last 8.
    assert (position.signal_bar, position.entry_price, outcome.orders.placed) == (2, price, placed)


def test_impact_grows_with_the_root_of_the_share_of_the_volume(run: Backtest) -> None:
    days = [flat(100 if at % 2 else 110, BUY) for at in range(23)]
    side = long_side(sizing=FixedQuantity(Decimal(4)))
    known = Compare(Price(PriceField.CLOSE, lag=20), Comparison.GT, Constant(0))
    late = replace(side, entry=Entry(All((signal(BUY), known)), side.entry.order))
    [position] = run(strategy_of(late), panel_of(days), terms_of(impact=0.01)).open_positions
    deviation = math.log(1.1) * math.sqrt(20 / 19)
    assert position.entry_bar == 21
    assert position.entry_price == pytest.approx(100 * (1 + 0.01 * deviation * math.sqrt(4 / 1)))


def test_a_position_that_leaves_makes_way_for_the_other_direction(run: Backtest) -> None:
    turns = (TimeExit(1),)
    days = [flat(100, BUY), flat(100, SELL_SHORT), bar(104, 106, 103, 105), flat(105)]
    outcome = run(strategy_of(long_side(*turns), short_side(LEAVES)), panel_of(days), FREE)
    assert left(only_trade(outcome)) == (2, 104, ExitReason.TIME)
    [position] = outcome.open_positions
    assert (position.direction, position.entry_bar, position.entry_price) == (Direction.SHORT, 2, 104)


def test_the_best_ranked_get_the_places(run: Backtest) -> None:
    days = [[flat(price, BUY), flat(price, BUY), flat(price)] for price in (20, 40, 30)]
    outcome = run(strategy_of(long_side(), tickers=3, places=2), panel_of(*days), FREE)
    assert sorted(position.ticker for position in outcome.open_positions) == [1, 2]
    assert outcome.orders == Orders(placed=2, filled=2)


def test_the_ranking_may_look_at_an_earlier_bar(run: Backtest) -> None:
    days = [[flat(50), flat(20, BUY), flat(20), flat(20)], [flat(30), flat(40, BUY), flat(40), flat(40)]]
    strategy = strategy_of(long_side(), tickers=2, places=1)
    ranked = replace(strategy.universe, ranking=Ranking(Price(PriceField.CLOSE, lag=1)))
    [position] = run(replace(strategy, universe=ranked), panel_of(*days), FREE).open_positions
    assert position.ticker == 0


def test_a_resting_order_takes_a_place(run: Backtest) -> None:
    side = long_side(order=LimitOrder(points(5), valid_bars=9))
    days = [[flat(price, BUY), flat(price, BUY), flat(price)] for price in (20, 40)]
    assert run(strategy_of(side, tickers=2, places=1), panel_of(*days), FREE).orders == Orders(placed=1)


def test_fills_follow_the_ranking_until_the_money_is_spent(run: Backtest) -> None:
    days = [[flat(price, BUY), flat(price), flat(price)] for price in (20, 40)]
    side = long_side(sizing=EquityFraction(0.8))
    outcome = run(strategy_of(side, tickers=2, places=2), panel_of(*days), terms_of(1_000))
    assert {position.ticker: position.quantity for position in outcome.open_positions} == {1: 20, 0: 10}


def test_ruin_closes_everything_at_its_mark_and_ends_the_trading(run: Backtest) -> None:
    side = short_side(sizing=FixedQuantity(Decimal(100)))
    days = [flat(100, SELL_SHORT), flat(100), bar(100, 250, 100, 250, SELL_SHORT), flat(10, SELL_SHORT), flat(10)]
    outcome = run(
        strategy_of(short=side), panel_of(days), terms_of(commission_minimum=7).__class__(cash=Decimal(10_000))
    )
    trade = only_trade(outcome)
    assert left(trade) == (2, 250, ExitReason.RUIN)
    assert (outcome.ruined_at, trade.exit_rule, trade.costs) == (2, None, 0)
    assert outcome.equity == [10_000, 10_000, -5_000, -5_000, -5_000]


def test_an_account_whose_last_exit_cost_more_than_it_had_is_ruined(run: Backtest) -> None:
    side = short_side(sizing=FixedQuantity(Decimal(100)))
    days = [flat(100, SELL_SHORT), flat(100, LEAVE), flat(250, SELL_SHORT), flat(10), flat(10)]
    outcome = run(strategy_of(short=side), panel_of(days), FREE)
    assert left(only_trade(outcome)) == (2, 250, ExitReason.SIGNAL)
    assert (outcome.ruined_at, outcome.orders) == (2, Orders(placed=1, filled=1))


def test_a_margin_call_leaves_everything_at_the_next_open(run: Backtest) -> None:
    side = short_side(sizing=FixedQuantity(Decimal(100)))
    days = [flat(100, SELL_SHORT), flat(100), bar(100, 170, 100, 170), flat(150), flat(150)]
    trade = only_trade(run(strategy_of(short=side), panel_of(days), FREE))
    # 20,000 less 17,000 is below a quarter of 17,000.
    assert left(trade) == (3, 150, ExitReason.MARGIN_CALL)
    assert (trade.decided_bar, trade.exit_rule) == (2, None)


def test_on_the_last_bar_nothing_is_ordered_and_what_is_open_is_listed(run: Backtest) -> None:
    outcome = run(strategy_of(long_side()), panel_of([flat(100, BUY), flat(101), bar(101, 108, 101, 107, LEAVE)]), FREE)
    [position] = outcome.open_positions
    assert (position.entry_price, position.mark, position.unrealised) == (101, 107, 60)
    assert outcome.trades == []
    assert run(strategy_of(long_side()), panel_of([flat(100), flat(100, BUY)]), FREE).orders == Orders()
