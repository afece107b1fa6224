"""Trials by the data they were made on, and every attempt at a verdict. What was counted before belongs to the
instruments and days of the plans that it was counted for."""

import json
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

import sqlalchemy as sa
from alembic import op

from packages.domain.strategy.revisions import document_rules_hash

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

_APPEND_ONLY = ("trial_data", "trial_series", "stress_attempts")
_REFUSAL = "the data of trials and attempts at a verdict are append-only"
_PARTS = {"crises", "monte_carlo", "sensitivity", "walk_forward", "overfitting"}
_PLANS = {"backtests": None, "stress_tests": "backtest", "optimisations": "base"}  # where each keeps its backtest

_DATA = sa.table(
    "trial_data",
    *(sa.column(name) for name in ("owner_id", "data", "ticker", "label")),
    sa.column("first_day", sa.Date()),
    sa.column("last_day", sa.Date()),
)
_ATTEMPTS = sa.table(
    "stress_attempts",
    *(sa.column(name) for name in ("stress_id", "owner_id", "rules", "body")),
    sa.column("created_at", sa.DateTime(timezone=True)),
)


def upgrade() -> None:
    _create_data()
    _create_attempts()
    _carry_data_over()
    _carry_attempts_over()
    _refuse_changes()


def _create_data() -> None:
    for name, length in (("owner_id", 36), ("data", 64), ("rules", 64)):
        op.add_column("strategy_trials", sa.Column(name, sa.String(length), nullable=True))
    op.create_index("ix_strategy_trials_owner_id_data", "strategy_trials", ["owner_id", "data"])
    op.create_index("ix_strategy_trials_owner_id_rules", "strategy_trials", ["owner_id", "rules"])
    op.create_index("ix_trial_returns_trial_key", "trial_returns", ["trial_key"])
    op.create_table(
        "trial_data",
        sa.Column("owner_id", sa.String(36), nullable=False),
        sa.Column("data", sa.String(64), nullable=False),
        sa.Column("ticker", sa.String(60), nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("first_day", sa.Date(), nullable=False),
        sa.Column("last_day", sa.Date(), nullable=False),
        sa.PrimaryKeyConstraint("owner_id", "data", "ticker", "label", name="pk_trial_data"),
    )
    op.create_index("ix_trial_data_owner_id_label", "trial_data", ["owner_id", "label"])
    op.create_table(
        "trial_series",
        sa.Column("owner_id", sa.String(36), nullable=False),
        sa.Column("ticker", sa.String(60), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("closes", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("owner_id", "ticker", "digest", name="pk_trial_series"),
    )


def _create_attempts() -> None:
    op.create_table(
        "stress_attempts",
        sa.Column("stress_id", sa.String(36), nullable=False),
        sa.Column("owner_id", sa.String(36), nullable=False),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("stress_id", name="pk_stress_attempts"),
    )
    op.create_index("ix_stress_attempts_owner_id_rules", "stress_attempts", ["owner_id", "rules"])


def _carry_data_over() -> None:
    """The lineage stands in the place of the hash of the data."""
    spans: dict[tuple[str, str, str], tuple[date, date]] = {}
    for owner_id, lineage_id, plan in _plans():
        first, last = _day(plan["start"], date.min), _day(plan["end"], date.max)
        for ticker in plan["strategy"]["universe"]["tickers"]:
            before = spans.get((owner_id, lineage_id, ticker), (first, last))
            spans[owner_id, lineage_id, ticker] = min(first, before[0]), max(last, before[1])
    rows = [
        {"owner_id": owner, "data": lineage, "ticker": ticker, "label": ticker, "first_day": first, "last_day": last}
        for (owner, lineage, ticker), (first, last) in spans.items()
    ]
    if rows:
        op.bulk_insert(_DATA, rows)


def _plans() -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    for table, place in _PLANS.items():
        found = op.get_bind().execute(sa.text(f"SELECT owner_id, lineage_id, plan FROM {table}"))  # noqa: S608
        for owner_id, lineage_id, text in found:
            plan = json.loads(text)
            yield owner_id, lineage_id, plan if place is None else plan[place]


def _carry_attempts_over() -> None:
    tests = sa.table(
        "stress_tests", *map(sa.column, ("id", "owner_id", "plan")), sa.column("created_at", sa.DateTime(timezone=True))
    )
    results = sa.table("stress_results", *map(sa.column, ("stress_id", "ruling", "limits", "trials")))
    wanted = sa.select(tests, results).join(results, tests.c.id == results.c.stress_id)
    rows = [_attempt(found) for found in op.get_bind().execute(wanted)]
    if rows:
        op.bulk_insert(_ATTEMPTS, rows)


def _attempt(found: Any) -> dict[str, Any]:
    plan = json.loads(found.plan)
    backtest, scenarios = plan["backtest"], plan["scenarios"]
    body = {
        "limits": found.limits,
        "ruling": found.ruling,
        "seed": scenarios["seed"],
        "is_own_seed": False,
        "is_whole": set(scenarios["parts"]) == _PARTS,
        "declared_trials": 0,
        "trials": found.trials,
        "first_day": backtest["start"],
        "last_day": backtest["end"],
        "terms": backtest["terms"],
    }
    return {
        "stress_id": found.id,
        "owner_id": found.owner_id,
        "rules": document_rules_hash(backtest["strategy"]),
        "created_at": found.created_at,
        "body": json.dumps(body, ensure_ascii=False, separators=(",", ":")),
    }


def _day(text: str | None, otherwise: date) -> date:
    return otherwise if text is None else date.fromisoformat(text)


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
        "CREATE FUNCTION refuse_trial_data_change() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{_REFUSAL}'; END $$"
    )
    for table in _APPEND_ONLY:
        op.execute(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION refuse_trial_data_change()"
        )


def downgrade() -> None:
    for table in reversed(_APPEND_ONLY):
        op.drop_table(table)
    op.drop_index("ix_trial_returns_trial_key", "trial_returns")
    for name in ("rules", "data"):
        op.drop_index(f"ix_strategy_trials_owner_id_{name}", "strategy_trials")
    for name in ("rules", "data", "owner_id"):
        op.drop_column("strategy_trials", name)
    if op.get_bind().dialect.name != "sqlite":
        op.execute("DROP FUNCTION refuse_trial_data_change()")
