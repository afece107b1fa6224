"""Optimisations, and what each search wrote down batch by batch."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    instant = sa.DateTime(timezone=True)
    op.create_table(
        "optimisations",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("owner_id", sa.String(36), nullable=False),
        sa.Column("created_at", instant, nullable=False),
        sa.Column("has_job", sa.Boolean(), nullable=False),
        sa.Column("strategy_id", sa.String(36), nullable=True),
        sa.Column("lineage_id", sa.String(36), nullable=False),
        sa.Column("plan", sa.Text(), nullable=False),
        sa.Column("finished_at", instant, nullable=True),
        sa.Column("headline", sa.Text(), nullable=True),
        sa.Column("report", sa.LargeBinary(), nullable=True),
        sa.Column("deleted_at", instant, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_optimisations"),
    )
    op.create_index("ix_optimisations_owner_id_created_at_id", "optimisations", ["owner_id", "created_at", "id"])
    op.create_index("ix_optimisations_strategy_id", "optimisations", ["strategy_id"])
    op.create_table(
        "optimisation_log",
        sa.Column("optimisation_id", sa.String(36), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("optimisation_id", "number", name="pk_optimisation_log"),
        sa.ForeignKeyConstraint(
            ["optimisation_id"], ["optimisations.id"], name="fk_optimisation_log_optimisation_id_optimisations"
        ),
    )


def downgrade() -> None:
    for table in ("optimisation_log", "optimisations"):
        op.drop_table(table)
