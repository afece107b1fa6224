"""The call book: verdicts, hash-chained, and their settlements."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_CHAINED = ("calls", "call_settlements")
_REFUSAL = "the call book is append-only"


def upgrade() -> None:
    op.create_table(
        "calls",
        sa.Column("owner_id", sa.String(36), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("session_id", sa.String(200), nullable=False),
        sa.Column("ends_on", sa.String(10), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("owner_id", "seq", name="pk_calls"),
        sa.UniqueConstraint("owner_id", "session_id", name="uq_calls_owner_id_session_id"),
        sa.UniqueConstraint("id", name="uq_calls_id"),
    )
    op.create_index("ix_calls_ends_on", "calls", ["ends_on"])
    op.create_table(
        "call_settlements",
        sa.Column("owner_id", sa.String(36), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("call_id", sa.String(36), nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("owner_id", "seq", name="pk_call_settlements"),
        sa.UniqueConstraint("call_id", name="uq_call_settlements_call_id"),
    )
    op.create_table(
        "call_chains",
        sa.Column("owner_id", sa.String(36), nullable=False),
        sa.Column("book", sa.String(20), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("owner_id", "book", name="pk_call_chains"),
    )
    _refuse_changes()


def _refuse_changes() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for table in _CHAINED:
            for change in ("UPDATE", "DELETE"):
                op.execute(
                    f"CREATE TRIGGER {table}_no_{change.lower()} BEFORE {change} ON {table} "
                    f"BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END"
                )
        return
    op.execute(
        "CREATE FUNCTION refuse_call_book_change() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{_REFUSAL}'; END $$"
    )
    for table in _CHAINED:
        op.execute(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION refuse_call_book_change()"
        )


def downgrade() -> None:
    for table in ("call_chains", "call_settlements", "calls"):
        op.drop_table(table)
    if op.get_bind().dialect.name != "sqlite":
        op.execute("DROP FUNCTION refuse_call_book_change()")
