"""Cash that is no fill: shares in the paper ledger, and what a broker told of it in the books of orders."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

_MOVES = "order_other_cash"


def upgrade() -> None:
    op.add_column("paper_ledger", sa.Column("shares", sa.Double(), nullable=False, server_default="0"))
    op.add_column("order_books", sa.Column("cash_cursor", sa.Text(), nullable=True))
    op.add_column(_MOVES, sa.Column("kind", sa.String(20), nullable=False, server_default="other"))
    op.add_column(_MOVES, sa.Column("symbol", sa.String(50), nullable=True))
    op.add_column(_MOVES, sa.Column("shares", sa.Text(), nullable=False, server_default="0"))
    op.add_column(_MOVES, sa.Column("move_id", sa.String(200), nullable=True))
    op.create_index("uq_order_other_cash_deployment_id_move_id", _MOVES, ["deployment_id", "move_id"], unique=True)


def downgrade() -> None:
    op.drop_index("uq_order_other_cash_deployment_id_move_id", _MOVES)
    for column in ("move_id", "shares", "symbol", "kind"):
        op.drop_column(_MOVES, column)
    op.drop_column("order_books", "cash_cursor")
    op.drop_column("paper_ledger", "shares")
