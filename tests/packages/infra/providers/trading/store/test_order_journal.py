"""The order journal: one transaction a step, each fill once, and nothing told twice to who reads with care."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from packages.core.events import NewEvent
from packages.domain.strategy.model import Direction
from packages.domain.trading.broker import FillPage
from packages.domain.trading.decisions import Holding, Working
from packages.domain.trading.errors import BadOrder
from packages.domain.trading.execution.account_orders import Outbox, deployment_stream, each_once
from packages.domain.trading.execution.differences import Difference, DifferenceKind, DifferenceState
from packages.domain.trading.execution.model import (
    BarOutOfOrder,
    BrokerAnswer,
    DecisionSignal,
    EquityPoint,
    Intent,
    JournalPage,
    OrderAction,
    RepeatedIntent,
    UnknownBook,
    UnknownBookedOrder,
)
from packages.domain.trading.execution.ports import Notice, Notices
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
    client_order_id,
)
from packages.infra.db.engine import Database
from packages.infra.providers.trading.store.order_journal import SqlOrderJournal
from tests.fakes.clock import StoppedClock
from tests.fakes.event_log import InMemoryEventLog

D = "deployment-1"
BAR = datetime(2026, 3, 2, tzinfo=UTC)
DAY = timedelta(days=1)
SIGNAL = DecisionSignal(
    symbol="AAA", action=OrderAction.ENTER, direction=Direction.LONG, reason="entry", why={"rsi": 21.5}
)


def order(
    symbol: str = "AAA", bar: datetime = BAR, quantity: str = "100", effect: Effect = Effect.OPEN
) -> OrderRequest:
    action = "enter" if effect is Effect.OPEN else "leave"
    return OrderRequest(
        client_order_id=client_order_id(D, bar, action, symbol),
        symbol=symbol,
        side=OrderSide.BUY if effect is Effect.OPEN else OrderSide.SELL,
        effect=effect,
        type=OrderType.MARKET,
        quantity=Decimal(quantity),
    )


def fill(number: int, of: OrderRequest, quantity: str, price: str, **changed: object) -> Fill:
    plain = Fill(
        fill_id=f"f{number}",
        client_order_id=of.client_order_id,
        symbol=of.symbol,
        side=of.side,
        effect=of.effect,
        quantity=Decimal(quantity),
        price=Decimal(price),
        costs=Decimal(1),
        at=BAR + number * DAY,
    )
    return replace(plain, **changed)  # type: ignore[arg-type]


@pytest.fixture
async def journal(database: Database) -> AsyncIterator[SqlOrderJournal]:
    journal = SqlOrderJournal(database, StoppedClock())
    await journal.open_book(D, "ann", Decimal(10_000))
    yield journal
    await journal.aclose()


async def test_a_book_is_opened_once_however_many_ask(journal: SqlOrderJournal) -> None:
    opened = await asyncio.gather(*(journal.open_book("new", "ann", Decimal(cash)) for cash in (5, 5, 5)))
    assert {ledger.cash for ledger in opened} == {Decimal(5)}
    assert (await journal.open_book("new", "ann", Decimal(99))).start_cash == Decimal(5)
    for asking in (journal.ledger("none"), journal.orders("none", JournalPage()), journal.notify("none", [])):
        with pytest.raises(UnknownBook):
            await asking


async def test_a_decision_is_written_whole_and_a_second_one_finds_the_first(journal: SqlOrderJournal) -> None:
    intents = [Intent(order("AAA")), Intent(order("BBB"), blocked="max_position")]
    first = await journal.commit_decision(D, BAR, [SIGNAL], intents)
    assert [each.status for each in first.orders] == [OrderStatus.INTENDED, OrderStatus.BLOCKED]
    assert (first.orders[1].why, first.is_repeat) == ("max_position", False)
    again = await journal.commit_decision(D, BAR, [SIGNAL, SIGNAL], [Intent(order("CCC"))])
    assert (again.orders, again.is_repeat) == (first.orders, True)
    assert [each.id for each in await journal.unsent(D)] == [order("AAA").client_order_id]
    assert [each.signal for each in await journal.signals(D, JournalPage())] == [SIGNAL]
    assert (await journal.ledger(D)).bar == BAR
    with pytest.raises(BarOutOfOrder):
        await journal.commit_decision(D, BAR - DAY, [], [])


async def test_many_who_decide_on_a_bar_at_once_write_one_decision(journal: SqlOrderJournal) -> None:
    tries = [journal.commit_decision(D, BAR, [SIGNAL], [Intent(order())]) for _ in range(6)]
    committed = await asyncio.gather(*tries)
    assert sum(not each.is_repeat for each in committed) == 1
    assert len(await journal.orders(D, JournalPage())) == 1
    assert len(await journal.signals(D, JournalPage())) == 1


async def test_an_id_that_was_meant_before_leaves_nothing_of_the_new_decision(journal: SqlOrderJournal) -> None:
    await journal.commit_decision(D, BAR, [], [Intent(order())])
    with pytest.raises(RepeatedIntent):
        await journal.commit_decision(D, BAR + DAY, [SIGNAL], [Intent(order("BBB")), Intent(order())])
    assert (await journal.ledger(D)).bar == BAR
    assert len(await journal.orders(D, JournalPage())) == 1
    assert await journal.signals(D, JournalPage()) == []


async def test_an_order_comes_back_as_it_was_meant(journal: SqlOrderJournal) -> None:
    meant = OrderRequest(
        client_order_id=client_order_id(D, BAR, "enter", "腾讯"),
        symbol="腾讯",
        side=OrderSide.SELL,
        effect=Effect.OPEN,
        type=OrderType.STOP,
        sizing=Sizing(SizeRule.VOLATILITY, 0.1, deviation=0.1 + 0.2, most=2.0),
        price=Decimal("0.30000000000000004"),
        valid_bars=5,
        guards=Guards(stop=GuardDistance(DistanceUnit.PCT, 0.05), trail=GuardDistance(DistanceUnit.POINTS, 1.1)),
        reference_price=Decimal("12.50"),
        reason="entry",
    )
    await journal.commit_decision(D, BAR, [], [Intent(meant)])
    found = await journal.find(D, meant.client_order_id)
    assert found is not None
    assert (found.request, found.remaining, found.average_price) == (meant, None, None)
    assert str(found.request.reference_price) == "12.50"
    with pytest.raises(BadOrder):
        replace(meant, price=None)


async def test_one_of_two_senders_may_send(journal: SqlOrderJournal) -> None:
    (meant,) = (await journal.commit_decision(D, BAR, [], [Intent(order())])).orders
    assert sorted(await asyncio.gather(journal.mark_sending(meant), journal.mark_sending(meant))) == [False, True]
    found = await journal.find(D, meant.id)
    assert found is not None
    assert (found.status, found.tries) == (OrderStatus.UNKNOWN, 1)
    assert await journal.mark_sending(found)


async def test_every_change_is_a_row_and_what_comes_late_is_none(journal: SqlOrderJournal) -> None:
    (meant,) = (await journal.commit_decision(D, BAR, [], [Intent(order())])).orders
    await journal.mark_sending(meant)
    for status in (OrderStatus.ACCEPTED, OrderStatus.ACCEPTED, OrderStatus.CANCELLED, OrderStatus.ACCEPTED):
        await journal.record_answer(D, meant.id, BrokerAnswer(status=status, broker_order_id="b1"))
    assert [change.status.value for change in await journal.history(D, meant.id)] == [
        "intended",
        "unknown",
        "accepted",
        "cancelled",
    ]
    with pytest.raises(UnknownBookedOrder):
        await journal.history(D, "no such order")


async def test_fills_move_order_position_cash_and_cursor_once(journal: SqlOrderJournal) -> None:
    bought = order(quantity="100")
    await journal.commit_decision(D, BAR, [], [Intent(bought)])
    first, second = fill(1, bought, "60", "10"), fill(2, bought, "40", "11")
    assert await journal.record_fills(D, FillPage((first, first), "1")) == (first,)
    assert await journal.record_fills(D, FillPage((first, second), "2")) == (second,)
    await journal.record_fills(D, FillPage((second, first), "2"))
    (held,) = await journal.positions(D)
    assert (held.quantity, held.average_price, held.since) == (Decimal(100), Decimal("10.4"), BAR + DAY)
    ledger = await journal.ledger(D)
    assert (ledger.cash, ledger.costs, ledger.cursor) == (Decimal(10_000 - 1_040 - 2), Decimal(2), "2")
    found = await journal.find(D, bought.client_order_id)
    assert found is not None
    assert (found.status, found.average_price, found.costs) == (OrderStatus.FILLED, Decimal("10.4"), Decimal(2))
    assert [(each.number, each.fill) for each in await journal.fills(D, JournalPage())] == [(2, second), (1, first)]


async def test_all_fills_of_a_page_are_booked(journal: SqlOrderJournal) -> None:
    bought = order(quantity="100")
    await journal.commit_decision(D, BAR, [], [Intent(bought)])
    page = tuple(fill(number, bought, "20", "10") for number in range(1, 6))
    assert await journal.record_fills(D, FillPage(page, "5")) == page
    assert (await journal.positions(D))[0].quantity == Decimal(100)


async def test_a_late_fill_counts_and_the_order_stays_final(journal: SqlOrderJournal) -> None:
    bought = order()
    await journal.commit_decision(D, BAR, [], [Intent(bought)])
    await journal.record_answer(D, bought.client_order_id, BrokerAnswer(status=OrderStatus.CANCELLED))
    await journal.record_fills(D, FillPage((fill(1, bought, "30", "10"),), "1"))
    found = await journal.find(D, bought.client_order_id)
    assert found is not None
    assert (found.status, found.filled) == (OrderStatus.CANCELLED, Decimal(30))
    assert (await journal.history(D, found.id))[-1].why == "late_fill"
    assert (await journal.positions(D))[0].quantity == Decimal(30)


async def test_a_guards_fill_closes_the_position_and_fills_no_order(journal: SqlOrderJournal) -> None:
    bought = order()
    await journal.commit_decision(D, BAR, [], [Intent(bought)])
    stop = fill(2, bought, "100", "9", side=OrderSide.SELL, effect=Effect.CLOSE, reason="stop_loss")
    await journal.record_fills(D, FillPage((fill(1, bought, "100", "10"), stop), "2"))
    found = await journal.find(D, bought.client_order_id)
    assert found is not None
    assert (found.status, found.filled) == (OrderStatus.FILLED, Decimal(100))
    assert (await journal.ledger(D)).realised == Decimal(-100)
    assert (await journal.book(D)).holdings == ()


async def test_a_foreign_fill_is_kept_and_moves_nothing(journal: SqlOrderJournal) -> None:
    await journal.record_fills(D, FillPage((fill(1, order(), "100", "10"),), "1"))
    (kept,) = await journal.fills(D, JournalPage())
    assert kept.is_foreign
    assert await journal.positions(D) == []
    assert (await journal.ledger(D)).cash == Decimal(10_000)


async def test_the_book_tells_what_is_held_what_leaves_and_what_is_at_work(journal: SqlOrderJournal) -> None:
    bought, waiting, blocked = order("AAA"), order("BBB"), order("CCC")
    intents = [Intent(bought), Intent(waiting), Intent(blocked, blocked="daily_loss")]
    await journal.commit_decision(D, BAR, [], intents)
    await journal.record_fills(D, FillPage((fill(1, bought, "100", "10"),), "1"))
    book = await journal.book(D)
    assert book.holdings == (Holding("AAA", Direction.LONG, BAR + DAY, is_leaving=False),)
    assert book.working == (Working("BBB", Direction.LONG),)
    leave = order("AAA", BAR + DAY, effect=Effect.CLOSE)
    await journal.commit_decision(D, BAR + DAY, [], [Intent(leave)])
    assert (await journal.book(D)).holdings[0].is_leaving


async def test_pages_go_backwards_by_number(journal: SqlOrderJournal) -> None:
    for day in range(5):
        await journal.commit_decision(D, BAR + day * DAY, [SIGNAL], [Intent(order(bar=BAR + day * DAY))])
    assert [each.number for each in await journal.orders(D, JournalPage(limit=2))] == [5, 4]
    assert [each.number for each in await journal.orders(D, JournalPage(limit=9, before=4))] == [3, 2, 1]
    assert [each.number for each in await journal.signals(D, JournalPage(limit=1, before=3))] == [2]


async def test_the_first_equity_of_a_bar_stays(journal: SqlOrderJournal) -> None:
    points = [EquityPoint(BAR + day * DAY, Decimal(100 + day), Decimal(50)) for day in range(3)]
    for point in points:
        await journal.record_equity(D, point)
    await journal.record_equity(D, replace(points[0], equity=Decimal(7)))
    assert await journal.equity(D) == points
    assert await journal.equity(D, since=BAR + 2 * DAY) == points[2:]


FOREIGN = Difference(DifferenceKind.FOREIGN_POSITION, "XYZ", "0", "40", Decimal(40))
SHARES = Difference(DifferenceKind.SHARES, "AAA", "100", "60", Decimal(-40))


async def test_what_is_foreign_stops_entries_until_a_person_has_looked(journal: SqlOrderJournal) -> None:
    await journal.record_differences(D, [FOREIGN])
    await journal.record_differences(D, [FOREIGN])
    assert (await journal.ledger(D)).stopped == "foreign_position"
    assert len(await journal.differences(D, JournalPage())) == 1
    await journal.record_differences(D, [])
    assert (await journal.ledger(D)).stopped == "foreign_position"
    assert (await journal.acknowledge(D, "ann")).stopped == ""
    await journal.record_differences(D, [replace(FOREIGN, gap=Decimal(41), broker="41")])
    assert (await journal.ledger(D)).stopped == "foreign_position"


async def test_what_a_person_has_looked_at_is_not_told_again(journal: SqlOrderJournal) -> None:
    await journal.record_differences(D, [FOREIGN])
    await journal.acknowledge(D, "ann")
    await journal.record_differences(D, [FOREIGN])
    (known,) = await journal.differences(D, JournalPage())
    assert (known.state, (await journal.ledger(D)).stopped) == (DifferenceState.LOOKED_AT, "")


async def test_shares_that_agree_again_let_entries_go_on(journal: SqlOrderJournal) -> None:
    bought = order()
    await journal.commit_decision(D, BAR, [], [Intent(bought)])
    await journal.record_fills(D, FillPage((fill(1, bought, "100", "10"),), "1"))
    await journal.record_differences(D, [SHARES])
    assert (await journal.positions(D))[0].closable == Decimal(60)
    assert (await journal.ledger(D)).stopped == "shares"
    await journal.record_differences(D, [])
    assert (await journal.positions(D))[0].closable == Decimal(100)
    assert (await journal.ledger(D)).stopped == ""


async def test_other_cash_keeps_the_ledger_whole(journal: SqlOrderJournal) -> None:
    for amount in ("12.50", "-0.07"):
        await journal.record_other_cash(D, Decimal(amount), "reconciled")
    ledger = await journal.ledger(D)
    assert (ledger.cash, ledger.other_cash) == (Decimal("10012.43"), Decimal("12.43"))


async def test_notices_are_told_at_least_once_and_heard_once(journal: SqlOrderJournal) -> None:
    log = InMemoryEventLog()
    await journal.commit_decision(D, BAR, [SIGNAL], [Intent(order())], [NewEvent("halt", {"limit": "daily_loss"})])
    told = await Outbox(journal, log).deliver(D)
    assert await Outbox(journal, log).deliver(D) == 0
    types = [event.type for event in await log.read(deployment_stream(D), "ann")]
    assert (types, told) == (["signal", "order", "halt"], 3)


class _DiesBeforeMarking:
    def __init__(self, notices: Notices) -> None:
        self._notices = notices

    async def undelivered(self, deployment_id: str, limit: int = 500) -> tuple[str, Sequence[Notice]]:
        return await self._notices.undelivered(deployment_id, limit)

    async def mark_delivered(self, deployment_id: str, number: int) -> None:
        raise ConnectionError


async def test_who_dies_before_marking_tells_again_and_a_reader_hears_each_once(journal: SqlOrderJournal) -> None:
    log = InMemoryEventLog()
    await journal.notify(D, [NewEvent("a", {}), NewEvent("b", {})])
    with pytest.raises(ConnectionError):
        await Outbox(_DiesBeforeMarking(journal), log).deliver(D)
    await Outbox(journal, log).deliver(D)
    events = await log.read(deployment_stream(D), "ann")
    assert [event.type for event in events] == ["a", "b", "a", "b"]
    assert [event.type for event in each_once(events)] == ["a", "b"]
