"""The order desk: books, decisions, orders with their history, fills, positions, differences, equity, notices."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

_INSTANT = sa.DateTime(timezone=True)
_TABLES = (
    "order_books",
    "order_decisions",
    "order_signals",
    "orders",
    "order_changes",
    "order_fills",
    "order_positions",
    "order_other_cash",
    "order_differences",
    "order_equity",
    "order_notices",
)


def upgrade() -> None:
    _order_books()
    _order_decisions()
    _order_signals()
    _orders()
    _order_changes()
    _order_fills()
    _order_positions()
    _order_other_cash()
    _order_differences()
    _order_equity()
    _order_notices()


def downgrade() -> None:
    for table in reversed(_TABLES):
        op.drop_table(table)


def _order_books() -> None:
    op.create_table(
        "order_books",
        sa.Column("deployment_id", sa.String(36), nullable=False),
        sa.Column("owner_id", sa.String(36), nullable=False),
        sa.Column("start_cash", sa.Text(), nullable=False),
        sa.Column("cash", sa.Text(), nullable=False),
        sa.Column("realised", sa.Text(), nullable=False),
        sa.Column("costs", sa.Text(), nullable=False),
        sa.Column("other_cash", sa.Text(), nullable=False),
        sa.Column("cursor", sa.Text(), nullable=False),
        sa.Column("bar", _INSTANT, nullable=True),
        sa.Column("stopped", sa.Text(), nullable=False),
        sa.Column("last_signal", sa.Integer(), nullable=False),
        sa.Column("last_order", sa.Integer(), nullable=False),
        sa.Column("last_fill", sa.Integer(), nullable=False),
        sa.Column("last_difference", sa.Integer(), nullable=False),
        sa.Column("last_notice", sa.Integer(), nullable=False),
        sa.Column("told_notice", sa.Integer(), nullable=False),
        sa.Column("opened_at", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("deployment_id", name="pk_order_books"),
    )


def _order_decisions() -> None:
    op.create_table(
        "order_decisions",
        sa.Column("deployment_id", sa.String(36), nullable=False),
        sa.Column("key", sa.String(200), nullable=False),
        sa.Column("bar", _INSTANT, nullable=True),
        sa.Column("at", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("deployment_id", "key", name="pk_order_decisions"),
    )


def _order_signals() -> None:
    op.create_table(
        "order_signals",
        sa.Column("deployment_id", sa.String(36), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("bar", _INSTANT, nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("deployment_id", "number", name="pk_order_signals"),
    )


def _orders() -> None:
    op.create_table(
        "orders",
        sa.Column("deployment_id", sa.String(36), nullable=False),
        sa.Column("client_order_id", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("decision", sa.String(200), nullable=False),
        sa.Column("bar", _INSTANT, nullable=True),
        sa.Column("symbol", sa.String(50), nullable=False),
        sa.Column("request", sa.Text(), nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("filled", sa.Text(), nullable=False),
        sa.Column("spent", sa.Text(), nullable=False),
        sa.Column("costs", sa.Text(), nullable=False),
        sa.Column("broker_order_id", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("changes", sa.Integer(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("sent_at", _INSTANT, nullable=True),
        sa.Column("next_try_at", _INSTANT, nullable=True),
        sa.Column("missing_since", _INSTANT, nullable=True),
        sa.Column("created_at", _INSTANT, nullable=False),
        sa.Column("updated_at", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("deployment_id", "client_order_id", name="pk_orders"),
    )
    op.create_index("ix_orders_deployment_id_decision", "orders", ["deployment_id", "decision"])
    op.create_index("ix_orders_deployment_id_status", "orders", ["deployment_id", "status"])
    op.create_index("uq_orders_deployment_id_number", "orders", ["deployment_id", "number"], unique=True)


def _order_changes() -> None:
    op.create_table(
        "order_changes",
        sa.Column("deployment_id", sa.String(36), nullable=False),
        sa.Column("client_order_id", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("filled", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("at", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("deployment_id", "client_order_id", "number", name="pk_order_changes"),
    )


def _order_fills() -> None:
    op.create_table(
        "order_fills",
        sa.Column("deployment_id", sa.String(36), nullable=False),
        sa.Column("fill_id", sa.String(200), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("client_order_id", sa.Text(), nullable=False),
        sa.Column("symbol", sa.String(50), nullable=False),
        sa.Column("side", sa.String(4), nullable=False),
        sa.Column("effect", sa.String(5), nullable=False),
        sa.Column("quantity", sa.Text(), nullable=False),
        sa.Column("price", sa.Text(), nullable=False),
        sa.Column("costs", sa.Text(), nullable=False),
        sa.Column("at", _INSTANT, nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("realised", sa.Text(), nullable=False),
        sa.Column("is_foreign", sa.Boolean(), nullable=False),
        sa.Column("booked_at", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("deployment_id", "fill_id", name="pk_order_fills"),
    )
    op.create_index("uq_order_fills_deployment_id_number", "order_fills", ["deployment_id", "number"], unique=True)


def _order_positions() -> None:
    op.create_table(
        "order_positions",
        sa.Column("deployment_id", sa.String(36), nullable=False),
        sa.Column("symbol", sa.String(50), nullable=False),
        sa.Column("quantity", sa.Text(), nullable=False),
        sa.Column("cost", sa.Text(), nullable=False),
        sa.Column("realised", sa.Text(), nullable=False),
        sa.Column("costs", sa.Text(), nullable=False),
        sa.Column("since", _INSTANT, nullable=True),
        sa.Column("opened_by", sa.Text(), nullable=False),
        sa.Column("at_broker", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("deployment_id", "symbol", name="pk_order_positions"),
    )


def _order_other_cash() -> None:
    op.create_table(
        "order_other_cash",
        sa.Column("deployment_id", sa.String(36), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", _INSTANT, nullable=False),
        sa.Column("amount", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("deployment_id", "number", name="pk_order_other_cash"),
    )


def _order_differences() -> None:
    op.create_table(
        "order_differences",
        sa.Column("deployment_id", sa.String(36), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("journal", sa.Text(), nullable=False),
        sa.Column("broker", sa.Text(), nullable=False),
        sa.Column("gap", sa.Text(), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("at", _INSTANT, nullable=False),
        sa.Column("ended_at", _INSTANT, nullable=True),
        sa.PrimaryKeyConstraint("deployment_id", "number", name="pk_order_differences"),
    )


def _order_equity() -> None:
    op.create_table(
        "order_equity",
        sa.Column("deployment_id", sa.String(36), nullable=False),
        sa.Column("bar", _INSTANT, nullable=False),
        sa.Column("equity", sa.Text(), nullable=False),
        sa.Column("cash", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("deployment_id", "bar", name="pk_order_equity"),
    )


def _order_notices() -> None:
    op.create_table(
        "order_notices",
        sa.Column("deployment_id", sa.String(36), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("type", sa.String(100), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("at", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("deployment_id", "number", name="pk_order_notices"),
    )
