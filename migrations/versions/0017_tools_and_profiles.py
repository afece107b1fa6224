"""Tool calls that change something, and what people told about themselves."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

_INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "tool_calls",
        sa.Column("owner_id", sa.String(36), nullable=False),
        sa.Column("tool", sa.String(80), nullable=False),
        sa.Column("key", sa.String(100), nullable=False),
        sa.Column("arguments_hash", sa.String(64), nullable=False),
        sa.Column("token_id", sa.String(36), nullable=False),
        sa.Column("claimed_at", _INSTANT, nullable=False),
        sa.Column("result", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("owner_id", "tool", "key", name="pk_tool_calls"),
        sa.UniqueConstraint("token_id", "tool", name="uq_tool_calls_token_id_tool"),
    )
    op.create_table(
        "profiles",
        sa.Column("user_id", sa.String(36), nullable=False),
        sa.Column("risk_tolerance", sa.String(30), nullable=True),
        sa.Column("return_expectation", sa.String(30), nullable=True),
        sa.Column("trading_years_bucket", sa.String(30), nullable=True),
        sa.Column("updated_at", _INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_profiles"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_profiles_user_id_users", ondelete="CASCADE"),
    )


def downgrade() -> None:
    op.drop_table("profiles")
    op.drop_table("tool_calls")
