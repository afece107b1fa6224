"""Optimisations in the SQL database: their tables, and what each search wrote down batch by batch."""

import json
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ForeignKey, Index, LargeBinary, String, Text, select, update
from sqlalchemy.orm import Mapped, Session, mapped_column

from packages.domain.stress.optimise.plan import SearchPlan
from packages.domain.stress.optimise.service import OPTIMISATIONS, OptimisationHeadline, OptimisationResult
from packages.infra.db.base import Base, insert_missing_on
from packages.infra.db.stored_jobs import PlannedJobRow, SqlStoredJobs, packed_json, to_json


class OptimisationRow(PlannedJobRow):
    """What was asked for, and what came out, written once; `report` is compressed JSON."""

    __tablename__ = "optimisations"
    __table_args__ = (Index("ix_optimisations_owner_id_created_at_id", "owner_id", "created_at", "id"),)

    strategy_id: Mapped[str | None] = mapped_column(String(36), index=True)
    finished_at: Mapped[datetime | None]
    headline: Mapped[str | None] = mapped_column(Text)
    report: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)


class OptimisationLogRow(Base):
    """One batch of a search, numbered from 0; `body` is what brings the search to the state after it."""

    __tablename__ = "optimisation_log"

    optimisation_id: Mapped[str] = mapped_column(ForeignKey("optimisations.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    body: Mapped[bytes] = mapped_column(LargeBinary)


class SqlOptimisations(SqlStoredJobs[SearchPlan, OptimisationHeadline, OptimisationResult]):
    """`OptimisationStore` over the database."""

    _kind = OPTIMISATIONS
    _row = OptimisationRow
    _result = OptimisationRow
    _pieces = (OptimisationLogRow,)
    _cleared = ("headline", "report")

    async def write_down(self, optimisation_id: str, batch: int, lines: bytes) -> None:
        row = {"optimisation_id": optimisation_id, "number": batch, "body": lines}

        def write(session: Session) -> None:
            if self._is_open(session, optimisation_id):
                insert_missing_on(session, OptimisationLogRow, [row])

        await self._database.write_once(write)

    async def written_down(self, optimisation_id: str) -> Sequence[bytes]:
        row = OptimisationLogRow
        wanted = select(row.body).where(row.optimisation_id == optimisation_id).order_by(row.number)
        async with self._database.read() as session:
            return list(await session.scalars(wanted))

    def _headline(self, result: OptimisationRow) -> OptimisationHeadline:
        if result.finished_at is None or result.headline is None:
            raise TypeError("an optimisation that is done has a headline")
        return OptimisationHeadline(result.finished_at, json.loads(result.headline))

    def _write_result(self, session: Session, job_id: str, result: OptimisationResult) -> None:
        headline = result.headline
        written = {
            "finished_at": headline.finished_at,
            "headline": to_json(headline.body),
            "report": packed_json(result.report),
        }
        session.execute(update(OptimisationRow).where(OptimisationRow.id == job_id).values(**written))
