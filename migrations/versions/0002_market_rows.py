"""Rows of market data: only ever added, each with the instant at which it was known."""

import sqlalchemy as sa
from alembic import op

from packages.infra.db.base import UtcDateTime

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "market_rows",
        sa.Column("id", sa.String(300), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("subject", sa.String(60), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("known_at", UtcDateTime(), nullable=False),
        sa.Column("recorded_at", UtcDateTime(), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("json", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", "revision", name="pk_market_rows"),
    )
    op.create_index("ix_market_rows_kind_subject_day", "market_rows", ["kind", "subject", "day"])


def downgrade() -> None:
    op.drop_table("market_rows")
