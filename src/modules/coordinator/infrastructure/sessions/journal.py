"""The record of runs as they go: a line for each execution of a node, and events for whoever follows.

A run does not wait for its record. Lines and events are handed over in order and written behind it, in groups; the end
of a session is written behind all of them.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

import structlog

from packages.core.clock import Clock
from packages.core.events import EventLog, JsonObject, NewEvent, StreamClosed
from packages.core.ids import Ids
from src.modules.coordinator.domain.model.enums import NodeStatus
from src.modules.coordinator.domain.session import NodeExecution, ResearchRun, ResearchSession, current_run
from src.modules.coordinator.infrastructure.orchestration.outcomes import Outcome, engine_of, reason_of, status_of
from src.modules.coordinator.infrastructure.sessions.writer import SessionWriter, batch_due

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _QueuedEvent:
    """`written` is for the last event of a stream: its teller waits for it."""

    stream: str
    event: NewEvent
    written: asyncio.Future[None] | None = None


class RunJournal:
    """Watches the nodes and publishes the events; use it inside `running()`."""

    def __init__(self, events: EventLog, writer: SessionWriter, clock: Clock, ids: Ids) -> None:
        self._events = events
        self._writer = writer
        self._clock = clock
        self._ids = ids
        self._queue: asyncio.Queue[_QueuedEvent] = asyncio.Queue()
        self._flush = asyncio.Event()
        self._open: dict[tuple[str, str], NodeExecution] = {}

    @asynccontextmanager
    async def running(self) -> AsyncIterator["RunJournal"]:
        async with asyncio.TaskGroup() as group:
            task = group.create_task(self._publish_forever())
            try:
                yield self
            finally:
                self._flush.set()
                await self._queue.join()
                task.cancel()

    def began(self, session: ResearchSession, *, resumed: bool) -> None:
        data: JsonObject = {
            "session_id": session.id,
            "symbol": session.request.symbol,
            "attempt": session.attempt,
            "experts": [expert.value for expert in session.request.experts],
            "kept": sorted(session.run.kept),
            "skip_debate": session.request.skip_debate,
            "rounds": session.request.rounds,
            "analysis_date": str(session.request.analysis_date) if session.request.analysis_date else None,
        }
        self._publish(session.run.stream, "research_resumed" if resumed else "research_started", data)

    def ended(self, session: ResearchSession) -> asyncio.Future[None]:
        """What came of it is in the session's row, and is not stored twice."""
        data: JsonObject = {"status": session.status.value, "error": session.error}
        written = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(_QueuedEvent(session.run.stream, NewEvent("research_finished", data), written))
        for node in [key for key in self._open if key[0] == session.id]:
            del self._open[node]
        return written

    async def end_written(self, session: ResearchSession) -> None:
        self._flush.set()
        await self.ended(session)

    def started(self, node: str) -> None:
        run = current_run()
        if run is None:
            return
        execution = NodeExecution(
            id=self._ids.new(),
            session_id=run.session_id,
            attempt=run.attempt,
            node=node,
            status=NodeStatus.RUNNING,
            started_at=self._clock.now(),
        )
        self._open[run.session_id, node] = execution
        self._write(run, execution)

    def finished(self, node: str, outcome: Outcome) -> None:
        run = current_run()
        execution = self._open.pop((run.session_id, node), None) if run else None
        if run is None or execution is None:
            return
        ended = replace(
            execution,
            status=status_of(outcome),
            finished_at=self._clock.now(),
            error=reason_of(outcome),
            engine=engine_of(outcome),
        )
        self._write(run, ended)

    def _write(self, run: ResearchRun, node: NodeExecution) -> None:
        self._writer.post(_line(node))
        self._publish(run.stream, "node_started" if node.finished_at is None else "node_finished", _event(node))

    def _publish(self, stream: str, kind: str, data: JsonObject) -> None:
        self._queue.put_nowait(_QueuedEvent(stream, NewEvent(kind, data)))

    async def _publish_forever(self) -> None:
        while True:
            batch = [await self._queue.get()]
            await batch_due(self._flush)
            while not self._queue.empty():
                batch.append(self._queue.get_nowait())
            streams: defaultdict[str, list[_QueuedEvent]] = defaultdict(list)
            for data in batch:
                streams[data.stream].append(data)
            await asyncio.gather(*(self._append(stream, data) for stream, data in streams.items()))
            for _ in batch:
                self._queue.task_done()

    async def _append(self, stream: str, data: Sequence[_QueuedEvent]) -> None:
        """An attempt that was reported as over is over; what cannot be published is logged, and the run continues."""
        waiting = [each.written for each in data if each.written is not None]
        append = self._events.append(stream, *(each.event for each in data), last=bool(waiting))
        (end,) = await asyncio.gather(append, return_exceptions=True)
        if isinstance(end, BaseException) and not isinstance(end, StreamClosed):
            _log.error("research_events_failed", exc_info=end)
        for written in waiting:
            if not written.done():
                written.set_result(None)


def _line(node: NodeExecution) -> dict[str, object]:
    return {
        "id": node.id,
        "session_id": node.session_id,
        "attempt": node.attempt,
        "node": node.node,
        "status": node.status.value,
        "started_at": node.started_at,
        "finished_at": node.finished_at,
        "error": node.error,
        "engine": node.engine,
    }


def _event(node: NodeExecution) -> dict[str, str | float | None]:
    data: dict[str, str | float | None] = {"node": node.node, "status": node.status.value}
    if node.finished_at is not None:
        data["seconds"] = round((node.finished_at - node.started_at).total_seconds(), 3)
        data |= {"error": node.error, "engine": node.engine}
    return data
