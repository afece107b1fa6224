"""Accounts, refresh tokens, login failures, and the event log."""

import sqlalchemy as sa
from alembic import op

from packages.infra.db.base import UtcDateTime

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "users",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("email", sa.String(254), nullable=True),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("password_hash", sa.String(255), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_users"),
        sa.UniqueConstraint("email", name="uq_users_email"),
    )
    op.create_table(
        "refresh_tokens",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("user_id", sa.String(36), nullable=False),
        sa.Column("family", sa.String(36), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.Column("used_at", UtcDateTime(), nullable=True),
        sa.Column("revoked_at", UtcDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("digest", name="pk_refresh_tokens"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_refresh_tokens_user_id_users", ondelete="CASCADE"),
    )
    for column in ("user_id", "family", "expires_at"):
        op.create_index(f"ix_refresh_tokens_{column}", "refresh_tokens", [column])
    op.create_table(
        "login_failures",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("last_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_login_failures"),
    )
    op.create_table(
        "event_streams",
        sa.Column("id", sa.String(200), nullable=False),
        sa.Column("owner_id", sa.String(36), nullable=False),
        sa.Column("last_seq", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("closed_at", UtcDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_event_streams"),
    )
    op.create_index("ix_event_streams_owner_id", "event_streams", ["owner_id"])
    op.create_table(
        "events",
        sa.Column("stream_id", sa.String(200), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("type", sa.String(100), nullable=False),
        sa.Column("json", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("stream_id", "seq", name="pk_events"),
        sa.ForeignKeyConstraint(
            ["stream_id"], ["event_streams.id"], name="fk_events_stream_id_event_streams", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    for table in ("events", "event_streams", "login_failures", "refresh_tokens", "users"):
        op.drop_table(table)
