"""Audits as long work: submitted, listed among other jobs, and done."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

import pytest

from packages.core.events import JsonObject
from packages.core.messages import Language
from packages.domain.market_data.symbols import Symbol
from packages.domain.work.jobs import JobCall, JobRequest
from packages.infra.db.engine import Database
from src.modules.audit.application.audit_service import CounterfactualAudit
from src.modules.audit.application.audits import AUDIT, Audits, AuditWork
from src.modules.audit.domain.answers import WorldAnswers
from src.modules.audit.domain.worlds import ChangedWorld
from src.modules.audit.infrastructure.sql_audits import SqlAudits
from tests.fakes.clock import StoppedClock
from tests.fakes.event_log import InMemoryEventLog
from tests.fakes.jobs import InMemoryJobs
from tests.src.modules.audit.making import answers

NOW = datetime(2024, 6, 28, 20, tzinfo=UTC)
OTHER = "other.work"


class SteadyDesk:
    """Answers the same in every world."""

    async def base(self) -> WorldAnswers:
        return answers(technical_analyst=0.5)

    async def answers(self, world: ChangedWorld) -> WorldAnswers | None:
        return answers(technical_analyst=0.5)

    async def judged_again(self, *, anonymous: bool) -> float | None:
        return None

    async def profit_sign(self) -> int:
        return 1


def _opened(owner_id: str, symbol: Symbol, day: date, language: Language) -> SteadyDesk:
    return SteadyDesk()


async def _other(_call: JobCall) -> JsonObject:
    return {}


@dataclass(frozen=True)
class AuditsAtWork:
    """Audits over a database, and the jobs that do them."""

    audits: Audits
    jobs: InMemoryJobs

    async def submitted(self, symbol: str, owner: str = "ann") -> str:
        return (await self.audits.submit(owner, symbol, None, Language.EN)).id

    async def listed(self, limit: int = 20, symbol: str | None = None) -> list[str]:
        return [one.id for one in await self.audits.page("ann", limit, symbol)]


@pytest.fixture
async def at_work(database: Database) -> AsyncIterator[AuditsAtWork]:
    clock, listed = StoppedClock(NOW), SqlAudits(database)
    work = AuditWork(CounterfactualAudit(_opened), listed, clock)
    handlers = {AUDIT: work.handle, OTHER: _other}
    async with InMemoryJobs(clock, InMemoryEventLog(), handlers).running() as jobs:
        yield AuditsAtWork(Audits(jobs, listed, clock), jobs)


async def test_an_audit_is_listed_however_many_other_jobs_came_after_it(at_work: AuditsAtWork) -> None:
    audit_id = await at_work.submitted("DEMO5")
    for number in range(201):
        await at_work.jobs.submit(JobRequest("ann", OTHER, {}, str(number)))
    assert await at_work.listed() == [audit_id]


async def test_the_limit_counts_audits_of_one_instrument(at_work: AuditsAtWork) -> None:
    wanted = await at_work.submitted("DEMO5")
    others = [await at_work.submitted("DEMO1.SZ") for _ in range(3)]
    await at_work.submitted("DEMO5", owner="bob")
    assert await at_work.listed(limit=1, symbol="DEMO5") == [wanted]
    assert set(await at_work.listed()) == {wanted, *others}


async def test_an_audit_whose_submitter_died_is_listed_when_it_is_done(at_work: AuditsAtWork) -> None:
    payload: JsonObject = {"symbol": "DEMO5", "day": "2024-06-28", "language": "en"}
    job = await at_work.jobs.submit(JobRequest("ann", AUDIT, payload, "key"))
    done = await at_work.audits.ended("ann", job.id, wait_seconds=10)
    assert done.report is not None
    assert await at_work.listed() == [job.id]


async def test_an_audit_whose_job_is_not_known_any_more_is_left_out(at_work: AuditsAtWork, database: Database) -> None:
    audit_id = await at_work.submitted("DEMO5")
    clock = StoppedClock(NOW)
    forgetful = replace(at_work.audits, jobs=InMemoryJobs(clock, InMemoryEventLog(), {}))
    assert await forgetful.page("ann", 20) == []
    assert await at_work.listed() == [audit_id]
