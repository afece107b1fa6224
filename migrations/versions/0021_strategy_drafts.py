"""Drafts of strategies, and the key of the request that made a revision."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "strategy_drafts",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("owner_id", sa.String(36), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_strategy_drafts"),
    )
    op.add_column("strategy_revisions", sa.Column("request_key", sa.String(36), nullable=True))
    op.create_index("uq_strategy_revisions_request_key", "strategy_revisions", ["request_key"], unique=True)


def downgrade() -> None:
    op.drop_index("uq_strategy_revisions_request_key", "strategy_revisions")
    op.drop_column("strategy_revisions", "request_key")
    op.drop_table("strategy_drafts")
