"""A bracket at Alpaca of which only a part was filled: what came is guarded, although the legs went with the rest."""

from decimal import Decimal

import pytest

from packages.domain.trading.errors import BrokerDown, OutcomeUnknown
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
from tests.packages.infra.providers.trading.alpaca_desk import AlpacaDesk, alpaca_desk, order
from tests.servers.broker_http import Reply, Trouble

STOP, TARGET = GuardDistance(DistanceUnit.PCT, 0.05), GuardDistance(DistanceUnit.PCT, 0.10)
BRACKET = Guards(stop=STOP, target=TARGET)
POST = "POST /v2/orders"


async def part_of(desk: AlpacaDesk, guards: Guards = BRACKET, side: OrderSide = OrderSide.BUY) -> OrderRequest:
    """Four shares of ten, and the rest asked to be cancelled."""
    entry = order(side, type=OrderType.LIMIT, price=Decimal(100), guards=guards)
    await desk.broker.submit(entry)
    desk.trade(volume=4)
    promised = await desk.broker.cancel(entry.client_order_id)
    assert promised.status is OrderStatus.CANCELLING
    return entry


def sent(desk: AlpacaDesk) -> int:
    return sum(asked.method == "POST" for asked in desk.server.line.asked)


@pytest.mark.parametrize("is_remembered", [True, False])
@pytest.mark.parametrize(("price", "reason"), [(94, "stop_loss"), (111, "take_profit")])
async def test_the_part_is_guarded_at_the_prices_of_the_legs(price: int, reason: str, is_remembered: bool) -> None:
    async with alpaca_desk() as desk:
        entry = await part_of(desk)
        assert sent(desk) == 1, "the legs still stand"
        broker = desk.broker if is_remembered else await desk.again()
        ended = await broker.find(entry.client_order_id)
        assert ended is not None
        assert (ended.status, ended.filled, ended.why) == (OrderStatus.CANCELLED, Decimal(4), "canceled")
        told = desk.last_sent()
        assert (told["order_class"], told["qty"], told["side"]) == ("oco", 4, "sell")
        assert (told["take_profit"], told["stop_loss"]) == ({"limit_price": 110.0}, {"stop_price": 95.0})
        assert list(await broker.open_orders()) == []
        desk.trade(price)
        [opened, closed] = (await broker.fills_since()).fills
        assert (opened.quantity, opened.effect) == (Decimal(4), Effect.OPEN)
        assert (closed.client_order_id, closed.effect, closed.reason) == (entry.client_order_id, Effect.CLOSE, reason)
        assert list(await broker.positions()) == []


@pytest.mark.parametrize(("guards", "kind"), [(Guards(stop=STOP), "stop"), (Guards(target=TARGET), "limit")])
async def test_one_leg_is_put_back_by_itself(guards: Guards, kind: str) -> None:
    async with alpaca_desk() as desk:
        entry = await part_of(desk, guards)
        await desk.broker.find(entry.client_order_id)
        assert (desk.last_sent()["type"], desk.last_sent()["qty"]) == (kind, 4)
        desk.trade(94 if kind == "stop" else 111)
        assert list(await desk.broker.positions()) == []


async def test_a_short_part_is_guarded_from_the_other_side() -> None:
    async with alpaca_desk() as desk:
        entry = await part_of(desk, side=OrderSide.SELL)
        await desk.broker.find(entry.client_order_id)
        assert desk.last_sent()["side"] == "buy"
        desk.trade(106)
        assert list(await desk.broker.positions()) == []


async def test_the_guards_are_put_back_once_however_often_and_by_whom_the_entry_is_looked_at() -> None:
    async with alpaca_desk() as desk:
        entry = await part_of(desk)
        for broker in (desk.broker, desk.broker, await desk.again(), await desk.again()):
            await broker.find(entry.client_order_id)
        assert sent(desk) == 2


@pytest.mark.parametrize("is_done", [True, False])
async def test_guards_that_nobody_answered_for_are_looked_up_before_they_are_sent_again(is_done: bool) -> None:
    async with alpaca_desk() as desk:
        entry = await part_of(desk)
        desk.server.line.troubles.append(Trouble(POST, is_done=is_done))
        with pytest.raises(OutcomeUnknown):
            await desk.broker.find(entry.client_order_id)
        await desk.broker.find(entry.client_order_id)
        groups = [each for each in desk.server.book.orders if each.is_either_or]
        assert [group.quantity for group in groups] == [4]
        assert sent(desk) == (2 if is_done else 3)


async def test_the_entry_is_not_over_before_its_part_is_guarded() -> None:
    async with alpaca_desk() as desk:
        entry = await part_of(desk)
        desk.server.line.troubles.append(Trouble(POST, Reply({"code": 50310000, "message": "down"}, 503)))
        with pytest.raises(BrokerDown):
            await desk.broker.find(entry.client_order_id)


async def test_an_exit_goes_through_although_the_new_guards_hold_the_shares() -> None:
    async with alpaca_desk() as desk:
        entry = await part_of(desk)
        await desk.broker.find(entry.client_order_id)
        await desk.broker.submit(order(OrderSide.SELL, Effect.CLOSE, quantity=Decimal(4)))
        desk.trade()
        assert list(await desk.broker.positions()) == []
        assert all(each.status != "new" for each in desk.server.book.orders)


async def test_what_is_on_its_way_out_or_gone_needs_no_guard() -> None:
    async with alpaca_desk() as desk:
        entry = await part_of(desk)
        desk.server.book.positions.clear()
        await desk.broker.find(entry.client_order_id)
        assert sent(desk) == 1


async def test_guards_that_alpaca_refuses_are_told_with_the_order() -> None:
    async with alpaca_desk() as desk:
        entry = await part_of(desk)
        said = "stop price must be less than current price"
        desk.server.line.troubles.append(Trouble(POST, Reply({"code": 42210000, "message": said}, 422)))
        ended = await desk.broker.find(entry.client_order_id)
        assert ended is not None
        assert ended.why == f"canceled, guards refused: {said}"


async def test_an_entry_that_ended_with_nothing_or_with_all_is_left_alone() -> None:
    async with alpaca_desk() as desk:
        empty = order(type=OrderType.LIMIT, price=Decimal(50), guards=BRACKET)
        await desk.broker.submit(empty)
        await desk.broker.cancel(empty.client_order_id)
        whole = order(guards=BRACKET)
        await desk.broker.submit(whole)
        desk.trade()
        for entry in (empty, whole):
            await desk.broker.find(entry.client_order_id)
        assert sent(desk) == 2
