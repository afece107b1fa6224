"""A research session as the tools show it; long texts are cut, and whole behind `more`."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal, Self

from pydantic import Field

from packages.contracts.tool_results import ResourceRef, ToolResult
from packages.contracts.view import BaseView
from packages.core.messages import Language, LanguageCode, Sentence, message, word
from packages.domain.evidence.reports.opinions import OpinionMarks, anchors_of
from packages.domain.market_data.symbols import parse_symbol
from src.modules.coordinator.application.dtos.research_dtos import ExpertResultItem
from src.modules.coordinator.domain.model.enums import ExpertType, ResearchStatus
from src.modules.coordinator.domain.session import NodeExecution, ResearchDetail, ResearchSession
from src.modules.debate.application.expert_mapping import UnusableResult, expert_summary

LONG, SHORT = 900, 400
FIRST = 5


class StageStatus(StrEnum):
    """How one part of a session stands."""

    WAITING = "waiting"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    SKIPPED = "skipped"
    INTERRUPTED = "interrupted"


class SessionView(BaseView):
    """A session in short."""

    research_session_id: str
    symbol: str
    is_demo: bool = Field(description="True: a fictional company with made-up figures.")
    experts: list[ExpertType]
    skip_debate: bool
    language: LanguageCode
    status: ResearchStatus = Field(description="`partial`: some experts failed. `interrupted`: a fault of the desk.")
    created_at: datetime
    finished_at: datetime | None
    error: str | None

    @classmethod
    def of(cls, session: ResearchSession, **more: Any) -> Self:
        return cls.from_values(
            *(session, session.request),
            research_session_id=session.id,
            is_demo=parse_symbol(session.request.symbol).is_demo,
            **more,
        )


class StartedSessionView(SessionView, ToolResult):
    """A session that has just begun."""


class SessionsView(ToolResult):
    """Newest first."""

    sessions: list[SessionView]
    next_before: str | None = Field(description="`before` of the next page; null: this was the last.")

    @classmethod
    def of(cls, found: Sequence[ResearchSession], limit: int) -> Self:
        """`found` is one more than the page, where there are more."""
        shown = [SessionView.of(each) for each in found[:limit]]
        return cls(sessions=shown, next_before=shown[-1].research_session_id if len(found) > limit else None)


class StageView(BaseView):
    """One part of a session: an expert, the debate or the judge."""

    name: str
    status: StageStatus
    engine: str | None = Field(description="`rules`, `llm`, or null while nobody can tell.")
    error: str | None

    @classmethod
    def of(cls, name: str, node: NodeExecution | None) -> Self:
        if node is None:
            return cls(name=name, status=StageStatus.WAITING, engine=None, error=None)
        return cls(name=name, status=StageStatus(node.status.value), engine=node.engine, error=node.error)


class SessionStatusView(SessionView, ToolResult):
    """How a session stands; read `report`, `debate` and `verdict` when its status is not `running`."""

    attempt: int
    done: int = Field(description="How many stages have ended, of all.")
    stages: list[StageView]

    @classmethod
    def of_detail(cls, detail: ResearchDetail) -> Self:
        session = detail.session
        newest = {node.node.removesuffix("_node"): node for node in detail.nodes}
        names = [*(expert.value for expert in session.request.experts), "debate", "judge"]
        stages = [StageView.of(name, newest.get(name)) for name in names]
        done = sum(stage.status not in (StageStatus.WAITING, StageStatus.RUNNING) for stage in stages)
        return cls.of(session, done=done, stages=stages)


class GroundingView(BaseView):
    """How many numbers of a text could be checked against stored rows."""

    numbers: int
    bound: int = Field(description="How many were found in the rows that they name.")
    claims: int = 0
    supported: int = Field(default=0, description="How many of the claims in words rows or documents bear out.")
    removed: int = Field(default=0, description="How many sentences were taken out for lack of evidence.")
    violations: int
    opinions: int = Field(default=0, description="How many sentences no row bears out; they are marked as opinions.")

    @classmethod
    def of(cls, found: Mapping[str, Any] | None) -> Self | None:
        if not found:
            return None
        counts = {name: found.get(name, 0) for name in ("numbers", "bound", "claims", "supported", "removed")}
        return cls(**counts, violations=len(found["violations"]), opinions=len(found.get("opinions") or ()))


def opinion_marks(items: Sequence[ExpertResultItem], language: Language) -> OpinionMarks:
    """By the rows of a run: the experts', and the market's two that the judge is handed."""
    rows = {item.expert_type.value: item.result.get("evidence") or () for item in items if item.result}
    return OpinionMarks(anchors_of({**rows, "market": ({"tag": "E1"}, {"tag": "E2"})}), language)


def without_removed(report: Mapping[str, Any]) -> dict[str, Any]:
    """A result whose grounding names kinds only: the sentences that were removed are not to be repeated."""
    grounding = report.get("grounding")
    if not grounding:
        return dict(report)
    kinds = [{"kind": one["kind"]} for one in grounding["violations"]]
    return {**report, "grounding": {**grounding, "violations": kinds}}


class ExpertView(BaseView):
    """What one expert says; tags like [E7] name the evidence rows in the resource behind `more`."""

    expert: ExpertType
    status: Literal["success", "failed"]
    signal: str | None = Field(description="In the expert's own words, as BULLISH, Overvalued or Unfavorable.")
    confidence: float | None = Field(description="From 0 to 1.")
    summary: str
    risks: str
    grounding: GroundingView | None
    degraded: list[str] = Field(description="What the expert had to do without.")
    engine: str | None
    error: str | None = Field(description="Why there is no report, and what to do.")

    @classmethod
    def of(cls, item: ExpertResultItem, language: Language) -> Self:
        if item.result is None:
            return cls._failed(item.expert_type, item.error)
        try:
            said = expert_summary(item.expert_type.value, item.result)
        except UnusableResult as unusable:
            return cls._failed(item.expert_type, Sentence(message("tools.report_not_summed", reason=unusable.reason)))
        by_rules = item.result.get("engine") == "rules"
        marks, name = opinion_marks([item], language), item.expert_type.value
        summary, risks = (
            text if by_rules else marks.marked(text, name) for text in (said.reasoning, said.risk_warning)
        )
        return cls.from_values(
            said,
            expert=item.expert_type,
            status="success",
            summary=cut(summary, LONG),
            risks=cut(risks, SHORT),
            grounding=GroundingView.of(item.result.get("grounding")),
            degraded=first(item.result.get("degraded") or []),
            engine=item.result.get("engine"),
            error=None,
        )

    @classmethod
    def _failed(cls, expert: ExpertType, why: str | None) -> Self:
        nothing: dict[str, Any] = dict.fromkeys(("signal", "confidence", "grounding", "engine"))
        error = cut(why or "", LONG)
        return cls(expert=expert, status="failed", summary="", risks="", degraded=[], error=error, **nothing)


class ExpertReportsView(ToolResult):
    """What the experts of a session brought."""

    research_session_id: str
    symbol: str
    is_demo: bool
    status: ResearchStatus
    language: LanguageCode
    as_of: datetime = Field(description="The instant that the experts looked back from.")
    experts: list[ExpertView]

    @classmethod
    def of(cls, session: ResearchSession, items: Sequence[ExpertResultItem]) -> Self:
        return cls.from_values(
            SessionView.of(session),
            as_of=session.created_at,
            experts=[ExpertView.of(item, session.language) for item in items],
            more=[
                ResourceRef(
                    uri=f"parley://research/{session.id}/expert/{item.expert_type.value}",
                    name=Sentence(message("tools.report_resource", expert=word("expert", item.expert_type.value))),
                )
                for item in items
                if item.result is not None
            ],
        )


def first(texts: Sequence[object]) -> list[str]:
    return [cut(str(each), SHORT) for each in texts[:FIRST]]


def cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
