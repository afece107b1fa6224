"""Sessions as rows, and back."""

import json

from packages.core.messages import Language
from src.modules.coordinator.domain.dtos.research_dtos import ResearchRequest, ResearchResult
from src.modules.coordinator.domain.model.enums import ExpertType, NodeStatus, SessionStatus
from src.modules.coordinator.domain.session import NodeExecution, ResearchSession
from src.modules.coordinator.infrastructure.sessions.rows import ResearchNodeRow, ResearchSessionRow


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
        status=SessionStatus(row.status),
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
