"""Stress tests, their parts, results and files, and what the trials of a lineage returned."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_TESTS = ["stress_tests.id"]
_REFUSAL = "returns of trials are append-only"


def upgrade() -> None:
    _create_tests()
    op.create_table(
        "stress_parts",
        sa.Column("stress_id", sa.String(36), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("data", sa.String(64), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("stress_id", "name", name="pk_stress_parts"),
        sa.ForeignKeyConstraint(["stress_id"], _TESTS, name="fk_stress_parts_stress_id_stress_tests"),
    )
    op.create_table(
        "stress_results",
        sa.Column("stress_id", sa.String(36), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ruling", sa.String(10), nullable=False),
        sa.Column("limits", sa.String(64), nullable=False),
        sa.Column("trials", sa.Integer(), nullable=False),
        sa.Column("report", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("stress_id", name="pk_stress_results"),
        sa.ForeignKeyConstraint(["stress_id"], _TESTS, name="fk_stress_results_stress_id_stress_tests"),
    )
    _create_files_and_returns()
    _refuse_changes()


def _create_tests() -> None:
    instant = sa.DateTime(timezone=True)
    op.create_table(
        "stress_tests",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("owner_id", sa.String(36), nullable=False),
        sa.Column("created_at", instant, nullable=False),
        sa.Column("has_job", sa.Boolean(), nullable=False),
        sa.Column("strategy_id", sa.String(36), nullable=True),
        sa.Column("version", sa.Integer(), nullable=True),
        sa.Column("lineage_id", sa.String(36), nullable=False),
        sa.Column("strategy_hash", sa.String(64), nullable=False),
        sa.Column("scenario_set_id", sa.String(36), nullable=False),
        sa.Column("plan", sa.Text(), nullable=False),
        sa.Column("deleted_at", instant, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_stress_tests"),
    )
    op.create_index("ix_stress_tests_owner_id_created_at_id", "stress_tests", ["owner_id", "created_at", "id"])
    op.create_index("ix_stress_tests_strategy_id_version", "stress_tests", ["strategy_id", "version"])


def _create_files_and_returns() -> None:
    op.create_table(
        "stress_files",
        sa.Column("stress_id", sa.String(36), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("text", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("stress_id", "kind", "language", name="pk_stress_files"),
        sa.ForeignKeyConstraint(["stress_id"], _TESTS, name="fk_stress_files_stress_id_stress_tests"),
    )
    op.create_table(
        "trial_returns",
        sa.Column("lineage_id", sa.String(36), nullable=False),
        sa.Column("trial_key", sa.String(255), nullable=False),
        sa.Column("first_week", sa.Integer(), nullable=False),
        sa.Column("returns", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("lineage_id", "trial_key", name="pk_trial_returns"),
    )


def _refuse_changes() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER trial_returns_no_{change.lower()} BEFORE {change} ON trial_returns "
                f"BEGIN SELECT RAISE(ABORT, '{_REFUSAL}'); END"
            )
        return
    op.execute(
        "CREATE FUNCTION refuse_trial_return_change() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{_REFUSAL}'; END $$"
    )
    op.execute(
        "CREATE TRIGGER trial_returns_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON trial_returns "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_trial_return_change()"
    )


def downgrade() -> None:
    for table in ("trial_returns", "stress_files", "stress_results", "stress_parts", "stress_tests"):
        op.drop_table(table)
    if op.get_bind().dialect.name != "sqlite":
        op.execute("DROP FUNCTION refuse_trial_return_change()")
