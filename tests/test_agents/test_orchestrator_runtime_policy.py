"""Which tools a turn has: those of its stage, never more, and fewer where the client asks for fewer."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

import apps.api.orchestration as orchestration
from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, PhaseHandler, RuntimePolicy
from apps.api.orchestration import ChatOrchestrator
from apps.api.orchestration.runtime_policy import OtherStage, ToolNotAllowed, merged, policy_of
from apps.api.orchestration.shared import AskedPolicy
from apps.mcp.composition import TOOLBOXES
from packages.contracts.tool_grants import ToolDomain
from tests.chat import ChatDesk, Person, home_like, scripted_desk, settings_at
from tests.fakes.scripted_streamer import Says
from tests.test_api.steps import in_deployment, in_stress_test, scoped

pytestmark = pytest.mark.asyncio(loop_scope="module")
STAGES: dict[str, tuple[Phase, PhaseBlock]] = {
    "draft": (Phase.STRATEGY, PhaseBlock()),
    "backtest": (Phase.STRATEGY, PhaseBlock({"strategy_id": "s"})),
    "review": (Phase.STRATEGY, PhaseBlock({"strategy_id": "s", "backtest_status": "done"})),
    "bootstrap": (Phase.STRESS_TEST, PhaseBlock()),
    "scenario": (Phase.STRESS_TEST, PhaseBlock({"scenario_set_id": "set"}, (), {"stress_status": "running"})),
    "feedback": (Phase.STRESS_TEST, PhaseBlock({"stress_report_id": "r"}, (), {"stress_status": "done"})),
    "target": (Phase.DEPLOYMENT, PhaseBlock()),
    "confirm": (Phase.DEPLOYMENT, PhaseBlock({"deployment_target": "paper"})),
    "rollout": (
        Phase.DEPLOYMENT,
        PhaseBlock({"deployment_target": "paper", "deployment_confirmation_status": "confirmed"}),
    ),
    "done": (Phase.DEPLOYMENT, PhaseBlock({"deployment_status": "deployed"})),
    "watch": (Phase.COMPLETED, PhaseBlock()),
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def chat(demo_home: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ChatDesk]:
    async with scripted_desk(settings_at(home_like(demo_home, tmp_path_factory.mktemp("policy")))) as chat:
        yield chat


def _has(policy: RuntimePolicy, domain: ToolDomain, tool: str) -> bool:
    return tool in policy.tools.get(domain, frozenset())


@pytest.mark.parametrize("stage", STAGES)
async def test_the_stage_follows_from_what_is_there_and_its_tools_exist(stage: str) -> None:
    policy = policy_of(*STAGES[stage])
    assert policy.phase_stage == stage
    for domain, names in policy.tools.items():
        assert names <= set(TOOLBOXES[domain].tools), "every tool of a stage is a tool of the server"
        phase = STAGES[stage][0]
        assert all(phase in TOOLBOXES[domain].tools[name].rule.phases for name in names), "and allowed in the phase"


async def test_only_the_stage_that_needs_it_can_change_something() -> None:
    policies = {stage: policy_of(*STAGES[stage]) for stage in STAGES}
    creates = {stage for stage, policy in policies.items() if _has(policy, ToolDomain.TRADING, "create_deployment")}
    stresses = {stage for stage, policy in policies.items() if _has(policy, ToolDomain.STRESS, "create")}
    saves = {stage for stage, policy in policies.items() if _has(policy, ToolDomain.STRATEGY, "upsert_dsl")}
    assert creates == {"rollout"}
    assert stresses == {"bootstrap", "scenario", "feedback"}
    assert saves == {"draft", "backtest", "review"}


@pytest.mark.parametrize("phase", [Phase.KYC, Phase.PRE_STRATEGY])
async def test_who_is_still_asked_has_no_tool_that_changes_anything(phase: Phase) -> None:
    for domain, names in policy_of(phase, PhaseBlock()).tools.items():
        assert all(TOOLBOXES[domain].tools[name].rule.effect.value == "read" for name in names)


async def test_replace_leaves_what_is_named_and_append_adds_nothing() -> None:
    policy = policy_of(*STAGES["feedback"])
    fewer = merged(policy, AskedPolicy(tool_mode="replace", allowed_tools=("stress.report", "backtest")))
    assert fewer.tools == {
        ToolDomain.STRESS: frozenset({"report"}),
        ToolDomain.BACKTEST: policy.tools[ToolDomain.BACKTEST],
    }
    assert merged(policy, AskedPolicy(allowed_tools=("stress.report",))) == policy
    assert merged(policy, AskedPolicy(tool_mode="replace")).tools == {}


@pytest.mark.parametrize("mode", ["append", "replace"])
@pytest.mark.parametrize("name", ["trading", "create_deployment", "trading.create_deployment", "stress.nothing", "x"])
async def test_nobody_can_ask_for_more(mode: Any, name: str) -> None:
    with pytest.raises(ToolNotAllowed):
        merged(policy_of(*STAGES["feedback"]), AskedPolicy(tool_mode=mode, allowed_tools=(name,)))


async def test_nobody_can_ask_for_another_stage() -> None:
    with pytest.raises(OtherStage):
        merged(policy_of(*STAGES["target"]), AskedPolicy(phase_stage="rollout"))


async def test_a_turn_brings_a_token_for_each_server_of_its_stage(chat: ChatDesk) -> None:
    ann = await chat.person()
    await scoped(ann)
    await ann.says("hm")
    tools = chat.streamer.requests[-1].tools
    assert {tool.server_label for tool in tools} == {"strategy", "market_data", "research"}
    for tool in tools:
        told = tool.as_tool()
        assert told["server_url"] == f"http://127.0.0.1:8000/mcp/{tool.server_label}"
        assert told["headers"] == {"x-mcp-context": tool.token}
        assert told["require_approval"] == "never"
        grant = chat.desk.tool_tokens.read(tool.token, ToolDomain(tool.server_label)).grant
        assert (grant.user_id, grant.session_id, grant.phase) == (await chat.owner_of(ann), ann.session_id, "strategy")
        assert grant.tools == frozenset(tool.allowed_tools)


async def test_the_tools_change_on_the_way_from_strategy_to_stress_test_to_deployment(chat: ChatDesk) -> None:
    ann, bob = await chat.person(), await chat.person()
    await in_stress_test(ann)
    await ann.says("hm")
    stress = {tool.server_label: set(tool.allowed_tools) for tool in chat.streamer.requests[-1].tools}
    assert "create" in stress["stress"]
    assert "trading" not in stress
    assert "upsert_dsl" not in stress["strategy"]
    await in_deployment(chat, bob)
    await bob.says("hm")
    target = {tool.server_label: set(tool.allowed_tools) for tool in chat.streamer.requests[-1].tools}
    assert "readiness" in target["trading"]
    assert "create_deployment" not in target["trading"]
    await bob.says("Paper trading")
    await bob.says("Confirm the deployment")
    rollout = {tool.server_label: set(tool.allowed_tools) for tool in chat.streamer.requests[-1].tools}
    assert "create_deployment" in rollout["trading"], "the person's yes counts at once"


async def test_what_a_client_may_not_ask_is_400_and_no_turn_begins(chat: ChatDesk) -> None:
    ann = await chat.person()
    await ann.says("hello")
    asked = {"tool_mode": "append", "allowed_tools": ["trading.start"]}
    body = {"message": "hi", "session_id": ann.session_id, "runtime_policy": asked}
    error = (await ann.post("/chat/stream", body, 400)).json()["error"]
    assert "trading.start" in error["message"]
    assert len((await ann.session())["messages"]) == 2


async def test_a_client_takes_tools_away(chat: ChatDesk) -> None:
    ann = await chat.person()
    await scoped(ann)
    await ann.says("hm", runtime_policy={"tool_mode": "replace", "allowed_tools": ["strategy.templates"]})
    (tool,) = chat.streamer.requests[-1].tools
    assert tool.allowed_tools == ("templates",)


async def test_the_package_exports_what_the_seed_names() -> None:
    assert callable(ChatOrchestrator.handle_message_stream)
    assert orchestration._OPENAI_STREAM_HARD_TIMEOUT_SECONDS == 300.0
    handler: PhaseHandler = orchestration.get_handler(Phase.STRATEGY)
    assert handler.phase is Phase.STRATEGY


async def test_a_handler_put_in_the_package_is_the_one_that_answers(
    chat: ChatDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann: Person = await chat.person()
    asked: list[Phase] = []
    real = orchestration.get_handler

    def watched(phase: Phase) -> PhaseHandler:
        asked.append(phase)
        return real(phase)

    monkeypatch.setattr(orchestration, "get_handler", watched)
    chat.streamer.plays(Says("Hi."))
    await ann.says("hello")
    assert Phase.KYC in asked
