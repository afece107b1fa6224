"""Answers remember why they broke off."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("chat_messages", sa.Column("failure", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("chat_messages", "failure")
