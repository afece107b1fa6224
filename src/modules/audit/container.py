"""Wires audits: the research pipeline on changed worlds, and the jobs that keep what they find."""

from packages.core.clock import Clock
from packages.core.events import JsonObject
from packages.domain.work.jobs import JobCall, Jobs
from packages.infra.db.engine import Database
from packages.settings.load import Settings
from src.modules.audit.application.audit_service import CounterfactualAudit
from src.modules.audit.application.audits import AUDIT, Audits, AuditWork
from src.modules.audit.infrastructure.audited_pipeline import PipelineServices, Platform
from src.modules.audit.infrastructure.changed_market import Library
from src.modules.audit.infrastructure.sql_audits import SqlAudits

__all__ = ["AUDIT", "AuditContainer"]


class AuditContainer:
    """One per process; everything that it is given stays open."""

    def __init__(
        self, *, settings: Settings, database: Database, clock: Clock, library: Library, platform: Platform
    ) -> None:
        services = PipelineServices(
            settings=settings, database=database, clock=clock, library=library, platform=platform
        )
        self._clock = clock
        self._listed = SqlAudits(database)
        self._audit = CounterfactualAudit(services.open)

    def audit(self) -> CounterfactualAudit:
        """For one audit that nobody keeps."""
        return self._audit

    def audits(self, jobs: Jobs) -> Audits:
        return Audits(jobs, self._listed, self._clock)

    async def work(self, call: JobCall) -> JsonObject:
        """The handler of the job `audit`."""
        return await AuditWork(self._audit, self._listed, self._clock).handle(call)
