"""The tables of stress tests, of their parts, results and files, and of what the trials of a lineage returned.

Returns of trials are only ever added: triggers of the database refuse to change or delete one.
"""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from packages.infra.db.base import Base


class StressRow(Base):
    """What was asked for. A deleted one stays as a gravestone, so that its job cannot bring it back."""

    __tablename__ = "stress_tests"
    __table_args__ = (
        Index("ix_stress_tests_owner_id_created_at_id", "owner_id", "created_at", "id"),
        Index("ix_stress_tests_strategy_id_version", "strategy_id", "version"),
    )

    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    owner_id: Mapped[str] = mapped_column(String(36))
    created_at: Mapped[datetime]
    has_job: Mapped[bool]
    strategy_id: Mapped[str | None] = mapped_column(String(36))
    version: Mapped[int | None]
    lineage_id: Mapped[str] = mapped_column(String(36))
    strategy_hash: Mapped[str] = mapped_column(String(64))
    scenario_set_id: Mapped[str] = mapped_column(String(36))
    plan: Mapped[str] = mapped_column(Text)
    deleted_at: Mapped[datetime | None]


class StressPartRow(Base):
    """A stage that is done, until the whole is; `data` is the key of the run that it was measured against."""

    __tablename__ = "stress_parts"

    stress_id: Mapped[str] = mapped_column(ForeignKey("stress_tests.id"), primary_key=True)
    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    data: Mapped[str] = mapped_column(String(64))
    body: Mapped[bytes] = mapped_column(LargeBinary)


class StressResultRow(Base):
    """What came out, written once; `report` is compressed JSON, `limits` the hash of what it was held against."""

    __tablename__ = "stress_results"

    stress_id: Mapped[str] = mapped_column(ForeignKey("stress_tests.id"), primary_key=True)
    finished_at: Mapped[datetime]
    ruling: Mapped[str] = mapped_column(String(10))
    limits: Mapped[str] = mapped_column(String(64))
    trials: Mapped[int]
    report: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)


class StressFileRow(Base):
    """The report as it was drawn, compressed."""

    __tablename__ = "stress_files"

    stress_id: Mapped[str] = mapped_column(ForeignKey("stress_tests.id"), primary_key=True)
    kind: Mapped[str] = mapped_column(String(8), primary_key=True)
    language: Mapped[str] = mapped_column(String(8), primary_key=True)
    text: Mapped[bytes] = mapped_column(LargeBinary)


class TrialReturnRow(Base):
    """What one trial returned by week: four bytes a week, the smallest first, from `first_week` on."""

    __tablename__ = "trial_returns"

    lineage_id: Mapped[str] = mapped_column(String(36), primary_key=True)
    trial_key: Mapped[str] = mapped_column(String(255), primary_key=True)
    first_week: Mapped[int]
    returns: Mapped[bytes] = mapped_column(LargeBinary)
