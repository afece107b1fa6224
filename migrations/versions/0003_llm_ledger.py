"""The book of model calls and the budgets they are counted against."""

import sqlalchemy as sa
from alembic import op

from packages.infra.db.base import UtcDateTime

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "llm_calls",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("call_id", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("owner_id", sa.String(36), nullable=False),
        sa.Column("caller", sa.Text(), nullable=False),
        sa.Column("run_id", sa.Text(), nullable=True),
        sa.Column("agent", sa.Text(), nullable=False),
        sa.Column("step", sa.Text(), nullable=False),
        sa.Column("alias", sa.Text(), nullable=False),
        sa.Column("provider", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("prompt_hash", sa.String(64), nullable=False),
        sa.Column("schema_hash", sa.String(64), nullable=True),
        sa.Column("key", sa.String(200), nullable=True),
        sa.Column("process", sa.String(64), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("reserved_money", sa.BigInteger(), nullable=True),
        sa.Column("reserved_tokens", sa.BigInteger(), nullable=False),
        sa.Column("charged_money", sa.BigInteger(), nullable=True),
        sa.Column("charged_tokens", sa.BigInteger(), nullable=True),
        sa.Column("cost", sa.BigInteger(), nullable=True),
        sa.Column("input_tokens", sa.BigInteger(), nullable=True),
        sa.Column("output_tokens", sa.BigInteger(), nullable=True),
        sa.Column("cached_tokens", sa.BigInteger(), nullable=True),
        sa.Column("latency_ms", sa.BigInteger(), nullable=True),
        sa.Column("error_code", sa.Text(), nullable=True),
        sa.Column("error_message", sa.Text(), nullable=True),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.Column("response_id", sa.Text(), nullable=True),
        sa.Column("started_at", UtcDateTime(), nullable=False),
        sa.Column("finished_at", UtcDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_llm_calls"),
    )
    for second in ("started_at", "run_id"):
        op.create_index(f"ix_llm_calls_owner_id_{second}", "llm_calls", ["owner_id", second])
    _create_partial_index("ix_llm_calls_started", ["process"], "status = 'started'")
    open_key = "key IS NOT NULL AND (status = 'started' OR status = 'completed' AND answer IS NOT NULL)"
    _create_partial_index("uq_llm_calls_owner_id_key", ["owner_id", "key"], open_key, unique=True)
    op.create_table(
        "llm_accounts",
        sa.Column("name", sa.Text(), nullable=False),
        *(
            sa.Column(column, sa.BigInteger(), nullable=False)
            for column in (
                "spent_money",
                "spent_tokens",
                "reserved_money",
                "reserved_tokens",
                "calls",
                "unpriced_calls",
            )
        ),
        sa.PrimaryKeyConstraint("name", name="pk_llm_accounts"),
    )


def _create_partial_index(name: str, columns: list[str], condition: str, unique: bool = False) -> None:
    where = sa.text(condition)
    op.create_index(name, "llm_calls", columns, unique=unique, sqlite_where=where, postgresql_where=where)


def downgrade() -> None:
    op.drop_table("llm_accounts")
    op.drop_table("llm_calls")
