"""Stored work in the SQL database: what the tables of every kind share, and the store over them.

A kind has a table of planned work, whose deleted rows stay so that a job cannot bring them back, a table of results
(which may be the same), and tables of pieces that go when the work is deleted.
"""

import json
import zlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar, Generic

from sqlalchemy import ColumnElement, Select, String, Text, delete, inspect, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, Session, mapped_column

from packages.core.events import JsonObject
from packages.domain.work.stored import HeadlineT, PlannedJob, PlanT, ResultT, StoredJob, WorkKind
from packages.infra.db.base import Base, insert_missing_on
from packages.infra.db.engine import Database


class PlannedJobRow(Base):
    """Work that was asked for, under the id of its job."""

    __abstract__ = True

    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    owner_id: Mapped[str] = mapped_column(String(36))
    created_at: Mapped[datetime]
    has_job: Mapped[bool]
    strategy_id: Mapped[str | None] = mapped_column(String(36))
    lineage_id: Mapped[str] = mapped_column(String(36))
    plan: Mapped[str] = mapped_column(Text)
    deleted_at: Mapped[datetime | None]


class SqlStoredJobs(Generic[PlanT, HeadlineT, ResultT]):
    """`JobStore` over the tables that a subclass names: `_pieces` lose their rows when the work is deleted, and so do
    the columns `_cleared` of planned work. The first key of every such table is the id of the work."""

    _kind: ClassVar[WorkKind[Any]]
    _row: ClassVar[type[PlannedJobRow]]
    _result: ClassVar[type[Any]]
    _pieces: ClassVar[Sequence[type[Base]]] = ()
    _cleared: ClassVar[Sequence[str]] = ()

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, planned: PlannedJob[PlanT]) -> None:
        values = self._values(planned)
        await self._database.write_once(lambda session: insert_missing_on(session, self._row, [values]))

    async def finish(self, job_id: str, result: ResultT) -> None:
        def write(session: Session) -> None:
            if self._is_open(session, job_id):
                self._write_result(session, job_id, result)

        await self._database.write_once(write)

    async def get(self, owner_id: str, job_id: str) -> StoredJob[PlanT, HeadlineT]:
        wanted = self._seen(owner_id).where(self._row.id == job_id)
        found = await self._database.read_once(lambda session: session.execute(wanted).first())
        if found is None:
            raise self._kind.unknown()
        return self._stored(*found)

    async def page(
        self, owner_id: str, limit: int, before: str | None = None, strategy_id: str | None = None
    ) -> Sequence[StoredJob[PlanT, HeadlineT]]:
        wanted = self._newest_first(owner_id).limit(limit)
        if strategy_id is not None:
            wanted = wanted.where(self._row.strategy_id == strategy_id)
        async with self._database.read() as session:
            if before is not None:
                last = await self._owned(session, owner_id, before)
                place = tuple_(self._row.created_at, self._row.id)
                wanted = wanted.where(place < tuple_(last.created_at, last.id))
            return [self._stored(*found) for found in await session.execute(wanted)]

    async def report(self, owner_id: str, job_id: str) -> JsonObject:
        wanted = select(self._result.report).where(_work_id(self._result) == job_id)
        report: JsonObject = unpacked_json(await self._piece(owner_id, job_id, wanted))
        return report

    async def delete(self, owner_id: str, job_id: str, at: datetime) -> None:
        emptied: dict[str, Any] = dict.fromkeys(self._cleared)
        async with self._database.write() as session:
            await self._owned(session, owner_id, job_id)
            for table in self._pieces:
                await session.execute(delete(table).where(_work_id(table) == job_id))
            await session.execute(update(self._row).where(self._row.id == job_id).values(deleted_at=at, **emptied))

    def _indexed(self, plan: PlanT) -> Mapping[str, object]:
        """Columns that only this kind has, to find work by."""
        return {}

    def _headline(self, result: Any) -> HeadlineT:
        raise NotImplementedError

    def _write_result(self, session: Session, job_id: str, result: ResultT) -> None:
        raise NotImplementedError

    def _seen(self, owner_id: str) -> Select[Any]:
        """Pairs of planned work and its result."""
        pairs: Select[Any] = select(self._row, self._result)
        if self._result is not self._row:
            pairs = pairs.outerjoin(self._result, _work_id(self._result) == self._row.id)
        return pairs.where(self._row.owner_id == owner_id, self._row.deleted_at.is_(None))

    def _newest_first(self, owner_id: str) -> Select[Any]:
        return self._seen(owner_id).order_by(self._row.created_at.desc(), self._row.id.desc())

    async def _owned(self, session: AsyncSession, owner_id: str, job_id: str) -> PlannedJobRow:
        row = await session.get(self._row, job_id)
        if row is None or row.owner_id != owner_id or row.deleted_at is not None:
            raise self._kind.unknown()
        return row

    def _is_open(self, session: Session, job_id: str) -> bool:
        """Whether it takes pieces and a result; its row is locked, so that a deletion comes before or after."""
        row = session.get(self._row, job_id, with_for_update=True)
        if row is None or row.deleted_at is not None:
            return False
        return session.scalar(select(self._result.finished_at).where(_work_id(self._result) == job_id)) is None

    async def _piece(self, owner_id: str, job_id: str, wanted: Select[Any]) -> bytes:
        async with self._database.read() as session:
            await self._owned(session, owner_id, job_id)
            piece: bytes | None = await session.scalar(wanted)
        if piece is None:
            raise self._kind.not_done()
        return piece

    def _values(self, planned: PlannedJob[PlanT]) -> dict[str, object]:
        plan = planned.plan
        return {
            "id": planned.id,
            "owner_id": planned.owner_id,
            "created_at": planned.created_at,
            "has_job": planned.has_job,
            "strategy_id": plan.strategy_id,
            "lineage_id": plan.lineage_id,
            "plan": to_json(plan.as_json()),
            **self._indexed(plan),
        }

    def _stored(self, row: PlannedJobRow, result: Any) -> StoredJob[PlanT, HeadlineT]:
        plan: PlanT = self._kind.parse(json.loads(row.plan))
        planned = PlannedJob(row.id, row.owner_id, plan, row.created_at, row.has_job)
        is_done = result is not None and result.finished_at is not None
        return StoredJob(planned, self._headline(result) if is_done else None)


def _work_id(table: type[Base]) -> ColumnElement[str]:
    return inspect(table).primary_key[0]


def to_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def packed_json(value: Any) -> bytes:
    """Packed quickly: the tightest packing takes longer than most backtests."""
    return zlib.compress(to_json(value).encode(), level=1)


def unpacked_json(packed: bytes) -> Any:
    return json.loads(zlib.decompress(packed))
