"""How the paper broker trades, by hand: what the page of the backtest says, and what it says beyond it."""

from dataclasses import replace
from decimal import Decimal

import pytest

from packages.domain.backtest.terms import BadTerms, Costs, Terms
from packages.domain.trading.errors import BadOrder, OrderRejected
from packages.domain.trading.orders import (
    DistanceUnit,
    Effect,
    Fill,
    GuardDistance,
    Guards,
    OrderRequest,
    OrderSide,
    OrderStatus,
    OrderType,
    SizeRule,
    Sizing,
)
from packages.infra.providers.trading.adapters.paper_market import BarsSkipped
from packages.infra.providers.trading.adapters.paper_state import Opening, PaperListing
from tests.fakes.paper_accounts import InMemoryPaperAccounts
from tests.packages.infra.providers.trading.paper_desk import (
    LISTINGS,
    PaperDay,
    bar,
    holding,
    opening,
    order,
    points,
    quote,
)


async def paper(opened: Opening | None = None) -> PaperDay:
    return await PaperDay(InMemoryPaperAccounts()).open(opened)


async def status(day: PaperDay, name: str) -> tuple[OrderStatus, str]:
    found = await day.broker.find(name)
    assert found is not None
    return found.status, found.why


def told(fills: tuple[Fill, ...]) -> list[tuple[str, float, str]]:
    return [(fill.client_order_id, float(fill.price), fill.reason) for fill in fills]


async def test_an_entry_without_a_bar_lapses_and_an_exit_tries_until_it_is_done() -> None:
    day = await paper()
    await holding(day)
    await day.broker.submit(order("late", symbol="BBB"))
    await day.broker.submit(order("out", OrderSide.SELL, Effect.CLOSE, reason="signal_exit"))
    assert await day.next({}) == ()
    assert await status(day, "late") == (OrderStatus.LAPSED, "no_bar")
    assert await status(day, "out") == (OrderStatus.ACCEPTED, "")
    assert told(await day.next()) == [("out", 100.0, "signal_exit")]


async def test_what_was_bought_today_is_sold_tomorrow_where_the_market_says_so() -> None:
    day = await paper(opening(sell_after_sessions=1))
    await holding(day, Guards(stop=points(5)))
    assert await day.next({"AAA": quote(90)}, sessions_passed=0) == ()
    assert told(await day.next({"AAA": quote(80)})) == [("in", 80.0, "stop_loss")]


async def test_nothing_is_bought_at_the_upper_limit_nor_sold_at_the_lower_one() -> None:
    day = await paper()
    await day.broker.submit(order("in"))
    assert await day.next({"AAA": replace(quote(110), upper_limit=110.0)}) == ()
    assert await status(day, "in") == (OrderStatus.LAPSED, "price_limit")
    await day.broker.submit(order("again"))
    await day.next()
    await day.broker.submit(order("out", OrderSide.SELL, Effect.CLOSE))
    assert await day.next({"AAA": replace(quote(90), lower_limit=90.0)}) == ()
    assert len(await day.next()) == 1


async def test_the_second_order_finds_no_place_and_the_third_a_position() -> None:
    day = await paper(opening(places=1))
    for name, symbol in (("first", "BBB"), ("second", "AAA"), ("third", "BBB")):
        await day.broker.submit(order(name, symbol=symbol))
    assert [fill.client_order_id for fill in await day.next()] == ["first"]
    assert await status(day, "second") == (OrderStatus.LAPSED, "no_place")
    assert await status(day, "third") == (OrderStatus.LAPSED, "already_held")


async def test_the_stop_wins_over_the_target_and_a_gap_takes_the_open() -> None:
    for today, expected in (
        (quote(100, 111, 94, 100), (95.0, "stop_loss")),
        (quote(93, 120, 93, 110), (93.0, "stop_loss")),
        (quote(112, 120, 90, 110), (112.0, "take_profit")),
        (quote(100, 111, 96, 100), (110.0, "take_profit")),
    ):
        day = await paper()
        await holding(day, Guards(stop=points(5), target=GuardDistance(DistanceUnit.RISK, 2.0)))
        assert told(await day.next({"AAA": today})) == [("in", *expected)]


async def test_a_trail_follows_the_best_price_and_is_named_when_it_is_nearer() -> None:
    day = await paper()
    await holding(day, Guards(stop=points(20), trail=GuardDistance(DistanceUnit.PCT, 0.1)))
    assert await day.next({"AAA": quote(100, 120, 100, 119)}) == ()
    assert told(await day.next({"AAA": quote(115, 116, 100, 101)})) == [("in", 108.0, "trailing_stop")]


async def test_two_resting_orders_wait_side_by_side_and_a_fill_cancels_the_other() -> None:
    day = await paper()
    await day.next()
    await day.broker.submit(order("up", kind=OrderType.STOP, price=Decimal(105), valid_bars=3))
    await day.broker.submit(order("down", OrderSide.SELL, kind=OrderType.STOP, price=Decimal(97), valid_bars=3))
    assert await day.next({"AAA": quote(100, 104, 98, 100)}) == ()
    assert told(await day.next({"AAA": quote(100, 106, 96, 100)})) == [("down", 97.0, "")]
    assert await status(day, "up") == (OrderStatus.CANCELLED, "other_order_filled")
    [position] = await day.broker.positions()
    assert position.quantity == -10


async def test_a_resting_order_sees_so_many_bars_of_its_own_and_lapses() -> None:
    day = await paper()
    await day.broker.submit(order("low", kind=OrderType.LIMIT, price=Decimal(90), valid_bars=2))
    for quotes in ({"AAA": quote(100)}, {"BBB": quote(50)}):
        await day.next(quotes)
        assert (await status(day, "low"))[0] is OrderStatus.ACCEPTED
    await day.next()
    assert await status(day, "low") == (OrderStatus.LAPSED, "expired")


async def test_on_the_bar_of_a_resting_fill_only_the_stop_is_live() -> None:
    guards = Guards(stop=points(5), target=points(5))
    for low, expected in ((94.0, [("low", 95.0, "")]), (89.0, [("low", 95.0, ""), ("low", 90.0, "stop_loss")])):
        day = await paper()
        await day.broker.submit(order("low", kind=OrderType.LIMIT, price=Decimal(95), guards=guards))
        assert told(await day.next({"AAA": quote(100, 105, low, 100)})) == expected


async def test_a_size_is_worked_out_at_the_fill_from_the_equity_there() -> None:
    day = await paper()
    await day.broker.submit(order("half", quantity=None, sizing=Sizing(SizeRule.EQUITY, 0.5)))
    await day.broker.submit(
        order("risk", symbol="BBB", quantity=None, sizing=Sizing(SizeRule.RISK, 0.01), guards=Guards(stop=points(4)))
    )
    fills = await day.next({"AAA": quote(200), "BBB": quote(50)})
    assert [(fill.client_order_id, fill.quantity) for fill in fills] == [("half", Decimal(25)), ("risk", Decimal(25))]


async def test_dividends_borrowing_and_interest_come_before_the_open_and_stand_in_the_ledger() -> None:
    day = await paper(opening(Terms(cash=Decimal(10_000), leverage=2.0, borrow_rate=0.365, interest_rate=0.73)))
    await day.broker.submit(order("long", quantity=Decimal(150)))
    await day.broker.submit(order("short", OrderSide.SELL, symbol="BBB"))
    await day.next()
    await day.next(dividends={"AAA": 2.0})
    lines = [(line.kind, line.symbol, round(float(line.amount), 6)) for line in await day.broker.ledger()]
    assert lines[-3:] == [("dividend", "AAA", 300.0), ("borrow", "BBB", -0.5), ("interest", None, -9.0)]
    assert sum(line.amount for line in await day.broker.ledger()) == (await day.broker.account()).cash


async def test_costs_are_charged_and_told_apart_in_the_ledger() -> None:
    day = await paper(opening(Terms(cash=Decimal(10_000), costs=Costs(commission_rate=0.01, slippage=0.02))))
    await day.broker.submit(order("in"))
    [fill] = await day.next(buy_duty=0.005)
    assert (fill.price, fill.costs) == (Decimal("102.0"), Decimal("15.3"))
    kinds = [(line.kind, round(line.amount, 6)) for line in await day.broker.ledger()]
    expected = [("deposit", 10_000), ("fill", -1020), ("commission", Decimal("-10.2")), ("duty", Decimal("-5.1"))]
    assert kinds == expected


async def test_a_margin_call_sends_everything_out_at_the_next_open() -> None:
    day = await paper(opening(Terms(cash=Decimal(10_000), leverage=5.0, maintenance=0.25)))
    await day.broker.submit(order("in", quantity=Decimal(400)))
    await day.next()
    await day.next({"AAA": quote(99, 99, 85, 90)})
    assert (await day.broker.state()).positions["AAA"].leaving == "margin_call"
    await day.broker.submit(order("too", OrderSide.SELL, Effect.CLOSE, quantity=Decimal(400), reason="signal_exit"))
    assert told(await day.next({"AAA": quote(89)})) == [("in", 89.0, "margin_call")]
    assert await status(day, "too") == (OrderStatus.LAPSED, "position_gone")


async def test_who_was_leaving_before_the_margin_call_leaves_for_its_own_reason() -> None:
    day = await paper(opening(Terms(cash=Decimal(10_000), leverage=5.0, maintenance=0.25)))
    await day.broker.submit(order("in", quantity=Decimal(400)))
    await day.next()
    await day.broker.submit(order("out", OrderSide.SELL, Effect.CLOSE, quantity=Decimal(400), reason="time_exit"))
    await day.next({"AAA": replace(quote(88), lower_limit=88.0)})
    assert told(await day.next({"AAA": quote(89)})) == [("out", 89.0, "time_exit")]


async def test_ruin_closes_everything_at_its_mark_and_ends_the_account() -> None:
    day = await paper(opening(Terms(cash=Decimal(10_000), leverage=5.0)))
    await day.broker.submit(order("in", quantity=Decimal(400)))
    await day.next()
    await day.broker.submit(order("low", symbol="BBB", kind=OrderType.LIMIT, price=Decimal(1)))
    assert told(await day.next({"AAA": quote(70)})) == [("in", 70.0, "ruin")]
    account = await day.broker.account()
    assert (account.is_blocked, account.why_blocked, account.cash) == (True, "ruin", Decimal(-2_000))
    assert await status(day, "low") == (OrderStatus.LAPSED, "ruin")
    with pytest.raises(OrderRejected, match="lost everything"):
        await day.broker.submit(order("more"))
    assert await day.next() == ()


async def test_the_same_bar_again_changes_nothing_and_tells_its_fills_again() -> None:
    day = await paper()
    await day.broker.submit(order("in"))
    today = bar(0, {"AAA": quote(100)})
    first = await day.broker.advance(today)
    before = await day.broker.state()
    assert await day.broker.advance(today) == first != ()
    assert await day.broker.state() == before
    await day.broker.advance(bar(1, {"AAA": quote(101)}))
    assert await day.broker.advance(today) == ()


async def test_a_bar_that_does_not_follow_is_refused() -> None:
    day = await paper()
    await day.next()
    with pytest.raises(BarsSkipped):
        await day.broker.advance(bar(2, {}))
    with pytest.raises(BarsSkipped):
        await day.broker.advance(replace(bar(1, {}), previous=None))
    assert (await day.broker.state()).last_bar == bar(0, {}).time


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        (order("x", symbol="ZZZ"), "unknown_symbol"),
        (order("x", quantity=Decimal("1.5")), "not_a_whole_lot"),
        (order("x", quantity=Decimal(101)), "insufficient_buying_power"),
        (order("x", quantity=Decimal(101), kind=OrderType.LIMIT, price=Decimal(100)), "insufficient_buying_power"),
        (order("x", OrderSide.SELL, symbol="BBB"), "not_shortable"),
        (order("x", OrderSide.SELL, Effect.CLOSE), "nothing_to_close"),
        (order("x", kind=OrderType.LIMIT, price=Decimal(9), valid_bars=0), "bad_valid_bars"),
    ],
)
async def test_what_cannot_be_done_is_refused_with_the_word_for_it(request_: OrderRequest, reason: str) -> None:
    day = await paper(opening(listings=(LISTINGS[0], PaperListing("BBB", is_shortable=False))))
    await day.next()
    with pytest.raises(OrderRejected) as refused:
        await day.broker.submit(request_)
    assert refused.value.reason == reason
    assert await day.broker.find("x") is None


async def test_no_more_is_closed_than_is_held() -> None:
    day = await paper()
    await holding(day)
    await day.broker.submit(order("part", OrderSide.SELL, Effect.CLOSE, quantity=Decimal(6)))
    with pytest.raises(OrderRejected) as refused:
        await day.broker.submit(order("rest", OrderSide.SELL, Effect.CLOSE, quantity=Decimal(5)))
    assert refused.value.reason == "closes_more_than_held"
    await day.next()
    [position] = await day.broker.positions()
    assert position.quantity == 4


async def test_an_order_to_close_may_rest_too() -> None:
    day = await paper()
    await holding(day)
    await day.broker.submit(order("target", OrderSide.SELL, Effect.CLOSE, OrderType.LIMIT, price=Decimal(110)))
    await day.broker.submit(order("stop", OrderSide.SELL, Effect.CLOSE, OrderType.STOP, price=Decimal(95)))
    assert await day.next() == ()
    assert told(await day.next({"AAA": quote(100, 111, 99, 108)})) == [("target", 110.0, "")]
    assert await status(day, "stop") == (OrderStatus.LAPSED, "position_gone")


async def test_a_thin_bar_gives_a_part_and_the_rest_goes_on() -> None:
    day = await paper(opening(participation=0.5))
    await day.broker.submit(order("in", guards=Guards(stop=points(10))))
    thin = {"AAA": replace(quote(100), volume=8.0)}
    assert [fill.quantity for fill in await day.next(thin)] == [4]
    assert [fill.quantity for fill in await day.next({"AAA": replace(quote(110), volume=8.0)})] == [4]
    assert [fill.quantity for fill in await day.next(thin)] == [2]
    found, position = await day.broker.find("in"), (await day.broker.state()).positions["AAA"]
    assert found is not None
    assert (found.status, found.average_price) == (OrderStatus.FILLED, Decimal("104.0"))
    assert (position.quantity, position.price, position.stop_at) == (10.0, 104.0, 94.0)


async def test_a_guard_that_finds_too_little_volume_goes_on_at_the_next_open() -> None:
    day = await paper(opening(participation=0.5))
    await holding(day, Guards(stop=points(5)))
    assert [fill.quantity for fill in await day.next({"AAA": replace(quote(90), volume=8.0)})] == [4]
    fills = await day.next({"AAA": quote(99)})
    assert [(fill.quantity, fill.price, fill.reason) for fill in fills] == [(Decimal(6), Decimal(99), "stop_loss")]


async def test_what_cannot_be_carried_any_more_is_cut_and_told() -> None:
    day = await paper()
    await day.next()
    await day.broker.submit(order("much", quantity=Decimal(100)))
    [fill] = await day.next({"AAA": quote(125)})
    assert fill.quantity == 80
    assert await status(day, "much") == (OrderStatus.LAPSED, "cut_to_what_can_be_carried")


async def test_a_cursor_of_somebody_else_is_refused() -> None:
    day = await paper()
    await holding(day)
    assert (await day.broker.fills_since("1")).fills == ()
    for foreign in ("somebody-else", "2", "-1", "٣"):
        with pytest.raises(BadOrder):
            await day.broker.fills_since(foreign)


@pytest.mark.parametrize(
    "changes",
    [{"places": 0}, {"listings": ()}, {"listings": (LISTINGS[0],) * 2}, {"participation": 0.0}],
)
def test_an_account_that_could_not_trade_is_not_opened(changes: dict[str, object]) -> None:
    with pytest.raises(BadTerms):
        opening(**changes)


A_HAIR_SHORT = Terms(  # of a hundred shares with a commission that is by size what it is at least
    cash=Decimal(str(15_000 - 0.9e-9 * 150)), costs=Costs(commission_rate=0.5, commission_minimum=5_000)
)


@pytest.mark.parametrize("rule", [SizeRule.EQUITY, SizeRule.WEIGHT])
async def test_a_minimum_commission_that_is_not_charged_makes_no_order_smaller(rule: SizeRule) -> None:
    day = await paper(opening(A_HAIR_SHORT, places=1))
    await day.next()
    await day.broker.submit(order("in", quantity=None, sizing=Sizing(rule, 1.0)))
    assert [fill.quantity for fill in await day.next()] == [Decimal(100)]


async def test_a_quantity_of_very_many_steps_is_no_step_larger_than_was_asked_for() -> None:
    day = await paper(opening(Terms(cash=Decimal(10_000)), listings=(PaperListing("AAA", 1e-8, 1e-8),), places=1))
    await day.next({"AAA": quote(0.001)})
    await day.broker.submit(order("in", quantity=Decimal(1_000_000)))
    assert [fill.quantity for fill in await day.next({"AAA": quote(0.001)})] == [Decimal(1_000_000)]
