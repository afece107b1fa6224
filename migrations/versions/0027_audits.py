"""Which audits an owner has asked for, and of what; each is a job, and its report is the job's result."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "counterfactual_audits",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("owner_id", sa.String(36), nullable=False),
        sa.Column("symbol", sa.String(60), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_counterfactual_audits"),
    )
    op.create_index("ix_counterfactual_audits_owner_id_created_at", "counterfactual_audits", ["owner_id", "created_at"])


def downgrade() -> None:
    op.drop_table("counterfactual_audits")
