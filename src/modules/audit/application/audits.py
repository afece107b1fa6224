"""Audits as long work: asked for, done by a worker, kept with the job, and shown to their owner."""

import asyncio
from dataclasses import dataclass
from datetime import date

from packages.core.clock import Clock
from packages.core.events import JsonObject
from packages.core.ids import Ids
from packages.core.messages import Language
from packages.domain.work.jobs import Job, JobCall, JobRequest, Jobs, JobStatus, find_job
from src.modules.audit.application.audit_service import CounterfactualAudit, audit_question
from src.modules.audit.application.views import CounterfactualAuditOut, kept_report
from src.modules.audit.domain.errors import UnknownAudit
from src.modules.audit.domain.ports import AuditList, ListedAudit

AUDIT = "research.audit"
_LOOK_AGAIN = 0.5  # seconds
_UNDER_WAY = (JobStatus.QUEUED, JobStatus.RUNNING)


@dataclass(frozen=True, slots=True)
class Audits:
    """Each is a job of its owner, and its report is the job's result."""

    jobs: Jobs
    listed: AuditList
    clock: Clock

    async def submit(
        self, owner_id: str, symbol: str, day: date | None, language: Language, key: str | None = None
    ) -> CounterfactualAuditOut:
        """Raises `Invalid` for a bad symbol or a day to come; the same key is the same audit."""
        question = audit_question(symbol, day, language, self.clock)
        payload: JsonObject = {
            "symbol": str(question.symbol),
            "day": question.day.isoformat(),
            "language": question.language.value,
        }
        request = JobRequest(owner_id, AUDIT, payload, idempotency_key=key or Ids(self.clock).new())
        job = await self.jobs.submit(request)
        await self.listed.add(ListedAudit(job.id, owner_id, str(job.payload["symbol"]), job.created_at))
        return CounterfactualAuditOut.of(job)

    async def get(self, owner_id: str, audit_id: str) -> CounterfactualAuditOut:
        return CounterfactualAuditOut.of(await self._job(owner_id, audit_id))

    async def ended(self, owner_id: str, audit_id: str, wait_seconds: float) -> CounterfactualAuditOut:
        """At its end, or as far as it is when the time is up."""
        deadline = asyncio.get_running_loop().time() + wait_seconds
        while True:
            found = await self.get(owner_id, audit_id)
            if found.status not in _UNDER_WAY or asyncio.get_running_loop().time() >= deadline:
                return found
            await asyncio.sleep(_LOOK_AGAIN)

    async def page(self, owner_id: str, limit: int, symbol: str | None = None) -> list[CounterfactualAuditOut]:
        """Newest first; one whose job is not known any more is left out."""
        ids = await self.listed.newest(owner_id, limit, symbol)
        return [CounterfactualAuditOut.of(job) for job in await self.jobs.find(owner_id, ids)]

    async def _job(self, owner_id: str, audit_id: str) -> Job:
        job = await find_job(self.jobs, owner_id, audit_id)
        if job is None or job.kind != AUDIT:
            raise UnknownAudit("audit.unknown", id=audit_id[:40])
        return job


@dataclass(frozen=True, slots=True)
class AuditWork:
    """Does what `Audits.submit` asked for. It lists the audit too: whoever asked may have died in between."""

    audit: CounterfactualAudit
    listed: AuditList
    clock: Clock

    async def handle(self, call: JobCall) -> JsonObject:
        asked = call.payload
        day, language = date.fromisoformat(str(asked["day"])), Language(str(asked["language"]))
        question = audit_question(str(asked["symbol"]), day, language, self.clock)
        await self.listed.add(ListedAudit(call.job_id, call.owner_id, str(question.symbol), self.clock.now()))
        outcome = await self.audit.run(call.owner_id, question, call.progress.report)
        return kept_report(outcome)
