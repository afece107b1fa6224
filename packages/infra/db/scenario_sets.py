"""Scenario sets in the SQL database: those that were made for later, and those of stress tests."""

import json
from datetime import datetime

from sqlalchemy import String, Text, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from packages.domain.stress.jobs.errors import UnknownScenarioSet
from packages.domain.stress.jobs.plan import ScenarioSet, parse_scenarios, parse_stress_plan
from packages.domain.stress.jobs.stored import NewScenarioSet
from packages.infra.db.base import Base
from packages.infra.db.stress_rows import StressRow
from packages.infra.db.upsert import insert_missing


class ScenarioSetRow(Base):
    """The same scenarios have the same id for every owner, and every owner has a row of their own."""

    __tablename__ = "scenario_sets"

    owner_id: Mapped[str] = mapped_column(String(36), primary_key=True)
    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    created_at: Mapped[datetime]
    body: Mapped[str] = mapped_column(Text)


async def put_set(session: AsyncSession, made: NewScenarioSet) -> None:
    body = json.dumps(made.scenarios.as_json(), ensure_ascii=False, separators=(",", ":"))
    row = {"owner_id": made.owner_id, "id": made.id, "created_at": made.created_at, "body": body}
    await insert_missing(session, ScenarioSetRow, [row])


async def find_set(session: AsyncSession, owner_id: str, scenario_set_id: str) -> ScenarioSet:
    row = await session.get(ScenarioSetRow, (owner_id, scenario_set_id))
    if row is not None:
        return parse_scenarios(json.loads(row.body))
    mine = StressRow.owner_id == owner_id, StressRow.deleted_at.is_(None)
    tested = select(StressRow.plan).where(*mine, StressRow.scenario_set_id == scenario_set_id)
    plan = await session.scalar(tested.limit(1))
    if plan is None:
        raise UnknownScenarioSet("stress.unknown_scenario_set")
    return parse_stress_plan(json.loads(plan)).scenarios
