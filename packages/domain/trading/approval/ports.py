"""Requests for approval as they are stored, and what a store of them must do at once or not at all."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Protocol

from packages.core.errors import Conflict, Forbidden, Invalid, NotFound
from packages.core.events import JsonObject


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
