"""How an attempt at a job ended, and the event that tells it.

The event is the one commit of an ending: whoever closes the stream first, with success, failure or a
cancel, has decided it. The record in DBOS follows, and after a crash it is made from the event.
"""

import json
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from packages.core.events import Event, EventLog, JsonObject, JsonValue, NewEvent
from packages.domain.work.jobs import JobStatus

STARTED = "job_started"
PROGRESS = "job_progress"
FINISHED = "job_finished"
_PAGE = 500


@dataclass(frozen=True, slots=True)
class Succeeded:
    """The work is done."""

    result: JsonObject


@dataclass(frozen=True, slots=True)
class Failed:
    """The work could not be done; `error` is a sentence for its owner."""

    error: str


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The owner did not want it any more."""


Outcome: TypeAlias = Succeeded | Failed | Cancelled


def status_of(outcome: Outcome) -> JobStatus:
    match outcome:
        case Succeeded():
            return JobStatus.SUCCEEDED
        case Failed():
            return JobStatus.FAILED
        case Cancelled():
            return JobStatus.CANCELLED
        case _:
            assert_never(outcome)


def finished(job_id: str, outcome: Outcome) -> NewEvent:
    """The last event of an attempt."""
    data: dict[str, JsonValue] = {"job_id": job_id, "status": status_of(outcome).value}
    if isinstance(outcome, Succeeded):
        data["result"] = outcome.result
    elif isinstance(outcome, Failed):
        data["error"] = outcome.error
    return NewEvent(FINISHED, data)


@dataclass(frozen=True, slots=True)
class Told:
    """What a stream has told up to event `seq`: how far the work is, and its end if it has one."""

    seq: int = 0
    fraction: float = 0.0
    message: str = ""
    outcome: Outcome | None = None


async def read_on(log: EventLog, stream_id: str, owner_id: str, told: Told) -> Told:
    """Adds what the stream told behind `told`."""
    while events := await log.read(stream_id, owner_id, after=told.seq, limit=_PAGE):
        for event in events:
            told = _hear(told, event)
        if len(events) < _PAGE:
            break
    return told


def _hear(told: Told, event: Event) -> Told:
    data = json.loads(event.json)
    if event.type == PROGRESS:
        return Told(event.seq, float(data["fraction"]), str(data["message"]))
    if event.type == FINISHED:
        return Told(event.seq, told.fraction, told.message, _outcome(data))
    return Told(event.seq, told.fraction, told.message)


def _outcome(data: JsonObject) -> Outcome:
    match data["status"]:
        case JobStatus.SUCCEEDED:
            result = data["result"]
            return Succeeded(result if isinstance(result, dict) else {})
        case JobStatus.CANCELLED:
            return Cancelled()
        case _:
            return Failed(str(data["error"]))
