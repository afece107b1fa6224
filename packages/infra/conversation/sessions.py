"""Conversations in the SQL database, as their owner meets them."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, bindparam, exists, or_, select, tuple_, update

from packages.core.clock import Clock
from packages.core.ids import Ids
from packages.core.messages import Language
from packages.domain.conversation.model import ChatSession, SessionChange, SessionMessage, Transition
from packages.domain.conversation.ports import SessionMoved
from packages.infra.conversation.rows import (
    OPEN,
    message_of,
    messages,
    session_of,
    sessions,
    storable,
    transition_of,
    transitions,
    turns,
)
from packages.infra.conversation.writing import (
    ChatWrites,
    add_session,
    changed,
    locked,
    mine,
    new_session,
    require_quiet,
)
from packages.infra.db.engine import Database


class SqlChatSessions:
    """`Sessions` over the database. A deleted conversation is kept, and unknown to everybody."""

    def __init__(self, database: Database, writes: ChatWrites, clock: Clock, ids: Ids) -> None:
        self._database = database
        self._writes = writes
        self._clock = clock
        self._ids = ids

    async def create(self, owner_id: str, phase: str, language: Language, at: datetime) -> ChatSession:
        session = new_session(self._ids.new(), owner_id, phase, language, at)
        await self._writes.run(lambda on: add_session(on, session))
        return session

    async def get(self, owner_id: str, session_id: str) -> ChatSession:
        return await self._database.run_read(lambda on: mine(on, owner_id, session_id))

    async def page(
        self, owner_id: str, limit: int, before: str | None = None, search: str | None = None
    ) -> Sequence[ChatSession]:
        wanted = select(sessions).where(sessions.c.owner_id == owner_id, sessions.c.deleted_at.is_(None))
        if search and search.strip():
            wanted = wanted.where(_mentions(storable(search.strip())))
        newest = wanted.order_by(sessions.c.updated_at.desc(), sessions.c.id.desc()).limit(limit)

        def work(on: Connection) -> list[ChatSession]:
            shown = newest
            if before is not None:
                last = mine(on, owner_id, before)
                place = tuple_(sessions.c.updated_at, sessions.c.id)
                shown = newest.where(place < tuple_(last.updated_at, last.id))
            return [session_of(row) for row in on.execute(shown).mappings()]

        return await self._database.run_read(work)

    async def messages(self, owner_id: str, session_id: str) -> Sequence[SessionMessage]:
        def work(on: Connection) -> list[SessionMessage]:
            mine(on, owner_id, session_id)
            return [message_of(row) for row in on.execute(_SAID, {"session": session_id}).mappings()]

        return await self._database.run_read(work)

    async def transitions(self, owner_id: str, session_id: str) -> Sequence[Transition]:
        wanted = select(transitions).where(transitions.c.session_id == session_id).order_by(transitions.c.number)

        def work(on: Connection) -> list[Transition]:
            mine(on, owner_id, session_id)
            return [transition_of(row) for row in on.execute(wanted).mappings()]

        return await self._database.run_read(work)

    async def change(self, session: ChatSession, change: SessionChange, at: datetime) -> ChatSession:
        def work(on: Connection) -> ChatSession:
            now = locked(on, session.owner_id, session.id)
            require_quiet(on, now.id)
            if now.version != session.version:
                raise SessionMoved("conversation.session_moved")
            return changed(on, now, change, at)

        return await self._writes.run(work)

    async def delete(self, owner_id: str, session_id: str) -> None:
        def work(on: Connection) -> None:
            gone = locked(on, owner_id, session_id)
            on.execute(update(sessions).where(sessions.c.id == gone.id).values(deleted_at=self._clock.now()))
            on.execute(update(turns).where(turns.c.session_id == gone.id, OPEN).values(stop_asked=True))

        await self._writes.run(work)


_SAID = select(messages).where(messages.c.session_id == bindparam("session")).order_by(messages.c.number)


def _mentions(text: str) -> ColumnElement[bool]:
    """In the title or in a message, in any case, every character for itself."""
    said = exists().where(messages.c.session_id == sessions.c.id, messages.c.content.icontains(text, autoescape=True))
    return or_(sessions.c.title.icontains(text, autoescape=True), said)
