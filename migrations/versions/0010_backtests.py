"""Backtests, their results and their trades."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _create_backtests()
    op.create_table(
        "backtest_results",
        sa.Column("backtest_id", sa.String(36), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("trial_key", sa.String(64), nullable=False),
        sa.Column("sharpe", sa.Double(), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("report", sa.LargeBinary(), nullable=False),
        sa.Column("columns", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("backtest_id", name="pk_backtest_results"),
        sa.ForeignKeyConstraint(["backtest_id"], ["backtests.id"], name="fk_backtest_results_backtest_id_backtests"),
    )
    op.create_table(
        "backtest_trades",
        sa.Column("backtest_id", sa.String(36), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("direction", sa.String(5), nullable=False),
        sa.Column("reason", sa.String(20), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("backtest_id", "number", name="pk_backtest_trades"),
        sa.ForeignKeyConstraint(["backtest_id"], ["backtests.id"], name="fk_backtest_trades_backtest_id_backtests"),
    )


def _create_backtests() -> None:
    instant = sa.DateTime(timezone=True)
    op.create_table(
        "backtests",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("owner_id", sa.String(36), nullable=False),
        sa.Column("created_at", instant, nullable=False),
        sa.Column("has_job", sa.Boolean(), nullable=False),
        sa.Column("strategy_id", sa.String(36), nullable=True),
        sa.Column("lineage_id", sa.String(36), nullable=False),
        sa.Column("strategy_hash", sa.String(64), nullable=False),
        sa.Column("plan", sa.Text(), nullable=False),
        sa.Column("deleted_at", instant, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_backtests"),
    )
    op.create_index("ix_backtests_owner_id_created_at_id", "backtests", ["owner_id", "created_at", "id"])
    op.create_index("ix_backtests_strategy_id", "backtests", ["strategy_id"])


def downgrade() -> None:
    for table in ("backtest_trades", "backtest_results", "backtests"):
        op.drop_table(table)
