"""From a research session to what the research tools tell of it; long texts are cut, and whole behind `more`."""

from collections.abc import Mapping, Sequence
from typing import Any

from apps.mcp.domains.research.told import (
    ArgumentTold,
    DebateTold,
    ExpertTold,
    GroundingTold,
    ReportTold,
    RiskTold,
    RunTold,
    SessionsTold,
    SessionTold,
    SideTold,
    StageStatus,
    StageTold,
    StatusTold,
)
from packages.contracts.tool_results import ResourceRef
from packages.domain.market_data.symbols import parse_symbol
from src.modules.coordinator.application.dtos.research_dtos import ExpertResultItem
from src.modules.coordinator.domain.session import NodeExecution, ResearchDetail, ResearchSession
from src.modules.debate.application.dtos import BearCaseDTO, BullCaseDTO, DebateOutcomeDTO, RiskItemDTO
from src.modules.debate.application.expert_mapping import UnusableResult, expert_summary

_LONG, _SHORT = 900, 400
_FIRST = 5


def session_told(session: ResearchSession) -> SessionTold:
    return SessionTold(**_fields(session))


def run_told(session: ResearchSession) -> RunTold:
    return RunTold(**_fields(session))


def sessions_told(found: Sequence[ResearchSession], limit: int) -> SessionsTold:
    """`found` is one more than the page, where there are more."""
    shown = found[:limit]
    more = len(found) > limit
    return SessionsTold(sessions=[session_told(each) for each in shown], next_before=shown[-1].id if more else None)


def status_told(detail: ResearchDetail) -> StatusTold:
    session = detail.session
    newest = {node.node.removesuffix("_node"): node for node in detail.nodes}
    names = [*(expert.value for expert in session.request.experts), "debate", "judge"]
    stages = [_stage(name, newest.get(name)) for name in names]
    at_work = (StageStatus.WAITING, StageStatus.RUNNING)
    done = sum(stage.status not in at_work for stage in stages)
    return StatusTold(**_fields(session), attempt=session.attempt, done=done, stages=stages)


def _stage(name: str, node: NodeExecution | None) -> StageTold:
    if node is None:
        return StageTold(name=name, status=StageStatus.WAITING, engine=None, error=None)
    return StageTold(name=name, status=StageStatus(node.status.value), engine=node.engine, error=node.error)


def report_told(session: ResearchSession, items: Sequence[ExpertResultItem]) -> ReportTold:
    return ReportTold(
        research_session_id=session.id,
        symbol=session.request.symbol,
        is_demo=_is_demo(session),
        status=session.status,
        language=session.language.value,
        as_of=session.created_at,
        experts=[_expert(item) for item in items],
        more=[
            ResourceRef(
                uri=f"parley://research/{session.id}/expert/{item.expert_type.value}",
                name=f"The whole report of {item.expert_type.value}, with its evidence rows",
            )
            for item in items
            if item.result is not None
        ],
    )


def _expert(item: ExpertResultItem) -> ExpertTold:
    if item.result is None:
        return _without_report(item, item.error)
    try:
        said = expert_summary(item.expert_type.value, item.result)
    except UnusableResult as unusable:
        return _without_report(item, f"The report cannot be summed up: {unusable}.")
    return ExpertTold(
        expert=item.expert_type,
        status="success",
        signal=said.signal,
        confidence=said.confidence,
        summary=cut(said.reasoning, _LONG),
        risks=cut(said.risk_warning, _SHORT),
        grounding=_grounding(item.result.get("grounding")),
        degraded=[cut(str(each), _SHORT) for each in (item.result.get("degraded") or [])[:_FIRST]],
        engine=item.result.get("engine"),
        error=None,
    )


def _without_report(item: ExpertResultItem, why: str | None) -> ExpertTold:
    return ExpertTold(
        expert=item.expert_type,
        status="failed",
        signal=None,
        confidence=None,
        summary="",
        risks="",
        grounding=None,
        degraded=[],
        engine=None,
        error=cut(why or "", _LONG),
    )


def _grounding(told: Mapping[str, Any] | None) -> GroundingTold | None:
    if not told:
        return None
    return GroundingTold(numbers=told["numbers"], bound=told["bound"], violations=len(told["violations"]))


def debate_told(session: ResearchSession, outcome: DebateOutcomeDTO) -> DebateTold:
    return DebateTold(
        research_session_id=session.id,
        symbol=outcome.symbol,
        direction=outcome.direction,
        confidence=outcome.confidence,
        bull=_side(outcome.bull_case, outcome.bull_case.acknowledged_risks),
        bear=_side(outcome.bear_case, outcome.bear_case.acknowledged_strengths),
        resolution=cut(outcome.conflict_resolution, _LONG),
        disagreements=[cut(each, _SHORT) for each in outcome.key_disagreements[:_FIRST]],
        risk_matrix=[_risk(each) for each in outcome.risk_matrix[:_FIRST]],
        rounds=outcome.rounds,
        engine=outcome.engine,
        degraded=[cut(each, _SHORT) for each in outcome.degraded[:_FIRST]],
        more=[ResourceRef(uri=f"parley://research/{session.id}/debate", name="The whole debate")],
    )


def _side(case: BullCaseDTO | BearCaseDTO, grants: Sequence[str]) -> SideTold:
    return SideTold(
        thesis=cut(case.core_thesis, _LONG),
        arguments=[
            ArgumentTold(dimension=each.dimension, argument=cut(each.argument, _SHORT), strength=each.strength)
            for each in case.supporting_arguments[:_FIRST]
        ],
        grants=[cut(each, _SHORT) for each in grants[:_FIRST]],
        confidence=case.confidence,
    )


def _risk(risk: RiskItemDTO) -> RiskTold:
    return RiskTold(
        risk=cut(risk.risk, _SHORT),
        probability=risk.probability,
        impact=risk.impact,
        mitigation=cut(risk.mitigation, _SHORT),
    )


def cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _is_demo(session: ResearchSession) -> bool:
    return parse_symbol(session.request.symbol).is_demo


def _fields(session: ResearchSession) -> dict[str, Any]:
    return {
        "research_session_id": session.id,
        "symbol": session.request.symbol,
        "is_demo": _is_demo(session),
        "experts": session.request.experts,
        "skip_debate": session.request.skip_debate,
        "language": session.language,
        "status": session.status,
        "created_at": session.created_at,
        "finished_at": session.finished_at,
        "error": session.error,
    }
