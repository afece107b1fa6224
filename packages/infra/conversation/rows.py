"""The tables of conversations, and conversations as columns and back. Whoever writes to a conversation locks its
row first."""

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    RowMapping,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from packages.core.events import NewEvent
from packages.core.messages import Language
from packages.domain.conversation.model import (
    ChatSession,
    ChatSessionStatus,
    Role,
    SessionMessage,
    Transition,
    Turn,
    TurnStatus,
)
from packages.infra.db.base import Base, UtcDateTime

OPEN = text("status = 'streaming'")
UNFINISHED = text("status = 'streaming' OR tail IS NOT NULL")


def _session(*, primary_key: bool = False) -> Column[str]:
    return Column("session_id", String(36), ForeignKey("chat_sessions.id"), primary_key=primary_key, nullable=False)


sessions = Table(
    "chat_sessions",
    Base.metadata,
    Column("id", String(36), primary_key=True),
    Column("owner_id", String(36), nullable=False),
    Column("title", Text, nullable=False),
    Column("phase", String(20), nullable=False),
    Column("status", String(20), nullable=False),
    Column("language", String(2), nullable=False),
    Column("artifacts", Text, nullable=False),
    Column("metadata", Text, nullable=False),
    Column("previous_response_id", Text),
    Column("version", Integer, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
    Column("deleted_at", UtcDateTime),
    Index("ix_chat_sessions_owner_id_updated_at_id", "owner_id", "updated_at", "id"),
)

# `tail` is there from the end of a turn until it is published.
turns = Table(
    "chat_turns",
    Base.metadata,
    Column("id", String(36), primary_key=True),
    _session(),
    Column("owner_id", String(36), nullable=False),
    Column("client_turn_id", String(200)),
    Column("status", String(20), nullable=False),
    Column("phase", String(20), nullable=False),
    Column("holder", Text, nullable=False),
    Column("alive_at", UtcDateTime, nullable=False),
    Column("started_at", UtcDateTime, nullable=False),
    Column("ended_at", UtcDateTime),
    Column("stop_asked", Boolean, nullable=False),
    Column("tail", Text),
    UniqueConstraint("owner_id", "client_turn_id"),
    Index("uq_chat_turns_session_id_open", "session_id", unique=True, sqlite_where=OPEN, postgresql_where=OPEN),
    Index("ix_chat_turns_id_unfinished", "id", sqlite_where=UNFINISHED, postgresql_where=UNFINISHED),
)

messages = Table(
    "chat_messages",
    Base.metadata,
    Column("id", String(36), primary_key=True),
    _session(),
    Column("number", Integer, nullable=False),
    Column("turn_id", String(36), ForeignKey("chat_turns.id"), nullable=False),
    Column("role", String(10), nullable=False),
    Column("content", Text, nullable=False),
    Column("phase", String(20), nullable=False),
    Column("engine", String(20)),
    Column("tool_calls", Text, nullable=False),
    Column("cards", Text, nullable=False),
    Column("token_usage", Text),
    Column("response_id", Text),
    Column("failure", Text),
    Column("created_at", UtcDateTime, nullable=False),
    UniqueConstraint("session_id", "number"),
    UniqueConstraint("turn_id", "role"),
)

transitions = Table(
    "chat_transitions",
    Base.metadata,
    _session(primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("from_phase", String(20), nullable=False),
    Column("to_phase", String(20), nullable=False),
    Column("trigger", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("blocker", Text),
    Column("metadata", Text, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
)


def storable(text: str) -> str:
    """What no database takes, a zero character or half of a pair, becomes the sign for a lost one."""
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return whole.replace("\x00", "\N{REPLACEMENT CHARACTER}")


def session_of(row: RowMapping) -> ChatSession:
    return ChatSession(
        id=row["id"],
        owner_id=row["owner_id"],
        title=row["title"],
        phase=row["phase"],
        status=ChatSessionStatus(row["status"]),
        language=Language(row["language"]),
        artifacts=json.loads(row["artifacts"]),
        metadata=json.loads(row["metadata"]),
        previous_response_id=row["previous_response_id"],
        version=row["version"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
    )


def session_columns(session: ChatSession) -> dict[str, object]:
    return {
        "id": session.id,
        "owner_id": session.owner_id,
        "title": storable(session.title),
        "phase": session.phase,
        "status": session.status.value,
        "language": session.language.value,
        "artifacts": _json(session.artifacts),
        "metadata": _json(session.metadata),
        "previous_response_id": _or_none(session.previous_response_id),
        "version": session.version,
        "created_at": session.created_at,
        "updated_at": session.updated_at,
    }


def turn_of(row: RowMapping) -> Turn:
    """Of a row with the id, the content and the role of the message that it answers."""
    said = SessionMessage(
        id=row["message_id"],
        session_id=row["session_id"],
        turn_id=row["id"],
        role=Role(row["role"]),
        content=row["content"],
        phase=row["phase"],
        created_at=row["started_at"],
    )
    return Turn(
        id=row["id"],
        session_id=row["session_id"],
        owner_id=row["owner_id"],
        client_turn_id=row["client_turn_id"],
        message=said,
        status=TurnStatus(row["status"]),
        phase=row["phase"],
        holder=row["holder"],
        alive_at=row["alive_at"],
        started_at=row["started_at"],
        tail=None if row["tail"] is None else _tail(row["tail"]),
    )


def turn_columns(turn: Turn) -> dict[str, object]:
    """Of a turn that begins."""
    return {
        "id": turn.id,
        "session_id": turn.session_id,
        "owner_id": turn.owner_id,
        "client_turn_id": turn.client_turn_id,
        "status": turn.status.value,
        "phase": turn.phase,
        "holder": turn.holder,
        "alive_at": turn.alive_at,
        "started_at": turn.started_at,
        "stop_asked": False,
    }


def tail_text(tail: Sequence[NewEvent]) -> str:
    return _json([[event.type, event.data] for event in tail])


def _tail(stored: str) -> tuple[NewEvent, ...]:
    return tuple(NewEvent(kind, data) for kind, data in json.loads(stored))


def message_of(row: RowMapping) -> SessionMessage:
    return SessionMessage(
        id=row["id"],
        session_id=row["session_id"],
        turn_id=row["turn_id"],
        role=Role(row["role"]),
        content=row["content"],
        phase=row["phase"],
        created_at=row["created_at"],
        engine=row["engine"],
        tool_calls=tuple(json.loads(row["tool_calls"])),
        cards=tuple(json.loads(row["cards"])),
        token_usage=None if row["token_usage"] is None else json.loads(row["token_usage"]),
        response_id=row["response_id"],
        failure=None if row["failure"] is None else json.loads(row["failure"]),
    )


def message_columns(message: SessionMessage) -> dict[str, object]:
    return {
        "id": message.id,
        "session_id": message.session_id,
        "turn_id": message.turn_id,
        "role": message.role.value,
        "content": storable(message.content),
        "phase": message.phase,
        "engine": message.engine,
        "tool_calls": _json(message.tool_calls),
        "cards": _json(message.cards),
        "token_usage": None if message.token_usage is None else _json(message.token_usage),
        "response_id": _or_none(message.response_id),
        "failure": None if message.failure is None else _json(message.failure),
        "created_at": message.created_at,
    }


def transition_of(row: RowMapping) -> Transition:
    return Transition(
        from_phase=row["from_phase"],
        to_phase=row["to_phase"],
        trigger=row["trigger"],
        reason=row["reason"],
        blocker=row["blocker"],
        created_at=row["created_at"],
        metadata=json.loads(row["metadata"]),
    )


def transition_columns(session_id: str, number: int, move: Transition) -> dict[str, object]:
    return {
        "session_id": session_id,
        "number": number,
        "from_phase": move.from_phase,
        "to_phase": move.to_phase,
        "trigger": storable(move.trigger),
        "reason": storable(move.reason),
        "blocker": _or_none(move.blocker),
        "metadata": _json(move.metadata),
        "created_at": move.created_at,
    }


def _or_none(text: str | None) -> str | None:
    return None if text is None else storable(text)


def _json(value: Any) -> str:
    """Escaped to ASCII, because a model may write characters that no database takes."""
    try:
        return json.dumps(value, allow_nan=False, separators=(",", ":"), default=dict)
    except ValueError:
        return json.dumps(_finite(value), separators=(",", ":"))


def _finite(value: Any) -> Any:
    """Without the numbers that JSON does not have."""
    match value:
        case Mapping():
            return {name: _finite(each) for name, each in value.items()}
        case list() | tuple():
            return [_finite(each) for each in value]
        case float() if not math.isfinite(value):
            return None
        case _:
            return value
