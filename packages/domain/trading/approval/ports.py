"""Approvals: what is approved (one order to the last parameter, or an envelope) with its hash, requests as they are
stored, and the port of their store."""

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from enum import Enum, StrEnum
from typing import Protocol, TypeAlias

from packages.core.errors import Conflict, Forbidden, Invalid, NotFound
from packages.core.events import JsonObject
from packages.domain.strategy.explain.phrases import number
from packages.domain.strategy.json_tree import Document, Json, content_hash
from packages.domain.trading.broker import Mode
from packages.domain.trading.orders import OrderRequest


class ApprovalStatus(StrEnum):
    """Where a request stands; whether its time has passed is for the clock to say."""

    PENDING = "pending"
    APPROVED = "approved"
    DENIED = "denied"
    USED = "used"
    WITHDRAWN = "withdrawn"


class ApprovalKind(StrEnum):
    """One order, or an envelope."""

    ORDER = "order"
    ENVELOPE = "envelope"


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval:
    """A request and what became of it. `document` is what the person is shown and what `digest` is the hash of.
    `remaining` is what an envelope still holds."""

    id: str
    owner_id: str
    deployment_id: str
    kind: ApprovalKind
    digest: str
    document: JsonObject
    status: ApprovalStatus
    requested_at: datetime
    expires_at: datetime
    symbols: tuple[str, ...] = ()
    remaining: Decimal | None = None
    until: datetime | None = None  # of an envelope
    decided_by: str | None = None
    decided_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Use:
    """One order that spent an approval; `worth` is what it took out of an envelope."""

    approval_id: str
    deployment_id: str
    client_order_id: str
    digest: str
    worth: Decimal
    at: datetime


@dataclass(frozen=True, slots=True)
class Spend:
    """An order that asks for its approval."""

    owner_id: str
    deployment_id: str
    client_order_id: str
    symbol: str
    digest: str
    worth: Decimal
    at: datetime


class ApprovalStore(Protocol):
    """Of several who come at the same moment, one wins; the others see what it did."""

    async def add(self, approval: Approval) -> Approval:
        """Where the same digest of the same deployment is pending still, that one comes back."""
        ...

    async def find(self, owner_id: str, approval_id: str) -> Approval | None: ...

    async def newest(self, deployment_id: str, digest: str) -> Approval | None:
        """The last request for exactly this."""
        ...

    async def page(
        self, owner_id: str, limit: int, before: str | None, status: ApprovalStatus | None
    ) -> Sequence[Approval]:
        """Newest first, below the id `before`."""
        ...

    async def decide(self, decided: Approval, at: datetime) -> Approval | None:
        """Takes status, times and name of `decided` if the request is pending and not past its time; None otherwise."""
        ...

    async def withdraw(self, owner_id: str, approval_id: str, by: str, at: datetime) -> Approval | None:
        """What is pending or approved is worth nothing any more; None where it is over already."""
        ...

    async def spend(self, spend: Spend) -> Use | None:
        """An approval of exactly this digest, or else of the oldest envelope that holds enough: spent and written down
        in one transaction. None where there is none, or where this client id has spent one before."""
        ...

    async def use(self, deployment_id: str, client_order_id: str) -> Use | None:
        """What this order has spent."""
        ...


class UnknownApproval(NotFound):
    """There is no such request, or it is another person's."""


class NotWhatWasShown(Conflict):
    """What the person saw is not what the request holds."""


class ApprovalOver(Conflict):
    """The request was decided already, or its time has passed."""


class NotApproved(Forbidden):
    """No approval covers this order: not its exact parameters, and no envelope."""


class BadEnvelope(Invalid):
    """An envelope that could not be kept."""


class CannotBeValued(Invalid):
    """An order of live money needs a quantity and a price to be held against."""


@dataclass(frozen=True, slots=True)
class Place:
    """Whose order, of which deployment, on which account, with whose money."""

    owner_id: str
    deployment_id: str
    account_id: str
    mode: Mode


@dataclass(frozen=True, slots=True)
class OneOrder:
    """Exactly this order, once."""

    place: Place
    order: OrderRequest

    @property
    def document(self) -> Document:
        return {"kind": "order", "place": _plain(self.place), "order": _plain(self.order)}


@dataclass(frozen=True, slots=True)
class Envelope:
    """Entries in these symbols until then, for so much money all together."""

    place: Place
    symbols: tuple[str, ...]
    most_money: Decimal
    until: datetime

    def __post_init__(self) -> None:
        if not self.symbols or len(set(self.symbols)) != len(self.symbols):
            raise BadEnvelope("trading.envelope_symbols")
        if not (self.most_money.is_finite() and self.most_money > 0):
            raise BadEnvelope("trading.envelope_without_money", money=self.most_money)

    @property
    def document(self) -> Document:
        return {
            "kind": "envelope",
            "place": _plain(self.place),
            "symbols": _plain(sorted(self.symbols)),
            "most_money": _plain(self.most_money),
            "until": _plain(self.until),
        }


Subject: TypeAlias = OneOrder | Envelope


def digest_of(subject: Subject) -> str:
    """Any other value of any parameter is another digest; 1.50 and 1.5 are the same value."""
    return content_hash(subject.document)


def worth(order: OrderRequest) -> Decimal:
    """What an order takes out of an envelope."""
    price = order.price if order.price is not None else order.reference_price
    if order.quantity is None or price is None:
        raise CannotBeValued("trading.cannot_be_valued")
    return order.quantity * price


def _plain(value: object) -> Json:
    """Numbers are written as texts with a mark of their kind, so that no two values look alike."""
    match value:
        case None | str() | bool() if not isinstance(value, Enum):
            return value
        case Enum():
            return str(value.value)
        case Decimal():
            return f"d{number(value)}" if value else "d0"
        case int() | float():
            return f"n{value!r}"
        case datetime():
            return value.astimezone(UTC).isoformat()
        case tuple() | list():
            return [_plain(each) for each in value]
        case _:
            return _fields(value)


def _fields(value: object) -> Json:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    raise TypeError(f"{type(value).__name__} has no canonical text")
