"""The tables of backtests, of their results, and of the trades of each."""

from datetime import datetime

from sqlalchemy import Double, ForeignKey, Index, LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from packages.infra.db.base import Base


class BacktestRow(Base):
    """What was asked for. A deleted one stays as a gravestone, so that its job cannot bring it back."""

    __tablename__ = "backtests"
    __table_args__ = (Index("ix_backtests_owner_id_created_at_id", "owner_id", "created_at", "id"),)

    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    owner_id: Mapped[str] = mapped_column(String(36))
    created_at: Mapped[datetime]
    has_job: Mapped[bool]
    strategy_id: Mapped[str | None] = mapped_column(String(36), index=True)
    lineage_id: Mapped[str] = mapped_column(String(36))
    strategy_hash: Mapped[str] = mapped_column(String(64))
    plan: Mapped[str] = mapped_column(Text)
    deleted_at: Mapped[datetime | None]


class BacktestResultRow(Base):
    """What came out, written once; `report` is compressed JSON, `columns` what pictures are drawn from."""

    __tablename__ = "backtest_results"

    backtest_id: Mapped[str] = mapped_column(ForeignKey("backtests.id"), primary_key=True)
    finished_at: Mapped[datetime]
    trial_key: Mapped[str] = mapped_column(String(64))
    sharpe: Mapped[float | None] = mapped_column(Double)
    body: Mapped[str] = mapped_column(Text)
    report: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    columns: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)


class BacktestTradeRow(Base):
    """One trade, numbered from 1 by its exit."""

    __tablename__ = "backtest_trades"

    backtest_id: Mapped[str] = mapped_column(ForeignKey("backtests.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    direction: Mapped[str] = mapped_column(String(5))
    reason: Mapped[str] = mapped_column(String(20))
    body: Mapped[str] = mapped_column(Text)
