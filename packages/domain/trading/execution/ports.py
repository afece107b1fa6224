"""Ports of execution: a journal that never forgets an intent, and a gate to ask before an entry is sent."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Protocol

from packages.core.events import NewEvent
from packages.domain.trading.broker import CashMove, CashPage, FillPage
from packages.domain.trading.decisions import Book
from packages.domain.trading.execution.differences import Difference, RecordedDifference
from packages.domain.trading.execution.model import (
    BookedCash,
    BookedFill,
    BookedOrder,
    BrokerAnswer,
    Committed,
    DecisionSignal,
    EquityPoint,
    Intent,
    JournalPage,
    OrderChange,
    OrderLedger,
    Position,
    RecordedSignal,
)
from packages.domain.trading.orders import Fill


class OrderJournal(Protocol):
    """Every method that writes is one transaction, which holds its notices too. `UnknownBook` where none was opened.
    It asks nobody's name: whoever calls has made sure that the deployment is the caller's own."""

    async def open_book(self, deployment_id: str, owner_id: str, cash: Decimal) -> OrderLedger:
        """A book that is open already stays as it is."""
        ...

    async def commit_decision(
        self,
        deployment_id: str,
        bar: datetime,
        signals: Sequence[DecisionSignal],
        intents: Sequence[Intent],
        notices: Sequence[NewEvent] = (),
    ) -> Committed:
        """Signals, orders and the number of the bar. A second decision on a bar is the first one again."""
        ...

    async def commit_request(self, deployment_id: str, request_id: str, intents: Sequence[Intent]) -> Committed:
        """Orders that a person or a limit asked for. The same request again is the first one again."""
        ...

    async def mark_sending(self, order: BookedOrder) -> bool:
        """`unknown`, before it is sent; False where somebody else sends it at this moment."""
        ...

    async def record_answer(self, deployment_id: str, client_order_id: str, answer: BrokerAnswer) -> BookedOrder:
        """Forward only; what comes late changes nothing."""
        ...

    async def mark_missing(self, deployment_id: str, client_order_id: str) -> None:
        """The broker does not have it; the first time counts, until an answer comes."""
        ...

    async def record_fills(self, deployment_id: str, page: FillPage) -> tuple[Fill, ...]:
        """Those that were new: with their orders, positions, cash, and the cursor."""
        ...

    async def record_cash(self, deployment_id: str, page: CashPage) -> tuple[CashMove, ...]:
        """Those that were new: with the cash, the shares that they brought, and the cursor."""
        ...

    async def record_other_cash(self, deployment_id: str, amount: Decimal, why: str) -> None: ...

    async def record_differences(self, deployment_id: str, found: Sequence[Difference]) -> None:
        """All that one reconciling found: lasting ones that are not among them any more are gone."""
        ...

    async def acknowledge(self, deployment_id: str, who: str) -> OrderLedger:
        """A person has looked at what stands: entries go on."""
        ...

    async def record_equity(self, deployment_id: str, point: EquityPoint) -> None:
        """The first of a bar stays."""
        ...

    async def notify(self, deployment_id: str, notices: Sequence[NewEvent]) -> None: ...

    async def ledger(self, deployment_id: str) -> OrderLedger: ...

    async def book(self, deployment_id: str) -> Book: ...

    async def positions(self, deployment_id: str) -> Sequence[Position]:
        """Those that are held, and flat ones that have a history; by symbol."""
        ...

    async def find(self, deployment_id: str, client_order_id: str) -> BookedOrder | None: ...

    async def unsent(self, deployment_id: str) -> Sequence[BookedOrder]:
        """Intended or unknown, in the order in which they were meant."""
        ...

    async def open_orders(self, deployment_id: str) -> Sequence[BookedOrder]:
        """Whatever is not final, in the order in which they were meant."""
        ...

    async def orders(self, deployment_id: str, page: JournalPage) -> Sequence[BookedOrder]: ...

    async def history(self, deployment_id: str, client_order_id: str) -> Sequence[OrderChange]:
        """Oldest first; `UnknownBookedOrder` where there is none."""
        ...

    async def fills(self, deployment_id: str, page: JournalPage) -> Sequence[BookedFill]: ...

    async def cash(self, deployment_id: str, page: JournalPage) -> Sequence[BookedCash]: ...

    async def signals(self, deployment_id: str, page: JournalPage) -> Sequence[RecordedSignal]: ...

    async def differences(self, deployment_id: str, page: JournalPage) -> Sequence[RecordedDifference]: ...

    async def equity(self, deployment_id: str, since: datetime | None = None) -> Sequence[EquityPoint]:
        """Oldest first."""
        ...


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice about a deployment; `number` counts from 1 and marks a repeat."""

    number: int
    event: NewEvent


class Notices(Protocol):
    """The notices that were committed with what they report, and are on their way to the event log."""

    async def undelivered(self, deployment_id: str, limit: int = 500) -> tuple[str, Sequence[Notice]]:
        """The owner, and what was not delivered yet."""
        ...

    async def mark_delivered(self, deployment_id: str, number: int) -> None:
        """Everything up to the number was delivered."""
        ...


@dataclass(frozen=True, slots=True)
class Go:
    """It may be sent now."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Somebody has to say yes first."""

    why: str


@dataclass(frozen=True, slots=True)
class Refuse:
    """It may not be sent at all."""

    why: str


Permit = Go | Wait | Refuse


class SendGate(Protocol):
    """Asked right before each entry is sent (kill switch, approval). Exits are not asked about."""

    async def __call__(self, order: BookedOrder) -> Permit: ...


async def open_gate(order: BookedOrder) -> Permit:
    """Lets everything through."""
    return Go()
