"""Paper accounts: positions, orders, fills, and the ledger of their cash."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "paper_accounts",
        sa.Column("id", sa.String(36), nullable=False),
        sa.Column("owner_id", sa.String(36), nullable=False),
        sa.Column("opened_at", _INSTANT, nullable=False),
        sa.Column("opening", sa.Text(), nullable=False),
        sa.Column("cash", sa.Double(), nullable=False),
        sa.Column("last_bar", _INSTANT, nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_paper_accounts"),
    )
    op.create_index("ix_paper_accounts_owner_id", "paper_accounts", ["owner_id"])
    _create_of_account("paper_positions", ["symbol"], _key("symbol", 64), sa.Column("body", sa.Text(), nullable=False))
    _create_of_account(
        "paper_orders",
        ["client_order_id"],
        _key("client_order_id", 128),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("is_open", sa.Boolean(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
    )
    op.create_index("ix_paper_orders_account_id_is_open", "paper_orders", ["account_id", "is_open"])
    _create_numbered("paper_fills", sa.Column("body", sa.Text(), nullable=False))
    _create_numbered(
        "paper_ledger",
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("symbol", sa.String(64), nullable=True),
        sa.Column("amount", sa.Double(), nullable=False),
    )


def _key(name: str, length: int) -> sa.Column[str]:
    return sa.Column(name, sa.String(length), nullable=False)


def _create_numbered(table: str, *columns: sa.Column[Any]) -> None:
    number = sa.Column("number", sa.Integer(), autoincrement=False, nullable=False)
    _create_of_account(table, ["number"], number, sa.Column("at", _INSTANT, nullable=False), *columns)


def _create_of_account(table: str, key: list[str], *columns: sa.Column[Any]) -> None:
    op.create_table(
        table,
        sa.Column("account_id", sa.String(36), nullable=False),
        *columns,
        sa.PrimaryKeyConstraint("account_id", *key, name=f"pk_{table}"),
        sa.ForeignKeyConstraint(["account_id"], ["paper_accounts.id"], name=f"fk_{table}_account_id_paper_accounts"),
    )


def downgrade() -> None:
    for table in ("paper_ledger", "paper_fills", "paper_orders", "paper_positions", "paper_accounts"):
        op.drop_table(table)
