"""Optimisations in the SQL database: asked for once, written down batch by batch, finished once."""

import json
import zlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Select, delete, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncSession

from packages.core.events import JsonObject
from packages.domain.stress.optimise.errors import OptimisationNotDone, UnknownOptimisation
from packages.domain.stress.optimise.plan import parse_search_plan
from packages.domain.stress.optimise.stored import NewOptimisation, Result, StoredOptimisation
from packages.infra.db.engine import Database
from packages.infra.db.optimisation_rows import OptimisationLogRow, OptimisationRow
from packages.infra.db.upsert import insert_missing


class SqlOptimisations:
    """`OptimisationStore` over the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, optimisation: NewOptimisation) -> None:
        async with self._database.write() as session:
            await insert_missing(session, OptimisationRow, [_values(optimisation)])

    async def write_down(self, optimisation_id: str, batch: int, lines: bytes) -> None:
        async with self._database.write() as session:
            if await _unfinished(session, optimisation_id) is not None:
                row = {"optimisation_id": optimisation_id, "number": batch, "body": lines}
                await insert_missing(session, OptimisationLogRow, [row])

    async def written_down(self, optimisation_id: str) -> Sequence[bytes]:
        row = OptimisationLogRow
        wanted = select(row.body).where(row.optimisation_id == optimisation_id).order_by(row.number)
        async with self._database.read() as session:
            return list(await session.scalars(wanted))

    async def finish(self, optimisation_id: str, result: Result) -> None:
        async with self._database.write() as session:
            row = await _unfinished(session, optimisation_id)
            if row is not None:
                row.finished_at = result.finished_at
                row.headline = _json(result.headline)
                row.report = zlib.compress(_json(result.report).encode())

    async def get(self, owner_id: str, optimisation_id: str) -> StoredOptimisation:
        async with self._database.read() as session:
            return _stored(await _mine(session, owner_id, optimisation_id))

    async def page(
        self, owner_id: str, limit: int, before: str | None = None, strategy_id: str | None = None
    ) -> Sequence[StoredOptimisation]:
        row = OptimisationRow
        wanted = _seen(owner_id).order_by(row.created_at.desc(), row.id.desc()).limit(limit)
        if strategy_id is not None:
            wanted = wanted.where(row.strategy_id == strategy_id)
        async with self._database.read() as session:
            if before is not None:
                last = await _mine(session, owner_id, before)
                wanted = wanted.where(tuple_(row.created_at, row.id) < tuple_(last.created_at, last.id))
            return [_stored(found) for found in await session.scalars(wanted)]

    async def report(self, owner_id: str, optimisation_id: str) -> JsonObject:
        async with self._database.read() as session:
            await _mine(session, owner_id, optimisation_id)
            packed = await session.scalar(select(OptimisationRow.report).where(OptimisationRow.id == optimisation_id))
        if packed is None:
            raise OptimisationNotDone("stress.no_optimisation_result")
        told: JsonObject = json.loads(zlib.decompress(packed))
        return told

    async def delete(self, owner_id: str, optimisation_id: str, at: datetime) -> None:
        row, log = OptimisationRow, OptimisationLogRow
        async with self._database.write() as session:
            await _mine(session, owner_id, optimisation_id)
            gone = update(row).where(row.id == optimisation_id)
            await session.execute(gone.values(deleted_at=at, headline=None, report=None))
            await session.execute(delete(log).where(log.optimisation_id == optimisation_id))


async def _unfinished(session: AsyncSession, optimisation_id: str) -> OptimisationRow | None:
    """Locked, so that a deletion comes before or after what is written now."""
    row = await session.get(OptimisationRow, optimisation_id, with_for_update=True)
    return None if row is None or row.deleted_at is not None or row.finished_at is not None else row


def _seen(owner_id: str) -> Select[OptimisationRow]:
    return select(OptimisationRow).where(OptimisationRow.owner_id == owner_id, OptimisationRow.deleted_at.is_(None))


async def _mine(session: AsyncSession, owner_id: str, optimisation_id: str) -> OptimisationRow:
    row = await session.scalar(_seen(owner_id).where(OptimisationRow.id == optimisation_id))
    if row is None:
        raise UnknownOptimisation("stress.unknown_optimisation")
    return row


def _values(optimisation: NewOptimisation) -> dict[str, object]:
    base = optimisation.plan.base
    return {
        "id": optimisation.id,
        "owner_id": optimisation.owner_id,
        "created_at": optimisation.created_at,
        "has_job": optimisation.has_job,
        "strategy_id": base.strategy_id,
        "lineage_id": base.lineage_id,
        "plan": _json(optimisation.plan.as_json()),
    }


def _stored(row: OptimisationRow) -> StoredOptimisation:
    plan = parse_search_plan(json.loads(row.plan))
    asked = NewOptimisation(row.id, row.owner_id, plan, row.created_at, row.has_job)
    return StoredOptimisation(asked, row.finished_at, None if row.headline is None else json.loads(row.headline))


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
