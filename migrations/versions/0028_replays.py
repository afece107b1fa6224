"""Deployments that run through a past again remember the day that they began with."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("deployments", sa.Column("replay_from", sa.Date(), nullable=True))


def downgrade() -> None:
    op.drop_column("deployments", "replay_from")
