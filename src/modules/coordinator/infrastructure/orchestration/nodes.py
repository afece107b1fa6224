"""The graph's nodes: small functions of the state, within a time limit, that end in an outcome and never raise."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import structlog

from packages.contracts.sentences import error_sentence
from packages.core.errors import ParleyError
from src.modules.coordinator.domain.exceptions import StageTooSlow
from src.modules.coordinator.domain.model.enums import ExpertType, OverallStatus
from src.modules.coordinator.domain.ports.debate_gateway import IDebateGateway
from src.modules.coordinator.domain.ports.judge_gateway import IJudgeGateway
from src.modules.coordinator.domain.ports.research_expert_gateway import IResearchExpertGateway
from src.modules.coordinator.infrastructure.orchestration.admission import has_begun
from src.modules.coordinator.infrastructure.orchestration.graph_state import ResearchGraphState
from src.modules.coordinator.infrastructure.orchestration.outcomes import (
    Aggregated,
    ExpertFailed,
    ExpertSucceeded,
    Outcome,
    StageFailed,
    StageSkipped,
    StageSucceeded,
    Update,
)

Work = Callable[[ResearchGraphState], Awaitable[Outcome]]
Answer = TypeVar("Answer")
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class StageTimeouts:
    """How long each stage may take, in seconds."""

    expert: float = 120.0
    # Up to three rounds of the advocates, who speak at the same time, and the resolution.
    debate: float = 480.0
    judge: float = 120.0

    @classmethod
    def by_expert(cls, seconds: float) -> "StageTimeouts":
        return cls(expert=seconds, debate=4 * seconds, judge=seconds)


def create_expert_node(expert_type: ExpertType, gateway: IResearchExpertGateway, timeouts: StageTimeouts) -> Work:
    """An expert that fails or hangs is a failed expert, and nothing else."""

    async def expert_node(state: ResearchGraphState) -> Outcome:
        name = expert_type.value
        asked = gateway.run_expert(
            expert_type=expert_type, symbol=state["symbol"], options=state.get("options", {}).get(name, {})
        )
        try:
            return ExpertSucceeded(expert_type, await _in_time(name, asked, timeouts.expert))
        except Exception as error:  # noqa: BLE001 - the seed: whatever breaks an expert is that expert's failure
            _log.warning("expert_failed", expert=name, symbol=state["symbol"], exc_info=error)
            return _failed(expert_type, error)

    return expert_node


def _failed(expert: ExpertType, error: Exception) -> ExpertFailed:
    if not isinstance(error, ParleyError):
        return ExpertFailed(expert, error_sentence(error))
    return ExpertFailed(expert, error_sentence(error), error.code, json.loads(json.dumps(error.details, default=str)))


async def aggregate(state: ResearchGraphState) -> Outcome:
    """Only counts: what the experts said stays as it is."""
    return Aggregated(overall_status(bool(state.get("results")), bool(state.get("errors"))))


def overall_status(any_succeeded: bool, any_failed: bool) -> OverallStatus:
    if not any_succeeded:
        return "failed"
    return "partial" if any_failed else "completed"


def create_debate_node(gateway: IDebateGateway, timeouts: StageTimeouts) -> Work:
    """A debate that breaks leaves the research as it stands."""

    async def debate_node(state: ResearchGraphState) -> Outcome:
        if state.get("overall_status") == "failed" or state.get("skip_debate"):
            return StageSkipped("debate_outcome")
        if kept := state.get("debate_outcome"):
            return StageSucceeded("debate_outcome", kept)
        asked = gateway.run_debate(state["symbol"], state["results"])
        return await _stage("debate", "debate_outcome", asked, timeouts.debate)

    return debate_node


def create_judge_node(gateway: IJudgeGateway, timeouts: StageTimeouts) -> Work:
    """Judges a debate; one that failed comes to no call, with the reason; where none was asked for, there is nothing to
    judge."""

    async def judge_node(state: ResearchGraphState) -> Outcome:
        debated, failed = state.get("debate_outcome") or {}, state.get("debate_error")
        if not (debated or failed):
            return StageSkipped("verdict")
        asked = gateway.run_verdict(state["symbol"], state["results"], debated)
        return await _stage("judge", "verdict", asked, timeouts.judge)

    return judge_node


async def _stage(name: str, field: str, asked: Awaitable[dict[str, Any]], seconds: float) -> Outcome:
    try:
        return StageSucceeded(field, await _in_time(name, asked, seconds))
    except Exception as error:  # noqa: BLE001 - the seed: research stands, whatever breaks what follows it
        _log.error("stage_failed", stage=name, exc_info=error)
        return StageFailed(field, f"{name}_error", error_sentence(error))


async def _in_time(stage: str, work: Awaitable[Answer], seconds: float) -> Answer:
    limit = asyncio.timeout(seconds)
    try:
        async with limit:
            return await work
    except TimeoutError:
        if not limit.expired():
            raise
        raise StageTooSlow(stage, seconds) from None


class NodeWatch(Protocol):
    """Must not raise and must not dawdle: a run does not wait for its own record."""

    def started(self, node: str) -> None: ...

    def finished(self, node: str, outcome: Outcome) -> None: ...


class UnwatchedNodes:
    """For runs that keep no record."""

    def started(self, node: str) -> None:
        pass

    def finished(self, node: str, outcome: Outcome) -> None:
        pass


class GraphNode(Protocol):
    """What LangGraph calls."""

    def __call__(self, state: ResearchGraphState) -> Awaitable[Update]: ...


def watched(name: str, work: Work, watch: NodeWatch) -> GraphNode:
    """The work as the graph calls it."""

    async def node(state: ResearchGraphState) -> Update:
        has_begun()
        watch.started(name)
        outcome = await work(state)
        watch.finished(name, outcome)
        return outcome.update()

    node.__name__ = name
    return node
