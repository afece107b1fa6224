"""Deployments, broker accounts, kill switches and approvals in memory, and a stress lab that says what it is told."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from packages.domain.trading.approval.ports import Approval, ApprovalKind, ApprovalStatus, Spend, Use
from packages.domain.trading.deployments.accounts import BrokerCredentials, LinkedAccount
from packages.domain.trading.deployments.lifecycle import DeploymentAction, LifecycleState
from packages.domain.trading.deployments.model import Blocker, Deployment, NotCleared, StateChange
from packages.domain.trading.deployments.ports import ClearanceVerdict
from packages.domain.trading.risk.limits import EquityMarks, RiskLimits, limits_of_person
from packages.domain.trading.risk.switches import Switch, SwitchKey


class InMemoryDeployments:
    def __init__(self) -> None:
        self._rows: dict[str, Deployment] = {}
        self._keys: dict[tuple[str, str], tuple[str, str]] = {}
        self._changes: dict[str, list[StateChange]] = {}

    async def add(self, deployment: Deployment, first: StateChange, key: str, digest: str) -> tuple[Deployment, str]:
        known = await self.by_key(deployment.owner_id, key)
        if known is not None:
            return known
        if self.claims(deployment.account_id):
            raise NotCleared("Another deployment trades on this account.", Blocker.ACCOUNT_BUSY)
        self._rows[deployment.id] = deployment
        self._keys[deployment.owner_id, key] = deployment.id, digest
        self._changes[deployment.id] = [first]
        return deployment, digest

    def claims(self, account_id: str) -> bool:
        return any(
            one.account_id == account_id and one.state is not LifecycleState.COMPLETED for one in self._rows.values()
        )

    async def by_key(self, owner_id: str, key: str) -> tuple[Deployment, str] | None:
        found = self._keys.get((owner_id, key))
        return None if found is None else (self._rows[found[0]], found[1])

    async def change(self, owner_id: str, deployment_id: str, change: StateChange) -> Deployment | None:
        found = await self.find(owner_id, deployment_id)
        if found is None or found.changes != change.number - 1 or found.state is not change.before:
            return None
        keeps = change.action is not DeploymentAction.BLOCK and change.after is LifecycleState.BLOCKED
        self._changes[deployment_id].append(change)
        self._rows[deployment_id] = replace(
            found,
            state=change.after,
            flatten=change.flatten,
            changes=change.number,
            updated_at=change.at,
            blocker=found.blocker if keeps else change.blocker,
        )
        return self._rows[deployment_id]

    async def mark(self, deployment_id: str, marks: EquityMarks) -> None:
        self._rows[deployment_id] = replace(self._rows[deployment_id], marks=marks)

    async def find(self, owner_id: str, deployment_id: str) -> Deployment | None:
        found = self._rows.get(deployment_id)
        return found if found is not None and found.owner_id == owner_id else None

    async def owner_of(self, deployment_id: str) -> str | None:
        found = self._rows.get(deployment_id)
        return None if found is None else found.owner_id

    async def page(self, owner_id: str, limit: int, before: str | None) -> Sequence[Deployment]:
        mine = sorted((one for one in self._rows.values() if one.owner_id == owner_id), key=lambda one: one.id)
        return [one for one in reversed(mine) if before is None or one.id < before][:limit]

    async def history(self, owner_id: str, deployment_id: str) -> Sequence[StateChange]:
        return self._changes[deployment_id] if await self.find(owner_id, deployment_id) else []

    async def at_work(self) -> Sequence[Deployment]:
        return sorted((one for one in self._rows.values() if one.state.is_at_work), key=lambda one: one.id)


class InMemoryBrokerAccounts:
    def __init__(self, deployments: InMemoryDeployments | None = None) -> None:
        self._deployments = deployments or InMemoryDeployments()
        self._rows: dict[str, tuple[LinkedAccount, BrokerCredentials | None]] = {}

    async def add(self, account: LinkedAccount, credentials: BrokerCredentials | None) -> None:
        self._rows[account.id] = account, credentials

    async def find(self, owner_id: str, account_id: str) -> LinkedAccount | None:
        found = self._rows.get(account_id)
        return found[0] if found is not None and found[0].owner_id == owner_id else None

    async def of(self, owner_id: str) -> Sequence[LinkedAccount]:
        mine = (account for account, _ in self._rows.values() if account.owner_id == owner_id)
        return sorted(mine, key=lambda account: account.id)

    async def credentials(self, owner_id: str, account_id: str) -> BrokerCredentials | None:
        return self._rows[account_id][1] if await self.find(owner_id, account_id) else None

    async def remove(self, owner_id: str, account_id: str, at: datetime) -> bool:
        if await self.find(owner_id, account_id) is None or self._deployments.claims(account_id):
            return False
        del self._rows[account_id]
        return True


class InMemorySwitches:
    def __init__(self) -> None:
        self._turns: dict[SwitchKey, list[Switch]] = {}

    async def turn(self, switch: Switch) -> None:
        self._turns.setdefault(switch.key, []).append(switch)

    async def on(self, keys: Sequence[SwitchKey]) -> Sequence[Switch]:
        last = [self._turns[key][-1] for key in keys if key in self._turns]
        return [switch for switch in last if switch.is_on]

    async def history(self, key: SwitchKey, limit: int) -> Sequence[Switch]:
        return self._turns.get(key, [])[::-1][:limit]


class InMemoryApprovals:
    def __init__(self) -> None:
        self._rows: dict[str, Approval] = {}
        self._uses: dict[tuple[str, str], Use] = {}

    async def add(self, approval: Approval) -> Approval:
        for known in self._rows.values():
            same = (known.owner_id, known.deployment_id, known.digest) == (
                approval.owner_id,
                approval.deployment_id,
                approval.digest,
            )
            if same and known.status is ApprovalStatus.PENDING and known.expires_at > approval.requested_at:
                return known
        self._rows[approval.id] = approval
        return approval

    async def find(self, owner_id: str, approval_id: str) -> Approval | None:
        found = self._rows.get(approval_id)
        return found if found is not None and found.owner_id == owner_id else None

    async def newest(self, deployment_id: str, digest: str) -> Approval | None:
        same = (one for one in self._rows.values() if (one.deployment_id, one.digest) == (deployment_id, digest))
        return max(same, key=lambda one: one.id, default=None)

    async def page(
        self, owner_id: str, limit: int, before: str | None, status: ApprovalStatus | None
    ) -> Sequence[Approval]:
        newest = sorted(self._rows.values(), key=lambda one: one.id, reverse=True)
        mine = (one for one in newest if one.owner_id == owner_id and (before is None or one.id < before))
        return [one for one in mine if status is None or one.status is status][:limit]

    async def decide(self, decided: Approval, at: datetime) -> Approval | None:
        found = await self.find(decided.owner_id, decided.id)
        if found is None or found.status is not ApprovalStatus.PENDING or found.expires_at <= at:
            return None
        self._rows[found.id] = replace(
            found,
            status=decided.status,
            expires_at=decided.expires_at,
            decided_by=decided.decided_by,
            decided_at=decided.decided_at,
        )
        return self._rows[found.id]

    async def withdraw(self, owner_id: str, approval_id: str, by: str, at: datetime) -> Approval | None:
        found = await self.find(owner_id, approval_id)
        if found is None or found.status not in (ApprovalStatus.PENDING, ApprovalStatus.APPROVED):
            return None
        self._rows[found.id] = replace(found, status=ApprovalStatus.WITHDRAWN, decided_by=by, decided_at=at)
        return self._rows[found.id]

    async def spend(self, spend: Spend) -> Use | None:
        key = spend.deployment_id, spend.client_order_id
        found = None if key in self._uses else self._covering(spend)
        if found is None:
            return None
        if found.remaining is None:
            self._rows[found.id] = replace(found, status=ApprovalStatus.USED)
        else:
            self._rows[found.id] = replace(found, remaining=found.remaining - spend.worth)
        self._uses[key] = Use(found.id, *key, spend.digest, spend.worth, spend.at)
        return self._uses[key]

    def _covering(self, spend: Spend) -> Approval | None:
        good = [
            one
            for one in sorted(self._rows.values(), key=lambda one: one.id)
            if (one.owner_id, one.deployment_id) == (spend.owner_id, spend.deployment_id)
            and one.status is ApprovalStatus.APPROVED
            and one.expires_at > spend.at
        ]
        exact = [one for one in good if one.kind is ApprovalKind.ORDER and one.digest == spend.digest]
        envelopes = [
            one
            for one in good
            if one.remaining is not None and one.remaining >= spend.worth and spend.symbol in one.symbols
        ]
        return next(iter([*exact, *envelopes]), None)

    async def use(self, deployment_id: str, client_order_id: str) -> Use | None:
        return self._uses.get((deployment_id, client_order_id))


class SaidVerdicts:
    """The verdict that a test gives."""

    def __init__(self, verdict: ClearanceVerdict | None = None) -> None:
        self.verdict = verdict

    async def latest(self, owner_id: str, strategy_id: str, version: int) -> ClearanceVerdict | None:
        return self.verdict


class ModeratePersons:
    """Everybody answered alike."""

    async def of(self, owner_id: str) -> RiskLimits:
        return limits_of_person(-0.25, "kyc.risk_tolerance=moderate")
