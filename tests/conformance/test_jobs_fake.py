"""The fake of long work passes the suite of the real adapter."""

from collections.abc import AsyncIterator

import pytest

from packages.core.clock import SystemClock
from tests.conformance.jobs_conformance import CONCURRENCY, Desk, JobsConformance, Work
from tests.fakes.event_log import InMemoryEventLog
from tests.fakes.jobs import InMemoryJobs


class TestInMemoryJobs(JobsConformance):
    @pytest.fixture
    async def desk(self) -> AsyncIterator[Desk]:
        work, log = Work(), InMemoryEventLog()
        async with InMemoryJobs(SystemClock(), log, work.handlers(), CONCURRENCY).running() as jobs:
            yield Desk(jobs, log, work)
