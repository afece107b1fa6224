"""Requests and responses of the coordinator's routes."""

import re
from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from packages.contracts.sentences import SaidText
from packages.core.messages import LanguageCode, Sentence, message
from src.modules.coordinator.application.dtos.research_dtos import MOST_ROUNDS, flat_answer
from src.modules.coordinator.domain.model.enums import ExpertType, NodeStatus, ResearchStatus
from src.modules.coordinator.domain.session import NodeCost, NodeExecution, ResearchDetail, ResearchSession

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def day_written_out(given: object) -> date | None:
    """Raises a `ValueError`, which pydantic tells as a bad field."""
    if given is None:
        return None
    if not isinstance(given, str) or not _DAY.fullmatch(given):
        raise ValueError(Sentence(message("validation.date")))
    return date.fromisoformat(given)


Name = Annotated[StrictStr, Field(max_length=100)]
Day = Annotated[date, BeforeValidator(day_written_out)]
Status = Literal["completed", "partial", "failed"]


class ResearchIn(BaseModel):
    """Which experts shall look at which instrument. `options` by expert name: `technical_analyst.analysis_date`
    (as 2025-12-31; default: today where it trades), `financial_auditor.limit` (1 to 20; default 5)."""

    model_config = ConfigDict(extra="forbid")

    symbol: Annotated[StrictStr, Field(max_length=60, description="As 000001.SZ, AAPL, BTC-USD.")]
    experts: Annotated[list[Name], Field(max_length=100, description=f"Of {', '.join(ExpertType)}.")]
    options: Annotated[dict[Name, dict[Name, Any]] | None, Field(max_length=100)] = None
    skip_debate: StrictBool = False
    rounds: Annotated[StrictInt, Field(ge=1, le=MOST_ROUNDS, description="How often bull and bear speak.")] = 1
    analysis_date: Annotated[
        Day | None,
        Field(
            description="All experts know what was known at the end of this day. A past one is for the walk-back book."
        ),
    ] = None


class ExpertSuccessOut(BaseModel):
    status: Literal["success"]
    data: dict[str, Any]


class ExpertFailureOut(BaseModel):
    status: Literal["failed"]
    error: SaidText


class ContradictionOut(BaseModel):
    """Two things of a run that cannot both hold, in a sentence; `repaired`: it was taken out of the run."""

    kind: str
    where: str
    message: SaidText
    repaired: bool


class CoherenceOut(BaseModel):
    """How many rules looked at the finished run, and what they found."""

    checked: int
    contradictions: list[ContradictionOut]


class ResearchOut(BaseModel):
    """What came of a run. `debate_outcome` null: it was skipped, or failed as `debate_error` says. `coherence` null:
    the run was stored before runs were checked."""

    symbol: str
    overall_status: Status
    expert_results: dict[str, ExpertSuccessOut | ExpertFailureOut]
    debate_outcome: dict[str, Any] | None
    debate_error: SaidText | None
    verdict: dict[str, Any] | None
    judge_error: SaidText | None
    session_id: str
    coherence: CoherenceOut | None = None


class DebateAgainIn(BaseModel):
    """How often bull and bear speak this time; null: as the session says."""

    model_config = ConfigDict(extra="forbid")

    rounds: Annotated[StrictInt | None, Field(ge=1, le=MOST_ROUNDS)] = None


class FailureOut(BaseModel):
    """Why an expert has no report, for whoever goes by codes and not by sentences."""

    code: str
    details: dict[str, Any]

    @classmethod
    def all_of(cls, session: ResearchSession) -> "dict[str, FailureOut]":
        items = session.result.expert_results if session.result else []
        return {item.expert_type.value: cls(code=item.code, details=item.details or {}) for item in items if item.code}


class ResearchSessionOut(BaseModel):
    """A session as it is listed."""

    session_id: str
    symbol: str
    experts: list[ExpertType]
    options: dict[str, dict[str, Any]]
    skip_debate: bool
    rounds: int
    analysis_date: date | None
    language: LanguageCode
    status: ResearchStatus
    attempt: int
    created_at: datetime
    started_at: datetime
    finished_at: datetime | None
    error: SaidText | None

    @classmethod
    def of(cls, session: ResearchSession) -> "ResearchSessionOut":
        return cls(**_fields(session))


class ResearchSessionPage(BaseModel):
    """Newest first; `next` is what to send as `before` for the page behind, null on the last."""

    sessions: list[ResearchSessionOut]
    next: str | None

    @classmethod
    def of(cls, sessions: Sequence[ResearchSession], limit: int) -> "ResearchSessionPage":
        more = len(sessions) > limit
        shown = sessions[:limit]
        return cls(sessions=[ResearchSessionOut.of(each) for each in shown], next=shown[-1].id if more else None)


class NodeOut(BaseModel):
    """One execution of a node of the graph; `engine` is `rules`, `llm`, or null where nobody says."""

    node: str
    attempt: int
    status: NodeStatus
    started_at: datetime
    finished_at: datetime | None
    error: SaidText | None
    engine: str | None

    @classmethod
    def of(cls, node: NodeExecution) -> "NodeOut":
        return cls(
            node=node.node,
            attempt=node.attempt,
            status=node.status,
            started_at=node.started_at,
            finished_at=node.finished_at,
            error=node.error,
            engine=node.engine,
        )


class NodeCostOut(BaseModel):
    """What a node's model calls came to, over all attempts; `cost` in US dollars, null where no price is known."""

    node: str
    calls: int
    input_tokens: int
    output_tokens: int
    cost: Decimal | None

    @classmethod
    def of(cls, cost: NodeCost) -> "NodeCostOut":
        return cls(
            node=cost.node,
            calls=cost.calls,
            input_tokens=cost.input_tokens,
            output_tokens=cost.output_tokens,
            cost=cost.cost,
        )


class ResearchDetailOut(ResearchSessionOut):
    """A session with its record; `result` is that of the last attempt that ended."""

    result: ResearchOut | None
    failures: dict[str, FailureOut]
    nodes: list[NodeOut]
    costs: list[NodeCostOut]
    total_cost: Decimal | None

    @classmethod
    def of_detail(cls, detail: ResearchDetail) -> "ResearchDetailOut":
        answer, priced = flat_answer(detail.session), [each.cost for each in detail.costs if each.cost is not None]
        return cls(
            **_fields(detail.session),
            result=ResearchOut.model_validate(answer) if answer else None,
            failures=FailureOut.all_of(detail.session),
            nodes=[NodeOut.of(node) for node in detail.nodes],
            costs=[NodeCostOut.of(cost) for cost in detail.costs],
            total_cost=sum(priced, Decimal(0)) if priced else None,
        )


def _fields(session: ResearchSession) -> dict[str, Any]:
    return {
        "session_id": session.id,
        "symbol": session.request.symbol,
        "experts": session.request.experts,
        "options": session.request.options,
        "skip_debate": session.request.skip_debate,
        "rounds": session.request.rounds,
        "analysis_date": session.request.analysis_date,
        "language": session.language,
        "status": session.status,
        "attempt": session.attempt,
        "created_at": session.created_at,
        "started_at": session.started_at,
        "finished_at": session.finished_at,
        "error": session.error,
    }
