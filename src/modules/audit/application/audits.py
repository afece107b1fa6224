"""Audits as long work: asked for, done by a worker, kept with the job, and shown to their owner."""

import asyncio
from dataclasses import dataclass
from datetime import date

from packages.core.clock import Clock
from packages.core.events import JsonObject
from packages.core.ids import Ids
from packages.core.messages import Language
from packages.domain.work.jobs import Job, JobCall, JobRequest, Jobs, JobStatus, UnknownJob
from src.modules.audit.application.audit_service import CounterfactualAudit, audit_question
from src.modules.audit.application.views import CounterfactualAuditOut, kept_report
from src.modules.audit.domain.errors import UnknownAudit

AUDIT = "research.audit"
_MOST_JOBS = 200
_LOOK_AGAIN = 0.5  # seconds
_UNDER_WAY = (JobStatus.QUEUED, JobStatus.RUNNING)


@dataclass(frozen=True, slots=True)
class Audits:
    """Each is a job of its owner, and its report is the job's result."""

    jobs: Jobs
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
        return CounterfactualAuditOut.of(await self.jobs.submit(request))

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
        """Newest first, of what the desk still knows among the owner's last jobs."""
        found = [
            CounterfactualAuditOut.of(job) for job in await self.jobs.list(owner_id, _MOST_JOBS) if job.kind == AUDIT
        ]
        return [one for one in found if symbol in (None, one.symbol)][:limit]

    async def _job(self, owner_id: str, audit_id: str) -> Job:
        try:
            job = await self.jobs.get(owner_id, audit_id)
        except UnknownJob:
            raise UnknownAudit("audit.unknown", id=audit_id[:40]) from None
        if job.kind != AUDIT:
            raise UnknownAudit("audit.unknown", id=audit_id[:40])
        return job


@dataclass(frozen=True, slots=True)
class AuditWork:
    """Does what `Audits.submit` asked for."""

    audit: CounterfactualAudit
    clock: Clock

    async def handle(self, call: JobCall) -> JsonObject:
        asked = call.payload
        day, language = date.fromisoformat(str(asked["day"])), Language(str(asked["language"]))
        question = audit_question(str(asked["symbol"]), day, language, self.clock)
        outcome = await self.audit.run(call.owner_id, question, call.progress.report)
        return kept_report(outcome)
