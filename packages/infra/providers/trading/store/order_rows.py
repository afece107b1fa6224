"""The tables of the order desk. A deployment's book is one row that every writer of that deployment locks first, so
that what is numbered within it has no gaps and no two ideas of the cash meet."""

from decimal import Decimal

from sqlalchemy import (
    Boolean,
    Column,
    Dialect,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)
from sqlalchemy.types import TypeDecorator

from packages.infra.db.base import Base, MessageText, UtcDateTime


class Exact(TypeDecorator[Decimal]):
    """A decimal as it was written; it is added up by the desk, never by the database."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Decimal | None, dialect: Dialect) -> str | None:
        return None if value is None else format(value, "f")

    def process_result_value(self, value: str | None, dialect: Dialect) -> Decimal | None:
        return None if value is None else Decimal(value)


def _number() -> Column[int]:
    return Column("number", Integer, autoincrement=False)


def _deployment() -> Column[str]:
    return Column("deployment_id", String(36))


books = Table(
    "order_books",
    Base.metadata,
    _deployment(),
    Column("owner_id", String(36), nullable=False),
    Column("start_cash", Exact, nullable=False),
    Column("cash", Exact, nullable=False),
    Column("realised", Exact, nullable=False),
    Column("costs", Exact, nullable=False),
    Column("other_cash", Exact, nullable=False),
    Column("cursor", Text, nullable=False),
    Column("cash_cursor", Text),
    Column("bar", UtcDateTime),
    Column("stopped", Text, nullable=False),
    Column("last_signal", Integer, nullable=False),
    Column("last_order", Integer, nullable=False),
    Column("last_fill", Integer, nullable=False),
    Column("last_difference", Integer, nullable=False),
    Column("last_notice", Integer, nullable=False),
    Column("told_notice", Integer, nullable=False),
    Column("opened_at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("deployment_id"),
)

decisions = Table(
    "order_decisions",
    Base.metadata,
    _deployment(),
    Column("key", String(200)),
    Column("bar", UtcDateTime),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("deployment_id", "key"),
)

signals = Table(
    "order_signals",
    Base.metadata,
    _deployment(),
    _number(),
    Column("bar", UtcDateTime, nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("deployment_id", "number"),
)

orders = Table(
    "orders",
    Base.metadata,
    _deployment(),
    Column("client_order_id", String(64)),
    Column("number", Integer, nullable=False),
    Column("decision", String(200), nullable=False),
    Column("bar", UtcDateTime),
    Column("symbol", String(50), nullable=False),
    Column("request", Text, nullable=False),
    Column("status", String(20), nullable=False),
    Column("filled", Exact, nullable=False),
    Column("spent", Exact, nullable=False),
    Column("costs", Exact, nullable=False),
    Column("broker_order_id", Text, nullable=False),
    Column("why", MessageText, nullable=False),
    Column("changes", Integer, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("sent_at", UtcDateTime),
    Column("next_try_at", UtcDateTime),
    Column("missing_since", UtcDateTime),
    Column("created_at", UtcDateTime, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("deployment_id", "client_order_id"),
)
Index("uq_orders_deployment_id_number", orders.c.deployment_id, orders.c.number, unique=True)
Index("ix_orders_deployment_id_status", orders.c.deployment_id, orders.c.status)
Index("ix_orders_deployment_id_decision", orders.c.deployment_id, orders.c.decision)

changes = Table(
    "order_changes",
    Base.metadata,
    _deployment(),
    Column("client_order_id", String(64)),
    _number(),
    Column("status", String(20), nullable=False),
    Column("filled", Exact, nullable=False),
    Column("why", MessageText, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("deployment_id", "client_order_id", "number"),
)

fills = Table(
    "order_fills",
    Base.metadata,
    _deployment(),
    Column("fill_id", String(200)),
    Column("number", Integer, nullable=False),
    Column("client_order_id", Text, nullable=False),
    Column("symbol", String(50), nullable=False),
    Column("side", String(4), nullable=False),
    Column("effect", String(5), nullable=False),
    Column("quantity", Exact, nullable=False),
    Column("price", Exact, nullable=False),
    Column("costs", Exact, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("reason", Text, nullable=False),
    Column("realised", Exact, nullable=False),
    Column("is_foreign", Boolean, nullable=False),
    Column("booked_at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("deployment_id", "fill_id"),
)
Index("uq_order_fills_deployment_id_number", fills.c.deployment_id, fills.c.number, unique=True)

positions = Table(
    "order_positions",
    Base.metadata,
    _deployment(),
    Column("symbol", String(50)),
    Column("quantity", Exact, nullable=False),
    Column("cost", Exact, nullable=False),
    Column("realised", Exact, nullable=False),
    Column("costs", Exact, nullable=False),
    Column("since", UtcDateTime),
    Column("opened_by", Text, nullable=False),
    Column("at_broker", Exact),
    PrimaryKeyConstraint("deployment_id", "symbol"),
)

other_cash = Table(
    "order_other_cash",
    Base.metadata,
    _deployment(),
    _number(),
    Column("at", UtcDateTime, nullable=False),
    Column("amount", Exact, nullable=False),
    Column("why", Text, nullable=False),
    Column("kind", String(20), nullable=False, server_default="other"),
    Column("symbol", String(50)),
    Column("shares", Exact, nullable=False, server_default="0"),
    Column("move_id", String(200)),
    PrimaryKeyConstraint("deployment_id", "number"),
)
Index("uq_order_other_cash_deployment_id_move_id", other_cash.c.deployment_id, other_cash.c.move_id, unique=True)

differences = Table(
    "order_differences",
    Base.metadata,
    _deployment(),
    _number(),
    Column("kind", String(20), nullable=False),
    Column("subject", Text, nullable=False),
    Column("journal", Text, nullable=False),
    Column("broker", Text, nullable=False),
    Column("gap", Exact, nullable=False),
    Column("state", String(10), nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("ended_at", UtcDateTime),
    PrimaryKeyConstraint("deployment_id", "number"),
)

equity = Table(
    "order_equity",
    Base.metadata,
    _deployment(),
    Column("bar", UtcDateTime),
    Column("equity", Exact, nullable=False),
    Column("cash", Exact, nullable=False),
    PrimaryKeyConstraint("deployment_id", "bar"),
)

notices = Table(
    "order_notices",
    Base.metadata,
    _deployment(),
    _number(),
    Column("type", String(100), nullable=False),
    Column("body", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    PrimaryKeyConstraint("deployment_id", "number"),
)
