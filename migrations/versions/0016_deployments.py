"""Deployments and their changes, broker accounts, kill switches, and approvals."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_APPEND_ONLY = ("deployment_changes", "kill_switch_turns", "approval_uses")
_REFUSAL = "changes of deployments, turns of switches and uses of approvals are append-only"
_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    _create_accounts()
    _create_deployments()
    _create_changes()
    _create_switches()
    _create_approvals()
    _refuse_changes()


def _text(name: str, length: int | None = None, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text() if length is None else sa.String(length), nullable=nullable)


def _at(name: str, nullable: bool = False) -> sa.Column[object]:
    return sa.Column(name, _INSTANT, nullable=nullable)


def _create_accounts() -> None:
    op.create_table(
        "broker_accounts",
        _text("id", 36),
        _text("owner_id", 36),
        _text("kind", 20),
        _text("label"),
        _text("venue", nullable=True),
        _text("masked_key", 8, nullable=True),
        _text("sealed", nullable=True),
        _at("created_at"),
        _at("removed_at", nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_broker_accounts"),
    )
    op.create_index("ix_broker_accounts_owner_id", "broker_accounts", ["owner_id"])


def _create_deployments() -> None:
    op.create_table(
        "deployments",
        _text("id", 36),
        _text("owner_id", 36),
        _text("key", 200),
        _text("digest", 64),
        _text("strategy_id", 36),
        sa.Column("version", sa.Integer(), nullable=False),
        _text("content_hash", 64),
        _text("account_id", 36),
        _text("claimed_account_id", 36, nullable=True),
        _text("mode", 10),
        _text("terms"),
        _text("limits"),
        _text("clearance"),
        _text("state", 20),
        _text("blocker", 60, nullable=True),
        sa.Column("flatten", sa.Boolean(), nullable=False),
        _text("marks", nullable=True),
        sa.Column("changes", sa.Integer(), nullable=False),
        _at("created_at"),
        _at("updated_at"),
        sa.PrimaryKeyConstraint("id", name="pk_deployments"),
        sa.ForeignKeyConstraint(
            ["account_id"], ["broker_accounts.id"], name="fk_deployments_account_id_broker_accounts"
        ),
        sa.UniqueConstraint("owner_id", "key", name="uq_deployments_owner_id_key"),
        sa.UniqueConstraint("claimed_account_id", name="uq_deployments_claimed_account_id"),
    )
    op.create_index("ix_deployments_owner_id_id", "deployments", ["owner_id", "id"])
    op.create_index("ix_deployments_state", "deployments", ["state"])


def _create_changes() -> None:
    op.create_table(
        "deployment_changes",
        _text("deployment_id", 36),
        sa.Column("number", sa.Integer(), nullable=False),
        _text("action", 20),
        _text("before", 20, nullable=True),
        _text("after", 20),
        _text("by"),
        _text("reason"),
        _text("blocker", 60, nullable=True),
        sa.Column("flatten", sa.Boolean(), nullable=False),
        _at("at"),
        sa.PrimaryKeyConstraint("deployment_id", "number", name="pk_deployment_changes"),
        sa.ForeignKeyConstraint(
            ["deployment_id"], ["deployments.id"], name="fk_deployment_changes_deployment_id_deployments"
        ),
    )


def _create_switches() -> None:
    for table, number in (("kill_switches", "turns"), ("kill_switch_turns", "number")):
        key = ["scope", "target"] if table == "kill_switches" else ["scope", "target", "number"]
        op.create_table(
            table,
            _text("scope", 20),
            _text("target", 36),
            sa.Column(number, sa.Integer(), nullable=False),
            sa.Column("is_on", sa.Boolean(), nullable=False),
            _text("by"),
            _text("reason"),
            _at("at"),
            sa.PrimaryKeyConstraint(*key, name=f"pk_{table}"),
        )


def _create_approvals() -> None:
    op.create_table(
        "approvals",
        _text("id", 36),
        _text("owner_id", 36),
        _text("deployment_id", 36),
        _text("kind", 10),
        _text("digest", 64),
        _text("document"),
        _text("status", 10),
        _at("requested_at"),
        _at("expires_at"),
        _text("symbols"),
        _text("remaining", nullable=True),
        _at("until", nullable=True),
        _text("decided_by", nullable=True),
        _at("decided_at", nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_approvals"),
    )
    op.create_index("ix_approvals_owner_id_id", "approvals", ["owner_id", "id"])
    op.create_index("ix_approvals_deployment_id_digest", "approvals", ["deployment_id", "digest"])
    op.create_table(
        "approval_uses",
        _text("deployment_id", 36),
        _text("client_order_id", 64),
        _text("approval_id", 36),
        _text("digest", 64),
        _text("worth"),
        _at("at"),
        sa.PrimaryKeyConstraint("deployment_id", "client_order_id", name="pk_approval_uses"),
        sa.ForeignKeyConstraint(["approval_id"], ["approvals.id"], name="fk_approval_uses_approval_id_approvals"),
    )
    op.create_index("ix_approval_uses_approval_id", "approval_uses", ["approval_id"])


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
        "CREATE FUNCTION refuse_deployment_change() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{_REFUSAL}'; END $$"
    )
    for table in _APPEND_ONLY:
        op.execute(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION refuse_deployment_change()"
        )


def downgrade() -> None:
    for table in (
        "approval_uses",
        "approvals",
        "kill_switch_turns",
        "kill_switches",
        "deployment_changes",
        "deployments",
        "broker_accounts",
    ):
        op.drop_table(table)
    if op.get_bind().dialect.name != "sqlite":
        op.execute("DROP FUNCTION refuse_deployment_change()")
