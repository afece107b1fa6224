"""The tables of optimisations, and of what each search wrote down batch by batch."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from packages.infra.db.base import Base


class OptimisationRow(Base):
    """What was asked for, and what came out, written once. A deleted one stays as a gravestone, so that its job cannot
    bring it back; `report` is compressed JSON."""

    __tablename__ = "optimisations"
    __table_args__ = (Index("ix_optimisations_owner_id_created_at_id", "owner_id", "created_at", "id"),)

    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    owner_id: Mapped[str] = mapped_column(String(36))
    created_at: Mapped[datetime]
    has_job: Mapped[bool]
    strategy_id: Mapped[str | None] = mapped_column(String(36), index=True)
    lineage_id: Mapped[str] = mapped_column(String(36))
    plan: Mapped[str] = mapped_column(Text)
    finished_at: Mapped[datetime | None]
    headline: Mapped[str | None] = mapped_column(Text)
    report: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    deleted_at: Mapped[datetime | None]


class OptimisationLogRow(Base):
    """One batch of a search, numbered from 0; `body` is what brings the search to the state after it."""

    __tablename__ = "optimisation_log"

    optimisation_id: Mapped[str] = mapped_column(ForeignKey("optimisations.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    body: Mapped[bytes] = mapped_column(LargeBinary)
