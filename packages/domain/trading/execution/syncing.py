"""Reads what happened: fills in pages, and the state of every order that is still open here."""

from collections.abc import Sequence
from dataclasses import dataclass

from packages.core.clock import Clock
from packages.domain.trading.broker import (
    NO_ANSWER,
    Broker,
    CashHistoryUnavailable,
    CashMove,
    CashPage,
    FillPage,
    Quiet,
    RetryTimeouts,
)
from packages.domain.trading.errors import UnknownOrder
from packages.domain.trading.execution.model import BookedOrder, BrokerAnswer, moved
from packages.domain.trading.execution.one_cancels_other import outdone_entries, waits
from packages.domain.trading.execution.ports import OrderJournal
from packages.domain.trading.execution.sending import answer_of, look_up
from packages.domain.trading.orders import Fill, OrderStatus

_SENT = frozenset({OrderStatus.ACCEPTED, OrderStatus.PARTIALLY_FILLED, OrderStatus.CANCELLING})


@dataclass(frozen=True, slots=True)
class CashRead:
    """Moves that were new, and the fills that had to be read before them."""

    fills: tuple[Fill, ...] = ()
    moves: tuple[CashMove, ...] = ()


class Syncer:
    """What the broker says is taken; what it does not know any more is left to reconciling."""

    def __init__(
        self, journal: OrderJournal, broker: Broker, clock: Clock, timeouts: RetryTimeouts, quiet: Quiet
    ) -> None:
        self._journal = journal
        self._broker = broker
        self._clock = clock
        self._timeouts = timeouts
        self._quiet = quiet

    async def sync(self, deployment_id: str) -> tuple[Fill, ...]:
        """The fills that were new. A broker that does not answer leaves everything as it was."""
        if self._quiet.until is not None:
            return ()
        try:
            cash = await self.read_cash(deployment_id)
            fresh = (*cash.fills, *await self.read_fills(deployment_id))
            opened = await self._journal.open_orders(deployment_id)
            ours = [order for order in opened if order.status in _SENT]
            going = await self._take_states(ours) if ours else []
        except NO_ANSWER as error:
            self._quiet.failed(error)
            return ()
        self._quiet.answered()
        for order in going:
            await self._ask_to_cancel(order)
        if any(waits(order) for order in opened):
            for order in await outdone_entries(self._journal, deployment_id):
                await self.cancel(order)
        return fresh

    async def read_fills(self, deployment_id: str, *, from_the_start: bool = False) -> tuple[Fill, ...]:
        """Page after page until there is nothing new."""
        cursor = "" if from_the_start else (await self._journal.ledger(deployment_id)).cursor
        fresh: list[Fill] = []
        while True:
            page = await self._broker.fills_since(cursor)
            if page.fills or page.cursor != cursor:
                fresh += await self._journal.record_fills(deployment_id, page)
            if not page.fills or page.cursor == cursor:
                return tuple(fresh)
            cursor = page.cursor

    async def read_cash(self, deployment_id: str) -> CashRead:
        """What moved cash beside fills. What was there before the book was is not its own: of that only the end is
        noted. Shares that came without a fill are booked between the fills before them and those after."""
        cursor = (await self._journal.ledger(deployment_id)).cash_cursor
        page = await self._broker.cash_since(cursor or "")
        if isinstance(page, CashHistoryUnavailable):
            return CashRead()
        if cursor is None:
            await self._journal.record_cash(deployment_id, CashPage((), page.cursor))
            return CashRead()
        if page == CashPage((), cursor):
            return CashRead()
        fills: list[Fill] = []
        moves: list[CashMove] = []
        for move in page.moves:
            if move.shares:
                fills += await self._fills_before(deployment_id, move)
                moves += await self._journal.record_cash(deployment_id, CashPage((move,), cursor))
        moves += await self._journal.record_cash(deployment_id, page)
        return CashRead(tuple(fills), tuple(moves))

    async def _fills_before(self, deployment_id: str, move: CashMove) -> list[Fill]:
        """The cursor stays where it is: what comes again is known by its fill ids."""
        start = cursor = (await self._journal.ledger(deployment_id)).cursor
        fresh: list[Fill] = []
        while True:
            page = await self._broker.fills_since(cursor)
            early = tuple(fill for fill in page.fills if fill.at < move.at)
            if early:
                fresh += await self._journal.record_fills(deployment_id, FillPage(early, start))
            if len(early) < len(page.fills) or not page.fills or page.cursor == cursor:
                return fresh
            cursor = page.cursor

    async def cancel(self, order: BookedOrder) -> None:
        """What was never sent is cancelled here; for the rest it is written down that it shall go, then asked."""
        if order.status is OrderStatus.INTENDED:
            await self._answer(order, BrokerAnswer(status=OrderStatus.CANCELLED, why="cancelled_before_it_was_sent"))
            return
        await self._answer(order, BrokerAnswer(status=OrderStatus.CANCELLING, why=order.why))
        await self._ask_to_cancel(order)

    async def _ask_to_cancel(self, order: BookedOrder) -> None:
        now = self._clock.now()
        try:
            answer = answer_of(await self._broker.cancel(order.id))
        except UnknownOrder:
            gone = order.sent_at is None or order.sent_at + self._timeouts.grace <= now
            answer = BrokerAnswer(
                status=OrderStatus.CANCELLED if gone and not order.broker_order_id else OrderStatus.CANCELLING,
                why="never_arrived",
                next_try_at=now + self._timeouts.grace,
            )
        except NO_ANSWER as error:
            self._quiet.failed(error)
            until = self._timeouts.until(now, order.tries + 1, error)
            answer = BrokerAnswer(status=OrderStatus.CANCELLING, why=error.code, next_try_at=until)
        if not answer.status.is_final and answer.next_try_at is None:
            # A promise is asked after: the cancellation may have come too late, or never been done.
            answer = BrokerAnswer(
                status=answer.status,
                why=answer.why,
                broker_order_id=answer.broker_order_id,
                next_try_at=now + self._timeouts.grace,
            )
        await self._answer(order, answer)

    async def _take_states(self, ours: Sequence[BookedOrder]) -> list[BookedOrder]:
        """The cancellations that are to be asked for again."""
        going, now = [], self._clock.now()
        theirs = {order.request.client_order_id: order for order in await self._broker.open_orders()}
        for order in ours:
            found = theirs.get(order.id) or await look_up(self._broker, order.id)
            if found is not None and moved(order.status, found.status) is not order.status:
                await self._answer(order, answer_of(found))
            elif order.status is OrderStatus.CANCELLING and (order.next_try_at is None or order.next_try_at <= now):
                going.append(order)
        return going

    async def _answer(self, order: BookedOrder, answer: BrokerAnswer) -> None:
        await self._journal.record_answer(order.deployment_id, order.id, answer)
