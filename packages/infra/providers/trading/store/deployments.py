"""Deployments in the SQL database: made once for a key, changed one step at a time, and leased to the one process that
keeps them at work."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import date, datetime, timedelta
from decimal import Decimal

from sqlalchemy import Select, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from packages.core.clock import Clock
from packages.core.events import JsonObject
from packages.domain.trading.broker import Mode
from packages.domain.trading.deployments.blockers import blocked_because
from packages.domain.trading.deployments.lifecycle import DeploymentAction, LifecycleState
from packages.domain.trading.deployments.model import (
    Blocker,
    Clearance,
    Deployment,
    NotCleared,
    StateChange,
    UnknownAccount,
)
from packages.domain.trading.risk.limits import EquityMarks, parse_limits
from packages.infra.db.base import insert_missing
from packages.infra.db.engine import Database
from packages.infra.providers.trading.store.deployment_rows import (
    BrokerAccountRow,
    DeploymentChangeRow,
    DeploymentLeaseRow,
    DeploymentRow,
)

_AT_WORK = [state.value for state in LifecycleState if state.is_at_work]


class SqlDeployments:
    """`DeploymentStore`, and `DeploymentOwners` for the kill switches."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, deployment: Deployment, first: StateChange, key: str, digest: str) -> tuple[Deployment, str]:
        async with self._database.write() as session:
            await _hold_account(session, deployment.owner_id, deployment.account_id)
            await insert_missing(session, DeploymentRow, [_values(deployment, key, digest)])
            row = await session.scalar(_by_key(deployment.owner_id, key))
            if row is None:  # the other thing that is unique
                raise NotCleared(blocked_because(Blocker.ACCOUNT_BUSY), Blocker.ACCOUNT_BUSY)
            if row.id == deployment.id:
                await session.execute(insert(DeploymentChangeRow), _change_values(deployment.id, first))
            return _deployment(row), row.digest

    async def by_key(self, owner_id: str, key: str) -> tuple[Deployment, str] | None:
        async with self._database.read() as session:
            row = await session.scalar(_by_key(owner_id, key))
            return (_deployment(row), row.digest) if row else None

    async def change(self, owner_id: str, deployment_id: str, change: StateChange) -> Deployment | None:
        values: dict[str, object] = {
            "state": change.after.value,
            "flatten": change.flatten,
            "changes": change.number,
            "updated_at": change.at,
        }
        if change.action is DeploymentAction.BLOCK or change.after is not LifecycleState.BLOCKED:
            values["blocker"] = change.blocker
        if change.after is LifecycleState.COMPLETED:
            values["claimed_account_id"] = None
        move = update(DeploymentRow).where(
            DeploymentRow.id == deployment_id,
            DeploymentRow.owner_id == owner_id,
            DeploymentRow.changes == change.number - 1,
            DeploymentRow.state == change.before,
        )
        async with self._database.write() as session:
            row = await session.scalar(move.values(values).returning(DeploymentRow))
            if row is None:
                return None
            await session.execute(insert(DeploymentChangeRow), _change_values(deployment_id, change))
            return _deployment(row)

    async def mark(self, deployment_id: str, marks: EquityMarks) -> None:
        values = {name: str(value) for name, value in asdict(marks).items()}
        async with self._database.write() as session:
            await session.execute(
                update(DeploymentRow).where(DeploymentRow.id == deployment_id).values(marks=_json(values))
            )

    async def find(self, owner_id: str, deployment_id: str) -> Deployment | None:
        wanted = select(DeploymentRow).where(DeploymentRow.id == deployment_id, DeploymentRow.owner_id == owner_id)
        async with self._database.read() as session:
            row = await session.scalar(wanted)
            return _deployment(row) if row else None

    async def owner_of(self, deployment_id: str) -> str | None:
        async with self._database.read() as session:
            return await session.scalar(select(DeploymentRow.owner_id).where(DeploymentRow.id == deployment_id))

    async def page(self, owner_id: str, limit: int, before: str | None) -> Sequence[Deployment]:
        wanted = select(DeploymentRow).where(DeploymentRow.owner_id == owner_id)
        if before is not None:
            wanted = wanted.where(DeploymentRow.id < before)
        async with self._database.read() as session:
            rows = await session.scalars(wanted.order_by(DeploymentRow.id.desc()).limit(limit))
            return [_deployment(row) for row in rows]

    async def history(self, owner_id: str, deployment_id: str) -> Sequence[StateChange]:
        row = DeploymentChangeRow
        wanted = select(row).join(DeploymentRow, DeploymentRow.id == row.deployment_id)
        wanted = wanted.where(DeploymentRow.owner_id == owner_id, row.deployment_id == deployment_id)
        async with self._database.read() as session:
            return [_change(each) for each in await session.scalars(wanted.order_by(row.number))]

    async def at_work(self) -> Sequence[Deployment]:
        wanted = select(DeploymentRow).where(DeploymentRow.state.in_(_AT_WORK)).order_by(DeploymentRow.id)
        async with self._database.read() as session:
            return [_deployment(row) for row in await session.scalars(wanted)]


async def _hold_account(session: AsyncSession, owner_id: str, account_id: str) -> None:
    """Nobody removes it before this transaction ends."""
    wanted = select(BrokerAccountRow.id).where(
        BrokerAccountRow.id == account_id,
        BrokerAccountRow.owner_id == owner_id,
        BrokerAccountRow.removed_at.is_(None),
    )
    if await session.scalar(wanted.with_for_update()) is None:
        raise UnknownAccount("trading.unknown_account")


def _by_key(owner_id: str, key: str) -> Select[DeploymentRow]:
    return select(DeploymentRow).where(DeploymentRow.owner_id == owner_id, DeploymentRow.key == key)


def _values(deployment: Deployment, key: str, digest: str) -> dict[str, object]:
    return {
        "id": deployment.id,
        "owner_id": deployment.owner_id,
        "key": key,
        "digest": digest,
        "strategy_id": deployment.strategy_id,
        "version": deployment.version,
        "content_hash": deployment.content_hash,
        "account_id": deployment.account_id,
        "claimed_account_id": deployment.account_id,
        "mode": deployment.mode.value,
        "terms": _json(deployment.terms),
        "limits": _json(deployment.limits.as_json()),
        "clearance": _json(asdict(deployment.clearance)),
        "state": deployment.state.value,
        "blocker": deployment.blocker,
        "flatten": deployment.flatten,
        "replay_from": deployment.replay_from,
        "changes": deployment.changes,
        "created_at": deployment.created_at,
        "updated_at": deployment.updated_at,
    }


def _deployment(row: DeploymentRow) -> Deployment:
    return Deployment(
        id=row.id,
        owner_id=row.owner_id,
        strategy_id=row.strategy_id,
        version=row.version,
        content_hash=row.content_hash,
        account_id=row.account_id,
        mode=Mode(row.mode),
        terms=json.loads(row.terms),
        limits=parse_limits(json.loads(row.limits)),
        clearance=Clearance(**json.loads(row.clearance)),
        state=LifecycleState(row.state),
        created_at=row.created_at,
        updated_at=row.updated_at,
        changes=row.changes,
        blocker=Blocker(row.blocker) if row.blocker else None,
        flatten=row.flatten,
        marks=_marks(row.marks),
        replay_from=row.replay_from,
    )


def _marks(stored: str | None) -> EquityMarks | None:
    if stored is None:
        return None
    kept = json.loads(stored)
    amounts = (Decimal(kept[name]) for name in ("day_open", "peak", "equity"))
    return EquityMarks(date.fromisoformat(kept["day"]), *amounts)


def _change_values(deployment_id: str, change: StateChange) -> dict[str, object]:
    return {
        "deployment_id": deployment_id,
        "number": change.number,
        "action": change.action.value,
        "before": change.before,
        "after": change.after.value,
        "by": change.by,
        "reason": change.reason,
        "blocker": change.blocker,
        "flatten": change.flatten,
        "at": change.at,
    }


def _change(row: DeploymentChangeRow) -> StateChange:
    return StateChange(
        number=row.number,
        action=DeploymentAction(row.action),
        before=LifecycleState(row.before) if row.before else None,
        after=LifecycleState(row.after),
        by=row.by,
        reason=row.reason,
        at=row.at,
        blocker=Blocker(row.blocker) if row.blocker else None,
        flatten=row.flatten,
    )


def _json(value: JsonObject) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


TERM = timedelta(seconds=15)


class SqlLeases:
    """`Leases` of one process, the `holder`. A lease is renewed when half of it is over; of a process that died it is
    taken over at its end. Who is slower than its lease shares the work for a moment, which the journal allows."""

    def __init__(self, database: Database, clock: Clock, holder: str, term: timedelta = TERM) -> None:
        self._database = database
        self._clock = clock
        self._holder = holder
        self._term = term
        self._until: dict[str, datetime] = {}

    async def hold(self, deployment_id: str) -> bool:
        now = self._clock.now()
        until = self._until.get(deployment_id)
        if until is not None and until - now > self._term / 2:
            return True
        if not await self._is_free(deployment_id, now):
            return False
        return await self._take(deployment_id, now)

    async def let_go(self) -> None:
        """So that another process need not wait for their end."""
        self._until.clear()
        async with self._database.write() as session:
            await session.execute(delete(DeploymentLeaseRow).where(DeploymentLeaseRow.holder == self._holder))

    async def _is_free(self, deployment_id: str, now: datetime) -> bool:
        """Read first: who only waits writes nothing."""
        async with self._database.read() as session:
            found = await session.get(DeploymentLeaseRow, deployment_id)
            return found is None or found.holder == self._holder or found.until <= now

    async def _take(self, deployment_id: str, now: datetime) -> bool:
        until = now + self._term
        mine = {"holder": self._holder, "until": until}
        is_free = or_(DeploymentLeaseRow.holder == self._holder, DeploymentLeaseRow.until <= now)
        take = (
            update(DeploymentLeaseRow).where(DeploymentLeaseRow.deployment_id == deployment_id, is_free).values(**mine)
        )
        async with self._database.write() as session:
            await insert_missing(session, DeploymentLeaseRow, [{"deployment_id": deployment_id, **mine}])
            taken = await session.scalar(take.returning(DeploymentLeaseRow.deployment_id))
        if taken is None:
            return False
        self._until[deployment_id] = until
        return True
