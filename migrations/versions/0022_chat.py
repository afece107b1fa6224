"""Conversations: sessions, turns, messages, and moves between phases."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

_INSTANT = sa.DateTime(timezone=True)
_OPEN = sa.text("status = 'streaming'")
_UNFINISHED = sa.text("status = 'streaming' OR tail IS NOT NULL")
_REFUSAL = "moves between phases are append-only"


def upgrade() -> None:
    _create_sessions()
    _create_turns()
    _create_messages()
    _create_transitions()
    _refuse_changes()


def _text(name: str, length: int | None = None, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text() if length is None else sa.String(length), nullable=nullable)


def _at(name: str, nullable: bool = False) -> sa.Column[object]:
    return sa.Column(name, _INSTANT, nullable=nullable)


def _of_session(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["session_id"], ["chat_sessions.id"], name=f"fk_{table}_session_id_chat_sessions")


def _create_sessions() -> None:
    op.create_table(
        "chat_sessions",
        _text("id", 36),
        _text("owner_id", 36),
        _text("title"),
        _text("phase", 20),
        _text("status", 20),
        _text("language", 2),
        _text("artifacts"),
        _text("metadata"),
        _text("previous_response_id", nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        _at("created_at"),
        _at("updated_at"),
        _at("deleted_at", nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_chat_sessions"),
    )
    op.create_index(
        "ix_chat_sessions_owner_id_updated_at_id", "chat_sessions", ["owner_id", "updated_at", "id"], unique=False
    )


def _create_turns() -> None:
    op.create_table(
        "chat_turns",
        _text("id", 36),
        _text("session_id", 36),
        _text("owner_id", 36),
        _text("client_turn_id", 200, nullable=True),
        _text("status", 20),
        _text("phase", 20),
        _text("holder"),
        _at("alive_at"),
        _at("started_at"),
        _at("ended_at", nullable=True),
        sa.Column("stop_asked", sa.Boolean(), nullable=False),
        _text("tail", nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_chat_turns"),
        _of_session("chat_turns"),
        sa.UniqueConstraint("owner_id", "client_turn_id", name="uq_chat_turns_owner_id_client_turn_id"),
    )
    op.create_index(
        "uq_chat_turns_session_id_open",
        "chat_turns",
        ["session_id"],
        unique=True,
        sqlite_where=_OPEN,
        postgresql_where=_OPEN,
    )
    op.create_index(
        "ix_chat_turns_id_unfinished", "chat_turns", ["id"], sqlite_where=_UNFINISHED, postgresql_where=_UNFINISHED
    )


def _create_messages() -> None:
    op.create_table(
        "chat_messages",
        _text("id", 36),
        _text("session_id", 36),
        sa.Column("number", sa.Integer(), nullable=False),
        _text("turn_id", 36),
        _text("role", 10),
        _text("content"),
        _text("phase", 20),
        _text("engine", 20, nullable=True),
        _text("tool_calls"),
        _text("cards"),
        _text("token_usage", nullable=True),
        _text("response_id", nullable=True),
        _at("created_at"),
        sa.PrimaryKeyConstraint("id", name="pk_chat_messages"),
        _of_session("chat_messages"),
        sa.ForeignKeyConstraint(["turn_id"], ["chat_turns.id"], name="fk_chat_messages_turn_id_chat_turns"),
        sa.UniqueConstraint("session_id", "number", name="uq_chat_messages_session_id_number"),
        sa.UniqueConstraint("turn_id", "role", name="uq_chat_messages_turn_id_role"),
    )


def _create_transitions() -> None:
    op.create_table(
        "chat_transitions",
        _text("session_id", 36),
        sa.Column("number", sa.Integer(), nullable=False),
        _text("from_phase", 20),
        _text("to_phase", 20),
        _text("trigger"),
        _text("reason"),
        _text("blocker", nullable=True),
        _text("metadata"),
        _at("created_at"),
        sa.PrimaryKeyConstraint("session_id", "number", name="pk_chat_transitions"),
        _of_session("chat_transitions"),
    )


def _refuse_changes() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER chat_transitions_no_{change.lower()} BEFORE {change} ON chat_transitions "
                f"BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END"
            )
        return
    op.execute(
        "CREATE FUNCTION refuse_chat_transition_change() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{_REFUSAL}'; END $$"
    )
    op.execute(
        "CREATE TRIGGER chat_transitions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON chat_transitions "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_chat_transition_change()"
    )


def downgrade() -> None:
    for table in ("chat_transitions", "chat_messages", "chat_turns", "chat_sessions"):
        op.drop_table(table)
    if op.get_bind().dialect.name != "sqlite":
        op.execute("DROP FUNCTION refuse_chat_transition_change()")
