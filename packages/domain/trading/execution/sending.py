"""Sends what was meant: marked first, then submitted, then answered; what was not answered is looked up first."""

from datetime import datetime
from typing import assert_never

from packages.core.clock import Clock
from packages.domain.trading.broker import NO_ANSWER, Broker, NoAnswer, Quiet, RetryTimeouts
from packages.domain.trading.errors import BadOrder, OrderRejected, OutcomeUnknown
from packages.domain.trading.execution.model import BookedOrder, BrokerAnswer
from packages.domain.trading.execution.ports import Go, OrderJournal, Refuse, SendGate, Wait
from packages.domain.trading.orders import BrokerOrder, OrderStatus


def answer_of(order: BrokerOrder) -> BrokerAnswer:
    """The broker's word, as the journal takes it."""
    return BrokerAnswer(status=order.status, why=order.why, broker_order_id=order.broker_order_id)


async def look_up(broker: Broker, client_order_id: str) -> BrokerOrder | None:
    """Asked in two ways, because a broker may show an order here a moment before it shows it there."""
    found = await broker.find(client_order_id)
    if found is not None:
        return found
    working = await broker.open_orders()
    return next((order for order in working if order.request.client_order_id == client_order_id), None)


class Sender:
    """One round over everything that is not sent yet. Exits go first; entries keep their rank, so none of them
    overtakes one that has to wait for the broker."""

    def __init__(
        self, journal: OrderJournal, broker: Broker, clock: Clock, gate: SendGate, timeouts: RetryTimeouts, quiet: Quiet
    ) -> None:
        self._journal = journal
        self._broker = broker
        self._clock = clock
        self._gate = gate
        self._timeouts = timeouts
        self._quiet = quiet

    async def send(self, deployment_id: str, newest_bar: datetime | None) -> None:
        """`newest_bar` None: the newest one that was decided on."""
        ledger = await self._journal.ledger(deployment_id)
        newest = newest_bar or ledger.bar
        waiting = sorted(await self._journal.unsent(deployment_id), key=lambda order: (order.is_entry, order.number))
        entries_wait = False
        for order in waiting:
            if self._quiet.until is not None:
                return
            if order.is_entry and entries_wait:
                continue
            is_settled = self._is_due(order) and await self._settle(order, newest, ledger.stopped)
            entries_wait = entries_wait or not is_settled

    def _is_due(self, order: BookedOrder) -> bool:
        return order.next_try_at is None or order.next_try_at <= self._clock.now()

    async def _settle(self, order: BookedOrder, newest: datetime | None, stopped: str) -> bool:
        """False where the broker has not answered."""
        try:
            if order.status is OrderStatus.UNKNOWN:
                found = await look_up(self._broker, order.id)
                self._quiet.answered()
                if found is not None:
                    await self._answer(order, answer_of(found))
                    return True
            if order.is_entry and not await self._may_go(order, newest, stopped):
                return True
            return await self._submit(order)
        except NO_ANSWER as error:
            await self._postpone(order, error)
            return False

    async def _may_go(self, order: BookedOrder, newest: datetime | None, stopped: str) -> bool:
        if order.bar is not None and newest is not None and order.bar < newest:
            await self._give_up(order, OrderStatus.LAPSED, "bar_has_passed")
            return False
        if stopped:
            await self._give_up(order, OrderStatus.BLOCKED, stopped)
            return False
        permit = await self._gate(order)
        match permit:
            case Go():
                return True
            case Wait():
                if permit.why != order.why:
                    await self._answer(order, BrokerAnswer(status=order.status, why=permit.why))
                return False
            case Refuse():
                await self._give_up(order, OrderStatus.BLOCKED, permit.why)
                return False
        assert_never(permit)

    async def _give_up(self, order: BookedOrder, status: OrderStatus, why: str) -> None:
        """What was sent before may still turn up at the broker for a while, and is not given up before then."""
        if order.sent_at is None:
            await self._answer(order, BrokerAnswer(status=status, why=why))
        elif order.sent_at + self._timeouts.grace <= self._clock.now():
            await self._answer(order, BrokerAnswer(status=OrderStatus.LAPSED, why=why))

    async def _submit(self, order: BookedOrder) -> bool:
        if not await self._journal.mark_sending(order):
            return True
        try:
            taken = await self._broker.submit(order.request)
        except OrderRejected as refusal:
            await self._answer(order, BrokerAnswer(status=OrderStatus.REJECTED, why=refusal.reason))
        except BadOrder as refusal:
            await self._answer(order, BrokerAnswer(status=OrderStatus.REJECTED, why=refusal.message))
        else:
            await self._answer(order, answer_of(taken))
        self._quiet.answered()
        return True

    async def _postpone(self, order: BookedOrder, error: NoAnswer) -> None:
        self._quiet.failed(error)
        until = self._timeouts.until(self._clock.now(), order.tries + 1, error)
        why = "no_answer" if isinstance(error, OutcomeUnknown) else error.code
        await self._answer(order, BrokerAnswer(status=order.status, why=why, next_try_at=until))

    async def _answer(self, order: BookedOrder, answer: BrokerAnswer) -> None:
        await self._journal.record_answer(order.deployment_id, order.id, answer)
