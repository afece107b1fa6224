"""A session's events as a client hears them: the last one brings the result, which is stored with the session alone."""

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, replace

from packages.core.events import Event, EventLog, NewEvent
from src.modules.coordinator.application.answer import flat_answer
from src.modules.coordinator.application.research_sessions import ResearchSessions


@dataclass(frozen=True, slots=True)
class ToldWithResult:
    """The event log as one session's followers read it."""

    log: EventLog
    sessions: ResearchSessions
    session_id: str

    async def open(self, stream_id: str, owner_id: str) -> None:
        await self.log.open(stream_id, owner_id)

    async def append(self, stream_id: str, *events: NewEvent, last: bool = False) -> tuple[Event, ...]:
        return await self.log.append(stream_id, *events, last=last)

    async def read(self, stream_id: str, owner_id: str, after: int = 0, limit: int = 500) -> tuple[Event, ...]:
        return await self.log.read(stream_id, owner_id, after, limit)

    async def tail(self, stream_id: str, owner_id: str, after: int = 0) -> AsyncGenerator[Event, None]:
        async with aclosing(self.log.tail(stream_id, owner_id, after)) as events:
            async for event in events:
                yield await self._whole(event, owner_id) if event.type == "research_finished" else event

    async def _whole(self, event: Event, owner_id: str) -> Event:
        answer = flat_answer(await self.sessions.get(owner_id, self.session_id))
        return replace(event, json=f'{event.json[:-1]},"result":{json.dumps(answer)}}}')
