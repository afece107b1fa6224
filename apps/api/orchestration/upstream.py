"""The upstream of a turn: whoever answers it, read by one task from its first event to its last."""

import asyncio
from collections.abc import Mapping
from contextlib import aclosing

from apps.api.orchestration.active_turn import Ended, Inbox
from apps.api.orchestration.stream_errors import broke_off
from apps.api.orchestration.types import _TurnPreparation

BURST = 256  # events that are told together at the most
_PATIENCE = 2.0  # seconds to close in when it is told to


class Upstream:
    """Read into the inbox from the moment it is made; what its task opens, the task closes itself."""

    def __init__(self, prepared: _TurnPreparation, inbox: Inbox) -> None:
        self.engine = prepared.streamer.engine
        self._inbox = inbox
        self._reader = asyncio.create_task(_read(prepared, inbox))
        self._reader.add_done_callback(self._end)

    async def aclose(self) -> None:
        """Once is enough; what nobody has read by then, nobody will, but for the wish to stop."""
        self._reader.cancel()
        await asyncio.wait({self._reader}, timeout=_PATIENCE)
        left = [self._inbox.get_nowait() for _ in range(self._inbox.qsize())]
        for each in left:
            if isinstance(each, Ended) and each.stopped:
                self._inbox.put_nowait(each)

    def _end(self, reader: "asyncio.Task[None]") -> None:
        self._inbox.put_nowait(Ended(broke_off() if reader.cancelled() else reader.exception()))


async def _read(prepared: _TurnPreparation, inbox: Inbox) -> None:
    async with aclosing(prepared.streamer.stream_events(prepared.request)) as events:
        async for event in events:
            if not isinstance(event, Mapping):
                raise broke_off("conversation.answer_unreadable")
            inbox.put_nowait(event)
            if inbox.qsize() >= BURST:  # one that never waits must not keep everybody else waiting
                await asyncio.sleep(0)
