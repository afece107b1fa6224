"""The tables of research sessions and their nodes, and how sessions become rows and back."""

import json
from datetime import date, datetime

from sqlalchemy import ForeignKey, Index, String, Text, false, text
from sqlalchemy.orm import Mapped, mapped_column

from packages.core.messages import Language
from packages.infra.db.base import Base
from src.modules.coordinator.domain.dtos.research_dtos import ResearchRequest, ResearchResult
from src.modules.coordinator.domain.model.enums import ExpertType, NodeStatus, ResearchStatus
from src.modules.coordinator.domain.session import NodeExecution, ResearchSession

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
    error: Mapped[str | None] = mapped_column(Text)
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
    error: Mapped[str | None] = mapped_column(Text)
    engine: Mapped[str | None] = mapped_column(String(20))


def row_of(session: ResearchSession) -> dict[str, object]:
    request = session.request
    return {
        "id": session.id,
        "owner_id": session.owner_id,
        "symbol": request.symbol,
        "experts": json.dumps([expert.value for expert in request.experts]),
        "options": json.dumps(request.options),
        "analysis_date": request.analysis_date,
        "language": session.language.value,
        "created_at": session.created_at,
        **state_of(session),
    }


def state_of(session: ResearchSession) -> dict[str, object]:
    """What changes while a session lives."""
    return {
        "status": session.status.value,
        "skip_debate": session.request.skip_debate,
        "rounds": session.request.rounds,
        "only_debate": session.only_debate,
        "attempt": session.attempt,
        "thread": session.thread,
        "started_at": session.started_at,
        "finished_at": session.finished_at,
        "result": session.result.model_dump_json() if session.result else None,
        "error": session.error,
    }


def session_of(row: ResearchSessionRow, *, with_result: bool = True) -> ResearchSession:
    result = ResearchResult.model_validate_json(row.result) if with_result and row.result else None
    return ResearchSession(
        id=row.id,
        owner_id=row.owner_id,
        request=ResearchRequest(
            symbol=row.symbol,
            experts=[ExpertType(name) for name in json.loads(row.experts)],
            options=json.loads(row.options),
            skip_debate=row.skip_debate,
            rounds=row.rounds,
            analysis_date=row.analysis_date,
        ),
        language=Language(row.language),
        status=ResearchStatus(row.status),
        attempt=row.attempt,
        thread=row.thread,
        created_at=row.created_at,
        started_at=row.started_at,
        finished_at=row.finished_at,
        result=result,
        error=row.error,
        only_debate=row.only_debate,
    )


def node_of(row: ResearchNodeRow) -> NodeExecution:
    return NodeExecution(
        id=row.id,
        session_id=row.session_id,
        attempt=row.attempt,
        node=row.node,
        status=NodeStatus(row.status),
        started_at=row.started_at,
        finished_at=row.finished_at,
        error=row.error,
        engine=row.engine,
    )
