"""A client may take tools away from a turn, and never add one."""

import pytest

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, RuntimePolicy
from apps.api.orchestration.runtime_policy import OtherStage, ToolNotAllowed, merged, policy_of
from apps.api.orchestration.shared import AskedPolicy
from packages.contracts.tool_grants import ToolDomain

POLICY = RuntimePolicy(
    "review",
    {ToolDomain.BACKTEST: frozenset({"get_job", "metrics"}), ToolDomain.STRESS: frozenset({"pareto", "report"})},
)


def _left(*names: str) -> dict[str, set[str]]:
    asked = AskedPolicy(tool_mode="replace", allowed_tools=names)
    return {domain.value: set(tools) for domain, tools in merged(POLICY, asked).tools.items()}


def test_replace_leaves_only_what_is_named_by_tool_by_server_or_by_both() -> None:
    assert _left("get_job") == {"backtest": {"get_job"}}
    assert _left("backtest") == {"backtest": {"get_job", "metrics"}}
    assert _left("stress.report", "metrics") == {"backtest": {"metrics"}, "stress": {"report"}}


def test_replace_with_nothing_leaves_no_tool_and_no_choice() -> None:
    left = merged(POLICY, AskedPolicy(tool_mode="replace"))
    assert (left.tools, left.tool_choice) == ({}, "none")


def test_append_adds_nothing_that_the_stage_does_not_have() -> None:
    assert merged(POLICY, AskedPolicy(allowed_tools=("metrics",))) == POLICY


@pytest.mark.parametrize("mode", ["append", "replace"])
@pytest.mark.parametrize(
    "name", ["create_deployment", "trading", "backtest.report", "trading.start", "", ".", "stress."]
)
def test_what_the_stage_does_not_allow_is_refused_by_name(mode: str, name: str) -> None:
    with pytest.raises(ToolNotAllowed, match="review"):
        merged(POLICY, AskedPolicy(tool_mode=mode, allowed_tools=(name,)))  # type: ignore[arg-type]


def test_a_client_can_name_the_stage_and_not_choose_it() -> None:
    assert merged(POLICY, AskedPolicy(phase_stage="review")) == POLICY
    with pytest.raises(OtherStage, match="rollout"):
        merged(POLICY, AskedPolicy(phase_stage="rollout"))


@pytest.mark.parametrize(
    ("phase", "profile", "runtime", "stage"),
    [
        (Phase.STRATEGY, {}, {}, "draft"),
        (Phase.STRATEGY, {"strategy_id": "s1", "backtest_status": "running"}, {}, "backtest"),
        (Phase.STRATEGY, {"strategy_id": "s1", "backtest_status": "done"}, {}, "review"),
        (Phase.STRESS_TEST, {}, {}, "bootstrap"),
        (Phase.STRESS_TEST, {"scenario_set_id": "x"}, {}, "scenario"),
        (Phase.STRESS_TEST, {}, {"stress_status": "running"}, "scenario"),
        (Phase.STRESS_TEST, {"stress_report_id": "r"}, {"stress_status": "done"}, "feedback"),
        (Phase.DEPLOYMENT, {}, {}, "target"),
        (Phase.DEPLOYMENT, {"deployment_target": "paper"}, {}, "confirm"),
        (
            Phase.DEPLOYMENT,
            {"deployment_target": "paper", "deployment_confirmation_status": "confirmed"},
            {},
            "rollout",
        ),
        (Phase.DEPLOYMENT, {"deployment_status": "deployed"}, {}, "done"),
        (Phase.COMPLETED, {}, {}, "watch"),
    ],
)
def test_the_stage_follows_from_the_block(
    phase: Phase, profile: dict[str, str], runtime: dict[str, str], stage: str
) -> None:
    policy = policy_of(phase, PhaseBlock(profile, (), runtime))
    assert (policy.phase_stage, bool(policy.tools)) == (stage, True)


def test_questions_about_a_person_need_no_tools() -> None:
    assert policy_of(Phase.KYC, PhaseBlock()).tools == {}
