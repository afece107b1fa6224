"""What the transactions of a conversation are made of; each step runs under the lock of the conversation's row."""

import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import TypeVar

from sqlalchemy import Connection, Select, Table, bindparam, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from packages.core.messages import Language
from packages.domain.accounts.profile import Profile
from packages.domain.conversation.model import ChatSession, ChatSessionStatus, SessionChange, SessionMessage, Transition
from packages.domain.conversation.ports import TurnInProgress, UnknownSession
from packages.infra.accounts import ProfileRow
from packages.infra.conversation.rows import (
    OPEN,
    message_columns,
    messages,
    session_columns,
    session_of,
    sessions,
    transition_columns,
    transitions,
    turns,
)
from packages.infra.db.engine import Database
from packages.infra.db.writes import writes_to

TURNS_IN_PHASE = "turns_in_phase"
_ID = re.compile(r"[0-9a-f-]{36}")

T = TypeVar("T")


# Made once: to put a statement together takes longer than to run it.
OWN = select(sessions).where(
    sessions.c.id == bindparam("session"), sessions.c.owner_id == bindparam("owner"), sessions.c.deleted_at.is_(None)
)
_LOCKED = OWN.with_for_update()
_AT_WORK = select(turns.c.id).where(turns.c.session_id == bindparam("session"), OPEN)
_PUT_SESSION = update(sessions).where(sessions.c.id == bindparam("session"))
_LAST_NUMBER = {
    table: select(func.max(table.c.number)).where(table.c.session_id == bindparam("session"))
    for table in (messages, transitions)
}


class ChatWrites:
    """The transactions of conversations, one for all that write them; close it with `aclose()`."""

    def __init__(self, database: Database) -> None:
        self._writes = writes_to(database)

    async def run(self, work: Callable[[Connection], T]) -> T:
        try:
            return await self._writes.run(work)
        except IntegrityError:  # another transaction wrote the same row first: now it is there to be found
            return await self._writes.run(work)

    async def aclose(self) -> None:
        await self._writes.aclose()


def is_id(text: str) -> bool:
    """What is not one is not looked for: a database refuses some texts with an error of its own."""
    return _ID.fullmatch(text) is not None


def unknown_session() -> UnknownSession:
    return UnknownSession("conversation.unknown_session")


def locked(on: Connection, owner_id: str, session_id: str) -> ChatSession:
    """The conversation of the owner; nobody else writes to it before the transaction ends."""
    return mine(on, owner_id, session_id, _LOCKED)


def mine(on: Connection, owner_id: str, session_id: str, wanted: "Select[*tuple[object, ...]]" = OWN) -> ChatSession:
    own = {"session": session_id, "owner": owner_id}
    row = on.execute(wanted, own).mappings().one_or_none() if is_id(session_id) else None
    if row is None:
        raise unknown_session()
    return session_of(row)


def require_quiet(on: Connection, session_id: str) -> None:
    if on.execute(_AT_WORK, {"session": session_id}).first() is not None:
        raise TurnInProgress("conversation.turn_in_progress")


def new_session(session_id: str, owner_id: str, phase: str, language: Language, at: datetime) -> ChatSession:
    return ChatSession(
        id=session_id,
        owner_id=owner_id,
        title="",
        phase=phase,
        status=ChatSessionStatus.ACTIVE,
        language=language,
        artifacts={},
        metadata={TURNS_IN_PHASE: 0},
        previous_response_id=None,
        version=1,
        created_at=at,
        updated_at=at,
    )


def add_session(on: Connection, session: ChatSession) -> None:
    on.execute(insert(sessions), session_columns(session))


def put_session(on: Connection, session: ChatSession) -> None:
    on.execute(_PUT_SESSION, {"session": session.id, **session_columns(session)})


def add_message(on: Connection, message: SessionMessage) -> None:
    number = _last_number(on, messages, message.session_id) + 1
    on.execute(insert(messages), {"number": number, **message_columns(message)})


def changed(on: Connection, session: ChatSession, change: SessionChange, at: datetime) -> ChatSession:
    """The turns of a phase are counted here and nowhere else; they begin anew with the phase."""
    count = 0 if change.phase != session.phase else session.metadata.get(TURNS_IN_PHASE, 0)
    after = replace(
        session,
        phase=change.phase,
        status=change.status,
        artifacts=change.artifacts,
        metadata={**change.metadata, TURNS_IN_PHASE: count},
        previous_response_id=change.previous_response_id,
        title=change.title or session.title,
        version=session.version + 1,
        updated_at=at,
    )
    put_session(on, after)
    _add_transitions(on, session.id, change.transitions)
    if change.profile is not None:
        _put_profile(on, session.owner_id, change.profile, at)
    return after


def _add_transitions(on: Connection, session_id: str, moves: Sequence[Transition]) -> None:
    if moves:
        first = _last_number(on, transitions, session_id) + 1
        rows = [transition_columns(session_id, number, move) for number, move in enumerate(moves, first)]
        on.execute(insert(transitions), rows)


def _put_profile(on: Connection, owner_id: str, profile: Profile, at: datetime) -> None:
    columns = {**asdict(profile), "updated_at": at}
    if not on.execute(update(ProfileRow).where(ProfileRow.user_id == owner_id).values(columns)).rowcount:
        on.execute(insert(ProfileRow), {"user_id": owner_id, **columns})


def _last_number(on: Connection, table: Table, session_id: str) -> int:
    return int(on.scalar(_LAST_NUMBER[table], {"session": session_id}) or 0)
