"""Stress tests in the SQL database: their tables, parts, files and verdicts, and scenario sets."""

import json
import zlib
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, LargeBinary, String, Text, delete, select
from sqlalchemy.orm import Mapped, Session, mapped_column

from packages.core.messages import Language
from packages.domain.stress.attempts import StressAttempt
from packages.domain.stress.findings import Ruling
from packages.domain.stress.jobs.plan import ScenarioSet, StressPlan, parse_scenarios, parse_stress_plan
from packages.domain.stress.jobs.stored import (
    STRESS_TESTS,
    FileKind,
    NewScenarioSet,
    PartDone,
    StressHeadline,
    StressResult,
    UnknownScenarioSet,
    VerdictSeen,
)
from packages.infra.db.base import Base, insert_missing_on
from packages.infra.db.stored_jobs import PlannedJobRow, SqlStoredJobs, packed_json, to_json


class StressRow(PlannedJobRow):
    """What was asked for."""

    __tablename__ = "stress_tests"
    __table_args__ = (
        Index("ix_stress_tests_owner_id_created_at_id", "owner_id", "created_at", "id"),
        Index("ix_stress_tests_strategy_id_version", "strategy_id", "version"),
    )

    version: Mapped[int | None]
    strategy_hash: Mapped[str] = mapped_column(String(64))
    scenario_set_id: Mapped[str] = mapped_column(String(36))


class StressPartRow(Base):
    """A stage that is done, until the whole is; `data` is the key of the run that it was measured against."""

    __tablename__ = "stress_parts"

    stress_id: Mapped[str] = mapped_column(ForeignKey("stress_tests.id"), primary_key=True)
    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    data: Mapped[str] = mapped_column(String(64))
    body: Mapped[bytes] = mapped_column(LargeBinary)


class StressResultRow(Base):
    """What came out, written once; `report` is compressed JSON, `limits` the hash of what it was held against."""

    __tablename__ = "stress_results"

    stress_id: Mapped[str] = mapped_column(ForeignKey("stress_tests.id"), primary_key=True)
    finished_at: Mapped[datetime]
    ruling: Mapped[str] = mapped_column(String(10))
    limits: Mapped[str] = mapped_column(String(64))
    trials: Mapped[int]
    report: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)


class StressAttemptRow(Base):
    """A finished test as it stays when the test is deleted; only ever added. `body` is JSON."""

    __tablename__ = "stress_attempts"
    __table_args__ = (Index("ix_stress_attempts_owner_id_rules", "owner_id", "rules"),)

    stress_id: Mapped[str] = mapped_column(String(36), primary_key=True)
    owner_id: Mapped[str] = mapped_column(String(36))
    rules: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime]
    body: Mapped[str] = mapped_column(Text)


class StressFileRow(Base):
    """The report as it was drawn, compressed."""

    __tablename__ = "stress_files"

    stress_id: Mapped[str] = mapped_column(ForeignKey("stress_tests.id"), primary_key=True)
    kind: Mapped[str] = mapped_column(String(8), primary_key=True)
    language: Mapped[str] = mapped_column(String(8), primary_key=True)
    text: Mapped[bytes] = mapped_column(LargeBinary)


class ScenarioSetRow(Base):
    """The same scenarios have the same id for every owner, and every owner has a row of their own."""

    __tablename__ = "scenario_sets"

    owner_id: Mapped[str] = mapped_column(String(36), primary_key=True)
    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    created_at: Mapped[datetime]
    body: Mapped[str] = mapped_column(Text)


class SqlStress(SqlStoredJobs[StressPlan, StressHeadline, StressResult]):
    """`StressStore` over the database."""

    _kind = STRESS_TESTS
    _row = StressRow
    _result = StressResultRow
    _pieces = (StressPartRow, StressFileRow, StressResultRow)

    async def put_part(self, stress_id: str, part: PartDone) -> None:
        def put(session: Session) -> None:
            if self._is_open(session, stress_id):
                session.merge(StressPartRow(stress_id=stress_id, name=part.name, data=part.data, body=part.body))

        await self._database.write_once(put)

    async def parts(self, stress_id: str) -> Sequence[PartDone]:
        wanted = select(StressPartRow).where(StressPartRow.stress_id == stress_id).order_by(StressPartRow.name)
        async with self._database.read() as session:
            return [PartDone(row.name, row.data, row.body) for row in await session.scalars(wanted)]

    async def file(self, owner_id: str, stress_id: str, kind: FileKind, language: Language) -> str:
        row = StressFileRow
        wanted = select(row.text).where(row.stress_id == stress_id, row.kind == kind, row.language == language.value)
        return zlib.decompress(await self._piece(owner_id, stress_id, wanted)).decode()

    async def latest_verdict(self, owner_id: str, strategy_id: str, version: int) -> VerdictSeen | None:
        own = StressRow.strategy_id == strategy_id, StressRow.version == version
        wanted = self._newest_first(owner_id).where(*own, StressResultRow.ruling.is_not(None)).limit(1)
        async with self._database.read() as session:
            found = (await session.execute(wanted)).first()
        if found is None:
            return None
        row, result = found
        return VerdictSeen(row.id, Ruling(result.ruling), row.created_at, result.limits)

    async def attempts(self, owner_id: str, rules: str) -> Sequence[StressAttempt]:
        own = StressAttemptRow.owner_id == owner_id, StressAttemptRow.rules == rules
        async with self._database.read() as session:
            return [_attempt(row) for row in await session.scalars(select(StressAttemptRow).where(*own))]

    async def add_set(self, made: NewScenarioSet) -> None:
        body = to_json(made.scenarios.as_json())
        row = {"owner_id": made.owner_id, "id": made.id, "created_at": made.created_at, "body": body}
        await self._database.write_once(lambda session: insert_missing_on(session, ScenarioSetRow, [row]))

    async def get_set(self, owner_id: str, scenario_set_id: str) -> ScenarioSet:
        mine = StressRow.owner_id == owner_id, StressRow.deleted_at.is_(None)
        tested = select(StressRow.plan).where(*mine, StressRow.scenario_set_id == scenario_set_id)
        async with self._database.read() as session:
            row = await session.get(ScenarioSetRow, (owner_id, scenario_set_id))
            if row is not None:
                return parse_scenarios(json.loads(row.body))
            plan = await session.scalar(tested.limit(1))
        if plan is None:
            raise UnknownScenarioSet("stress.unknown_scenario_set")
        return parse_stress_plan(json.loads(plan)).scenarios

    def _indexed(self, plan: StressPlan) -> Mapping[str, object]:
        return {
            "version": plan.backtest.version,
            "strategy_hash": plan.backtest.strategy_hash,
            "scenario_set_id": plan.scenario_set_id,
        }

    def _headline(self, result: StressResultRow) -> StressHeadline:
        return StressHeadline(result.finished_at, Ruling(result.ruling), result.limits, result.trials)

    def _write_result(self, session: Session, job_id: str, result: StressResult) -> None:
        session.add(_result_row(job_id, result))
        session.add_all(_file_rows(job_id, result))
        if result.attempt is not None:
            session.add(_attempt_row(result.attempt))
        session.execute(delete(StressPartRow).where(StressPartRow.stress_id == job_id))


def _result_row(stress_id: str, result: StressResult) -> StressResultRow:
    headline = result.headline
    return StressResultRow(
        stress_id=stress_id,
        finished_at=headline.finished_at,
        ruling=headline.ruling.value,
        limits=headline.limits,
        trials=headline.trials,
        report=packed_json(result.report),
    )


def _attempt_row(attempt: StressAttempt) -> StressAttemptRow:
    body = {name: getattr(attempt, name) for name in _PLAIN}
    days = {name: day.isoformat() if (day := getattr(attempt, name)) else None for name in _DAYS}
    return StressAttemptRow(
        stress_id=attempt.stress_report_id,
        owner_id=attempt.owner_id,
        rules=attempt.rules,
        created_at=attempt.created_at,
        body=to_json({**body, **days, "ruling": attempt.ruling.value, "terms": dict(attempt.terms)}),
    )


def _attempt(row: StressAttemptRow) -> StressAttempt:
    body: dict[str, Any] = json.loads(row.body)
    days: dict[str, Any] = {name: date.fromisoformat(body[name]) if body[name] else None for name in _DAYS}
    known: dict[str, Any] = {"owner_id": row.owner_id, "rules": row.rules, "created_at": row.created_at}
    return StressAttempt(stress_report_id=row.stress_id, **{**body, **days, "ruling": Ruling(body["ruling"])}, **known)


_DAYS = ("first_day", "last_day")
_PLAIN = ("limits", "seed", "is_own_seed", "is_whole", "declared_trials", "trials")


def _file_rows(stress_id: str, result: StressResult) -> list[StressFileRow]:
    return [
        StressFileRow(stress_id=stress_id, kind=kind, language=language.value, text=zlib.compress(text.encode()))
        for (kind, language), text in result.files.items()
    ]
