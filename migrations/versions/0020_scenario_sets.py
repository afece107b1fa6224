"""What stress tests are to try, written down before anything runs."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "scenario_sets",
        sa.Column("owner_id", sa.String(36), nullable=False),
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("owner_id", "id", name="pk_scenario_sets"),
    )


def downgrade() -> None:
    op.drop_table("scenario_sets")
