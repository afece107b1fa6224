"""Stress tests and the returns of trials in the SQL database."""

import json
import zlib
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import Select, delete, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncSession

from packages.core.events import JsonObject
from packages.domain.strategy.explain.speech import Language
from packages.domain.stress.findings import Ruling
from packages.domain.stress.jobs.errors import StressNotDone, UnknownStressTest
from packages.domain.stress.jobs.plan import ScenarioSet, parse_stress_plan
from packages.domain.stress.jobs.ports import TrialReturn
from packages.domain.stress.jobs.stored import (
    FileKind,
    NewScenarioSet,
    NewStress,
    PartDone,
    StoredStress,
    StressHeadline,
    StressResult,
    VerdictSeen,
)
from packages.infra.db.engine import Database
from packages.infra.db.scenario_sets import find_set, put_set
from packages.infra.db.stress_rows import StressFileRow, StressPartRow, StressResultRow, StressRow, TrialReturnRow
from packages.infra.db.upsert import insert_missing

if TYPE_CHECKING:
    from packages.domain.market_data.bars import Floats

_BATCH = 500


class SqlStress:
    """`StressStore` over the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, stress: NewStress) -> None:
        async with self._database.write() as session:
            await insert_missing(session, StressRow, [_values(stress)])

    async def put_part(self, stress_id: str, part: PartDone) -> None:
        async with self._database.write() as session:
            if await _is_open(session, stress_id):
                await session.merge(StressPartRow(stress_id=stress_id, name=part.name, data=part.data, body=part.body))

    async def parts(self, stress_id: str) -> Sequence[PartDone]:
        wanted = select(StressPartRow).where(StressPartRow.stress_id == stress_id).order_by(StressPartRow.name)
        async with self._database.read() as session:
            return [PartDone(row.name, row.data, row.body) for row in await session.scalars(wanted)]

    async def finish(self, stress_id: str, result: StressResult) -> None:
        async with self._database.write() as session:
            if await _is_open(session, stress_id):
                session.add(_result_row(stress_id, result))
                session.add_all(_file_rows(stress_id, result))
                await session.execute(delete(StressPartRow).where(StressPartRow.stress_id == stress_id))

    async def get(self, owner_id: str, stress_id: str) -> StoredStress:
        async with self._database.read() as session:
            found = (await session.execute(_seen(owner_id).where(StressRow.id == stress_id))).first()
        if found is None:
            raise _unknown()
        return _stored(found[0], found[1])

    async def page(
        self, owner_id: str, limit: int, before: str | None = None, strategy_id: str | None = None
    ) -> Sequence[StoredStress]:
        place = tuple_(StressRow.created_at, StressRow.id)
        wanted = _newest_first(_seen(owner_id)).limit(limit)
        if strategy_id is not None:
            wanted = wanted.where(StressRow.strategy_id == strategy_id)
        async with self._database.read() as session:
            if before is not None:
                last = await _mine(session, owner_id, before)
                wanted = wanted.where(place < tuple_(last.created_at, last.id))
            return [_stored(found[0], found[1]) for found in await session.execute(wanted)]

    async def report(self, owner_id: str, stress_id: str) -> JsonObject:
        wanted = select(StressResultRow.report).where(StressResultRow.stress_id == stress_id)
        told: JsonObject = json.loads(await self._piece(owner_id, stress_id, wanted))
        return told

    async def file(self, owner_id: str, stress_id: str, kind: FileKind, language: Language) -> str:
        row = StressFileRow
        wanted = select(row.text).where(row.stress_id == stress_id, row.kind == kind, row.language == language.value)
        return (await self._piece(owner_id, stress_id, wanted)).decode()

    async def latest_verdict(self, owner_id: str, strategy_id: str, version: int) -> VerdictSeen | None:
        own = StressRow.strategy_id == strategy_id, StressRow.version == version
        wanted = _newest_first(_seen(owner_id)).where(*own, StressResultRow.ruling.is_not(None)).limit(1)
        async with self._database.read() as session:
            found = (await session.execute(wanted)).first()
        if found is None:
            return None
        row, result = found
        return VerdictSeen(row.id, Ruling(result.ruling), row.created_at, result.limits)

    async def delete(self, owner_id: str, stress_id: str, at: datetime) -> None:
        async with self._database.write() as session:
            await _mine(session, owner_id, stress_id)
            for table in (StressPartRow, StressFileRow, StressResultRow):
                await session.execute(delete(table).where(table.stress_id == stress_id))
            await session.execute(update(StressRow).where(StressRow.id == stress_id).values(deleted_at=at))

    async def add_set(self, made: NewScenarioSet) -> None:
        async with self._database.write() as session:
            await put_set(session, made)

    async def get_set(self, owner_id: str, scenario_set_id: str) -> ScenarioSet:
        async with self._database.read() as session:
            return await find_set(session, owner_id, scenario_set_id)

    async def _piece(self, owner_id: str, stress_id: str, wanted: Select[bytes]) -> bytes:
        async with self._database.read() as session:
            await _mine(session, owner_id, stress_id)
            piece = await session.scalar(wanted)
        if piece is None:
            raise StressNotDone("stress.no_report")
        return zlib.decompress(piece)


class SqlTrialReturns:
    """`TrialReturns` over the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, lineage_id: str, returns: Sequence[TrialReturn]) -> None:
        # In the order of keys, so that two that share trials never wait for each other in a ring.
        rows = [_return_values(lineage_id, each) for each in sorted(returns, key=lambda each: each.key)]
        async with self._database.write() as session:
            for first in range(0, len(rows), _BATCH):
                await insert_missing(session, TrialReturnRow, rows[first : first + _BATCH])

    async def of(self, lineage_id: str) -> Sequence[TrialReturn]:
        row = TrialReturnRow
        wanted = select(row.trial_key, row.first_week, row.returns).where(row.lineage_id == lineage_id)
        async with self._database.read() as session:
            told = await session.execute(wanted)
            found = [TrialReturn(each.trial_key, each.first_week, _returns(each.returns)) for each in told]
        # A database may sort letters by its own rules.
        return sorted(found, key=lambda each: each.key)


def _returns(data: bytes) -> "Floats":
    import numpy as np

    return np.frombuffer(data, dtype="<f4").astype(np.float64)


def _return_values(lineage_id: str, told: TrialReturn) -> dict[str, object]:
    data = told.returns.astype("<f4").tobytes()
    return {"lineage_id": lineage_id, "trial_key": told.key, "first_week": told.first_week, "returns": data}


def _seen(owner_id: str) -> Select[StressRow, StressResultRow]:
    joined = StressResultRow.stress_id == StressRow.id
    mine = StressRow.owner_id == owner_id, StressRow.deleted_at.is_(None)
    return select(StressRow, StressResultRow).outerjoin(StressResultRow, joined).where(*mine)


def _newest_first(wanted: Select[StressRow, StressResultRow]) -> Select[StressRow, StressResultRow]:
    return wanted.order_by(StressRow.created_at.desc(), StressRow.id.desc())


async def _mine(session: AsyncSession, owner_id: str, stress_id: str) -> StressRow:
    row = await session.get(StressRow, stress_id)
    if row is None or row.owner_id != owner_id or row.deleted_at is not None:
        raise _unknown()
    return row


async def _is_open(session: AsyncSession, stress_id: str) -> bool:
    """Whether it is there and takes results; whoever asks holds its row until the end of the transaction."""
    asked = await session.get(StressRow, stress_id, with_for_update=True)
    done = await session.get(StressResultRow, stress_id)
    return asked is not None and asked.deleted_at is None and done is None


def _unknown() -> UnknownStressTest:
    return UnknownStressTest("stress.unknown_stress_test")


def _values(stress: NewStress) -> dict[str, object]:
    plan = stress.plan
    return {
        "id": stress.id,
        "owner_id": stress.owner_id,
        "created_at": stress.created_at,
        "has_job": stress.has_job,
        "strategy_id": plan.backtest.strategy_id,
        "version": plan.backtest.version,
        "lineage_id": plan.lineage_id,
        "strategy_hash": plan.backtest.strategy_hash,
        "scenario_set_id": plan.scenario_set_id,
        "plan": _json(plan.as_json()),
    }


def _stored(row: StressRow, result: StressResultRow | None) -> StoredStress:
    plan = parse_stress_plan(json.loads(row.plan))
    stress = NewStress(row.id, row.owner_id, plan, row.created_at, row.has_job)
    return StoredStress(stress, None if result is None else _headline(result))


def _headline(row: StressResultRow) -> StressHeadline:
    return StressHeadline(row.finished_at, Ruling(row.ruling), row.limits, row.trials)


def _result_row(stress_id: str, result: StressResult) -> StressResultRow:
    headline = result.headline
    return StressResultRow(
        stress_id=stress_id,
        finished_at=headline.finished_at,
        ruling=headline.ruling.value,
        limits=headline.limits,
        trials=headline.trials,
        report=zlib.compress(_json(result.report).encode()),
    )


def _file_rows(stress_id: str, result: StressResult) -> list[StressFileRow]:
    return [
        StressFileRow(stress_id=stress_id, kind=kind, language=language.value, text=zlib.compress(text.encode()))
        for (kind, language), text in result.files.items()
    ]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
