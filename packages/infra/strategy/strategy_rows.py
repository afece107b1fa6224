"""The tables of strategies, of their revisions, of trials and the data they were made on, of drafts and of origins.

Revisions, trials and their data are only ever added: triggers of the database refuse to change or delete one.
"""

from datetime import date, datetime

from sqlalchemy import Double, ForeignKey, Index, LargeBinary, String, Text
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
    __table_args__ = (
        Index("ix_strategy_trials_owner_id_data", "owner_id", "data"),
        Index("ix_strategy_trials_owner_id_rules", "owner_id", "rules"),
    )

    lineage_id: Mapped[str] = mapped_column(String(36), primary_key=True)
    trial_key: Mapped[str] = mapped_column(String(255), primary_key=True)
    kind: Mapped[str] = mapped_column(String(20))
    count: Mapped[int]
    sharpe: Mapped[float | None] = mapped_column(Double)
    at: Mapped[datetime]
    owner_id: Mapped[str | None] = mapped_column(String(36))
    data: Mapped[str | None] = mapped_column(String(64))
    rules: Mapped[str | None] = mapped_column(String(64))


class TrialDataRow(Base):
    """On which instruments and days an owner made trials. `label` is the ticker, or that of a series with the same
    data; `data` is the hash of all that was read, or the lineage of trials that were counted before data were known."""

    __tablename__ = "trial_data"
    __table_args__ = (Index("ix_trial_data_owner_id_label", "owner_id", "label"),)

    owner_id: Mapped[str] = mapped_column(String(36), primary_key=True)
    data: Mapped[str] = mapped_column(String(64), primary_key=True)
    ticker: Mapped[str] = mapped_column(String(60), primary_key=True)
    label: Mapped[str] = mapped_column(String(60), primary_key=True)
    first_day: Mapped[date]
    last_day: Mapped[date]


class TrialSeriesRow(Base):
    """The daily closes of an instrument that an owner made trials on, to know the same data under another ticker."""

    __tablename__ = "trial_series"

    owner_id: Mapped[str] = mapped_column(String(36), primary_key=True)
    ticker: Mapped[str] = mapped_column(String(60), primary_key=True)
    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    closes: Mapped[bytes] = mapped_column(LargeBinary)


class StrategyDraftRow(Base):
    """A valid strategy that was not saved; its id is made of its owner and its document."""

    __tablename__ = "strategy_drafts"

    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    owner_id: Mapped[str] = mapped_column(String(36))
    document: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime]


class StrategyOriginRow(Base):
    """What rules that were drafted from research stand on; `rules` is their hash, `drafted` the draft as JSON."""

    __tablename__ = "strategy_origins"

    owner_id: Mapped[str] = mapped_column(String(36), primary_key=True)
    rules: Mapped[str] = mapped_column(String(64), primary_key=True)
    session_id: Mapped[str] = mapped_column(String(36))
    drafted: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime]
