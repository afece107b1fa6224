"""The graph: the selected experts at the same time, then the aggregator, the debate, and the judge.

Importing this imports LangGraph, which takes more than a second: the orchestrator does it when it is first asked.
"""

from typing import Any, TypeAlias

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Checkpointer, Send

from src.modules.coordinator.domain.model.enums import ExpertType
from src.modules.coordinator.domain.ports.debate_gateway import IDebateGateway
from src.modules.coordinator.domain.ports.judge_gateway import IJudgeGateway
from src.modules.coordinator.domain.ports.research_expert_gateway import IResearchExpertGateway
from src.modules.coordinator.infrastructure.orchestration.graph_state import ResearchGraphState
from src.modules.coordinator.infrastructure.orchestration.nodes import (
    NodeWatch,
    StageTimeouts,
    UnwatchedNodes,
    Work,
    aggregate,
    create_debate_node,
    create_expert_node,
    create_judge_node,
    watched,
)

ResearchGraph: TypeAlias = CompiledStateGraph[ResearchGraphState, Any, ResearchGraphState, ResearchGraphState]

AGGREGATOR, DEBATE, JUDGE = "aggregator_node", "debate_node", "judge_node"


def expert_node_name(expert: str) -> str:
    return f"{expert}_node"


def build_research_graph(
    gateway: IResearchExpertGateway,
    debate_gateway: IDebateGateway | None = None,
    judge_gateway: IJudgeGateway | None = None,
    *,
    timeouts: StageTimeouts = StageTimeouts(),  # noqa: B008 - a frozen value
    watch: NodeWatch | None = None,
    checkpointer: Checkpointer = None,
) -> ResearchGraph:
    """Compiled, and good for any number of runs at the same time."""
    experts = {expert_node_name(each): create_expert_node(each, gateway, timeouts) for each in ExpertType}
    stages = _stages(debate_gateway, judge_gateway, timeouts)
    graph = StateGraph(ResearchGraphState)
    for name, work in (experts | stages).items():
        graph.add_node(name, watched(name, work, watch or UnwatchedNodes()))
    graph.add_conditional_edges(START, route_to_experts, list(experts))
    for name in experts:
        graph.add_edge(name, AGGREGATOR)
    for earlier, later in zip(stages, [*list(stages)[1:], END], strict=True):
        graph.add_edge(earlier, later)
    return graph.compile(checkpointer=checkpointer)


def _stages(debate: IDebateGateway | None, judge: IJudgeGateway | None, timeouts: StageTimeouts) -> dict[str, Work]:
    """What follows the experts, in order; a judge has nothing to do where nobody debates."""
    stages: dict[str, Work] = {AGGREGATOR: aggregate}
    if debate is not None:
        stages[DEBATE] = create_debate_node(debate, timeouts)
    if debate is not None and judge is not None:
        stages[JUDGE] = create_judge_node(judge, timeouts)
    return stages


def route_to_experts(state: ResearchGraphState) -> list[Send]:
    """One `Send` for each selected expert. A retry that keeps all reports goes on to the aggregator at once."""
    selected = [Send(expert_node_name(expert), state) for expert in state["selected_experts"]]
    return selected or [Send(AGGREGATOR, state)]
