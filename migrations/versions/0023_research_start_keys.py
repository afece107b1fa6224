"""Research sessions remember the key that they were started with, and what was asked for under it."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

_ONCE = "uq_research_sessions_owner_id_start_key"


def upgrade() -> None:
    op.add_column("research_sessions", sa.Column("start_key", sa.String(200), nullable=True))
    op.add_column("research_sessions", sa.Column("start_digest", sa.String(64), nullable=True))
    op.create_index(_ONCE, "research_sessions", ["owner_id", "start_key"], unique=True)


def downgrade() -> None:
    op.drop_index(_ONCE, "research_sessions")
    for column in ("start_digest", "start_key"):
        op.drop_column("research_sessions", column)
