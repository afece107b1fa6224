"""What every `Jobs` must do: subclass `JobsConformance` and give it a `desk`."""

import asyncio
import json
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import pytest

from packages.core.errors import Conflict, Invalid
from packages.core.events import EventLog, JsonObject, UnknownStream
from packages.domain.work.jobs import (
    Job,
    JobCall,
    JobCancelled,
    JobHandler,
    JobNotRetryable,
    JobRequest,
    Jobs,
    JobStatus,
    UnknownJob,
    UnknownJobKind,
    job_stream,
)

CONCURRENCY = 2
_ENDED = (JobStatus.SUCCEEDED, JobStatus.FAILED, JobStatus.CANCELLED)


async def eventually(
    look: Callable[[], Awaitable[bool]], seconds: float = 120.0, what: str = "it never came true"
) -> None:
    """Looks again and again until it is so."""
    deadline = time.monotonic() + seconds
    while not await look():
        assert time.monotonic() < deadline, what
        await asyncio.sleep(0.02)


class StrategyTooVague(Conflict):
    """An error of the desk's own, as a handler raises it."""


@dataclass
class Work:
    """Handlers for the suite, and what they saw."""

    calls: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    cancelled: set[str] = field(default_factory=set)
    gates: defaultdict[str, asyncio.Event] = field(default_factory=lambda: defaultdict(asyncio.Event))

    def handlers(self) -> Mapping[str, JobHandler]:
        return {
            "echo": self._echo,
            "steps": self._steps,
            "gate": self._gate,
            "refused": self._refused,
            "broken": self._broken,
            "second_time_lucky": self._second_time_lucky,
            "not_json": self._not_json,
        }

    async def _echo(self, call: JobCall) -> JsonObject:
        self.calls[call.job_id] += 1
        return {"echo": call.payload, "owner": call.owner_id}

    async def _steps(self, call: JobCall) -> JsonObject:
        steps = int(str(call.payload["steps"]))
        for step in range(steps):
            await call.progress.report((step + 1) / steps, f"step {step + 1}")
        return {"steps": steps}

    async def _gate(self, call: JobCall) -> JsonObject:
        """Reports until its gate is opened."""
        self.calls[call.job_id] += 1
        try:
            while not self.gates[str(call.payload["gate"])].is_set():
                await call.progress.report(0.5, "at the gate")
                await asyncio.sleep(0.01)
        except JobCancelled:
            self.cancelled.add(call.job_id)
            raise
        return {"through": True}

    async def _refused(self, call: JobCall) -> JsonObject:
        await call.progress.report(0.25, "reading the strategy")
        raise StrategyTooVague("Say when to sell.")

    async def _broken(self, call: JobCall) -> JsonObject:
        raise ZeroDivisionError("secret internals")

    async def _second_time_lucky(self, call: JobCall) -> JsonObject:
        self.calls[call.job_id] += 1
        if self.calls[call.job_id] == 1:
            raise StrategyTooVague("Not this time.")
        return {"lucky": True}

    async def _not_json(self, call: JobCall) -> JsonObject:
        return {"sharpe": float("nan")}


@dataclass
class Desk:
    """An adapter under test, the log it tells to, and the work it does."""

    jobs: Jobs
    log: EventLog
    work: Work

    async def submit(self, owner: str, kind: str, key: str = "key", **payload: Any) -> Job:
        return await self.jobs.submit(JobRequest(owner, kind, payload, key))

    async def told(self, job: Job, attempt: int | None = None) -> list[dict[str, Any]]:
        """All events of an attempt, once its stream has ended."""
        stream = job_stream(job.id, attempt or job.attempt)
        async with asyncio.timeout(60):
            return [json.loads(event.json) async for event in self.log.tail(stream, job.owner_id)]

    async def ended(self, job: Job) -> Job:
        await self.told(job)
        return await self.jobs.get(job.owner_id, job.id)

    async def running(self, job: Job) -> Job:
        async def runs() -> bool:
            return self.work.calls[job.id] > 0 and (await self._now(job)).status is JobStatus.RUNNING

        await eventually(runs)
        return await self._now(job)

    async def _now(self, job: Job) -> Job:
        return await self.jobs.get(job.owner_id, job.id)


class JobsConformance:
    """Each test works for an owner of its own, so all may share one desk."""

    @pytest.fixture
    def owner(self) -> str:
        return str(uuid4())

    async def test_a_job_runs_and_its_result_is_kept(self, desk: Desk, owner: str) -> None:
        submitted = await desk.submit(owner, "echo", symbol="AAPL", nested={"a": [1, None, "é\ud83d"]})
        job = await desk.ended(submitted)
        assert (job.id, job.owner_id, job.kind, job.attempt) == (submitted.id, owner, "echo", 1)
        assert (job.status, job.progress, job.error) == (JobStatus.SUCCEEDED, 1.0, None)
        assert job.payload == {"symbol": "AAPL", "nested": {"a": [1, None, "é\ud83d"]}}
        assert job.result == {"echo": job.payload, "owner": owner}
        assert job.created_at <= job.updated_at

    async def test_the_stream_tells_start_progress_and_end(self, desk: Desk, owner: str) -> None:
        job = await desk.submit(owner, "steps", steps=3)
        first, *between, last = await desk.told(job)
        assert first["type"] == "job_started"
        assert (first["job_id"], first["recovered"]) == (job.id, False)
        assert {event["type"] for event in between} == {"job_progress"}
        final = {"type": "job_progress", "job_id": job.id, "fraction": 1.0, "message": "step 3"}
        assert between[-1] == final
        assert last == {
            "type": "job_finished",
            "job_id": job.id,
            "status": "succeeded",
            "result": {"steps": 3},
        }

    async def test_who_heard_the_end_never_reads_that_it_still_runs(self, desk: Desk, owner: str) -> None:
        for number in range(3):
            job = await desk.submit(owner, "echo", key=f"key {number}")
            await desk.told(job)
            assert (await desk.jobs.get(owner, job.id)).status is JobStatus.SUCCEEDED

    async def test_the_latest_progress_can_be_read(self, desk: Desk, owner: str) -> None:
        job = await desk.submit(owner, "gate", gate=owner)

        async def reads() -> bool:
            now = await desk.jobs.get(owner, job.id)
            return (now.status, now.progress, now.message) == (JobStatus.RUNNING, 0.5, "at the gate")

        await eventually(reads)
        desk.work.gates[owner].set()
        assert (await desk.ended(job)).result == {"through": True}

    async def test_the_same_key_is_the_same_job(self, desk: Desk, owner: str) -> None:
        first = await desk.submit(owner, "echo", key="once", n=1)
        again = await desk.submit(owner, "echo", key="once", n=2)
        await desk.told(first)
        late = await desk.submit(owner, "echo", key="once", n=3)
        assert first.id == again.id == late.id
        assert (late.status, late.payload) == (JobStatus.SUCCEEDED, {"n": 1})
        assert desk.work.calls[first.id] == 1

    async def test_twenty_submits_at_once_make_one_job(self, desk: Desk, owner: str) -> None:
        jobs = await asyncio.gather(*(desk.submit(owner, "echo", key="burst") for _ in range(20)))
        assert len({job.id for job in jobs}) == 1
        await desk.told(jobs[0])
        assert desk.work.calls[jobs[0].id] == 1
        assert len(await desk.jobs.list(owner)) == 1

    async def test_another_owner_kind_or_key_is_another_job(self, desk: Desk, owner: str) -> None:
        jobs = [
            await desk.submit(owner, "echo", key="a"),
            await desk.submit(owner, "echo", key="b"),
            await desk.submit(owner, "steps", key="a", steps=1),
            await desk.submit(f"{uuid4()}", "echo", key="a"),
        ]
        assert len({job.id for job in jobs}) == 4
        for job in jobs:
            assert (await desk.ended(job)).status is JobStatus.SUCCEEDED

    async def test_an_unknown_kind_is_refused_and_the_known_are_named(self, desk: Desk, owner: str) -> None:
        with pytest.raises(UnknownJobKind, match=r"“divination”.*echo.*steps"):
            await desk.submit(owner, "divination")
        assert await desk.jobs.list(owner) == ()

    async def test_a_payload_that_is_not_json_is_refused(self, desk: Desk, owner: str) -> None:
        for value in (float("inf"), object()):
            with pytest.raises(Invalid, match="payload"):
                await desk.submit(owner, "echo", value=value)

    async def test_jobs_are_listed_newest_first_and_only_to_their_owner(self, desk: Desk, owner: str) -> None:
        jobs = [await desk.submit(owner, "echo", key=f"key {number}") for number in range(4)]
        await desk.submit(str(uuid4()), "echo")
        for job in jobs:
            await desk.told(job)
        listed = await desk.jobs.list(owner)
        assert [job.id for job in listed] == [job.id for job in reversed(jobs)]
        assert {job.status for job in listed} == {JobStatus.SUCCEEDED}
        assert [job.id for job in await desk.jobs.list(owner, limit=2)] == [jobs[3].id, jobs[2].id]

    async def test_jobs_are_found_by_their_ids_in_the_order_that_is_asked_for(self, desk: Desk, owner: str) -> None:
        first, second = [await desk.submit(owner, "echo", key=key) for key in ("first", "second")]
        others = await desk.submit(str(uuid4()), "echo")
        for job in (first, second, others):
            await desk.told(job)
        found = await desk.jobs.find(owner, [second.id, "nonsense", others.id, str(uuid4()), first.id])
        assert [job.id for job in found] == [second.id, first.id]
        assert {job.status for job in found} == {JobStatus.SUCCEEDED}
        assert await desk.jobs.find(owner, []) == ()

    async def test_a_stranger_sees_and_changes_nothing(self, desk: Desk, owner: str) -> None:
        job, stranger = await desk.submit(owner, "gate", gate=owner), str(uuid4())
        for touch in (desk.jobs.get, desk.jobs.cancel, desk.jobs.retry):
            with pytest.raises(UnknownJob):
                await touch(stranger, job.id)
        with pytest.raises(UnknownStream):
            await desk.log.read(job_stream(job.id, 1), stranger)
        assert await desk.jobs.list(stranger) == ()
        desk.work.gates[owner].set()
        assert (await desk.ended(job)).status is JobStatus.SUCCEEDED

    @pytest.mark.parametrize("job_id", ["", "nonsense", "\0", "x" * 5000, "%", "0" * 8 + "-0000-0000-0000-" + "0" * 12])
    async def test_a_job_that_is_not_there_is_unknown(self, desk: Desk, owner: str, job_id: str) -> None:
        for touch in (desk.jobs.get, desk.jobs.cancel, desk.jobs.retry):
            with pytest.raises(UnknownJob):
                await touch(owner, job_id)

    async def test_an_error_of_the_desk_fails_the_job_with_its_sentence(self, desk: Desk, owner: str) -> None:
        submitted = await desk.submit(owner, "refused")
        last = (await desk.told(submitted))[-1]
        job = await desk.ended(submitted)
        assert (job.status, job.error, job.result) == (JobStatus.FAILED, "Say when to sell.", None)
        assert (job.progress, job.message) == (0.25, "reading the strategy")
        assert (last["status"], last["error"]) == ("failed", "Say when to sell.")

    @pytest.mark.parametrize("kind", ["broken", "not_json"])
    async def test_any_other_error_fails_it_without_internals(self, desk: Desk, owner: str, kind: str) -> None:
        job = await desk.ended(await desk.submit(owner, kind))
        assert job.status is JobStatus.FAILED
        assert job.error
        assert "secret" not in job.error
        assert "nan" not in job.error.lower()

    async def test_cancelled_work_is_told_at_its_next_report(self, desk: Desk, owner: str) -> None:
        job = await desk.running(await desk.submit(owner, "gate", gate=owner))
        cancelled = await desk.jobs.cancel(owner, job.id)
        assert cancelled.status is JobStatus.CANCELLED
        assert (await desk.told(job))[-1]["status"] == "cancelled"

        async def stopped() -> bool:
            return job.id in desk.work.cancelled

        await eventually(stopped)
        assert (await desk.ended(job)).status is JobStatus.CANCELLED

    async def test_a_waiting_job_is_cancelled_at_once_and_never_runs(self, desk: Desk, owner: str) -> None:
        busy = [await desk.submit(owner, "gate", key=f"busy {n}", gate=owner) for n in range(CONCURRENCY)]
        for job in busy:
            await desk.running(job)
        waiting = await desk.submit(owner, "echo", key="waiting")
        assert waiting.status is JobStatus.QUEUED
        assert (await desk.jobs.cancel(owner, waiting.id)).status is JobStatus.CANCELLED
        assert [event["type"] for event in await desk.told(waiting)] == ["job_finished"]
        desk.work.gates[owner].set()
        for job in busy:
            assert (await desk.ended(job)).status is JobStatus.SUCCEEDED
        assert desk.work.calls[waiting.id] == 0

    async def test_a_finished_job_stays_as_it_is(self, desk: Desk, owner: str) -> None:
        for kind, status in (("echo", JobStatus.SUCCEEDED), ("refused", JobStatus.FAILED)):
            ended = await desk.ended(await desk.submit(owner, kind))
            cancelled = await desk.jobs.cancel(owner, ended.id)
            assert (cancelled.status, cancelled.result, cancelled.error) == (
                status,
                ended.result,
                ended.error,
            )

    async def test_a_failed_job_runs_again_under_its_id(self, desk: Desk, owner: str) -> None:
        failed = await desk.ended(await desk.submit(owner, "second_time_lucky", symbol="AAPL"))
        assert failed.status is JobStatus.FAILED
        again = await desk.jobs.retry(owner, failed.id)
        assert (again.id, again.attempt, again.error) == (failed.id, 2, None)
        job = await desk.ended(again)
        assert (job.status, job.attempt, job.result) == (JobStatus.SUCCEEDED, 2, {"lucky": True})
        assert (job.payload, job.created_at) == (failed.payload, failed.created_at)
        assert [listed.attempt for listed in await desk.jobs.list(owner)] == [2]
        assert (await desk.told(failed, attempt=1))[-1]["status"] == "failed"
        assert (await desk.submit(owner, "second_time_lucky")).attempt == 2

    async def test_a_cancelled_job_runs_again(self, desk: Desk, owner: str) -> None:
        job = await desk.running(await desk.submit(owner, "gate", gate=owner))
        await desk.jobs.cancel(owner, job.id)
        again = await desk.jobs.retry(owner, job.id)
        desk.work.gates[owner].set()
        ended = await desk.ended(again)
        assert (ended.status, ended.attempt) == (JobStatus.SUCCEEDED, 2)

    async def test_a_job_can_be_retried_many_times(self, desk: Desk, owner: str) -> None:
        job = await desk.ended(await desk.submit(owner, "refused"))
        for attempt in range(2, 6):
            job = await desk.ended(await desk.jobs.retry(owner, job.id))
            assert (job.attempt, job.status) == (attempt, JobStatus.FAILED)

    async def test_what_runs_or_succeeded_is_not_retried(self, desk: Desk, owner: str) -> None:
        job = await desk.submit(owner, "gate", gate=owner)
        with pytest.raises(JobNotRetryable):
            await desk.jobs.retry(owner, job.id)
        desk.work.gates[owner].set()
        await desk.ended(job)
        with pytest.raises(JobNotRetryable, match="succeeded"):
            await desk.jobs.retry(owner, job.id)

    async def test_every_job_ends_although_few_run_at_once(self, desk: Desk, owner: str) -> None:
        jobs = [await desk.submit(owner, "steps", key=f"{n}", steps=2) for n in range(3 * CONCURRENCY)]
        for job in jobs:
            assert (await desk.ended(job)).status in _ENDED
