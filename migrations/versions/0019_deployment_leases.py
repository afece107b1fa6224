"""Which process keeps a deployment at work, and until when."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "deployment_leases",
        sa.Column("deployment_id", sa.String(36), nullable=False),
        sa.Column("holder", sa.String(36), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("deployment_id", name="pk_deployment_leases"),
        sa.ForeignKeyConstraint(
            ["deployment_id"], ["deployments.id"], name="fk_deployment_leases_deployment_id_deployments"
        ),
    )


def downgrade() -> None:
    op.drop_table("deployment_leases")
