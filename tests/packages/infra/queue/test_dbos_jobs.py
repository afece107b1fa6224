"""`DbosJobs` does what every `Jobs` does, on both databases."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from uuid import uuid4

import pytest
import pytest_asyncio

from packages.domain.work.jobs import JobStatus
from packages.infra.queue import attempts
from packages.infra.queue.attempts import JobAttempt
from packages.infra.queue.job_runner import JobRunner
from packages.infra.queue.progress import AttemptReport, Cancelled, Outcome, SucceededAttempt, finished, status_of
from packages.settings.database import DatabaseUrl
from tests.conformance.jobs_conformance import CONCURRENCY, Desk, JobsConformance, Work, eventually
from tests.packages.infra.queue.desks import open_desk
from tests.postgres import Postgres


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def shared_url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DatabaseUrl]:
    """One database of each kind for the whole suite: a first start takes DBOS a second."""
    if request.param == "sqlite":
        yield DatabaseUrl(f"sqlite:///{tmp_path_factory.mktemp('jobs') / 'parley.sqlite'}")
        return
    server: Postgres | None = request.getfixturevalue("postgres")
    if server is None:
        pytest.skip("no PostgreSQL")
    with server.database() as url:
        yield DatabaseUrl(url)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def desk(shared_url: DatabaseUrl, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Desk]:
    work, home = Work(), tmp_path_factory.mktemp("home")
    async with open_desk(shared_url, home, work.handlers(), CONCURRENCY) as desk:
        yield Desk(desk.jobs, desk.log, work)


@pytest.mark.asyncio(loop_scope="module")
class TestDbosJobs(JobsConformance):
    async def test_a_cancel_that_only_the_record_knows_is_heard(self, desk: Desk, owner: str) -> None:
        """As another process writes it that dies before it tells the stream."""
        job = await desk.running(await desk.submit(owner, "gate", gate=owner))
        await asyncio.to_thread(attempts.cancel, f"{job.id}:1")

        async def stopped() -> bool:
            return job.id in desk.work.cancelled

        await eventually(stopped)
        assert (await desk.told(job))[-1]["status"] == "cancelled"

    async def test_a_cancel_that_only_the_stream_knows_is_kept(self, desk: Desk, owner: str) -> None:
        """As another process writes it that dies before it tells the record."""
        attempt = JobAttempt(str(uuid4()), 1, owner, "echo", {})
        await _end_in_the_log(desk, attempt, Cancelled())
        job = await desk.jobs.get(owner, attempt.job_id)
        assert (job.status, desk.work.calls[job.id]) == (JobStatus.CANCELLED, 0)

    async def test_an_end_that_was_told_before_a_crash_is_not_done_again(self, desk: Desk, owner: str) -> None:
        """The end is in the log and not in the record: what a kill between the two leaves behind."""
        attempt = JobAttempt(str(uuid4()), 1, owner, "echo", {})
        await _end_in_the_log(desk, attempt, SucceededAttempt({"n": 1}))
        job = await desk.jobs.get(owner, attempt.job_id)
        assert (job.status, job.result, desk.work.calls[job.id]) == (JobStatus.SUCCEEDED, {"n": 1}, 0)

    async def test_work_of_a_kind_that_is_no_more_fails_with_a_sentence(self, desk: Desk, owner: str) -> None:
        attempt = JobAttempt(str(uuid4()), 1, owner, "alchemy", {})
        await desk.log.open(attempt.stream_id, owner)
        await asyncio.to_thread(attempts.enqueue, attempt)
        job = await desk.ended(await desk.jobs.get(owner, attempt.job_id))
        assert job.status is JobStatus.FAILED
        assert "alchemy" in (job.error or "")

    async def test_a_job_that_keeps_stopping_the_desk_is_given_up(self, desk: Desk, owner: str) -> None:
        runner = JobRunner(desk.work.handlers(), desk.log, _no_bookmark)
        attempt = JobAttempt(str(uuid4()), 1, owner, "echo", {})
        assert "20 times" in str(await runner.run(attempt, starts=21))


async def _end_in_the_log(desk: Desk, attempt: JobAttempt, outcome: Outcome) -> None:
    """Tells an end to the stream only, and waits until the record has it too."""
    await desk.log.open(attempt.stream_id, attempt.owner_id)
    await desk.log.append(attempt.stream_id, finished(attempt.job_id, outcome), last=True)
    await asyncio.to_thread(attempts.enqueue, attempt)

    async def recorded() -> bool:
        found = await asyncio.to_thread(attempts.attempts_at, [attempt.job_id])
        return found[attempt.job_id][0].outcome == outcome

    assert (await desk.jobs.get(attempt.owner_id, attempt.job_id)).status is status_of(outcome)
    await eventually(recorded)


async def _no_bookmark(workflow_id: str, told: AttemptReport) -> None:
    """Nothing to keep."""
