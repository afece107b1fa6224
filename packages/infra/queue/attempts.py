"""Attempts at jobs as DBOS keeps them: one workflow each, named `<job id>:<attempt>`."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from packages.core.events import JsonObject
from packages.domain.work.jobs import Job, JobStatus, job_stream
from packages.infra.queue.json_serializer import UNEXPECTED, JobFailed
from packages.infra.queue.outcome import Cancelled, Failed, Outcome, Succeeded, Told, status_of

if TYPE_CHECKING:
    from dbos import WorkflowStatus


@dataclass(frozen=True, slots=True)
class Attempt:
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
    def from_input(cls, stored: Mapping[str, Any]) -> "Attempt":
        return cls(stored["job_id"], stored["attempt"], stored["owner_id"], stored["kind"], stored["payload"])


@dataclass(frozen=True, slots=True)
class AttemptRecord:
    """An attempt and what has become of it; `outcome` is None while it waits or runs."""

    attempt: Attempt
    is_waiting: bool
    told: Told
    outcome: Outcome | None
    created_at: datetime
    updated_at: datetime

    @property
    def status(self) -> JobStatus:
        if self.outcome is not None:
            return status_of(self.outcome)
        return JobStatus.QUEUED if self.is_waiting else JobStatus.RUNNING

    def seen_as_job(self, first: "AttemptRecord", told: Told) -> Job:
        """The job, of which this is the latest attempt; `told` is what its stream says by now."""
        outcome = self.outcome or told.outcome
        return Job(
            id=self.attempt.job_id,
            owner_id=self.attempt.owner_id,
            kind=self.attempt.kind,
            payload=self.attempt.payload,
            attempt=self.attempt.number,
            status=self.status if outcome is None else status_of(outcome),
            progress=1.0 if isinstance(outcome, Succeeded) else told.fraction,
            message=told.message,
            result=outcome.result if isinstance(outcome, Succeeded) else None,
            error=outcome.error if isinstance(outcome, Failed) else None,
            created_at=first.created_at,
            updated_at=self.updated_at,
        )


def parse_record(row: "WorkflowStatus") -> AttemptRecord:
    """Reads a workflow that was loaded with its input and output."""
    stored: Any = row.input
    return AttemptRecord(
        Attempt.from_input(stored["args"][0]),
        is_waiting=row.status in ("ENQUEUED", "DELAYED"),
        told=_bookmark(row.attributes or {}),
        outcome=_outcome(row),
        created_at=_instant(row.created_at),
        updated_at=_instant(row.updated_at),
    )


def bookmark_attributes(told: Told) -> dict[str, Any]:
    return {"seq": told.seq, "fraction": told.fraction, "message": told.message}


def _bookmark(attributes: Mapping[str, Any]) -> Told:
    if "seq" not in attributes:
        return Told()
    return Told(attributes["seq"], attributes["fraction"], attributes["message"])


def _outcome(row: "WorkflowStatus") -> Outcome | None:
    match row.status:
        case "SUCCESS":
            return Succeeded(row.output["result"] if isinstance(row.output, dict) else {})
        case "CANCELLED":
            return Cancelled()
        case "ERROR" | "MAX_RECOVERY_ATTEMPTS_EXCEEDED":
            return Failed(str(row.error) if isinstance(row.error, JobFailed) else UNEXPECTED)
        case _:
            return None


def _instant(milliseconds: int | None) -> datetime:
    return datetime.fromtimestamp((milliseconds or 0) / 1000, UTC)
