"""Calls end after the day on which they are made, and research on past days has a book of its own."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

_FORWARD = "made_on IS NULL OR ends_on IS NULL OR ends_on > made_on"
_UNDATED = "NEW.ends_on IS NOT NULL AND NEW.made_on IS NULL"
_CHECK = "ck_calls_forward_only"
_REFUSAL = "the call book is append-only"
_OVER = "a call ends after the day on which it is made"
_WALK_BACK = ("walk_back_calls", "walk_back_settlements")


def upgrade() -> None:
    """Entries from before have no day of making and are never rewritten; a trigger holds every new one to it."""
    op.execute(f"ALTER TABLE calls ADD COLUMN made_on VARCHAR(10) CONSTRAINT {_CHECK} CHECK ({_FORWARD})")
    if op.get_bind().dialect.name == "sqlite":
        op.execute(
            f"CREATE TRIGGER calls_dated BEFORE INSERT ON calls WHEN {_UNDATED} "
            f"BEGIN SELECT RAISE(ABORT, '{_OVER}'); END"
        )
    else:
        op.execute(
            "CREATE FUNCTION refuse_undated_call() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION '{_OVER}'; END $$"
        )
        op.execute(
            f"CREATE TRIGGER calls_dated BEFORE INSERT ON calls FOR EACH ROW WHEN ({_UNDATED}) "
            "EXECUTE FUNCTION refuse_undated_call()"
        )
    _create_walk_back()
    _refuse_changes()


def _create_walk_back() -> None:
    op.create_table(
        "walk_back_calls",
        sa.Column("owner_id", sa.String(36), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("session_id", sa.String(200), nullable=False),
        sa.Column("ends_on", sa.String(10), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("made_on", sa.String(10), nullable=True),
        sa.PrimaryKeyConstraint("owner_id", "seq", name="pk_walk_back_calls"),
        sa.UniqueConstraint("owner_id", "session_id", name="uq_walk_back_calls_owner_id_session_id"),
        sa.UniqueConstraint("id", name="uq_walk_back_calls_id"),
    )
    op.create_index("ix_walk_back_calls_ends_on", "walk_back_calls", ["ends_on"])
    op.create_table(
        "walk_back_settlements",
        sa.Column("owner_id", sa.String(36), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("call_id", sa.String(36), nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("owner_id", "seq", name="pk_walk_back_settlements"),
        sa.UniqueConstraint("call_id", name="uq_walk_back_settlements_call_id"),
    )


def _refuse_changes() -> None:
    """As the live book does since 0008."""
    for table in _WALK_BACK:
        if op.get_bind().dialect.name == "sqlite":
            for change in ("UPDATE", "DELETE"):
                op.execute(
                    f"CREATE TRIGGER {table}_no_{change.lower()} BEFORE {change} ON {table} "
                    f"BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END"
                )
        else:
            op.execute(
                f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
                "FOR EACH STATEMENT EXECUTE FUNCTION refuse_call_book_change()"
            )


def downgrade() -> None:
    for table in reversed(_WALK_BACK):
        op.drop_table(table)
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TRIGGER calls_dated")
    else:
        op.execute("DROP TRIGGER calls_dated ON calls")
        op.execute("DROP FUNCTION refuse_undated_call()")
        op.execute(f"ALTER TABLE calls DROP CONSTRAINT {_CHECK}")
    op.execute("ALTER TABLE calls DROP COLUMN made_on")
