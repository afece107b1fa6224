"""Of two entries that wait on either side of one close, the one that fills cancels the other, at any broker."""

from dataclasses import replace
from decimal import Decimal

import pytest

from packages.domain.trading.orders import OrderRequest, OrderSide, OrderStatus
from tests.fakes.faulty_broker import Fault
from tests.packages.domain.trading.execution.trading_floor import D, Floor


def both_sides(floor: Floor, symbol: str = "AAA") -> tuple[OrderRequest, OrderRequest]:
    """A limit to buy at 9 and one to sell short at 11."""
    short = floor.enter(symbol, side=OrderSide.SELL, limit="11")
    return floor.enter(symbol, limit="9"), replace(short, client_order_id=f"{short.client_order_id}-short")


async def states(floor: Floor, *wanted: OrderRequest) -> list[OrderStatus]:
    return [(await floor.order(each)).status for each in wanted]


async def test_a_fill_cancels_the_entry_that_waits_the_other_way(floor: Floor) -> None:
    long, short = both_sides(floor)
    await floor.decide(long, short)
    await floor.desk.send(D)
    await floor.trade()
    await floor.desk.sync(D)
    assert await states(floor, long, short) == [OrderStatus.ACCEPTED, OrderStatus.ACCEPTED]
    await floor.trade(price="9")
    await floor.desk.sync(D)
    await floor.desk.sync(D)
    assert await states(floor, long, short) == [OrderStatus.FILLED, OrderStatus.CANCELLED]
    await floor.trade(price="11")
    await floor.desk.sync(D)
    assert await floor.shares() == {"AAA": Decimal(100)}


async def test_a_part_of_a_fill_is_enough(floor: Floor) -> None:
    long, short = both_sides(floor)
    await floor.decide(long, short)
    await floor.desk.send(D)
    await floor.trade(volume=40, price="11")
    await floor.desk.sync(D)
    await floor.desk.sync(D)
    assert await states(floor, long, short) == [OrderStatus.CANCELLED, OrderStatus.PARTIALLY_FILLED]


async def test_one_that_the_broker_did_not_answer_about_is_asked_again(floor: Floor) -> None:
    long, short = both_sides(floor)
    await floor.decide(long, short)
    await floor.desk.send(D)
    await floor.trade(price="9")
    await floor.desk.sync(D)
    floor.restart()
    await floor.desk.sync(D)
    assert await states(floor, long, short) == [OrderStatus.FILLED, OrderStatus.CANCELLED]


@pytest.mark.parametrize("fault", [Fault.DOWN, Fault.TIMEOUT_BEFORE_ACCEPT])
async def test_a_cancellation_without_an_answer_is_asked_for_again(floor: Floor, fault: Fault) -> None:
    long, short = both_sides(floor)
    await floor.decide(long, short)
    await floor.desk.send(D)
    await floor.trade(price="9")
    floor.faults.push(fault)
    for _ in range(6):
        await floor.desk.sync(D)
        floor.clock.move(minutes=2)
    assert await states(floor, long, short) == [OrderStatus.FILLED, OrderStatus.CANCELLED]


async def test_an_entry_of_another_instrument_or_of_another_close_stays(floor: Floor) -> None:
    (long, _), (_, elsewhere) = both_sides(floor), both_sides(floor, "BBB")
    await floor.decide(long, elsewhere)
    await floor.desk.send(D)
    await floor.trade(price="9")
    await floor.desk.sync(D)
    _, later = both_sides(floor)
    await floor.decide(later)
    await floor.desk.send(D)
    for _ in range(2):
        await floor.desk.sync(D)
    assert await states(floor, long, elsewhere, later) == [
        *(OrderStatus.FILLED, OrderStatus.ACCEPTED, OrderStatus.ACCEPTED),
    ]
