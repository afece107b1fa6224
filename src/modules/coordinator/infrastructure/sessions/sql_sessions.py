"""Research sessions over the SQL database."""

import json
from collections.abc import Sequence

from sqlalchemy import Connection, Update, bindparam, insert, or_, select, update
from sqlalchemy.orm import defer

from packages.core.clock import Clock
from packages.core.messages import Language, Sentence, message
from packages.infra.db.engine import Database
from packages.infra.db.event_rows import EventStreamRow
from packages.infra.queue.executor_locks import Liveness
from src.modules.coordinator.domain.dtos.research_dtos import ResearchRequest, ResearchResult
from src.modules.coordinator.domain.exceptions import UnknownResearch
from src.modules.coordinator.domain.model.enums import ExpertType, NodeStatus, ResearchStatus
from src.modules.coordinator.domain.session import NodeExecution, ResearchSession, StartKey
from src.modules.coordinator.infrastructure.sessions.rows import ResearchNodeRow, ResearchSessionRow
from src.modules.coordinator.infrastructure.sessions.writer import SessionWriter, insert_into

# A run that brings its process down would do so at every start.
MOST_LIVES = 10
_BY_START = (ResearchNodeRow.started_at, ResearchNodeRow.id)
# Whoever worked on these nodes is gone.
_LEFT = (
    update(ResearchNodeRow)
    .where(ResearchNodeRow.session_id == bindparam("session"), ResearchNodeRow.status == NodeStatus.RUNNING.value)
    .values(status=NodeStatus.INTERRUPTED.value)
)
_RUNNING = ResearchSessionRow.status == ResearchStatus.RUNNING.value
_STOPPED = ResearchSessionRow.status == ResearchStatus.STOPPED.value


class SqlResearchSessions:
    """The store. A session is born with the event stream of its first attempt, in one transaction."""

    def __init__(self, database: Database, writer: SessionWriter, process: Liveness, clock: Clock) -> None:
        self._database = database
        self._writer = writer
        self._process = process
        self._clock = clock

    async def add(self, session: ResearchSession, key: StartKey | None = None) -> bool:
        await self._process.hold()
        row = {**_row_of(session), **_key_of(key), "process": self._process.name, "lives": 1}

        def write(on: Connection) -> int:
            added = on.execute(insert_into(on, ResearchSessionRow).on_conflict_do_nothing(), row).rowcount
            if added:
                on.execute(insert(EventStreamRow), self._stream(session))
            return added

        return await self._writer.write(write) == 1

    async def started_with(self, owner_id: str, key: str) -> tuple[str, StartKey] | None:
        row = ResearchSessionRow
        wanted = select(row.id, row.start_digest).where(row.owner_id == owner_id, row.start_key == key)
        async with self._database.read() as session:
            found = (await session.execute(wanted)).first()
        return None if found is None else (found.id, StartKey(key, found.start_digest or ""))

    async def find(self, owner_id: str, session_id: str) -> ResearchSession:
        async with self._database.read() as session:
            row = await session.get(ResearchSessionRow, session_id)
            if row is None or row.owner_id != owner_id:
                raise UnknownResearch("coordinator.unknown_research")
            return _session_of(row)

    async def page(self, owner_id: str, limit: int, before: str | None = None) -> Sequence[ResearchSession]:
        wanted = select(ResearchSessionRow).where(ResearchSessionRow.owner_id == owner_id)
        if before is not None:
            wanted = wanted.where(ResearchSessionRow.id < before)
        newest = wanted.order_by(ResearchSessionRow.id.desc()).limit(limit).options(defer(ResearchSessionRow.result))
        async with self._database.read() as session:
            return [_session_of(row, with_result=False) for row in await session.scalars(newest)]

    async def nodes(self, session_id: str) -> Sequence[NodeExecution]:
        wanted = select(ResearchNodeRow).where(ResearchNodeRow.session_id == session_id)
        async with self._database.read() as session:
            return [_node_of(row) for row in await session.scalars(wanted.order_by(*_BY_START))]

    async def begin_again(self, session: ResearchSession) -> bool:
        await self._process.hold()
        before = (ResearchSessionRow.id == session.id, ResearchSessionRow.attempt == session.attempt - 1, ~_RUNNING)
        again = update(ResearchSessionRow).where(*before)
        values = {**_state_of(session), "process": self._process.name, "lives": 1}

        def write(on: Connection) -> int:
            changed = on.execute(again, values).rowcount
            if changed:
                on.execute(insert(EventStreamRow), self._stream(session))
            return changed

        return await self._writer.write(write) == 1

    async def end(self, session: ResearchSession) -> bool:
        values = _state_of(session)
        # Whoever stopped it elsewhere could not know what the experts had finished.
        is_open = or_(_RUNNING, _STOPPED) if session.status is ResearchStatus.STOPPED else _RUNNING
        ending = update(ResearchSessionRow).where(
            ResearchSessionRow.id == session.id, ResearchSessionRow.attempt == session.attempt, is_open
        )

        def write(on: Connection) -> int:
            on.execute(_LEFT, {"session": session.id})
            return on.execute(ending, values).rowcount

        return await self._writer.write(write) == 1

    async def stopped_elsewhere(self, at_work: Sequence[str]) -> Sequence[str]:
        wanted = select(ResearchSessionRow.id).where(ResearchSessionRow.id.in_(at_work), ~_RUNNING)
        async with self._database.read() as session:
            return list(await session.scalars(wanted))

    async def orphans(self, at_work: Sequence[str]) -> Sequence[ResearchSession]:
        await self._process.hold()
        async with self._database.read() as session:
            wanted = select(ResearchSessionRow.id).where(_RUNNING, ResearchSessionRow.id.not_in(at_work))
            found = list(await session.scalars(wanted))
        return [adopted for session_id in found if (adopted := await self._adopt(session_id)) is not None]

    async def adopt(self, session_id: str) -> bool:
        await self._process.hold()
        return await self._adopt(session_id) is not None

    async def _adopt(self, session_id: str) -> ResearchSession | None:
        async with self._database.read() as session:
            row = await session.get(ResearchSessionRow, session_id)
        if row is None or row.status != ResearchStatus.RUNNING.value:
            return None
        if row.process != self._process.name and not await self._process.is_gone(row.process):
            return None
        seen = (ResearchSessionRow.id == row.id, ResearchSessionRow.process == row.process, _RUNNING)
        adopting = update(ResearchSessionRow).where(*seen, ResearchSessionRow.lives == row.lives)
        changed = await self._writer.write(lambda on: _taken(on, adopting, row, self._process.name))
        if not changed:
            return await self._taken_here(session_id)
        return _session_of(row) if row.lives < MOST_LIVES else None

    async def _taken_here(self, session_id: str) -> ResearchSession | None:
        """Two of this process that take a session over at once have both got it; it is launched once all the same."""
        async with self._database.read() as session:
            row = await session.get(ResearchSessionRow, session_id)
        here = row is not None and row.status == ResearchStatus.RUNNING.value and row.process == self._process.name
        return _session_of(row) if row is not None and here else None

    def _stream(self, session: ResearchSession) -> dict[str, object]:
        now = self._clock.now()
        return {"id": session.run.stream, "owner_id": session.owner_id, "last_seq": 0, "created_at": now}


def _key_of(key: StartKey | None) -> dict[str, object]:
    return {"start_key": key.key, "start_digest": key.digest} if key else {}


def _taken(on: Connection, adopting: Update, row: ResearchSessionRow, process: str) -> int:
    """Takes the session over, or gives it up for good when it has brought too many processes down."""
    values: dict[str, object] = {"process": process, "lives": row.lives + 1}
    if row.lives >= MOST_LIVES:
        error = Sentence(message("coordinator.processes_died", count=row.lives))
        values |= {"status": ResearchStatus.INTERRUPTED.value, "error": error}
    on.execute(_LEFT, {"session": row.id})
    return on.execute(adopting, values).rowcount


def _row_of(session: ResearchSession) -> dict[str, object]:
    request = session.request
    return {
        "id": session.id,
        "owner_id": session.owner_id,
        "symbol": request.symbol,
        "experts": json.dumps([expert.value for expert in request.experts]),
        "options": json.dumps(request.options),
        "analysis_date": request.analysis_date,
        "language": session.language.value,
        "created_at": session.created_at,
        **_state_of(session),
    }


def _state_of(session: ResearchSession) -> dict[str, object]:
    """What changes while a session lives."""
    return {
        "status": session.status.value,
        "skip_debate": session.request.skip_debate,
        "rounds": session.request.rounds,
        "only_debate": session.only_debate,
        "attempt": session.attempt,
        "thread": session.thread,
        "started_at": session.started_at,
        "finished_at": session.finished_at,
        "result": session.result.model_dump_json() if session.result else None,
        "error": session.error,
    }


def _session_of(row: ResearchSessionRow, *, with_result: bool = True) -> ResearchSession:
    result = ResearchResult.model_validate_json(row.result) if with_result and row.result else None
    return ResearchSession(
        id=row.id,
        owner_id=row.owner_id,
        request=ResearchRequest(
            symbol=row.symbol,
            experts=[ExpertType(name) for name in json.loads(row.experts)],
            options=json.loads(row.options),
            skip_debate=row.skip_debate,
            rounds=row.rounds,
            analysis_date=row.analysis_date,
        ),
        language=Language(row.language),
        status=ResearchStatus(row.status),
        attempt=row.attempt,
        thread=row.thread,
        created_at=row.created_at,
        started_at=row.started_at,
        finished_at=row.finished_at,
        result=result,
        error=row.error,
        only_debate=row.only_debate,
    )


def _node_of(row: ResearchNodeRow) -> NodeExecution:
    return NodeExecution(
        id=row.id,
        session_id=row.session_id,
        attempt=row.attempt,
        node=row.node,
        status=NodeStatus(row.status),
        started_at=row.started_at,
        finished_at=row.finished_at,
        error=row.error,
        engine=row.engine,
    )
