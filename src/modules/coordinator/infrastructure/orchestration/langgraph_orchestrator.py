"""Carries research out on the LangGraph graph.

With checkpoints, a run that is started again under its thread resumes where it was: nodes that had finished are not
run again, and `durability="sync"` has written them down before the next step begins.
"""

import asyncio
import gc
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from packages.contracts.sentences import recalled_message
from packages.core.messages import Sentence
from src.modules.coordinator.domain.coherence.checker import coherent
from src.modules.coordinator.domain.dtos.research_dtos import ExpertResultItem, ResearchRequest, ResearchResult
from src.modules.coordinator.domain.model.enums import ExpertType
from src.modules.coordinator.domain.ports.debate_gateway import IDebateGateway
from src.modules.coordinator.domain.ports.judge_gateway import IJudgeGateway
from src.modules.coordinator.domain.ports.research_expert_gateway import IResearchExpertGateway
from src.modules.coordinator.domain.ports.research_orchestration import IResearchOrchestrationPort
from src.modules.coordinator.domain.session import ResearchRun, current_run
from src.modules.coordinator.infrastructure.orchestration.admission import AdmissionLimiter
from src.modules.coordinator.infrastructure.orchestration.graph_state import ResearchGraphState
from src.modules.coordinator.infrastructure.orchestration.nodes import NodeWatch, StageTimeouts, overall_status

if TYPE_CHECKING:
    from langchain_core.runnables import RunnableConfig
    from langgraph.checkpoint.base import BaseCheckpointSaver

    from src.modules.coordinator.infrastructure.orchestration.graph_builder import ResearchGraph

OpenCheckpoints = Callable[[], "AbstractAsyncContextManager[BaseCheckpointSaver[Any]]"]


class LangGraphResearchOrchestrator(IResearchOrchestrationPort):
    """One per process: the graph is compiled by the first request, and LangGraph imported by it. Close it at the end
    when it was given checkpoints."""

    def __init__(
        self,
        gateway: IResearchExpertGateway,
        debate_gateway: IDebateGateway | None = None,
        judge_gateway: IJudgeGateway | None = None,
        *,
        timeouts: StageTimeouts = StageTimeouts(),  # noqa: B008 - a frozen value
        watch: NodeWatch | None = None,
        checkpoints: OpenCheckpoints | None = None,
    ) -> None:
        self.gateway = gateway
        self.debate_gateway = debate_gateway
        self.judge_gateway = judge_gateway
        self._timeouts = timeouts
        self._watch = watch
        self._checkpoints = checkpoints
        self._opened = AsyncExitStack()
        self._once = asyncio.Lock()
        self._admission = AdmissionLimiter()
        self._graph: ResearchGraph | None = None
        self._saver: BaseCheckpointSaver[Any] | None = None

    async def run(self, request: ResearchRequest) -> ResearchResult:
        graph = await self._compiled()
        from langsmith import tracing_context

        # Whoever traces other programs with LangSmith has not asked for this desk's research to be sent there.
        with tracing_context(enabled=False):
            async with self._admission.beginning():
                state = await self._invoked(graph, request)
        return coherent(_result(request, cast(ResearchGraphState, state)))

    async def _invoked(self, graph: "ResearchGraph", request: ResearchRequest) -> dict[str, Any]:
        run = current_run()
        if run is None or self._saver is None:
            return await graph.ainvoke(_first_state(request, run))
        config = _config(run.thread)
        begun = not run.fresh and await self._saver.aget_tuple(config) is not None
        return await graph.ainvoke(None if begun else _first_state(request, run), config, durability="sync")

    async def so_far(self, request: ResearchRequest, thread: str) -> ResearchResult | None:
        """What a run that was left has finished; None when it had not even begun."""
        graph = await self._compiled()
        if self._saver is None:
            return None
        values = (await graph.aget_state(_config(thread))).values
        return _result(request, cast(ResearchGraphState, values)) if values else None

    async def forget(self, thread: str) -> None:
        """Drops the checkpoints of a run whose result is stored."""
        if self._saver is not None:
            await self._saver.adelete_thread(thread)

    async def aclose(self) -> None:
        self._graph = self._saver = None
        await self._opened.aclose()

    async def _compiled(self) -> "ResearchGraph":
        async with self._once:
            if self._graph is None:
                if self._checkpoints is not None:
                    await asyncio.to_thread(_import_langgraph)
                    self._saver = await self._opened.enter_async_context(self._checkpoints())
                self._graph = await asyncio.to_thread(self._build)
        return self._graph

    def _build(self) -> "ResearchGraph":
        from src.modules.coordinator.infrastructure.orchestration.graph_builder import build_research_graph

        return build_research_graph(
            self.gateway,
            self.debate_gateway,
            self.judge_gateway,
            timeouts=self._timeouts,
            watch=self._watch,
            checkpointer=self._saver,
        )


@cache
def _import_langgraph() -> None:
    """Takes more than a second: off the loop, so that others are served meanwhile."""
    from src.modules.coordinator.infrastructure.orchestration import graph_builder  # noqa: F401

    # All that was imported by now stays for good. Under load the collector went over it again and again, for a sixth
    # of the processor's time.
    gc.freeze()


def _config(thread: str) -> "RunnableConfig":
    return {"configurable": {"thread_id": thread}}


def _first_state(request: ResearchRequest, run: ResearchRun | None) -> ResearchGraphState:
    kept = {} if run is None else {name: dict(report) for name, report in run.kept.items()}
    failed = {} if run is None else dict(run.kept_failures)
    return {
        "symbol": request.symbol,
        "selected_experts": [expert.value for expert in request.experts if expert.value not in {*kept, *failed}],
        "options": request.options,
        "results": kept,
        "errors": {name: str(each.error) for name, each in failed.items()},
        "said": {name: each.error.said.as_json() for name, each in failed.items() if isinstance(each.error, Sentence)},
        "failures": {name: {"code": each.code, "details": each.details} for name, each in failed.items() if each.code},
        "debate_outcome": {} if run is None else dict(run.kept_debate),
        "skip_debate": request.skip_debate,
    }


def _result(request: ResearchRequest, state: ResearchGraphState) -> ResearchResult:
    """The typed answer; an expert that is neither among the results nor among the errors did not come to an end."""
    results, errors, failures = state.get("results", {}), state.get("errors", {}), state.get("failures", {})
    said = state.get("said", {})
    sentences = {name: recalled_message(said.get(name)) or error for name, error in errors.items()}
    ended = [expert for expert in request.experts if expert.value in results or expert.value in errors]
    return ResearchResult(
        symbol=request.symbol,
        overall_status=overall_status(bool(results), bool(errors)),
        expert_results=[_item(expert, results, sentences, failures) for expert in ended],
        debate_outcome=state.get("debate_outcome") or None,
        debate_error=recalled_message(said.get("debate_error")) or state.get("debate_error"),
        verdict=state.get("verdict") or None,
        judge_error=recalled_message(said.get("judge_error")) or state.get("judge_error"),
    )


def _item(
    expert: ExpertType, results: dict[str, Any], errors: dict[str, str], failures: dict[str, Any]
) -> ExpertResultItem:
    if expert.value in results:
        return ExpertResultItem(expert_type=expert, status="success", result=results[expert.value])
    failure = failures.get(expert.value, {})
    return ExpertResultItem(expert_type=expert, status="failed", error=errors[expert.value], **failure)
