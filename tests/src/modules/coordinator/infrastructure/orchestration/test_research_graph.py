"""The graph of the seeds: its nodes and edges, who runs, and what a failure does to the others."""

import asyncio
import logging
from typing import Any, get_type_hints

import pytest

from packages.core.errors import Unusable
from packages.core.messages import word
from src.modules.coordinator.domain.model.enums import ExpertType
from src.modules.coordinator.infrastructure.orchestration.graph_builder import build_research_graph
from src.modules.coordinator.infrastructure.orchestration.graph_state import ResearchGraphState, merge_dicts
from src.modules.coordinator.infrastructure.orchestration.nodes import StageTimeouts
from tests.fakes.debate_gateway import OUTCOME, VERDICT, FakeDebateGateway, FakeJudgeGateway
from tests.fakes.research_gateway import REPORTS, FakeResearchGateway

EXPERT_NODES = {f"{expert.value}_node" for expert in ExpertType}
T, F = ExpertType.TECHNICAL_ANALYST, ExpertType.FINANCIAL_AUDITOR


def _state(*experts: ExpertType, **more: Any) -> ResearchGraphState:
    state: dict[str, Any] = {
        "symbol": "000001.SZ",
        "selected_experts": [expert.value for expert in experts],
        "options": {},
        "results": {},
        "errors": {},
        **more,
    }
    return state  # type: ignore[return-value]


def _edges(graph: Any) -> set[tuple[str, str]]:
    return {(edge.source, edge.target) for edge in graph.get_graph().edges}


def _nodes(graph: Any) -> set[str]:
    return set(graph.get_graph().nodes) - {"__start__", "__end__"}


def test_with_a_debate_the_graph_goes_from_the_experts_over_the_aggregator_to_the_debate() -> None:
    graph = build_research_graph(FakeResearchGateway(), FakeDebateGateway())
    assert _nodes(graph) == EXPERT_NODES | {"aggregator_node", "debate_node"}
    assert _edges(graph) == (
        {("__start__", node) for node in EXPERT_NODES}
        | {(node, "aggregator_node") for node in EXPERT_NODES}
        | {("aggregator_node", "debate_node"), ("debate_node", "__end__")}
    )


@pytest.mark.parametrize("judge", [None, FakeJudgeGateway()])
def test_without_a_debate_the_graph_ends_at_the_aggregator(judge: FakeJudgeGateway | None) -> None:
    graph = build_research_graph(FakeResearchGateway(), debate_gateway=None, judge_gateway=judge)
    assert _nodes(graph) == EXPERT_NODES | {"aggregator_node"}
    assert ("aggregator_node", "__end__") in _edges(graph)


def test_a_judge_stands_behind_the_debate() -> None:
    graph = build_research_graph(FakeResearchGateway(), FakeDebateGateway(), FakeJudgeGateway())
    assert _nodes(graph) == EXPERT_NODES | {"aggregator_node", "debate_node", "judge_node"}
    assert {("debate_node", "judge_node"), ("judge_node", "__end__")} <= _edges(graph)


def test_the_state_holds_the_debates_outcome_and_joins_what_parallel_nodes_write() -> None:
    hints = get_type_hints(ResearchGraphState)
    assert hints["debate_outcome"] == dict[str, Any]
    told = get_type_hints(ResearchGraphState, include_extras=True)
    assert told["results"].__metadata__ == told["errors"].__metadata__ == (merge_dicts,)
    assert merge_dicts({"a": 1}, {"b": 2}) == {"a": 1, "b": 2}
    assert merge_dicts(None, {"b": 2}) == {"b": 2}


async def test_only_the_selected_experts_run_and_all_at_the_same_time() -> None:
    gateway = FakeResearchGateway(seconds=0.02)
    final = await build_research_graph(gateway).ainvoke(_state(T, F, ExpertType.MACRO_INTELLIGENCE))
    assert set(gateway.experts) == {T, F, ExpertType.MACRO_INTELLIGENCE} == set(map(ExpertType, final["results"]))
    assert gateway.most_at_work == 3
    assert final["overall_status"] == "completed"
    assert "debate_outcome" not in final


async def test_an_expert_is_told_its_own_options_and_nobody_elses() -> None:
    gateway = FakeResearchGateway()
    options = {"technical_analyst": {"analysis_date": "2026-02-13"}, "financial_auditor": {"limit": 3}}
    await build_research_graph(gateway).ainvoke(_state(T, F, ExpertType.VALUATION_MODELER, options=options))
    assert {asked.expert: asked.options for asked in gateway.asked} == {
        T: {"analysis_date": "2026-02-13"},
        F: {"limit": 3},
        ExpertType.VALUATION_MODELER: {},
    }


@pytest.mark.parametrize("broken", list(ExpertType))
async def test_one_failing_expert_leaves_the_others_results(broken: ExpertType) -> None:
    gateway = FakeResearchGateway(fails={broken: Unusable("The model's answer cannot be used.")})
    final = await build_research_graph(gateway, FakeDebateGateway()).ainvoke(_state(*ExpertType))
    assert final["errors"] == {broken.value: "The model's answer cannot be used."}
    assert final["results"] == {each.value: REPORTS[each] for each in ExpertType if each is not broken}
    assert final["overall_status"] == "partial"
    assert final["debate_outcome"] == OUTCOME


@pytest.mark.parametrize("broken", list(ExpertType))
async def test_one_hanging_expert_is_a_failed_one_with_that_reason(broken: ExpertType) -> None:
    gateway = FakeResearchGateway(hangs={broken})
    graph = build_research_graph(gateway, timeouts=StageTimeouts(expert=0.05))
    final = await graph.ainvoke(_state(*ExpertType))
    assert set(final["results"]) == {each.value for each in ExpertType if each is not broken}
    assert final["errors"][broken.value].startswith(f"The {word('expert', broken.value)} did not finish within 0.05 s")
    assert "PARLEY_EXPERT_TIMEOUT_SECONDS" in final["errors"][broken.value]
    assert gateway.at_work == 0, "what hung was cancelled"


async def test_an_experts_own_time_out_is_told_as_its_own() -> None:
    gateway = FakeResearchGateway(fails={T: TimeoutError("the search took too long"), F: TimeoutError()})
    final = await build_research_graph(gateway).ainvoke(_state(T, F))
    assert final["errors"] == {"technical_analyst": "the search took too long", "financial_auditor": "TimeoutError"}
    assert final["overall_status"] == "failed"


async def test_when_all_experts_fail_the_debate_is_skipped() -> None:
    debate, judge = FakeDebateGateway(), FakeJudgeGateway()
    gateway = FakeResearchGateway(fails={each: RuntimeError("no") for each in ExpertType})
    final = await build_research_graph(gateway, debate, judge).ainvoke(_state(*ExpertType))
    assert final["overall_status"] == "failed"
    assert final["debate_outcome"] == {}
    assert final["verdict"] == {}
    assert (debate.asked, judge.asked) == ([], [])


async def test_the_debate_is_given_the_reports_of_those_who_succeeded() -> None:
    debate = FakeDebateGateway()
    gateway = FakeResearchGateway(fails={F: RuntimeError("no")})
    await build_research_graph(gateway, debate).ainvoke(_state(T, F))
    assert debate.asked == [("000001.SZ", {"technical_analyst": REPORTS[T]})]


@pytest.mark.parametrize(("failing", "status"), [({}, "completed"), ({F: RuntimeError("no")}, "partial")])
async def test_a_debate_that_breaks_is_logged_and_leaves_the_research_as_it_is(
    failing: dict[ExpertType, Exception], status: str, caplog: pytest.LogCaptureFixture
) -> None:
    debate, judge = FakeDebateGateway(fails=RuntimeError("no resolution")), FakeJudgeGateway()
    graph = build_research_graph(FakeResearchGateway(fails=failing), debate, judge)
    with caplog.at_level(logging.ERROR):
        final = await graph.ainvoke(_state(T, F))
    assert final["debate_outcome"] == {}
    assert final["debate_error"] == "no resolution"
    assert final["overall_status"] == status
    assert final["results"]["technical_analyst"] == REPORTS[T]
    assert [record.levelname for record in caplog.records if "stage_failed" in record.message] == ["ERROR"]
    assert [debated for _, _, debated in judge.asked] == [{}]  # which comes to no call, with the reason


async def test_a_debate_that_hangs_is_a_failed_one() -> None:
    graph = build_research_graph(
        FakeResearchGateway(), FakeDebateGateway(hangs=True), timeouts=StageTimeouts(debate=0.05)
    )
    final = await graph.ainvoke(_state(T))
    assert final["debate_outcome"] == {}
    assert final["debate_error"].startswith("The debate did not finish within 0.05 s")
    assert final["overall_status"] == "completed"


async def test_a_debate_that_is_not_wanted_is_not_held() -> None:
    debate, judge = FakeDebateGateway(), FakeJudgeGateway()
    final = await build_research_graph(FakeResearchGateway(), debate, judge).ainvoke(_state(T, skip_debate=True))
    assert (final["debate_outcome"], final["overall_status"]) == ({}, "completed")
    assert (debate.asked, judge.asked) == ([], [])


async def test_the_judge_is_given_the_debate_and_its_failure_changes_nothing_else() -> None:
    judge = FakeJudgeGateway()
    final = await build_research_graph(FakeResearchGateway(), FakeDebateGateway(), judge).ainvoke(_state(T))
    assert final["verdict"] == {**VERDICT, "symbol": "000001.SZ"}
    assert judge.asked == [("000001.SZ", {"technical_analyst": REPORTS[T]}, dict(OUTCOME))]
    judge = FakeJudgeGateway(fails=RuntimeError("incoherent"))
    final = await build_research_graph(FakeResearchGateway(), FakeDebateGateway(), judge).ainvoke(_state(T))
    assert (final["verdict"], final["judge_error"]) == ({}, "incoherent")
    assert (final["debate_outcome"], final["overall_status"]) == (OUTCOME, "completed")


async def test_one_compiled_graph_serves_many_runs_at_the_same_time() -> None:
    graph = build_research_graph(FakeResearchGateway(seconds=0.01), FakeDebateGateway())
    states = [_state(T, F, symbol=f"60000{n}.SH") for n in range(10)]
    finals = await asyncio.gather(*(graph.ainvoke(state) for state in states))
    assert [final["debate_outcome"]["symbol"] for final in finals] == [state["symbol"] for state in states]


async def test_a_cancelled_run_cancels_its_experts_and_is_no_failure_of_theirs() -> None:
    gateway = FakeResearchGateway(hangs=set(ExpertType))
    run = asyncio.ensure_future(build_research_graph(gateway).ainvoke(_state(T, F)))
    while gateway.at_work < 2:
        await asyncio.sleep(0)
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    assert gateway.at_work == 0
