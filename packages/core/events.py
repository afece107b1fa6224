"""The durable event log as a port: what a turn, a run or a job reports, in order, for ever.

A stream belongs to one owner. Its events are numbered from 1 without gaps. An event is durable before
anybody can read it, so what a client saw is there after a crash.
"""

from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from packages.core.errors import Conflict, NotFound

JsonValue: TypeAlias = "bool | int | float | str | Sequence[JsonValue] | Mapping[str, JsonValue] | None"
JsonObject: TypeAlias = Mapping[str, JsonValue]


class UnknownStream(NotFound):
    """No such stream, or another owner's."""


class StreamClosed(Conflict):
    """The stream has had its last event."""


@dataclass(frozen=True, slots=True)
class NewEvent:
    """Something to be reported; a client gets `data` with the type in it."""

    type: str
    data: JsonObject


@dataclass(frozen=True, slots=True)
class Event:
    """Something that was reported: `seq` counts from 1 within its stream, `json` is what a client is sent."""

    seq: int
    type: str
    json: str


class EventLog(Protocol):
    """Append-only streams of events."""

    async def open(self, stream_id: str, owner_id: str) -> None:
        """Makes the stream if it is not there; a stream of another owner is `UnknownStream`."""
        ...

    async def append(self, stream_id: str, *events: NewEvent, last: bool = False) -> tuple[Event, ...]:
        """Returns when the events are durable; `last` closes the stream with them."""
        ...

    async def read(self, stream_id: str, owner_id: str, after: int = 0, limit: int = 500) -> tuple[Event, ...]:
        """The events behind `after`, at most `limit` of them."""
        ...

    def tail(self, stream_id: str, owner_id: str, after: int = 0) -> AsyncGenerator[Event, None]:
        """The events behind `after`, then those to come, until the stream is closed; close it if you leave early."""
        ...
