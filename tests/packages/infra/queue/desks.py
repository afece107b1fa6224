"""Builds `DbosJobs` over a real database for tests, with the event log it tells to."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from packages.core.clock import SystemClock
from packages.domain.work.jobs import JobHandler
from packages.infra.db.engine import Database
from packages.infra.db.event_log import SqlEventLog
from packages.infra.db.migrate import upgrade
from packages.infra.queue.dbos_jobs import DbosJobs
from packages.settings.database import DatabaseUrl
from packages.settings.home import HomeSettings
from packages.settings.work import JobSettings

CONCURRENCY = 2


@dataclass
class OpenDesk:
    jobs: DbosJobs
    log: SqlEventLog


@asynccontextmanager
async def open_desk(
    url: DatabaseUrl, home: Path, handlers: Mapping[str, JobHandler], concurrency: int = CONCURRENCY
) -> AsyncIterator[OpenDesk]:
    database = Database(url)
    try:
        await upgrade(database)
        settings = JobSettings(job_concurrency=concurrency)
        async with SqlEventLog(database, SystemClock(), poll_seconds=0.1).running() as log:
            jobs = DbosJobs(url, HomeSettings(home=home), settings, log, handlers, poll_seconds=0.05)
            async with jobs.running():
                yield OpenDesk(jobs, log)
    finally:
        await database.aclose()
