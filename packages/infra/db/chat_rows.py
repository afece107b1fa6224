"""The tables of conversations. Whoever writes to a conversation locks its row first, so that what is numbered within it
has no gaps. Moves between phases are only ever added: triggers of the database refuse to change or delete one."""

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, String, Table, Text, UniqueConstraint, text

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

# `tail` is there from the end of a turn until it is told.
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
