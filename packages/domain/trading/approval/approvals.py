"""Live money moves on a person's word: asked for, shown, given for these exact parameters, and spent once."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from packages.core.clock import Clock
from packages.core.ids import Ids
from packages.domain.trading.approval.ports import (
    Approval,
    ApprovalKind,
    ApprovalOver,
    ApprovalStatus,
    ApprovalStore,
    BadEnvelope,
    NotApproved,
    NotWhatWasShown,
    OneOrder,
    Spend,
    Subject,
    UnknownApproval,
    Use,
    digest_of,
    worth,
)
from packages.domain.trading.broker import Mode
from packages.domain.trading.callers import Caller, require_person
from packages.domain.trading.orders import Effect

LONGEST_LIFE = timedelta(minutes=5)
LONGEST_WAIT = timedelta(hours=1)
LONGEST_ENVELOPE = timedelta(days=30)


def needs_approval(subject: OneOrder) -> bool:
    """Entries with live money. An exit waits for nobody: the market does not."""
    return subject.place.mode is Mode.LIVE and subject.order.effect is Effect.OPEN


class Approvals:
    """`life` is how long an approval of an order may wait to be spent, `wait` how long a request may be decided on."""

    def __init__(
        self,
        store: ApprovalStore,
        clock: Clock,
        ids: Ids,
        life: timedelta = LONGEST_LIFE,
        wait: timedelta = LONGEST_WAIT,
    ) -> None:
        if not timedelta(0) < life <= LONGEST_LIFE:
            raise ValueError("an approval lives for more than nothing and at most five minutes")
        self._store = store
        self._clock = clock
        self._ids = ids
        self._life = life
        self._wait = wait

    async def request(self, subject: Subject) -> Approval:
        """Anybody may ask. The same again while it is pending is the same request."""
        now = self._clock.now()
        asked = Approval(
            id=self._ids.new(),
            owner_id=subject.place.owner_id,
            deployment_id=subject.place.deployment_id,
            kind=ApprovalKind.ORDER if isinstance(subject, OneOrder) else ApprovalKind.ENVELOPE,
            digest=digest_of(subject),
            document=subject.document,
            status=ApprovalStatus.PENDING,
            requested_at=now,
            expires_at=now + self._wait,
        )
        if isinstance(subject, OneOrder):
            worth(subject.order)  # an order that cannot be valued is not shown to anybody
            return await self._store.add(asked)
        if not now < subject.until <= now + LONGEST_ENVELOPE:
            raise BadEnvelope("trading.envelope_too_long", days=LONGEST_ENVELOPE.days)
        filled = replace(asked, symbols=subject.symbols, remaining=subject.most_money, until=subject.until)
        return await self._store.add(filled)

    async def approve(self, caller: Caller, approval_id: str, digest: str) -> Approval:
        """`digest` is of what the person saw; what they did not see they did not approve."""
        person = require_person(caller, "approve live orders")
        found = await self.get(person.user_id, approval_id)
        if found.digest != digest:
            raise NotWhatWasShown("trading.not_what_was_shown")
        now = self._clock.now()
        ends = now + self._life if found.until is None else found.until
        return await self._decide(found, ApprovalStatus.APPROVED, person.name, replace(found, expires_at=ends))

    async def deny(self, caller: Caller, approval_id: str) -> Approval:
        found = await self.get(caller.user_id, approval_id)
        return await self._decide(found, ApprovalStatus.DENIED, caller.name, found)

    async def withdraw(self, caller: Caller, approval_id: str) -> Approval:
        """An approval, or what is left of an envelope, is worth nothing from now on."""
        await self.get(caller.user_id, approval_id)
        gone = await self._store.withdraw(caller.user_id, approval_id, caller.name, self._clock.now())
        if gone is None:
            raise ApprovalOver("trading.approval_over")
        return gone

    async def consume(self, subject: OneOrder) -> Use:
        """Spends the approval of exactly this order, or takes its worth out of an envelope; `NotApproved` otherwise,
        and also the second time."""
        place, order = subject.place, subject.order
        spend = Spend(
            place.owner_id,
            place.deployment_id,
            order.client_order_id,
            order.symbol,
            digest_of(subject),
            worth(order),
            self._clock.now(),
        )
        used = await self._store.spend(spend)
        if used is None:
            raise NotApproved("trading.not_approved")
        return used

    async def spent_on(self, subject: OneOrder) -> Use | None:
        """What this very order has spent before: who sends it again because no answer came asks for nothing new."""
        found = await self._store.use(subject.place.deployment_id, subject.order.client_order_id)
        return found if found is not None and found.digest == digest_of(subject) else None

    async def is_fresh(self, owner_id: str, use: Use) -> bool:
        """Whether an order that spent its approval may still be sent: the approval's own end holds for that too."""
        return self._clock.now() < (await self.get(owner_id, use.approval_id)).expires_at

    async def newest(self, subject: OneOrder) -> Approval | None:
        """The last request for exactly this order."""
        return await self._store.newest(subject.place.deployment_id, digest_of(subject))

    async def get(self, owner_id: str, approval_id: str) -> Approval:
        found = await self._store.find(owner_id, approval_id)
        if found is None:
            raise UnknownApproval("trading.unknown_approval")
        return found

    async def page(
        self, owner_id: str, limit: int = 50, before: str | None = None, status: ApprovalStatus | None = None
    ) -> Sequence[Approval]:
        return await self._store.page(owner_id, limit, before, status)

    async def _decide(self, found: Approval, status: ApprovalStatus, by: str, changed: Approval) -> Approval:
        now = self._clock.now()
        decided = replace(changed, status=status, decided_by=by, decided_at=now)
        stored = await self._store.decide(decided, now)
        if stored is None:
            raise ApprovalOver("trading.request_decided")
        return stored
