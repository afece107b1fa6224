"""Hands notices on to the event log: at least once, each with its number, so that a reader hears each once."""

import json
from collections.abc import Iterable, Iterator

from packages.core.events import Event, EventLog, NewEvent
from packages.domain.trading.order_desk.ports import Notices


def deployment_stream(deployment_id: str) -> str:
    """The event stream that tells of a deployment's orders."""
    return f"deployment:{deployment_id}"


class Outbox:
    """Who dies between telling and marking tells again; the number of the notice says that it is the same."""

    def __init__(self, notices: Notices, log: EventLog) -> None:
        self._notices = notices
        self._log = log

    async def deliver(self, deployment_id: str) -> int:
        """How many were told."""
        told, stream = 0, deployment_stream(deployment_id)
        owner_id, waiting = await self._notices.untold(deployment_id)
        await self._log.open(stream, owner_id)
        while waiting:
            events = [NewEvent(each.event.type, {"notice": each.number, **each.event.data}) for each in waiting]
            await self._log.append(stream, *events)
            await self._notices.mark_told(deployment_id, waiting[-1].number)
            told += len(waiting)
            _, waiting = await self._notices.untold(deployment_id)
        return told


def each_once(events: Iterable[Event]) -> Iterator[Event]:
    """Events of a deployment's stream, without those that were told again."""
    seen: set[int] = set()
    for event in events:
        number = json.loads(event.json)["notice"]
        if number not in seen:
            seen.add(number)
            yield event
