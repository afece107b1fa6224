"""The tables of the ledger: one row for each try, and one for each account that tries are counted against."""

from decimal import ROUND_UP, Context, Decimal

from sqlalchemy import (
    BigInteger,
    Column,
    Date,
    Dialect,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    and_,
    or_,
)
from sqlalchemy.types import TypeDecorator

from packages.infra.db.base import Base, MessageText, UtcDateTime
from src.modules.llm_platform.domain.ledger import CallStatus

_WIDE = Context(prec=60)


class Dollars(TypeDecorator[Decimal]):
    """US dollars, as a whole number of millionths of a millionth: a token's price of six decimals for a million
    tokens is held exactly, and so is every sum. What is finer still is rounded up, never away."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: Decimal | None, dialect: Dialect) -> int | None:
        if value is None:
            return None
        return int(value.scaleb(12, _WIDE).to_integral_value(ROUND_UP))

    def process_result_value(self, value: int | Decimal | None, dialect: Dialect) -> Decimal | None:
        return None if value is None else Decimal(int(value)).scaleb(-12, _WIDE).normalize(_WIDE)


calls = Table(
    "llm_calls",
    Base.metadata,
    Column("id", String(36)),
    Column("call_id", String(64), nullable=False),
    Column("number", Integer, nullable=False),
    Column("owner_id", String(36), nullable=False),
    Column("caller", Text, nullable=False),
    Column("run_id", Text),
    Column("agent", Text, nullable=False),
    Column("step", Text, nullable=False),
    Column("alias", Text, nullable=False),
    Column("provider", Text, nullable=False),
    Column("model", Text, nullable=False),
    Column("prompt_hash", String(64), nullable=False),
    Column("schema_hash", String(64)),
    Column("key", String(200)),
    Column("process", String(64), nullable=False),
    Column("day", Date, nullable=False),
    Column("status", String(12), nullable=False),
    Column("reserved_money", Dollars),
    Column("reserved_tokens", BigInteger, nullable=False),
    Column("charged_money", Dollars),
    Column("charged_tokens", BigInteger),
    Column("cost", Dollars),
    Column("input_tokens", BigInteger),
    Column("output_tokens", BigInteger),
    Column("cached_tokens", BigInteger),
    Column("latency_ms", BigInteger),
    Column("error_code", Text),
    Column("error_message", MessageText),
    Column("answer", Text),
    Column("response_id", Text),
    Column("started_at", UtcDateTime, nullable=False),
    Column("finished_at", UtcDateTime),
    PrimaryKeyConstraint("id"),
)

_STARTED = calls.c.status == CallStatus.STARTED.value
# Out, or answered: what a try with the same key must find instead of being sent.
OUT_OR_ANSWERED = and_(
    calls.c.key.is_not(None),
    or_(_STARTED, and_(calls.c.status == CallStatus.COMPLETED.value, calls.c.answer.is_not(None))),
)
Index(
    "uq_llm_calls_owner_id_key",
    calls.c.owner_id,
    calls.c.key,
    unique=True,
    sqlite_where=OUT_OR_ANSWERED,
    postgresql_where=OUT_OR_ANSWERED,
)
Index("ix_llm_calls_started", calls.c.process, sqlite_where=_STARTED, postgresql_where=_STARTED)
Index("ix_llm_calls_owner_id_started_at", calls.c.owner_id, calls.c.started_at)
Index("ix_llm_calls_owner_id_run_id", calls.c.owner_id, calls.c.run_id)

accounts = Table(
    "llm_accounts",
    Base.metadata,
    Column("name", Text),
    Column("spent_money", Dollars, nullable=False),
    Column("spent_tokens", BigInteger, nullable=False),
    Column("reserved_money", Dollars, nullable=False),
    Column("reserved_tokens", BigInteger, nullable=False),
    Column("calls", BigInteger, nullable=False),
    Column("unpriced_calls", BigInteger, nullable=False),
    PrimaryKeyConstraint("name"),
)
