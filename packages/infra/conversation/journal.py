"""The journal of turns in the SQL database: a turn begins in one transaction and ends in another."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, Select, and_, insert, select, update

from packages.core.ids import Ids
from packages.core.messages import Language
from packages.domain.conversation.model import (
    ChatSession,
    NewTurn,
    Role,
    SessionMessage,
    Turn,
    TurnOutcome,
    TurnStatus,
    title_of,
)
from packages.domain.conversation.ports import ClientTurnTaken, Known, Opened, UnknownTurn
from packages.infra.conversation.rows import (
    OPEN,
    UNFINISHED,
    messages,
    session_of,
    sessions,
    storable,
    tail_text,
    turn_columns,
    turn_of,
    turns,
)
from packages.infra.conversation.writing import (
    TURNS_IN_PHASE,
    ChatWrites,
    add_message,
    add_session,
    changed,
    is_id,
    locked,
    mine,
    new_session,
    put_session,
    require_quiet,
)
from packages.infra.db.engine import Database
from packages.infra.db.event_rows import open_stream


class SqlJournal:
    """`Journal` over the database. A deleted conversation has no turns to anybody but the
    process that is at work on one."""

    def __init__(self, database: Database, writes: ChatWrites, ids: Ids) -> None:
        self._database = database
        self._writes = writes
        self._ids = ids

    async def open(self, new: NewTurn) -> Opened | Known:
        def work(on: Connection) -> Opened | Known:
            before = None if new.session_id is None else locked(on, new.owner_id, new.session_id)
            return _known(on, new) or self._begun(on, new, before)

        return await self._writes.run(work)

    async def known(self, new: NewTurn) -> Known | None:
        def work(on: Connection) -> Known | None:
            if new.session_id is not None:
                mine(on, new.owner_id, new.session_id)
            return _known(on, new)

        return await self._database.run_read(work)

    async def close(self, turn: Turn, session: ChatSession, outcome: TurnOutcome, at: datetime) -> None:
        await self._writes.run(lambda on: _close(on, turn, outcome, at))

    async def mark_delivered(self, turn_id: str) -> None:
        await self._writes.run(lambda on: on.execute(update(turns).where(turns.c.id == turn_id).values(tail=None)))

    async def turn(self, owner_id: str, turn_id: str) -> Turn:
        found = await self._found(_seen().where(*_own(owner_id, turn_id))) if is_id(turn_id) else ()
        if not found:
            raise _unknown()
        return found[0]

    async def unfinished(self, session_id: str | None = None) -> Sequence[Turn]:
        wanted = _seen().where(turns.c.id.in_(select(turns.c.id).where(UNFINISHED))).order_by(turns.c.id)
        return await self._found(wanted if session_id is None else wanted.where(turns.c.session_id == session_id))

    async def keep_alive(self, turn_ids: Sequence[str], at: datetime) -> None:
        mine = update(turns).where(turns.c.id.in_(turn_ids), OPEN)
        await self._writes.run(lambda on: on.execute(mine.values(alive_at=at)))

    async def ask_to_stop(self, owner_id: str, turn_id: str) -> Turn:
        if not is_id(turn_id):
            raise _unknown()
        return await self._writes.run(lambda on: _ask_to_stop(on, owner_id, turn_id))

    async def asked_to_stop(self, turn_ids: Sequence[str]) -> Sequence[str]:
        wanted = select(turns.c.id).where(turns.c.id.in_(turn_ids), turns.c.stop_asked.is_(True))
        async with self._database.read() as session:
            return list(await session.scalars(wanted.order_by(turns.c.id)))

    async def _found(self, wanted: "Select[*tuple[object, ...]]") -> Sequence[Turn]:
        return await self._database.run_read(lambda on: [turn_of(row) for row in on.execute(wanted).mappings()])

    def _begun(self, on: Connection, new: NewTurn, before: ChatSession | None) -> Opened:
        if before is None:
            first = new_session(self._ids.new(), new.owner_id, new.first_phase, new.language or Language.ZH, new.at)
            session = _counted(first, new)
            add_session(on, session)
        else:
            require_quiet(on, before.id)
            session = _counted(before, new)
            put_session(on, session)
        turn = self._turn(session, new)
        on.execute(insert(turns), turn_columns(turn))
        open_stream(on, turn.stream_id, turn.owner_id, new.at)
        add_message(on, turn.message)
        return Opened(turn, session, is_first=before is None)

    def _turn(self, session: ChatSession, new: NewTurn) -> Turn:
        turn_id = self._ids.new()
        said = SessionMessage(
            self._ids.new(), session.id, turn_id, new.role, storable(new.message), session.phase, new.at
        )
        return Turn(
            id=turn_id,
            session_id=session.id,
            owner_id=new.owner_id,
            client_turn_id=new.client_turn_id,
            message=said,
            status=TurnStatus.STREAMING,
            phase=session.phase,
            holder=new.holder,
            alive_at=new.at,
            started_at=new.at,
        )


def _known(on: Connection, new: NewTurn) -> Known | None:
    if new.client_turn_id is None:
        return None
    same = (turns.c.owner_id == new.owner_id, turns.c.client_turn_id == new.client_turn_id)
    row = on.execute(_turns().where(*same)).mappings().one_or_none()
    if row is None:
        return None
    if row["deleted_at"] is not None:
        raise ClientTurnTaken("conversation.turn_id_of_deleted")
    turn = turn_of(row)
    if turn.message.content != storable(new.message) or new.session_id not in (None, turn.session_id):
        raise ClientTurnTaken("conversation.turn_id_taken")
    return Known(turn)


def _counted(session: ChatSession, new: NewTurn) -> ChatSession:
    count = session.metadata.get(TURNS_IN_PHASE, 0)
    return replace(
        session,
        language=new.language or session.language,
        metadata={**session.metadata, TURNS_IN_PHASE: count + 1 if isinstance(count, int) else 1},
        version=session.version + 1,
        updated_at=new.at,
    )


def _close(on: Connection, turn: Turn, outcome: TurnOutcome, at: datetime) -> None:
    """Of a deleted conversation only the turn itself ends: nothing is added to what its owner wanted gone."""
    wanted = select(sessions).where(sessions.c.id == turn.session_id).with_for_update()
    row = on.execute(wanted).mappings().one()
    ending = update(turns).where(turns.c.id == turn.id, OPEN)
    ended = on.execute(ending.values(status=outcome.status.value, ended_at=at, tail=tail_text(outcome.tail))).rowcount
    if not ended or row["deleted_at"] is not None:
        return
    if outcome.answer is not None:
        add_message(on, outcome.answer)
    session = session_of(row)
    session = replace(session, title=session.title or title_of(turn.message.content))
    if outcome.session is None:
        put_session(on, replace(session, version=session.version + 1, updated_at=at))
    else:
        changed(on, session, outcome.session, at)


def _ask_to_stop(on: Connection, owner_id: str, turn_id: str) -> Turn:
    on.execute(update(turns).where(*_own(owner_id, turn_id), OPEN).values(stop_asked=True))
    row = on.execute(_seen().where(*_own(owner_id, turn_id))).mappings().one_or_none()
    if row is None:
        raise _unknown()
    return turn_of(row)


def _own(owner_id: str, turn_id: str) -> tuple[ColumnElement[bool], ...]:
    return turns.c.id == turn_id, turns.c.owner_id == owner_id


def _turns() -> "Select[*tuple[object, ...]]":
    """With the message that is answered, whose it is, and when the conversation was deleted."""
    said = and_(messages.c.turn_id == turns.c.id, messages.c.role != Role.ASSISTANT.value)
    shown = select(turns, messages.c.id.label("message_id"), messages.c.content, messages.c.role, sessions.c.deleted_at)
    return shown.join(messages, said).join(sessions, sessions.c.id == turns.c.session_id)


def _seen() -> "Select[*tuple[object, ...]]":
    return _turns().where(sessions.c.deleted_at.is_(None))


def _unknown() -> UnknownTurn:
    return UnknownTurn("conversation.unknown_turn")
