"""The kernel's decision in the words of the trading desk."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from math import log, sqrt

import pytest

from packages.domain.backtest.engine import compile_strategy
from packages.domain.backtest.kernel_book import BadBook
from packages.domain.backtest.panel import Panel
from packages.domain.strategy.conditions import (
    All,
    Compare,
    Comparison,
    Condition,
    Constant,
    Cross,
    Crossing,
    FactorOutput,
    Price,
    PriceField,
    WithinBars,
)
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Direction, Entry, Factor, Side, Strategy, Universe
from packages.domain.strategy.trade import (
    Bracket,
    Distance,
    EquityFraction,
    FixedCash,
    FixedQuantity,
    LimitOrder,
    MarketOrder,
    RiskPerTrade,
    Sizing,
    StopLoss,
    StopOrder,
    TakeProfit,
    TimeExit,
    TrailingStop,
    Unit,
    VolatilityTarget,
)
from packages.domain.trading import orders
from packages.domain.trading.decisions import Book, Decide, Decision, Enter, Holding, Working
from packages.infra.providers.trading.engine.decider import KernelDecider, NoSuchBar
from tests.reference.by_hand import (
    BUY,
    LEAVE,
    LEAVES,
    bar,
    flat,
    fraction,
    long_side,
    panel_of,
    points,
    short_side,
    strategy_of,
)

LONG, SHORT = Direction.LONG, Direction.SHORT
MONDAY = datetime(2024, 1, 1, tzinfo=UTC)
EMPTY = Book((), ())


def day(number: int) -> datetime:
    """When bar number `number` begins."""
    return MONDAY + timedelta(days=number)


def decided(strategy: Strategy, panel: Panel, book: Book = EMPTY) -> Decision:
    decide: Decide = KernelDecider(compile_strategy(strategy, CATALOGUE), panel)
    return decide(day(len(panel) - 1), book)


def entered(side: Side) -> Enter:
    """On a bar that ranges over 6 dollars, after one over 4."""
    panel = panel_of([bar(100, 102, 98, 101), bar(101, 104, 98, 103), bar(103, 106, 100, 104, BUY)])
    [entry] = decided(strategy_of(side), panel).entries
    return entry


def test_a_market_entry_carries_its_close_and_what_it_saw() -> None:
    entry = entered(long_side())
    assert (entry.symbol, entry.direction, entry.type) == ("A", LONG, orders.OrderType.MARKET)
    assert (entry.price, entry.valid_bars, entry.close) == (None, None, 104.0)
    assert entry.guards == orders.Guards()
    assert entry.why == {"volume": BUY}


@pytest.mark.parametrize(
    ("order", "type_", "price"),
    [
        (LimitOrder(points(2), 3), orders.OrderType.LIMIT, 102.0),
        (StopOrder(fraction(0.25), 1), orders.OrderType.STOP, 130.0),
        (StopOrder(Distance(Unit.ATR_MULTIPLE, 0.5, 1), 7), orders.OrderType.STOP, 107.0),
    ],
)
def test_an_order_that_rests_says_where_and_how_long(
    order: LimitOrder | StopOrder, type_: orders.OrderType, price: float
) -> None:
    entry = entered(long_side(order=order))
    assert (entry.type, entry.price, entry.valid_bars) == (type_, price, order.valid_bars)


def test_multiples_of_the_range_become_points_and_fractions_stay() -> None:
    stops = (StopLoss(Distance(Unit.ATR_MULTIPLE, 1.5, 1)), TakeProfit(fraction(0.1)), TrailingStop(points(3)))
    assert entered(long_side(*stops, LEAVES)).guards == orders.Guards(
        stop=orders.GuardDistance(orders.DistanceUnit.POINTS, 9.0),
        target=orders.GuardDistance(orders.DistanceUnit.PCT, 0.1),
        trail=orders.GuardDistance(orders.DistanceUnit.POINTS, 3.0),
    )


def test_the_target_of_a_bracket_is_a_multiple_of_its_risk() -> None:
    guards = entered(long_side(Bracket(fraction(0.02), 3), TimeExit(5))).guards
    assert guards.stop == orders.GuardDistance(orders.DistanceUnit.PCT, 0.02)
    assert guards.target == orders.GuardDistance(orders.DistanceUnit.RISK, 3.0)
    assert guards.trail is None


@pytest.mark.parametrize(
    ("sizing", "rule", "value"),
    [
        (FixedQuantity(Decimal("2.5")), orders.SizeRule.QUANTITY, 2.5),
        (FixedCash(Decimal(500)), orders.SizeRule.CASH, 500.0),
        (EquityFraction(0.5), orders.SizeRule.EQUITY, 0.5),
        (RiskPerTrade(0.01), orders.SizeRule.RISK, 0.01),
    ],
)
def test_sizes_keep_their_rule(sizing: Sizing, rule: orders.SizeRule, value: float) -> None:
    assert entered(long_side(StopLoss(points(5)), sizing=sizing)).sizing == orders.Sizing(rule, value)


def test_a_volatility_target_brings_the_volatility_of_the_bar() -> None:
    sizing = entered(long_side(sizing=VolatilityTarget(0.2, lookback=2, max_leverage=3))).sizing
    assert (sizing.rule, sizing.value, sizing.most) == (orders.SizeRule.VOLATILITY, 0.2, 3.0)
    moves = log(103 / 101), log(104 / 103)
    assert sizing.deviation == pytest.approx((moves[0] - moves[1]) / sqrt(2) * sqrt(252))


def test_a_holding_leaves_with_its_reason_and_its_rule() -> None:
    panel = panel_of([flat(100), flat(100), flat(100, LEAVE)], [flat(50), flat(50), flat(50)])
    strategy = strategy_of(long_side(StopLoss(points(5)), LEAVES), short_side(TimeExit(2)), tickers=2)
    held = (Holding("B", SHORT, day(1), is_leaving=False), Holding("A", LONG, day(0), is_leaving=False))
    first, second = decided(strategy, panel, Book(held, ())).exits
    assert (first.symbol, first.direction, first.reason, first.rule) == ("A", LONG, "signal_exit", 1)
    assert (second.symbol, second.direction, second.reason, second.rule) == ("B", SHORT, "time_exit", 0)
    assert (first.why, second.why) == ({"volume": LEAVE}, {"bars_held": 2.0})


def test_a_fill_within_a_bar_counts_from_that_bar() -> None:
    panel = panel_of([flat(100), flat(100), flat(100)])
    held = Holding("A", LONG, day(1) + timedelta(hours=15), is_leaving=False)
    assert len(decided(strategy_of(long_side(TimeExit(2))), panel, Book((held,), ())).exits) == 1


def test_an_order_at_work_is_not_ordered_again() -> None:
    panel = panel_of([flat(100, BUY)])
    assert decided(strategy_of(long_side()), panel, Book((), (Working("A", LONG),))).entries == ()


def test_a_bar_that_is_not_there_is_not_decided_on() -> None:
    decide = KernelDecider(compile_strategy(strategy_of(long_side()), CATALOGUE), panel_of([flat(100, BUY)]))
    for at in (day(-1), day(0) + timedelta(hours=1), day(1)):
        with pytest.raises(NoSuchBar, match="load it before it is decided on"):
            decide(at, EMPTY)


def test_a_foreign_holding_or_one_older_than_the_bars_is_refused() -> None:
    strategy, panel = strategy_of(long_side()), panel_of([flat(100)])
    with pytest.raises(BadBook, match="Z is not among the instruments"):
        decided(strategy, panel, Book((Holding("Z", LONG, day(0), is_leaving=False),), ()))
    with pytest.raises(BadBook, match="load more of them"):
        decided(strategy, panel, Book((Holding("A", LONG, day(-9), is_leaving=False),), ()))


def watching(condition: Condition) -> Strategy:
    factors = (Factor("mean", "sma", (("period", 2),)),)
    side = Side(Entry(condition, MarketOrder()), (LEAVES,), EquityFraction(1))
    universe = Universe(strategy_of(side).universe.market, ("A",))
    return Strategy("1.0.0", "Watching", None, universe, panel_of([flat(1)]).timeframe, factors, side, None)


def test_values_are_named_as_the_strategy_names_them_and_past_ones_by_how_long_ago() -> None:
    close, mean = Price(PriceField.CLOSE), FactorOutput("mean")
    rose = Compare(close, Comparison.GT, Price(PriceField.CLOSE, lag=1))
    crossed = WithinBars(Cross(close, Crossing.ABOVE, mean), 3)
    cheap = Compare(mean, Comparison.LT, Constant(200))
    panel = panel_of([flat(10), flat(8), flat(12), flat(13)])
    [entry] = decided(watching(All((rose, crossed, cheap))), panel).entries
    assert entry.why == {"close": 13.0, "close[1]": 12.0, "mean[1]": 10.0, "mean": 12.5}
