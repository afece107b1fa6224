"""Strategies, their revisions, and the trials of each lineage."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_APPEND_ONLY = ("strategy_revisions", "strategy_trials")
_REFUSAL = "revisions and trials of strategies are append-only"


def upgrade() -> None:
    instant = sa.DateTime(timezone=True)
    op.create_table(
        "strategies",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("owner_id", sa.String(36), nullable=False),
        sa.Column("lineage_id", sa.String(36), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("folded_name", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", instant, nullable=False),
        sa.Column("updated_at", instant, nullable=False),
        sa.Column("archived_at", instant, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_strategies"),
    )
    op.create_index("ix_strategies_owner_id_id", "strategies", ["owner_id", "id"])
    op.create_index("ix_strategies_lineage_id", "strategies", ["lineage_id"])
    op.create_table(
        "strategy_revisions",
        sa.Column("strategy_id", sa.String(36), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.String(64), nullable=False),
        sa.Column("created_at", instant, nullable=False),
        sa.Column("restores", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("strategy_id", "version", name="pk_strategy_revisions"),
        sa.ForeignKeyConstraint(
            ["strategy_id"], ["strategies.id"], name="fk_strategy_revisions_strategy_id_strategies"
        ),
    )
    _create_trials(instant)
    _refuse_changes()


def _create_trials(instant: sa.DateTime) -> None:
    op.create_table(
        "strategy_trials",
        sa.Column("lineage_id", sa.String(36), nullable=False),
        sa.Column("trial_key", sa.String(255), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("sharpe", sa.Double(), nullable=True),
        sa.Column("at", instant, nullable=False),
        sa.PrimaryKeyConstraint("lineage_id", "trial_key", name="pk_strategy_trials"),
    )


def _refuse_changes() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for table in _APPEND_ONLY:
            for change in ("UPDATE", "DELETE"):
                op.execute(
                    f"CREATE TRIGGER {table}_no_{change.lower()} BEFORE {change} ON {table} "
                    f"BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END"
                )
        return
    op.execute(
        "CREATE FUNCTION refuse_strategy_change() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{_REFUSAL}'; END $$"
    )
    for table in _APPEND_ONLY:
        op.execute(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION refuse_strategy_change()"
        )


def downgrade() -> None:
    for table in ("strategy_trials", "strategy_revisions", "strategies"):
        op.drop_table(table)
    if op.get_bind().dialect.name != "sqlite":
        op.execute("DROP FUNCTION refuse_strategy_change()")
