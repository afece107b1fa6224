"""Turns at work: each a task of this process, streamed through the event log, ended whatever happens to it."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import aclosing, asynccontextmanager, suppress
from datetime import datetime
from typing import Protocol

from apps.api.orchestration.stream_handler import Batch
from apps.api.orchestration.tail import delta_of, new_event
from apps.api.orchestration.types import ActiveTurn
from packages.core.clock import Clock
from packages.core.errors import Unavailable
from packages.core.events import EventLog, NewEvent, StreamClosed
from packages.domain.conversation.model import ChatSession, Turn, TurnOutcome, TurnStatus
from packages.domain.conversation.ports import Journal, UnknownTurn

LOOK_SECONDS = 5.0


class ServerClosing(Unavailable):
    """The desk is shut down in the middle of an answer."""


class TurnWork(Protocol):
    """What happens in a turn, and what is stored of one that failed."""

    def events(self, active: ActiveTurn) -> AsyncGenerator[Batch, None]:
        """All but the tail, which is stored when it ends."""
        ...

    async def outcome(self, active: ActiveTurn) -> TurnOutcome:
        """Asked once, after the events."""
        ...

    def failure(self, active: ActiveTurn, error: BaseException) -> TurnOutcome:
        """Stands on nothing that could fail again."""
        ...

    async def burial(self, turn: Turn, shown: str) -> tuple[ChatSession, TurnOutcome]:
        """Of a turn whose process died; `shown` is what the person saw of the answer."""
        ...


Lives = Callable[[str, datetime, datetime], bool]
Log = Callable[[str, str, BaseException], None]


class TurnSupervisor:
    """Use it inside `running()`. `lives` says whether a holder, last heard of then, is alive now."""

    def __init__(
        self, journal: Journal, events: EventLog, work: TurnWork, clock: Clock, lives: Lives, log: Log
    ) -> None:
        self._journal = journal
        self._events = events
        self._work = work
        self._clock = clock
        self._lives = lives
        self._log = log
        self._active: dict[str, ActiveTurn] = {}
        self._left: set[str] = set()  # turns of this process that could not be closed: the janitor closes them
        self._tasks: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def running(self, look_seconds: float = LOOK_SECONDS) -> AsyncIterator["TurnSupervisor"]:
        """At the end, the turns that are still at work are closed as failed."""
        janitor = asyncio.create_task(self._keep_house(look_seconds), name="turn-janitor")
        try:
            yield self
        finally:
            tasks = {janitor, *self._tasks}
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
            for active in list(self._active.values()):
                await self._close_in_any_case(active, ServerClosing("conversation.shut_down"))

    def begin(self, active: ActiveTurn) -> None:
        self._active[active.turn.id] = active
        task = asyncio.create_task(self._run(active), name=f"turn-{active.turn.id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def stop(self, turn_id: str) -> None:
        """Of one of this process's; another process finds out at its next look."""
        active = self._active.get(turn_id)
        if active is not None:
            active.stop()

    async def close_abandoned(self, session_id: str | None = None) -> None:
        """Closes the turns of dead processes, and publishes the tails that they left unsent."""
        for turn in await self._journal.unfinished(session_id):
            if self._is_dead(turn):
                await self._close_abandoned(turn)

    async def _run(self, active: ActiveTurn) -> None:
        try:
            outcome = await self._worked(active)
            await self._close(active.turn, active.session, outcome)
        except Exception as error:  # noqa: BLE001 - the worker loop: a turn ends in one `done`, whatever fails
            self._log("turn_not_stored", active.turn.id, error)
            await self._close_in_any_case(active, error)
        self._active.pop(active.turn.id, None)

    async def _worked(self, active: ActiveTurn) -> TurnOutcome:
        try:
            async with aclosing(self._work.events(active)) as batches:
                async for batch in batches:
                    await self._events.append(active.turn.stream_id, *map(new_event, batch))
            if active.state.fault is not None:
                self._log("turn_stream_failed", active.turn.id, active.state.fault)
            return await self._work.outcome(active)
        except Exception as error:  # noqa: BLE001 - the worker loop: a turn ends in one `done`, whatever fails
            self._log("turn_failed", active.turn.id, error)
            return self._work.failure(active, error)

    async def _close_in_any_case(self, active: ActiveTurn, error: BaseException) -> None:
        try:
            await self._close(active.turn, active.session, self._work.failure(active, error))
        except Exception as again:  # noqa: BLE001 - the worker loop: the janitor ends what cannot be ended here
            self._left.add(active.turn.id)
            self._log("turn_not_closed", active.turn.id, again)

    async def _close(self, turn: Turn, session: ChatSession, outcome: TurnOutcome) -> None:
        await self._journal.close(turn, session, outcome, self._clock.now())
        await self._publish_tail(turn, await self._stored_tail(turn, outcome))

    async def _stored_tail(self, turn: Turn, outcome: TurnOutcome) -> Sequence[NewEvent]:
        """Ours, or that of who closed the turn before us."""
        try:
            stored = await self._journal.turn(turn.owner_id, turn.id)
        except UnknownTurn:  # the person has deleted the conversation meanwhile
            return outcome.tail
        return outcome.tail if stored.tail is None else stored.tail

    async def _publish_tail(self, turn: Turn, tail: Sequence[NewEvent]) -> None:
        with suppress(StreamClosed):  # published by a process that died right after it
            await self._events.append(turn.stream_id, *tail, last=True)
        await self._journal.mark_delivered(turn.id)

    def _is_dead(self, turn: Turn) -> bool:
        if turn.id in self._active:
            return False
        return turn.id in self._left or not self._lives(turn.holder, turn.alive_at, self._clock.now())

    async def _close_abandoned(self, turn: Turn) -> None:
        if turn.status is TurnStatus.STREAMING:
            session, outcome = await self._work.burial(turn, await self._shown(turn))
            await self._close(turn, session, outcome)
        else:
            await self._publish_tail(turn, turn.tail or ())
        self._left.discard(turn.id)

    async def _shown(self, turn: Turn) -> str:
        after, shown = 0, ""
        while events := await self._events.read(turn.stream_id, turn.owner_id, after):
            shown += "".join(delta_of(event.json) for event in events if event.type == "text_delta")
            after = events[-1].seq
        return shown

    async def _keep_house(self, look_seconds: float) -> None:
        while True:
            try:
                await self._look()
            except Exception as error:  # noqa: BLE001 - the worker loop: the next look may go better
                self._log("turn_janitor_failed", "", error)
            await asyncio.sleep(look_seconds)

    async def _look(self) -> None:
        """Tells that this process's turns live, stops those that somebody wants stopped, and buries the dead."""
        mine = list(self._active)
        if mine:
            await self._journal.keep_alive(mine, self._clock.now())
            for turn_id in await self._journal.asked_to_stop(mine):
                self.stop(turn_id)
        for turn in await self._journal.unfinished():
            if self._is_dead(turn):
                await self._close_or_leave(turn)

    async def _close_or_leave(self, turn: Turn) -> None:
        try:
            await self._close_abandoned(turn)
        except Exception as error:  # noqa: BLE001 - the worker loop: one that cannot be buried keeps no other waiting
            self._log("turn_not_buried", turn.id, error)
