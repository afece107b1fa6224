"""Approvals in the SQL database: decided once, spent once, whoever comes at the same moment."""

import json
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from sqlalchemy import ColumnElement, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from packages.domain.trading.approval.ports import Approval, ApprovalKind, ApprovalStatus, Spend, Use
from packages.infra.db.engine import Database
from packages.infra.providers.trading.store.deployment_rows import ApprovalRow, ApprovalUseRow


class SqlApprovals:
    """`ApprovalStore` over the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, approval: Approval) -> Approval:
        row = ApprovalRow
        same = select(row).where(
            row.deployment_id == approval.deployment_id,
            row.owner_id == approval.owner_id,
            row.digest == approval.digest,
            row.status == ApprovalStatus.PENDING,
            row.expires_at > approval.requested_at,
        )
        async with self._database.write() as session:
            await _one_at_a_time(session, approval.deployment_id)
            known = await session.scalar(same.order_by(row.id).limit(1))
            if known is None:
                session.add(ApprovalRow(**_values(approval)))
            return approval if known is None else _approval(known)

    async def find(self, owner_id: str, approval_id: str) -> Approval | None:
        wanted = select(ApprovalRow).where(ApprovalRow.id == approval_id, ApprovalRow.owner_id == owner_id)
        async with self._database.read() as session:
            row = await session.scalar(wanted)
            return _approval(row) if row else None

    async def newest(self, deployment_id: str, digest: str) -> Approval | None:
        row = ApprovalRow
        wanted = select(row).where(row.deployment_id == deployment_id, row.digest == digest)
        async with self._database.read() as session:
            found = await session.scalar(wanted.order_by(row.id.desc()).limit(1))
            return _approval(found) if found else None

    async def page(
        self, owner_id: str, limit: int, before: str | None, status: ApprovalStatus | None
    ) -> Sequence[Approval]:
        wanted = select(ApprovalRow).where(ApprovalRow.owner_id == owner_id)
        if before is not None:
            wanted = wanted.where(ApprovalRow.id < before)
        if status is not None:
            wanted = wanted.where(ApprovalRow.status == status)
        async with self._database.read() as session:
            rows = await session.scalars(wanted.order_by(ApprovalRow.id.desc()).limit(limit))
            return [_approval(row) for row in rows]

    async def decide(self, decided: Approval, at: datetime) -> Approval | None:
        row = ApprovalRow
        move = update(row).where(
            row.id == decided.id,
            row.owner_id == decided.owner_id,
            row.status == ApprovalStatus.PENDING,
            row.expires_at > at,
        )
        values = {name: getattr(decided, name) for name in ("status", "expires_at", "decided_by", "decided_at")}
        async with self._database.write() as session:
            found = await session.scalar(move.values(values).returning(row))
            return _approval(found) if found else None

    async def withdraw(self, owner_id: str, approval_id: str, by: str, at: datetime) -> Approval | None:
        row, alive = ApprovalRow, (ApprovalStatus.PENDING, ApprovalStatus.APPROVED)
        move = update(row).where(row.id == approval_id, row.owner_id == owner_id, row.status.in_(alive))
        values = {"status": ApprovalStatus.WITHDRAWN, "decided_by": by, "decided_at": at}
        async with self._database.write() as session:
            found = await session.scalar(move.values(values).returning(row))
            return _approval(found) if found else None

    async def spend(self, spend: Spend) -> Use | None:
        async with self._database.write() as session:
            await _one_at_a_time(session, spend.deployment_id)
            if await session.get(ApprovalUseRow, (spend.deployment_id, spend.client_order_id)) is not None:
                return None
            approval_id = await _spend_order(session, spend) or await _spend_envelope(session, spend)
            if approval_id is None:
                return None
            use = _use_row(approval_id, spend)
            session.add(use)
            return _use(use)

    async def use(self, deployment_id: str, client_order_id: str) -> Use | None:
        async with self._database.read() as session:
            row = await session.get(ApprovalUseRow, (deployment_id, client_order_id))
            return _use(row) if row else None


async def _one_at_a_time(session: AsyncSession, deployment_id: str) -> None:
    """SQLite has but one writer; PostgreSQL is asked for one a deployment, until the transaction ends."""
    if session.get_bind().dialect.name == "postgresql":
        await session.execute(
            select(func.pg_advisory_xact_lock(func.hashtextextended(f"approvals:{deployment_id}", 0)))
        )


async def _spend_order(session: AsyncSession, spend: Spend) -> str | None:
    row = ApprovalRow
    wanted = select(row.id).where(
        *_good(spend, ApprovalKind.ORDER), row.digest == spend.digest, row.expires_at > spend.at
    )
    approval_id = await session.scalar(wanted.order_by(row.id).limit(1))
    # Nobody else spends meanwhile, but somebody may withdraw it.
    move = update(row).where(row.id == approval_id, row.status == ApprovalStatus.APPROVED)
    return await session.scalar(move.values(status=ApprovalStatus.USED).returning(row.id)) if approval_id else None


async def _spend_envelope(session: AsyncSession, spend: Spend) -> str | None:
    row = ApprovalRow
    wanted = select(row).where(*_good(spend, ApprovalKind.ENVELOPE), row.until > spend.at)
    for envelope in await session.scalars(wanted.order_by(row.id)):
        left = Decimal(envelope.remaining or 0) - spend.worth
        if left < 0 or spend.symbol not in json.loads(envelope.symbols):
            continue
        move = update(row).where(row.id == envelope.id, row.status == ApprovalStatus.APPROVED)
        if await session.scalar(move.values(remaining=f"{left:f}").returning(row.id)) is not None:
            return envelope.id
    return None


def _good(spend: Spend, kind: ApprovalKind) -> tuple[ColumnElement[bool], ...]:
    row = ApprovalRow
    return (
        row.deployment_id == spend.deployment_id,
        row.owner_id == spend.owner_id,
        row.kind == kind,
        row.status == ApprovalStatus.APPROVED,
    )


def _values(approval: Approval) -> dict[str, object]:
    return {
        "id": approval.id,
        "owner_id": approval.owner_id,
        "deployment_id": approval.deployment_id,
        "kind": approval.kind.value,
        "digest": approval.digest,
        "document": json.dumps(approval.document, ensure_ascii=False, allow_nan=False),
        "status": approval.status.value,
        "requested_at": approval.requested_at,
        "expires_at": approval.expires_at,
        "symbols": json.dumps(approval.symbols),
        "remaining": None if approval.remaining is None else f"{approval.remaining:f}",
        "until": approval.until,
        "decided_by": approval.decided_by,
        "decided_at": approval.decided_at,
    }


def _approval(row: ApprovalRow) -> Approval:
    return Approval(
        id=row.id,
        owner_id=row.owner_id,
        deployment_id=row.deployment_id,
        kind=ApprovalKind(row.kind),
        digest=row.digest,
        document=json.loads(row.document),
        status=ApprovalStatus(row.status),
        requested_at=row.requested_at,
        expires_at=row.expires_at,
        symbols=tuple(json.loads(row.symbols)),
        remaining=None if row.remaining is None else Decimal(row.remaining),
        until=row.until,
        decided_by=row.decided_by,
        decided_at=row.decided_at,
    )


def _use_row(approval_id: str, spend: Spend) -> ApprovalUseRow:
    return ApprovalUseRow(
        deployment_id=spend.deployment_id,
        client_order_id=spend.client_order_id,
        approval_id=approval_id,
        digest=spend.digest,
        worth=f"{spend.worth:f}",
        at=spend.at,
    )


def _use(row: ApprovalUseRow) -> Use:
    return Use(row.approval_id, row.deployment_id, row.client_order_id, row.digest, Decimal(row.worth), row.at)
