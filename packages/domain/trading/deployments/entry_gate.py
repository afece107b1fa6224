"""Asked right before an entry is sent: the state of the deployment, the kill switches, the approval of live money."""

from packages.domain.trading.approval.approvals import Approvals, needs_approval
from packages.domain.trading.approval.errors import NotApproved
from packages.domain.trading.approval.ports import ApprovalStatus
from packages.domain.trading.approval.subject import OneOrder, Place
from packages.domain.trading.deployments.model import Deployment
from packages.domain.trading.deployments.ports import DeploymentStore
from packages.domain.trading.order_desk.model import DeskOrder
from packages.domain.trading.order_desk.ports import Go, Permit, Refuse, Wait
from packages.domain.trading.risk.switches import Switches

_SAID_NO = (ApprovalStatus.DENIED, ApprovalStatus.WITHDRAWN)


class EntryGate:
    """The order desk's `SendGate` for one person's deployments. Everything is read anew for every order, so that what
    another process stopped a moment ago is stopped."""

    def __init__(self, owner_id: str, store: DeploymentStore, switches: Switches, approvals: Approvals) -> None:
        self._owner_id = owner_id
        self._store = store
        self._switches = switches
        self._approvals = approvals

    async def __call__(self, order: DeskOrder) -> Permit:
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
