"""Model configurations with encrypted keys."""

import sqlalchemy as sa
from alembic import op

from packages.infra.db.base import UtcDateTime

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "llm_configs",
        sa.Column("owner_id", sa.String(36), nullable=False),
        sa.Column("alias", sa.String(60), nullable=False),
        sa.Column("provider", sa.String(30), nullable=False),
        sa.Column("model", sa.String(200), nullable=False),
        sa.Column("base_url", sa.String(500), nullable=True),
        sa.Column("priority", sa.Integer(), nullable=False),
        sa.Column("tags", sa.Text(), nullable=False),
        sa.Column("sealed_key", sa.Text(), nullable=True),
        sa.Column("masked_key", sa.String(8), nullable=True),
        sa.Column("max_output_tokens", sa.Integer(), nullable=False),
        sa.Column("input_price", sa.String(40), nullable=True),
        sa.Column("output_price", sa.String(40), nullable=True),
        sa.Column("connect_seconds", sa.Double(), nullable=False),
        sa.Column("read_seconds", sa.Double(), nullable=False),
        sa.Column("idle_seconds", sa.Double(), nullable=False),
        sa.Column("enabled", sa.Boolean(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("updated_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("owner_id", "alias", name="pk_llm_configs"),
    )


def downgrade() -> None:
    op.drop_table("llm_configs")
