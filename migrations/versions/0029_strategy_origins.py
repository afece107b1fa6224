"""What the rules of a strategy that was drafted from research stand on."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "strategy_origins",
        sa.Column("owner_id", sa.String(36), nullable=False),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("session_id", sa.String(36), nullable=False),
        sa.Column("drafted", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("owner_id", "rules", name="pk_strategy_origins"),
    )


def downgrade() -> None:
    op.drop_table("strategy_origins")
