"""What clears a deployment: the stress verdict or a typed override with a reason, and the check right before an
entry is sent."""

from dataclasses import dataclass

from packages.domain.strategy.revisions import Revision
from packages.domain.trading.approval.approvals import Approvals, needs_approval
from packages.domain.trading.approval.ports import ApprovalStatus, NotApproved, OneOrder, Place
from packages.domain.trading.broker import Mode
from packages.domain.trading.callers import Caller, require_person
from packages.domain.trading.deployments.blockers import blocked_because
from packages.domain.trading.deployments.model import Blocker, Clearance, Deployment, DeploymentRequest, NotCleared
from packages.domain.trading.deployments.ports import ClearanceRuling, ClearanceVerdict, DeploymentStore
from packages.domain.trading.execution.model import BookedOrder
from packages.domain.trading.execution.ports import Go, Permit, Refuse, Wait
from packages.domain.trading.risk.limits import LimitName, RiskLimits
from packages.domain.trading.risk.switches import Switches

_SAID_NO = (ApprovalStatus.DENIED, ApprovalStatus.WITHDRAWN)


class EntryGate:
    """The `SendGate` for one person's deployments. Everything is read anew for every order, so that what
    another process stopped a moment ago is stopped."""

    def __init__(self, owner_id: str, store: DeploymentStore, switches: Switches, approvals: Approvals) -> None:
        self._owner_id = owner_id
        self._store = store
        self._switches = switches
        self._approvals = approvals

    async def __call__(self, order: BookedOrder) -> Permit:
        deployment = await self._store.find(self._owner_id, order.deployment_id)
        if deployment is None or not deployment.state.may_enter:
            return Refuse(f"deployment_{'unknown' if deployment is None else deployment.state}")
        switch = await self._switches.stopping(self._owner_id, deployment.id)
        if switch is not None:
            return Refuse(f"kill_switch_{switch.key.scope}")
        subject = OneOrder(_place(deployment), order.request)
        return await self._approved(subject) if needs_approval(subject) else Go()

    async def _approved(self, subject: OneOrder) -> Permit:
        used = await self._approvals.spent_on(subject)
        if used is not None:  # it was on its way when somebody died; the broker takes it once
            return Go() if await self._approvals.is_fresh(subject.place.owner_id, used) else Refuse("approval_too_old")
        try:
            await self._approvals.consume(subject)
        except NotApproved:
            answered = await self._approvals.newest(subject)
            if answered is not None and answered.status in _SAID_NO:
                return Refuse(f"approval_{answered.status}")
            asked = await self._approvals.request(subject)
            return Wait(f"approval_pending:{asked.id}")
        return Go()


def _place(deployment: Deployment) -> Place:
    return Place(deployment.owner_id, deployment.id, deployment.account_id, deployment.mode)


def cleared(
    request: DeploymentRequest, revision: Revision, verdict: ClearanceVerdict | None, person: RiskLimits, caller: Caller
) -> Clearance:
    """A pass needs no override, and one that was typed for nothing is not recorded. A replay looks back and has nothing
    to lose: it needs neither. `person` are the limits that follow from the person's answers."""
    blocker = blocker_of(revision, verdict, person)
    report_id, ruling = (None, None) if verdict is None else (verdict.report_id, verdict.ruling.value)
    if blocker is None or request.mode is Mode.REPLAY:
        return Clearance(report_id, ruling)
    if request.override is None:
        raise NotCleared(blocked_because(blocker), blocker)
    typed_by = require_person(caller, "override the stress lab")
    return Clearance(report_id, ruling, request.override.reason.strip(), typed_by.name)


def blocker_of(revision: Revision, verdict: ClearanceVerdict | None, person: RiskLimits) -> Blocker | None:
    """None for a pass of exactly this revision, held to no looser limits than the person's."""
    if verdict is None:
        return Blocker.VERDICT_MISSING
    if verdict.content_hash != revision.content_hash:
        return Blocker.VERDICT_OF_ANOTHER
    match verdict.ruling:
        case ClearanceRuling.PASS:
            allowed = person.bounds.get(LimitName.DRAWDOWN)
            is_looser = allowed is not None and verdict.drawdown > allowed.most
            return Blocker.VERDICT_OF_LOOSER_LIMITS if is_looser else None
        case ClearanceRuling.REVISE:
            return Blocker.VERDICT_REVISE
        case ClearanceRuling.REJECT:
            return Blocker.VERDICT_REJECT


@dataclass(frozen=True, slots=True)
class Prospect:
    """`blocker` is None where the verdict lets the revision trade; `limits` are the person's and the defaults."""

    revision: Revision
    verdict: ClearanceVerdict | None
    blocker: Blocker | None
    limits: RiskLimits
