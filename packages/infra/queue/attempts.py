"""Attempts at jobs as DBOS records them: one workflow each, named `<job id>:<attempt>`; these functions block."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from packages.contracts.sentences import recalled, stored
from packages.core.events import JsonObject
from packages.domain.work.jobs import Job, JobStatus, job_stream
from packages.infra.queue.json_serializer import UNEXPECTED, JobFailed
from packages.infra.queue.progress import AttemptReport, Cancelled, FailedAttempt, Outcome, SucceededAttempt, status_of

if TYPE_CHECKING:
    from dbos import WorkflowStatus


@dataclass(frozen=True, slots=True)
class JobAttempt:
    """What is to be done: DBOS stores it as the workflow's input."""

    job_id: str
    number: int
    owner_id: str
    kind: str
    payload: JsonObject

    @property
    def workflow_id(self) -> str:
        return f"{self.job_id}:{self.number}"

    @property
    def stream_id(self) -> str:
        return job_stream(self.job_id, self.number)

    def to_input(self) -> JsonObject:
        return {
            "job_id": self.job_id,
            "attempt": self.number,
            "owner_id": self.owner_id,
            "kind": self.kind,
            "payload": self.payload,
        }

    @classmethod
    def from_input(cls, stored: Mapping[str, Any]) -> "JobAttempt":
        return cls(stored["job_id"], stored["attempt"], stored["owner_id"], stored["kind"], stored["payload"])


@dataclass(frozen=True, slots=True)
class AttemptRecord:
    """An attempt and what has become of it; `outcome` is None while it waits or runs."""

    attempt: JobAttempt
    is_waiting: bool
    report: AttemptReport
    outcome: Outcome | None
    created_at: datetime
    updated_at: datetime

    @property
    def status(self) -> JobStatus:
        if self.outcome is not None:
            return status_of(self.outcome)
        return JobStatus.QUEUED if self.is_waiting else JobStatus.RUNNING

    def seen_as_job(self, first: "AttemptRecord", report: AttemptReport) -> Job:
        """The job, of which this is the latest attempt; `report` is what its stream says by now."""
        outcome = self.outcome or report.outcome
        return Job(
            id=self.attempt.job_id,
            owner_id=self.attempt.owner_id,
            kind=self.attempt.kind,
            payload=self.attempt.payload,
            attempt=self.attempt.number,
            status=self.status if outcome is None else status_of(outcome),
            progress=1.0 if isinstance(outcome, SucceededAttempt) else report.fraction,
            message=report.message,
            result=outcome.result if isinstance(outcome, SucceededAttempt) else None,
            error=outcome.error if isinstance(outcome, FailedAttempt) else None,
            created_at=first.created_at,
            updated_at=self.updated_at,
        )


def parse_record(row: "WorkflowStatus") -> AttemptRecord:
    """Reads a workflow that was loaded with its input and output."""
    given: Any = row.input
    return AttemptRecord(
        JobAttempt.from_input(given["args"][0]),
        is_waiting=row.status in ("ENQUEUED", "DELAYED"),
        report=_bookmark(row.attributes or {}),
        outcome=_outcome(row),
        created_at=_instant(row.created_at),
        updated_at=_instant(row.updated_at),
    )


def bookmark_attributes(report: AttemptReport) -> dict[str, Any]:
    return {"seq": report.seq, "fraction": report.fraction, "message": stored(report.message)}


def _bookmark(attributes: Mapping[str, Any]) -> AttemptReport:
    if "seq" not in attributes:
        return AttemptReport()
    return AttemptReport(attributes["seq"], attributes["fraction"], recalled(attributes["message"]))


def _outcome(row: "WorkflowStatus") -> Outcome | None:
    match row.status:
        case "SUCCESS":
            return SucceededAttempt(row.output["result"] if isinstance(row.output, dict) else {})
        case "CANCELLED":
            return Cancelled()
        case "ERROR" | "MAX_RECOVERY_ATTEMPTS_EXCEEDED":
            return FailedAttempt(row.error.sentence if isinstance(row.error, JobFailed) else UNEXPECTED)
        case _:
            return None


def _instant(milliseconds: int | None) -> datetime:
    return datetime.fromtimestamp((milliseconds or 0) / 1000, UTC)


# DBOS gives a workflow only to processes of the version that enqueued it, and by default the version is a
# hash of the code: every change would orphan what is queued. Instead, a handler understands the payloads of
# its predecessors.
VERSION = "parley-1"
QUEUE = "parley-jobs"
FIRST_TRY = "parley-job"  # one per job, so these are what a list of jobs is made from
LATER_TRY = "parley-job-again"
_ATTEMPTS_A_LOOK = 4


@dataclass(frozen=True, slots=True)
class AttemptState:
    """Who runs an attempt now (None: nobody), whether it was cancelled, and how often it was begun."""

    executor: str | None
    is_cancelled: bool
    starts: int


def enqueue(attempt: JobAttempt) -> None:
    """Durable on return; does nothing when the attempt is there already."""
    from dbos import DBOS

    DBOS.enqueue_workflow_with_options(
        {
            "workflow_name": FIRST_TRY if attempt.number == 1 else LATER_TRY,
            "workflow_id": attempt.workflow_id,
            "queue_name": QUEUE,
            "app_version": VERSION,
            "authenticated_user": attempt.owner_id,
        },
        attempt.to_input(),
    )


def attempts_at(job_ids: Iterable[str]) -> dict[str, list[AttemptRecord]]:
    """All attempts at each of these jobs, the first one first; a job that is not there is left out."""
    from dbos import DBOS

    found: dict[str, list[AttemptRecord]] = {}
    wanted, numbers = list(job_ids), range(1, 1 + _ATTEMPTS_A_LOOK)
    while wanted:
        ids = [f"{job_id}:{number}" for job_id in wanted for number in numbers]
        rows = {row.workflow_id: row for row in DBOS.list_workflows(workflow_ids=ids)}
        for record in (parse_record(rows[id_]) for id_ in ids if id_ in rows):
            found.setdefault(record.attempt.job_id, []).append(record)
        wanted = [job_id for job_id in wanted if f"{job_id}:{numbers[-1]}" in rows]
        numbers = range(numbers.stop, numbers.stop + _ATTEMPTS_A_LOOK)
    return found


def newest_jobs(owner_id: str, limit: int) -> Sequence[str]:
    """The ids of an owner's jobs, the newest first."""
    from dbos import DBOS

    rows = DBOS.list_workflows(
        name=FIRST_TRY, user=owner_id, limit=limit, sort_desc=True, load_input=False, load_output=False
    )
    return [row.workflow_id.rpartition(":")[0] for row in rows]


def standings(workflow_ids: Sequence[str]) -> dict[str, AttemptState]:
    from dbos import DBOS

    rows = DBOS.list_workflows(workflow_ids=list(workflow_ids), load_input=False, load_output=False)
    return {
        row.workflow_id: AttemptState(
            executor=row.executor_id if row.status == "PENDING" else None,
            is_cancelled=row.status == "CANCELLED",
            starts=row.recovery_attempts or 0,
        )
        for row in rows
    }


def cancel(workflow_id: str) -> None:
    """Does nothing to an attempt that has ended."""
    from dbos import DBOS

    DBOS.cancel_workflow(workflow_id)


def keep_bookmark(workflow_id: str, report: AttemptReport) -> None:
    from dbos import DBOS

    DBOS.update_workflow_attributes(workflow_id, bookmark_attributes(report), merge=True)
