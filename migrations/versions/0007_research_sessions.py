"""Research sessions and the executions of their nodes."""

import sqlalchemy as sa
from alembic import op

from packages.infra.db.base import UtcDateTime

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "research_sessions",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("owner_id", sa.String(36), nullable=False),
        sa.Column("symbol", sa.Text(), nullable=False),
        sa.Column("experts", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("skip_debate", sa.Boolean(), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("thread", sa.Text(), nullable=False),
        sa.Column("process", sa.String(64), nullable=False),
        sa.Column("lives", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("started_at", UtcDateTime(), nullable=False),
        sa.Column("finished_at", UtcDateTime(), nullable=True),
        sa.Column("result", sa.Text(), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_research_sessions"),
    )
    op.create_index("ix_research_sessions_owner_id_id", "research_sessions", ["owner_id", "id"])
    running = sa.text("status = 'running'")
    op.create_index(
        "ix_research_sessions_running", "research_sessions", ["process"], sqlite_where=running, postgresql_where=running
    )
    op.create_table(
        "research_nodes",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("session_id", sa.String(36), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("node", sa.String(60), nullable=False),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("started_at", UtcDateTime(), nullable=False),
        sa.Column("finished_at", UtcDateTime(), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("engine", sa.String(20), nullable=True),
        sa.ForeignKeyConstraint(
            ["session_id"],
            ["research_sessions.id"],
            name="fk_research_nodes_session_id_research_sessions",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_research_nodes"),
    )
    op.create_index("ix_research_nodes_session_id", "research_nodes", ["session_id"])


def downgrade() -> None:
    op.drop_table("research_nodes")
    op.drop_table("research_sessions")
