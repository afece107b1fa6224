"""Research sessions keep how often their advocates speak, the day they look back from, and who is only debated."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("research_sessions", sa.Column("rounds", sa.Integer(), nullable=False, server_default="1"))
    op.add_column("research_sessions", sa.Column("analysis_date", sa.Date(), nullable=True))
    op.add_column(
        "research_sessions", sa.Column("only_debate", sa.Boolean(), nullable=False, server_default=sa.false())
    )


def downgrade() -> None:
    for column in ("only_debate", "analysis_date", "rounds"):
        op.drop_column("research_sessions", column)
