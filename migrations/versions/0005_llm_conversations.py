"""What was said, for model servers that do not remember it."""

import sqlalchemy as sa
from alembic import op

from packages.infra.db.base import UtcDateTime

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "llm_conversations",
        sa.Column("response_id", sa.String(100), nullable=False),
        sa.Column("owner_id", sa.String(36), nullable=False),
        sa.Column("json", sa.Text(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("response_id", name="pk_llm_conversations"),
    )
    op.create_index("ix_llm_conversations_created_at", "llm_conversations", ["created_at"])


def downgrade() -> None:
    op.drop_table("llm_conversations")
