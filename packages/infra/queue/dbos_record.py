"""Reading and writing the record of attempts in DBOS; these functions block and belong on threads."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from packages.infra.queue.attempts import Attempt, AttemptRecord, bookmark_attributes, parse_record
from packages.infra.queue.outcome import Told

# DBOS gives a workflow only to processes of the version that enqueued it, and by default the version is a
# hash of the code: every change would orphan what is queued. Instead, a handler understands the payloads of
# its predecessors.
VERSION = "parley-1"
QUEUE = "parley-jobs"
FIRST_TRY = "parley-job"  # one per job, so these are what a list of jobs is made from
LATER_TRY = "parley-job-again"
_ATTEMPTS_A_LOOK = 4


@dataclass(frozen=True, slots=True)
class Standing:
    """Who runs an attempt now (None: nobody), whether it was cancelled, and how often it was begun."""

    executor: str | None
    is_cancelled: bool
    starts: int


def enqueue(attempt: Attempt) -> None:
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


def standings(workflow_ids: Sequence[str]) -> dict[str, Standing]:
    from dbos import DBOS

    rows = DBOS.list_workflows(workflow_ids=list(workflow_ids), load_input=False, load_output=False)
    return {
        row.workflow_id: Standing(
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


def keep_bookmark(workflow_id: str, told: Told) -> None:
    from dbos import DBOS

    DBOS.update_workflow_attributes(workflow_id, bookmark_attributes(told), merge=True)
