"""Each difference between the broker and the journal, and what the rule does about it."""

from dataclasses import replace
from decimal import Decimal

import pytest

from packages.core.ids import derived_id
from packages.domain.trading.broker import CashHistoryUnavailable, CashKind, CashMove
from packages.domain.trading.errors import BrokerDown
from packages.domain.trading.execution.differences import Difference, DifferenceKind, sentences_of
from packages.domain.trading.execution.model import BrokerAnswer, Intent, JournalPage
from packages.domain.trading.orders import Effect, OrderRequest, OrderSide, OrderStatus, OrderType
from tests.fakes.faulty_broker import Fault
from tests.packages.domain.trading.execution.trading_floor import D, Floor


async def _holding(floor: Floor) -> OrderRequest:
    bought = floor.enter()
    await floor.decide(bought)
    await floor.desk.send(D)
    await floor.trade()
    await floor.desk.sync(D)
    return bought


async def _kinds(floor: Floor) -> list[str]:
    return [difference.kind.value for difference in await floor.desk.reconcile(D)]


async def test_the_brokers_state_of_an_open_order_is_taken(floor: Floor) -> None:
    rests = floor.enter(limit="1")
    await floor.decide(rests)
    await floor.desk.send(D)
    await floor.market.cancel(rests.client_order_id)
    (found,) = await floor.desk.reconcile(D)
    assert found == Difference(DifferenceKind.ORDER_STATE, rests.client_order_id, "accepted", "cancelled")
    assert (await floor.order(rests)).status is OrderStatus.CANCELLED
    assert await floor.desk.reconcile(D) == ()


async def test_an_order_that_the_broker_lost_lapses_when_it_is_missed_twice(floor: Floor) -> None:
    rests = floor.enter(limit="1")
    await floor.decide(rests)
    await floor.desk.send(D)
    floor.market.lose(rests.client_order_id)
    assert await _kinds(floor) == []
    floor.clock.move(seconds=9)
    assert await _kinds(floor) == []
    floor.clock.move(seconds=1)
    assert await _kinds(floor) == ["lost_order"]
    lapsed = await floor.order(rests)
    assert (lapsed.status, lapsed.why) == (OrderStatus.LAPSED, "lost_by_the_broker")


async def test_an_order_that_turns_up_again_was_not_lost(floor: Floor) -> None:
    rests = floor.enter(limit="1")
    await floor.decide(rests)
    await floor.desk.send(D)
    kept = floor.market.orders.pop(rests.client_order_id)
    await floor.desk.reconcile(D)
    floor.market.orders[rests.client_order_id] = kept
    assert await _kinds(floor) == []
    floor.market.lose(rests.client_order_id)
    floor.clock.move(minutes=1)
    assert await _kinds(floor) == [], "it is missed for the first time since it was seen"


async def test_an_order_of_ours_that_nobody_means_is_cancelled(floor: Floor) -> None:
    unmeant = OrderRequest(
        client_order_id=derived_id("order", "of a journal that was lost"),
        symbol="AAA",
        side=OrderSide.BUY,
        effect=Effect.OPEN,
        type=OrderType.LIMIT,
        quantity=Decimal(5),
        price=Decimal(1),
    )
    await floor.market.submit(unmeant)
    assert await _kinds(floor) == ["unmeant_order"]
    assert floor.market.orders[unmeant.client_order_id].status is OrderStatus.CANCELLED
    assert (await floor.journal.ledger(D)).stopped == ""


async def test_an_order_that_lapsed_here_and_lives_there_is_cancelled_and_its_fills_count(floor: Floor) -> None:
    wanted = floor.enter(limit="10")
    await floor.decide(wanted)
    await floor.desk.send(D)
    await floor.journal.record_answer(D, wanted.client_order_id, BrokerAnswer(status=OrderStatus.LAPSED))
    await floor.trade(volume=30)
    assert await _kinds(floor) == ["unmeant_order"]
    assert (await floor.order(wanted)).filled == 30
    assert await floor.shares() == {"AAA": 30}


async def test_a_foreign_order_stops_entries_and_not_exits(floor: Floor) -> None:
    await _holding(floor)
    foreign = OrderRequest(
        client_order_id="by-hand-1",
        symbol="BBB",
        side=OrderSide.BUY,
        effect=Effect.OPEN,
        type=OrderType.LIMIT,
        quantity=Decimal(5),
        price=Decimal(1),
    )
    await floor.market.submit(foreign)
    assert await _kinds(floor) == ["foreign_order"]
    assert floor.market.orders["by-hand-1"].status is OrderStatus.ACCEPTED
    enter, leave = floor.enter("CCC"), floor.leave("AAA")
    await floor.decide(enter, leave)
    await floor.desk.send(D)
    assert (await floor.order(enter)).why == "foreign_order"
    assert (await floor.order(enter)).status is OrderStatus.BLOCKED
    assert (await floor.order(leave)).status is OrderStatus.ACCEPTED
    await floor.journal.acknowledge(D, "ann")
    await floor.desk.reconcile(D)
    assert (await floor.journal.ledger(D)).stopped == ""


async def test_a_position_that_is_not_ours_is_left_alone_and_told_once(floor: Floor) -> None:
    floor.market.trade_by_hand("BBB", OrderSide.BUY, 40, Decimal(10), "by-hand-1")
    assert "foreign_position" in await _kinds(floor)
    await floor.desk.reconcile(D)
    assert await floor.shares() == {}
    assert [each.difference.kind.value for each in await floor.journal.differences(D, JournalPage())] == [
        "foreign_position"
    ]
    assert (await floor.journal.fills(D, JournalPage()))[0].is_foreign


async def test_fills_that_never_came_are_read_again_from_the_start(floor: Floor) -> None:
    bought = floor.enter()
    await floor.decide(bought)
    await floor.desk.send(D)
    await floor.trade()
    page = await floor.market.fills_since()
    await floor.journal.record_fills(D, type(page)((), page.cursor))  # the cursor moved, the fill was lost
    await floor.desk.sync(D)
    assert await floor.shares() == {}
    assert await _kinds(floor) == []
    assert await floor.shares() == {"AAA": 100}


async def test_other_shares_stop_entries_and_exits_take_what_the_broker_has(floor: Floor) -> None:
    await _holding(floor)
    floor.market.trade_by_hand("AAA", OrderSide.SELL, 40, Decimal(10), "by-hand-1")
    assert "shares" in await _kinds(floor)
    assert (await floor.journal.ledger(D)).stopped == "shares"
    committed = await floor.desk.flatten(D, "now")
    assert [each.request.quantity for each in committed.orders] == [60]
    assert (await floor.order(committed.orders[0].request)).status is OrderStatus.ACCEPTED


async def test_cash_that_no_fill_explains_is_booked_as_other_to_the_cent(floor: Floor) -> None:
    await _holding(floor)
    floor.market.cash += Decimal("12.344")
    (found,) = await floor.desk.reconcile(D)
    assert (found.kind, found.gap) == (DifferenceKind.CASH, Decimal("12.34"))
    ledger = await floor.journal.ledger(D)
    assert ledger.other_cash == Decimal("12.34")
    assert abs(ledger.cash - floor.market.cash) < Decimal("0.005")
    assert await floor.desk.reconcile(D) == ()


async def test_cash_that_the_broker_tells_of_is_booked_by_its_kind_and_is_no_difference(floor: Floor) -> None:
    await floor.desk.reconcile(D)
    await _holding(floor)
    floor.market.pay("12.344")
    floor.market.pay("-0.02", CashKind.FEE)
    assert await floor.desk.reconcile(D) == ()
    booked = [(each.kind, each.amount, each.symbol) for each in await floor.journal.cash(D, JournalPage())]
    assert booked == [(CashKind.FEE, Decimal("-0.02"), "AAA"), (CashKind.DIVIDEND, Decimal("12.344"), "AAA")]
    ledger = await floor.journal.ledger(D)
    assert (ledger.cash, ledger.other_cash) == (floor.market.cash, Decimal("12.324"))
    await floor.desk.reconcile(D)
    assert (await floor.journal.ledger(D)) == ledger


async def test_cash_from_before_the_book_was_opened_is_none_of_its_business(floor: Floor) -> None:
    floor.market.moves.append(
        CashMove(move_id="long-ago", kind=CashKind.DEPOSIT, amount=Decimal(1_000_000), at=floor.clock.now())
    )
    assert await floor.desk.reconcile(D) == ()
    assert await floor.journal.cash(D, JournalPage()) == []


async def test_cash_of_a_broker_that_tells_nothing_is_still_booked_as_other(floor: Floor) -> None:
    floor.market.cash_since = _untold  # type: ignore[method-assign]
    await floor.desk.reconcile(D)
    floor.market.cash += Decimal(5)
    assert await _kinds(floor) == ["cash"]
    [booked] = await floor.journal.cash(D, JournalPage())
    assert (booked.kind, booked.why, booked.amount) == (CashKind.OTHER, "reconciled", Decimal(5))


async def _untold(cursor: str = "") -> CashHistoryUnavailable:
    return CashHistoryUnavailable("keeps no list")


async def test_a_split_multiplies_the_shares_between_the_fills_before_it_and_those_after(floor: Floor) -> None:
    await floor.desk.reconcile(D)
    bought = floor.enter()
    await floor.decide(bought)
    await floor.desk.send(D)
    await floor.trade()
    floor.clock.move(minutes=1)
    floor.market.pay("0", CashKind.SPLIT, shares=300)
    sold = replace(floor.leave(quantity=150), client_order_id=derived_id("order", "after the split"))
    await floor.journal.commit_request(D, "out", [Intent(sold)])
    await floor.market.submit(sold)
    await floor.trade(price="3")
    await floor.desk.sync(D)
    [position] = [each for each in await floor.journal.positions(D) if each.quantity]
    assert (position.quantity, position.average_price) == (Decimal(250), Decimal("2.5"))
    assert position.realised == Decimal(75), "150 shares at 3 that cost 2.5 each"
    assert await floor.desk.reconcile(D) == ()


async def test_a_split_that_leaves_no_share_closes_the_position_for_the_cash_in_lieu(floor: Floor) -> None:
    await floor.desk.reconcile(D)
    await _holding(floor)
    floor.market.pay("990", CashKind.SPLIT, shares=-100)
    assert await floor.desk.reconcile(D) == ()
    assert await floor.shares() == {}
    ledger = await floor.journal.ledger(D)
    assert ledger.cash == floor.market.cash
    assert ledger.realised + ledger.other_cash == Decimal(-10)


async def test_a_broker_that_does_not_answer_changes_nothing(floor: Floor) -> None:
    await _holding(floor)
    before = await floor.journal.ledger(D)
    floor.faults.push(Fault.DOWN)
    with pytest.raises(BrokerDown):
        await floor.desk.reconcile(D)
    assert await floor.journal.ledger(D) == before
    assert await floor.journal.differences(D, JournalPage()) == []


@pytest.mark.parametrize("kind", DifferenceKind)
def test_every_difference_is_told_in_both_languages(kind: DifferenceKind) -> None:
    words = sentences_of(Difference(kind, "AAA", "1", "2", Decimal(1)))
    assert set(words) == {"zh", "en"}
    assert all("{" not in text and text for text in words.values())
    assert words["zh"] != words["en"]
