"""What is sent to Alpaca, and what its answers mean."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from packages.domain.trading.broker import MarketClock
from packages.domain.trading.errors import BadOrder, BrokerThrottled, OrderRejected
from packages.domain.trading.orders import (
    DistanceUnit,
    Effect,
    GuardDistance,
    Guards,
    OrderRequest,
    OrderSide,
    OrderStatus,
    OrderType,
)
from packages.infra.providers.market_data.vendors.client_libraries import require
from packages.infra.providers.trading.adapters.alpaca_orders import INTENTS, STATUSES, order_to_send, time_in_force
from tests.packages.infra.providers.trading.alpaca_desk import AlpacaDesk, alpaca_desk, order

STOP, TARGET = GuardDistance(DistanceUnit.PCT, 0.05), GuardDistance(DistanceUnit.RISK, 2.0)
BRACKET = Guards(stop=STOP, target=TARGET)
EVENING = datetime(2026, 1, 6, 1, 0, tzinfo=UTC)  # 20:00 in New York
AFTERNOON = datetime(2026, 1, 5, 22, 0, tzinfo=UTC)  # 17:00
SUMMER_MORNING = datetime(2026, 7, 6, 13, 27, tzinfo=UTC)  # 9:27
LATE_MORNING = datetime(2026, 7, 6, 13, 28, tzinfo=UTC)  # 9:28


def sent(wanted: OrderRequest, *, with_legs: bool = False) -> dict[str, Any]:
    fields: dict[str, Any] = order_to_send(wanted, "gtc", with_legs=with_legs).to_request_fields()
    return fields


def closed_at(now: datetime) -> MarketClock:
    return MarketClock(now, is_open=False, next_open=None, next_close=None)


def test_every_state_and_intent_of_the_library_is_known_and_no_other() -> None:
    library = require("alpaca.trading.enums", "alpaca")
    assert set(STATUSES) == {status.value for status in library.OrderStatus}
    assert set(INTENTS.values()) == {intent.value for intent in library.PositionIntent}


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("accepted", OrderStatus.ACCEPTED),
        ("held", OrderStatus.ACCEPTED),
        ("done_for_day", OrderStatus.ACCEPTED),
        ("pending_cancel", OrderStatus.CANCELLING),
        ("expired", OrderStatus.LAPSED),
        ("replaced", OrderStatus.CANCELLED),
        ("rejected", OrderStatus.REJECTED),
    ],
)
async def test_a_state_of_alpaca_is_one_of_the_desk(word: str, meant: OrderStatus) -> None:
    async with alpaca_desk() as desk:
        wanted = order()
        await desk.broker.submit(wanted)
        desk.server.book.orders[0].status = word
        found = await desk.broker.find(wanted.client_order_id)
        assert found is not None
        assert found.status is meant
        assert found.why == (word if meant.is_final else "")


async def test_an_order_that_is_done_for_the_day_and_has_a_part_is_partly_filled() -> None:
    async with alpaca_desk() as desk:
        wanted = order()
        await desk.broker.submit(wanted)
        desk.trade(volume=4)
        desk.server.book.orders[0].status = "done_for_day"
        [waiting] = await desk.broker.open_orders()
        assert (waiting.status, waiting.filled) == (OrderStatus.PARTIALLY_FILLED, Decimal(4))


@pytest.mark.parametrize(
    ("wanted", "clock", "duration"),
    [
        (order(), MarketClock(EVENING, True, None, None), "day"),
        (order(), closed_at(EVENING), "opg"),
        (order(), closed_at(SUMMER_MORNING), "opg"),
        (order(), closed_at(LATE_MORNING), "day"),
        (order(), closed_at(AFTERNOON), "day"),
        (order(quantity=Decimal("0.5")), closed_at(EVENING), "day"),
        (order(OrderSide.SELL, Effect.CLOSE), None, "gtc"),
        (order(OrderSide.SELL, Effect.CLOSE, quantity=Decimal("0.5")), None, "day"),
        (order(type=OrderType.LIMIT, price=Decimal(90)), None, "gtc"),
        (order(type=OrderType.STOP, price=Decimal(110), quantity=Decimal("1.5")), None, "day"),
    ],
)
def test_how_long_an_order_lasts(wanted: OrderRequest, clock: MarketClock | None, duration: str) -> None:
    assert time_in_force(wanted, clock, with_legs=False) == duration


async def test_an_entry_at_the_market_waits_for_the_auction_when_the_market_is_closed() -> None:
    async with alpaca_desk() as desk:
        desk.server.is_open, desk.server.book.now = False, EVENING
        await desk.broker.submit(order())
        assert desk.last_sent()["time_in_force"] == "opg"


@pytest.mark.parametrize(
    ("side", "kind", "asked", "told"),
    [
        (OrderSide.BUY, OrderType.LIMIT, "90.129", 90.12),
        (OrderSide.SELL, OrderType.LIMIT, "90.121", 90.13),
        (OrderSide.BUY, OrderType.STOP, "90.121", 90.13),
        (OrderSide.SELL, OrderType.STOP, "90.129", 90.12),
        (OrderSide.BUY, OrderType.LIMIT, "0.12349", 0.1234),
    ],
)
def test_a_price_is_put_on_the_step_that_asks_for_no_more_than_was_meant(
    side: OrderSide, kind: OrderType, asked: str, told: float
) -> None:
    fields = sent(order(side, type=kind, price=Decimal(asked)))
    assert fields["limit_price" if kind is OrderType.LIMIT else "stop_price"] == told


@pytest.mark.parametrize(
    ("side", "guards", "told"),
    [
        (OrderSide.BUY, BRACKET, ("bracket", 95.0, 110.0)),
        (OrderSide.SELL, BRACKET, ("bracket", 105.0, 90.0)),
        (OrderSide.BUY, Guards(stop=GuardDistance(DistanceUnit.POINTS, 2.5)), ("oto", 97.5, None)),
        (OrderSide.BUY, Guards(target=GuardDistance(DistanceUnit.PCT, 0.1)), ("oto", None, 110.0)),
    ],
)
def test_guards_stand_from_the_price_that_the_entry_was_decided_on(
    side: OrderSide, guards: Guards, told: tuple[str, float | None, float | None]
) -> None:
    fields = sent(order(side, guards=guards), with_legs=True)
    stop, target = fields.get("stop_loss", {}), fields.get("take_profit", {})
    assert (fields["order_class"], stop.get("stop_price"), target.get("limit_price")) == told


def test_guards_of_an_entry_with_a_price_stand_from_that_price() -> None:
    wanted = order(type=OrderType.LIMIT, price=Decimal(80), guards=BRACKET)
    assert sent(wanted, with_legs=True)["stop_loss"] == {"stop_price": 76.0}


@pytest.mark.parametrize(
    "wanted",
    [
        order(guards=BRACKET, reference_price=None),
        order(guards=Guards(target=TARGET)),
        order(guards=Guards(stop=GuardDistance(DistanceUnit.POINTS, 100.0))),
    ],
)
def test_guards_that_have_nowhere_to_stand_make_a_bad_order(wanted: OrderRequest) -> None:
    with pytest.raises(BadOrder):
        sent(wanted, with_legs=True)


@pytest.mark.parametrize("is_remembered", [True, False])
@pytest.mark.parametrize(("price", "reason"), [(94, "stop_loss"), (111, "take_profit")])
async def test_a_guards_fill_names_the_entry_and_which_guard_it_was(
    price: int, reason: str, is_remembered: bool
) -> None:
    async with alpaca_desk() as desk:
        entry = order(guards=BRACKET)
        await desk.broker.submit(entry)
        desk.trade()
        broker = desk.broker if is_remembered else await desk.again()
        assert [each.request for each in await broker.open_orders()] == []
        desk.trade(price)
        [opened, closed] = (await broker.fills_since()).fills
        assert (opened.client_order_id, opened.effect) == (entry.client_order_id, Effect.OPEN)
        assert (closed.client_order_id, closed.effect, closed.side) == (
            entry.client_order_id,
            Effect.CLOSE,
            OrderSide.SELL,
        )
        assert (closed.reason, closed.price, closed.quantity) == (reason, Decimal(price), Decimal(10))
        assert list(await broker.positions()) == []
        assert list(await broker.open_orders()) == []


async def test_guards_outlast_the_day_of_their_entry() -> None:
    async with alpaca_desk() as desk:
        for entry in (order(guards=BRACKET), order(guards=Guards(stop=STOP))):
            await desk.broker.submit(entry)
            assert desk.last_sent()["time_in_force"] == "gtc"


async def test_legs_of_an_entry_that_waits_are_no_orders_of_their_own() -> None:
    async with alpaca_desk() as desk:
        entry = order(type=OrderType.LIMIT, price=Decimal(50), guards=BRACKET)
        await desk.broker.submit(entry)
        assert [each.request for each in await desk.broker.open_orders()] == [entry]
        [told] = await (await desk.again()).open_orders()
        assert told.request.client_order_id == entry.client_order_id


@pytest.mark.parametrize("is_remembered", [True, False])
async def test_an_exit_goes_through_although_guards_hold_the_shares(is_remembered: bool) -> None:
    async with alpaca_desk() as desk:
        await desk.broker.submit(order(guards=BRACKET))
        desk.trade()
        broker, out = desk.broker if is_remembered else await desk.again(), order(OrderSide.SELL, Effect.CLOSE)
        taken = await broker.submit(out)
        assert taken.status is OrderStatus.ACCEPTED
        desk.trade()
        assert list(await broker.positions()) == []
        assert [leg.status for leg in desk.server.book.orders[0].legs] == ["canceled", "canceled"]


async def test_an_exit_leaves_an_entry_that_waits_and_its_guards_alone() -> None:
    async with alpaca_desk() as desk:
        await desk.broker.submit(order(guards=BRACKET))
        desk.trade()
        waiting = order(type=OrderType.LIMIT, price=Decimal(50), guards=BRACKET)
        await desk.broker.submit(waiting)
        await desk.broker.submit(order(OrderSide.SELL, Effect.CLOSE))
        desk.trade()
        assert [each.request for each in await desk.broker.open_orders()] == [waiting]
        assert [leg.status for leg in desk.server.book.orders[3].legs] == ["held", "held"]


async def test_an_exit_waits_while_alpaca_does_not_let_go_of_the_shares(desk_without_pause: AlpacaDesk) -> None:
    desk = desk_without_pause
    await desk.broker.submit(order(guards=BRACKET))
    desk.trade()
    for leg in desk.server.book.orders[0].legs:
        leg.looks = 1000
    with pytest.raises(BrokerThrottled):
        await desk.broker.submit(order(OrderSide.SELL, Effect.CLOSE))


@pytest.fixture
async def desk_without_pause(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr("packages.infra.providers.trading.adapters.alpaca_trading._PAUSE_TO_FREE", 0.0)
    async with alpaca_desk() as desk:
        yield desk


async def test_an_entry_with_a_trail_goes_out_by_itself_and_its_exit_trails_at_alpaca() -> None:
    async with alpaca_desk() as desk:
        trail = Guards(stop=STOP, trail=GuardDistance(DistanceUnit.PCT, 0.1))
        await desk.broker.submit(order(guards=trail))
        assert "stop_loss" not in desk.last_sent()
        desk.trade()
        out = order(
            OrderSide.SELL,
            Effect.CLOSE,
            type=OrderType.STOP,
            price=Decimal(90),
            guards=Guards(trail=trail.trail),
            reason="trailing_stop",
        )
        await desk.broker.submit(out)
        assert (desk.last_sent()["type"], desk.last_sent()["trail_percent"]) == ("trailing_stop", 10.0)
        for price in (120, 109, 107):
            desk.trade(price)
        last = (await desk.broker.fills_since()).fills[-1]
        assert (last.price, last.reason, last.client_order_id) == (Decimal(107), "trailing_stop", out.client_order_id)


async def test_a_short_is_told_below_zero_and_bought_back() -> None:
    async with alpaca_desk() as desk:
        await desk.broker.submit(order(OrderSide.SELL, Effect.OPEN))
        desk.trade()
        [held] = await desk.broker.positions()
        assert held.quantity == -10
        await desk.broker.submit(order(OrderSide.BUY, Effect.CLOSE))
        desk.trade()
        [first, second] = (await desk.broker.fills_since()).fills
        assert (first.side, first.effect, second.side, second.effect) == (
            OrderSide.SELL,
            Effect.OPEN,
            OrderSide.BUY,
            Effect.CLOSE,
        )


async def test_what_is_hard_to_borrow_is_not_shortable() -> None:
    async with alpaca_desk() as desk:
        asset = await desk.broker.asset("HARD")
        assert asset is not None
        assert not asset.is_shortable
        with pytest.raises(OrderRejected):
            await desk.broker.submit(order(OrderSide.SELL, symbol="HARD"))


async def test_an_exit_of_nothing_opens_no_short() -> None:
    async with alpaca_desk() as desk:
        with pytest.raises(OrderRejected) as refused:
            await desk.broker.submit(order(OrderSide.SELL, Effect.CLOSE))
        assert "intent" in refused.value.reason


async def test_an_account_of_whole_shares_takes_no_fraction_but_lets_one_go() -> None:
    async with alpaca_desk() as desk:
        asset = await desk.broker.asset("AAPL")
        assert asset is not None
        assert (asset.smallest, asset.step, desk.broker.capabilities.guards) == (Decimal(1), Decimal(1), True)
        with pytest.raises(OrderRejected) as refused:
            await desk.broker.submit(order(quantity=Decimal("0.5")))
        assert refused.value.reason == "whole_shares_only"
        desk.server.book.positions["AAPL"] = (Decimal("0.5"), Decimal(100))
        out = await desk.broker.submit(order(OrderSide.SELL, Effect.CLOSE, quantity=Decimal("0.5")))
        assert out.status is OrderStatus.ACCEPTED


async def test_an_account_of_fractions_leaves_its_guards_to_the_desk() -> None:
    async with alpaca_desk(fractions=True) as desk:
        asset = await desk.broker.asset("AAPL")
        assert asset is not None
        assert (asset.step, desk.broker.capabilities.guards) == (Decimal("1e-9"), False)
        await desk.broker.submit(order(quantity=Decimal("0.123456789"), guards=BRACKET))
        told = desk.last_sent()
        assert (told["qty"], told["time_in_force"], told.get("order_class")) == (0.123456789, "day", None)
        desk.trade()
        [held] = await desk.broker.positions()
        assert held.quantity == Decimal("0.123456789")


async def test_orders_are_told_by_a_desk_that_does_not_remember_them() -> None:
    async with alpaca_desk() as desk:
        wanted = [
            order(type=OrderType.LIMIT, price=Decimal(50)),
            order(type=OrderType.STOP, price=Decimal(150)),
            order(symbol="BRK.B"),
        ]
        for each in wanted:
            await desk.broker.submit(each)
        found = await (await desk.again()).open_orders()
        assert [
            (each.request.client_order_id, each.request.symbol, each.request.type, each.request.price) for each in found
        ] == [(each.client_order_id, each.symbol, each.type, each.price) for each in wanted]
        assert {each.request.effect for each in found} == {Effect.OPEN}
