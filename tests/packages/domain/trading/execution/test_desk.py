"""Sending, reading, cancelling and closing: what is meant is sent once, and what is not answered is looked up first."""

from decimal import Decimal

import pytest

from packages.core.ids import derived_id
from packages.domain.trading.execution.model import BookedOrder, JournalPage
from packages.domain.trading.execution.ports import Go, Permit, Refuse, Wait
from packages.domain.trading.orders import Effect, OrderSide, OrderStatus
from tests.fakes.faulty_broker import Fault
from tests.packages.domain.trading.execution.trading_floor import D, Floor, statuses


async def test_what_is_meant_is_sent_filled_and_read(floor: Floor) -> None:
    wanted = floor.enter()
    await floor.decide(wanted)
    await floor.desk.send(D)
    assert (await floor.order(wanted)).status is OrderStatus.ACCEPTED
    await floor.trade(volume=40)
    assert [fill.quantity for fill in await floor.desk.sync(D)] == [40]
    assert (await floor.order(wanted)).status is OrderStatus.PARTIALLY_FILLED
    await floor.trade()
    await floor.desk.sync(D)
    assert (await floor.order(wanted)).status is OrderStatus.FILLED
    assert await floor.shares() == {"AAA": 100}
    assert await floor.desk.reconcile(D) == ()


@pytest.mark.parametrize("fault", [Fault.TIMEOUT_BEFORE_ACCEPT, Fault.TIMEOUT_AFTER_ACCEPT])
async def test_no_answer_leaves_it_unknown_and_the_next_round_looks_it_up(floor: Floor, fault: Fault) -> None:
    wanted = floor.enter()
    await floor.decide(wanted)
    floor.faults.push(fault)
    await floor.desk.send(D)
    assert (await floor.order(wanted)).status is OrderStatus.UNKNOWN
    await floor.desk.send(D)
    assert (await floor.order(wanted)).status is OrderStatus.UNKNOWN, "the pause is not over"
    floor.clock.move(seconds=1)
    await floor.desk.send(D)
    assert (await floor.order(wanted)).status is OrderStatus.ACCEPTED
    assert floor.market.submitted[wanted.client_order_id] == 1
    assert len(floor.market.orders) == 1


async def test_a_throttled_broker_is_left_alone_for_as_long_as_it_asked(floor: Floor) -> None:
    first, second = floor.enter("AAA"), floor.enter("BBB")
    await floor.decide(first, second)
    floor.faults.push(Fault.THROTTLED)
    await floor.desk.send(D)
    floor.clock.move(seconds=1.9)
    await floor.desk.send(D)
    assert await floor.desk.sync(D) == ()
    assert not floor.market.orders
    floor.clock.move(seconds=0.1)
    await floor.desk.send(D)
    assert statuses(await floor.journal.open_orders(D)) == ["accepted", "accepted"]
    assert list(floor.market.orders) == [first.client_order_id, second.client_order_id]


async def test_pauses_grow_while_the_broker_is_down(floor: Floor) -> None:
    await floor.decide(floor.enter())
    waited = []
    for _ in range(8):
        floor.faults.push(Fault.DOWN)
        await floor.desk.send(D)
        until = floor.desk.quiet_until
        assert until is not None
        waited.append((until - floor.clock.now()).total_seconds())
        floor.clock.move(seconds=waited[-1])
    assert waited == [1, 2, 4, 8, 16, 32, 60, 60]


async def test_no_entry_overtakes_one_that_waits_and_exits_go_first(floor: Floor) -> None:
    await floor.decide(floor.enter("CCC"))
    await floor.desk.send(D)
    await floor.trade()
    await floor.desk.sync(D)
    first, second, leave = floor.enter("AAA"), floor.enter("BBB"), floor.leave("CCC")
    await floor.decide(first, second, leave)
    floor.faults.push(Fault.DOWN)
    await floor.desk.send(D)
    assert (await floor.order(leave)).status is OrderStatus.UNKNOWN
    floor.clock.move(seconds=5)
    floor.restart()
    floor.faults.push(Fault.TIMEOUT_BEFORE_ACCEPT)
    await floor.desk.send(D)
    assert (await floor.order(first)).status is OrderStatus.INTENDED, "an exit was not answered: entries wait"
    floor.clock.move(seconds=5)
    await floor.desk.send(D)
    assert list(floor.market.orders)[1:] == [each.client_order_id for each in (leave, first, second)]


async def test_an_entry_of_an_earlier_bar_lapses_and_an_exit_is_sent(floor: Floor) -> None:
    await floor.decide(floor.enter("AAA"))
    await floor.desk.send(D)
    await floor.trade()
    await floor.desk.sync(D)
    late, leave = floor.enter("BBB"), floor.leave("AAA")
    await floor.decide(late, leave)
    await floor.trade()
    await floor.decide()
    await floor.desk.send(D)
    assert (await floor.order(late)).status is OrderStatus.LAPSED
    assert (await floor.order(leave)).status is OrderStatus.ACCEPTED


async def test_an_unknown_entry_of_an_earlier_bar_is_given_up_only_after_the_grace(floor: Floor) -> None:
    wanted = floor.enter()
    await floor.decide(wanted)
    floor.faults.push(Fault.TIMEOUT_BEFORE_ACCEPT)
    await floor.desk.send(D)
    floor.clock.move(seconds=5)
    newest = floor.bar.replace(year=2030)
    await floor.desk.send(D, newest)
    assert (await floor.order(wanted)).status is OrderStatus.UNKNOWN
    floor.clock.move(seconds=5)
    await floor.desk.send(D, newest)
    assert (await floor.order(wanted)).status is OrderStatus.LAPSED
    assert not floor.market.orders


async def test_a_refusal_is_final_with_the_brokers_word(floor: Floor) -> None:
    wanted = floor.leave()
    await floor.decide(wanted)
    await floor.desk.send(D)
    refused = await floor.order(wanted)
    assert (refused.status, refused.why) == (OrderStatus.REJECTED, "more_than_is_held")
    await floor.desk.send(D)
    assert floor.market.submitted[wanted.client_order_id] == 1


async def test_the_gate_is_asked_about_entries_and_never_about_exits(floor: Floor) -> None:
    asked = []

    async def refuse(order: BookedOrder) -> Permit:
        asked.append(order.id)
        return Refuse("kill_switch")

    await floor.decide(floor.enter("AAA"))
    await floor.desk.send(D)
    await floor.trade()
    await floor.desk.sync(D)
    floor.restart(gate=refuse)
    enter, leave = floor.enter("BBB"), floor.leave("AAA")
    await floor.decide(enter, leave)
    await floor.desk.send(D)
    assert asked == [enter.client_order_id]
    blocked = await floor.order(enter)
    assert (blocked.status, blocked.why) == (OrderStatus.BLOCKED, "kill_switch")
    assert (await floor.order(leave)).status is OrderStatus.ACCEPTED


async def test_an_entry_that_waits_for_a_yes_holds_up_nobody(floor: Floor) -> None:
    said_yes = {"BBB"}

    async def approval(order: BookedOrder) -> Permit:
        return Go() if order.request.symbol in said_yes else Wait("approval")

    floor.restart(gate=approval)
    first, second = floor.enter("AAA"), floor.enter("BBB")
    await floor.decide(first, second)
    await floor.desk.send(D)
    await floor.desk.send(D)
    waiting = await floor.order(first)
    assert (waiting.status, waiting.why) == (OrderStatus.INTENDED, "approval")
    assert (await floor.order(second)).status is OrderStatus.ACCEPTED
    assert len(await floor.journal.history(D, waiting.id)) == 2
    said_yes.add("AAA")
    await floor.desk.send(D)
    assert (await floor.order(first)).status is OrderStatus.ACCEPTED


async def test_cancelling_takes_entries_away_and_leaves_exits(floor: Floor) -> None:
    await floor.decide(floor.enter("AAA"))
    await floor.desk.send(D)
    await floor.trade()
    await floor.desk.sync(D)
    rests, unsent, leave = floor.enter("BBB", limit="1"), floor.enter("CCC"), floor.leave("AAA")
    await floor.decide(rests, leave)
    await floor.desk.send(D)
    await floor.trade(volume=0)
    await floor.decide(unsent)
    await floor.desk.cancel_entries(D)
    assert (await floor.order(rests)).status is OrderStatus.CANCELLED
    assert (await floor.order(unsent)).status is OrderStatus.CANCELLED
    assert (await floor.order(leave)).status is OrderStatus.ACCEPTED
    assert unsent.client_order_id not in floor.market.orders


@pytest.mark.parametrize("fault", [Fault.TIMEOUT_ON_CANCEL, Fault.CANCEL_RACE, Fault.DOWN])
async def test_a_cancellation_is_asked_after_until_it_is_done(floor: Floor, fault: Fault) -> None:
    rests = floor.enter(limit="1")
    await floor.decide(rests)
    await floor.desk.send(D)
    floor.faults.push(fault)
    await floor.desk.cancel_entries(D)
    assert (await floor.order(rests)).status is OrderStatus.CANCELLING
    for _ in range(3):
        floor.clock.move(seconds=10)
        await floor.desk.sync(D)
    assert (await floor.order(rests)).status is OrderStatus.CANCELLED


async def test_flatten_orders_everything_out_once(floor: Floor) -> None:
    await floor.decide(
        floor.enter("AAA", 100), floor.enter("BBB", 50, OrderSide.SELL), floor.enter("CCC", 10, limit="1")
    )
    await floor.desk.send(D)
    await floor.trade()
    await floor.desk.sync(D)
    committed = await floor.desk.flatten(D, "stop-1")
    assert [(each.request.symbol, each.request.side, each.request.quantity) for each in committed.orders] == [
        ("AAA", OrderSide.SELL, Decimal(100)),
        ("BBB", OrderSide.BUY, Decimal(50)),
    ]
    assert committed.orders[0].id == derived_id("order", D, "stop-1", "flatten", "AAA")
    assert all(each.request.effect is Effect.CLOSE for each in committed.orders)
    assert (await floor.desk.flatten(D, "stop-1")).is_repeat
    assert (await floor.desk.flatten(D, "stop-2")).orders == (), "all of it is on its way out"
    await floor.trade()
    await floor.desk.sync(D)
    assert await floor.shares() == {}
    assert statuses(await floor.journal.orders(D, JournalPage(limit=3))) == ["filled", "filled", "cancelled"]
