"""The tables of strategies, of their revisions, of the trials of each lineage, and of drafts.

Revisions and trials are only ever added: triggers of the database refuse to change or delete one.
"""

from datetime import datetime

from sqlalchemy import Double, ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from packages.infra.db.base import Base


class StrategyRow(Base):
    """A strategy and the number of its newest revision; `folded_name` is what a search looks at."""

    __tablename__ = "strategies"
    __table_args__ = (Index("ix_strategies_owner_id_id", "owner_id", "id"),)

    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    owner_id: Mapped[str] = mapped_column(String(36))
    lineage_id: Mapped[str] = mapped_column(String(36), index=True)
    name: Mapped[str] = mapped_column(Text)
    folded_name: Mapped[str] = mapped_column(Text)
    version: Mapped[int]
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]
    archived_at: Mapped[datetime | None]


class StrategyRevisionRow(Base):
    """One revision; `document` is its canonical text, `request_key` that of the request that made it."""

    __tablename__ = "strategy_revisions"
    __table_args__ = (Index("uq_strategy_revisions_request_key", "request_key", unique=True),)

    strategy_id: Mapped[str] = mapped_column(ForeignKey("strategies.id"), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    document: Mapped[str] = mapped_column(Text)
    content_hash: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime]
    restores: Mapped[int | None]
    request_key: Mapped[str | None] = mapped_column(String(36))


class StrategyTrialRow(Base):
    """What was tried in a lineage. It outlives its strategies, and a draft that was never saved has trials too, so it
    refers to no row of them."""

    __tablename__ = "strategy_trials"

    lineage_id: Mapped[str] = mapped_column(String(36), primary_key=True)
    trial_key: Mapped[str] = mapped_column(String(255), primary_key=True)
    kind: Mapped[str] = mapped_column(String(20))
    count: Mapped[int]
    sharpe: Mapped[float | None] = mapped_column(Double)
    at: Mapped[datetime]


class StrategyDraftRow(Base):
    """A valid strategy that was not saved; its id is made of its owner and its document."""

    __tablename__ = "strategy_drafts"

    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    owner_id: Mapped[str] = mapped_column(String(36))
    document: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime]
