"""The bad days of `FaultyBroker` are what they are called, and the broker behind it stays right through all of them."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from decimal import Decimal
from random import Random

import pytest

from packages.domain.trading.errors import BrokerDown, BrokerThrottled, OrderRejected, OutcomeUnknown, UnknownOrder
from packages.domain.trading.orders import Effect, OrderSide, OrderStatus, OrderType
from tests.fakes.faulty_broker import FITS, SKEW, Fault, FaultyBroker, PlannedFaults, RandomFaults
from tests.fakes.paper_accounts import InMemoryPaperAccounts
from tests.packages.infra.providers.trading.paper_desk import PaperDay, order, quote


class BadDay:
    """A paper account behind a broker with planned faults."""

    def __init__(self, day: PaperDay) -> None:
        self.day = day
        self.plan = PlannedFaults()
        self.broker = FaultyBroker(day.broker, self.plan)

    async def next(self, price: float = 100) -> None:
        await self.day.next({"AAA": quote(price), "BBB": quote(50)})
        await self.broker.bar_passed()

    def meet(self, fault: Fault) -> None:
        self.plan.push(fault)


@pytest.fixture
async def bad() -> BadDay:
    return BadDay(await PaperDay(InMemoryPaperAccounts()).open())


async def traded(bad: BadDay) -> None:
    """Two positions, told so far."""
    await bad.broker.submit(order("a"))
    await bad.broker.submit(order("b", symbol="BBB"))
    await bad.next()


async def test_an_order_that_timed_out_may_have_been_taken_or_not(bad: BadDay) -> None:
    for fault, is_there in ((Fault.TIMEOUT_BEFORE_ACCEPT, False), (Fault.TIMEOUT_AFTER_ACCEPT, True)):
        bad.meet(fault)
        with pytest.raises(OutcomeUnknown):
            await bad.broker.submit(order(fault))
        assert (await bad.broker.find(fault) is not None) is is_there
        assert bad.broker.happened[fault] == 1


async def test_half_of_an_order_fills_and_the_rest_is_refused(bad: BadDay) -> None:
    bad.meet(Fault.PARTIAL_THEN_REJECT)
    taken = await bad.broker.submit(order("in"))
    assert (taken.request.quantity, taken.status) == (Decimal(10), OrderStatus.ACCEPTED)
    await bad.next()
    found = await bad.broker.submit(order("in"))
    assert (found.status, found.filled, found.why) == (OrderStatus.REJECTED, Decimal(5), "the rest was refused")
    assert [position.quantity for position in await bad.broker.positions()] == [5]


async def test_a_cancel_may_be_done_without_an_answer(bad: BadDay) -> None:
    await bad.broker.submit(order("in"))
    bad.meet(Fault.TIMEOUT_ON_CANCEL)
    with pytest.raises(OutcomeUnknown):
        await bad.broker.cancel("in")
    found = await bad.broker.find("in")
    assert found is not None
    assert found.status is OrderStatus.CANCELLED


@pytest.mark.parametrize(("price", "ends"), [(100.0, OrderStatus.FILLED), (120.0, OrderStatus.CANCELLED)])
async def test_a_cancel_may_lose_the_race_against_a_fill(bad: BadDay, price: float, ends: OrderStatus) -> None:
    await bad.broker.submit(order("in", kind=OrderType.LIMIT, price=Decimal(110)))
    bad.meet(Fault.CANCEL_RACE)
    assert (await bad.broker.cancel("in")).status is OrderStatus.CANCELLING
    await bad.next(price)
    found = await bad.broker.find("in")
    assert found is not None
    assert found.status is ends


async def test_fills_come_twice_backwards_again_late_or_not_at_all_and_then_all_the_same(bad: BadDay) -> None:
    await traded(bad)
    good = await bad.broker.fills_since()
    first, second = good.fills
    for fault, told in (
        (Fault.DUPLICATE_FILL, (first, first, second)),
        (Fault.FILLS_OUT_OF_ORDER, (second, first)),
        (Fault.LOST_CALLBACK, ()),
        (Fault.FILL_HELD_BACK, (first,)),
    ):
        bad.meet(fault)
        page = await bad.broker.fills_since()
        assert page.fills == told
        rest = await bad.broker.fills_since(page.cursor)
        assert {*page.fills, *rest.fills} == {first, second}
    bad.meet(Fault.REPEATED_PAGE)
    assert (await bad.broker.fills_since(good.cursor)).fills == good.fills


async def test_what_is_looked_up_may_be_older_than_the_truth(bad: BadDay) -> None:
    await bad.broker.account()
    await bad.broker.positions()
    await traded(bad)
    for fault in (Fault.FIND_NOT_YET, Fault.STALE_ORDER):
        bad.meet(fault)
    assert await bad.broker.find("a") is None
    for told in (OrderStatus.ACCEPTED, OrderStatus.FILLED):
        found = await bad.broker.find("a")
        assert found is not None
        assert found.status is told
    for stale in (True, False):
        if stale:
            bad.meet(Fault.STALE_ACCOUNT)
            bad.meet(Fault.STALE_ACCOUNT)
        assert ((await bad.broker.account()).cash == 10_000) is stale
        assert (list(await bad.broker.positions()) == []) is stale


async def test_the_newest_order_may_be_missing_among_the_open_ones(bad: BadDay) -> None:
    for name in ("old", "new"):
        await bad.broker.submit(order(name, kind=OrderType.LIMIT, price=Decimal(50)))
    bad.meet(Fault.OPEN_ORDERS_NOT_YET)
    for told in (["old"], ["old", "new"]):
        assert [each.request.client_order_id for each in await bad.broker.open_orders()] == told


async def test_the_clock_may_be_ahead(bad: BadDay) -> None:
    bad.meet(Fault.CLOCK_SKEW)
    ahead, right = (await bad.broker.clock()).now, (await bad.broker.clock()).now
    assert ahead - right == SKEW


@pytest.mark.parametrize(("fault", "error"), [(Fault.THROTTLED, BrokerThrottled), (Fault.DOWN, BrokerDown)])
async def test_every_question_may_be_turned_away_and_then_nothing_was_taken(
    bad: BadDay, fault: Fault, error: type[Exception]
) -> None:
    asked: list[Callable[[], Awaitable[object]]] = [
        bad.broker.account,
        bad.broker.positions,
        lambda: bad.broker.submit(order("in")),
        lambda: bad.broker.cancel("in"),
        lambda: bad.broker.find("in"),
        bad.broker.open_orders,
        bad.broker.fills_since,
        bad.broker.clock,
        lambda: bad.broker.asset("AAA"),
    ]
    for question in asked:
        bad.meet(fault)
        with pytest.raises(error):
            await question()
    assert await bad.broker.find("in") is None


async def test_every_kind_comes_about_in_a_long_run_of_random_faults() -> None:
    day = await PaperDay(InMemoryPaperAccounts()).open()
    broker = FaultyBroker(day.broker, RandomFaults(Random(7), rate=0.5))
    for number in range(200):
        await _asked(broker.submit(order(f"in-{number}", quantity=Decimal(4))))
        await _asked(broker.submit(order(f"low-{number}", symbol="BBB", kind=OrderType.LIMIT, price=Decimal(40))))
        await _asked(broker.open_orders())
        await _asked(broker.cancel(f"low-{number}"))
        await day.next()
        await broker.bar_passed()
        for _ in range(3):
            await _asked(broker.find(f"in-{number}"))
        await _asked(broker.account())
        await _asked(broker.clock())
        for position in await day.broker.positions():
            await _asked(
                broker.submit(order(f"out-{number}", OrderSide.SELL, Effect.CLOSE, quantity=position.quantity))
            )
        await day.next()
        await _asked(broker.fills_since("1"))
    assert set(broker.happened) == set(FITS) == set(Fault)


async def _asked(question: Awaitable[object]) -> None:
    with suppress(OutcomeUnknown, BrokerThrottled, BrokerDown, UnknownOrder, OrderRejected):
        await question
