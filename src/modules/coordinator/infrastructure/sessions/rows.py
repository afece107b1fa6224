"""The tables of research sessions and of the nodes that they ran."""

from datetime import date, datetime

from sqlalchemy import ForeignKey, Index, String, Text, false, text
from sqlalchemy.orm import Mapped, mapped_column

from packages.infra.db.base import Base, MessageText

_RUNNING = text("status = 'running'")


class ResearchSessionRow(Base):
    """`experts`, `options` and `result` are JSON. `lives`: how many processes have worked on the attempt.
    `only_debate`: the attempt debates what the experts brought before. `start_digest`: what was asked for with
    `start_key`."""

    __tablename__ = "research_sessions"
    __table_args__ = (
        Index("ix_research_sessions_owner_id_id", "owner_id", "id"),
        Index("ix_research_sessions_running", "process", sqlite_where=_RUNNING, postgresql_where=_RUNNING),
        Index("uq_research_sessions_owner_id_start_key", "owner_id", "start_key", unique=True),
    )

    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    owner_id: Mapped[str] = mapped_column(String(36))
    symbol: Mapped[str] = mapped_column(Text)
    experts: Mapped[str] = mapped_column(Text)
    options: Mapped[str] = mapped_column(Text)
    skip_debate: Mapped[bool]
    rounds: Mapped[int] = mapped_column(server_default="1")
    analysis_date: Mapped[date | None]
    only_debate: Mapped[bool] = mapped_column(server_default=false())
    language: Mapped[str] = mapped_column(String(2))
    status: Mapped[str] = mapped_column(String(12))
    attempt: Mapped[int]
    thread: Mapped[str] = mapped_column(Text)
    process: Mapped[str] = mapped_column(String(64))
    lives: Mapped[int]
    created_at: Mapped[datetime]
    started_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]
    result: Mapped[str | None] = mapped_column(Text)
    error: Mapped[str | None] = mapped_column(MessageText)
    start_key: Mapped[str | None] = mapped_column(String(200))
    start_digest: Mapped[str | None] = mapped_column(String(64))


class ResearchNodeRow(Base):
    """One execution of a graph node."""

    __tablename__ = "research_nodes"

    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    session_id: Mapped[str] = mapped_column(ForeignKey("research_sessions.id", ondelete="CASCADE"), index=True)
    attempt: Mapped[int]
    node: Mapped[str] = mapped_column(String(60))
    status: Mapped[str] = mapped_column(String(12))
    started_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]
    error: Mapped[str | None] = mapped_column(MessageText)
    engine: Mapped[str | None] = mapped_column(String(20))
