"""Which tools a turn has: those of the stage, less what the client does not want; nobody can ask for more."""

from collections.abc import Mapping
from dataclasses import replace

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, RuntimePolicy
from apps.api.agents.stages import policy_of as tools_in
from apps.api.agents.stages import strategy_stage
from apps.api.orchestration.deployment_runtime import deployment_policy
from apps.api.orchestration.shared import AskedPolicy
from apps.api.orchestration.stress_runtime import stress_policy
from packages.contracts.tool_grants import ToolDomain
from packages.core.errors import Invalid


class OtherStage(Invalid):
    """The stage follows from what is there; a client cannot choose another."""


class ToolNotAllowed(Invalid):
    """The stage has no such tool or server."""


def policy_of(phase: Phase, block: PhaseBlock) -> RuntimePolicy:
    """What the stage of the block allows; the same that the phase's handler answers with."""
    match phase:
        case Phase.STRATEGY:
            return tools_in(phase, strategy_stage(block))
        case Phase.STRESS_TEST:
            return stress_policy(block)
        case Phase.DEPLOYMENT:
            return deployment_policy(block)
        case Phase.COMPLETED:
            return tools_in(phase, "watch")
        case _:
            return tools_in(phase, phase.value)


def merged(policy: RuntimePolicy, asked: AskedPolicy) -> RuntimePolicy:
    """`append` adds what the stage has already, so nothing; `replace` leaves only what is named: a tool (`get_job`), a
    server (`backtest`), or a tool of one server (`stress.report`)."""
    if asked.phase_stage is not None and asked.phase_stage != policy.phase_stage:
        raise OtherStage("conversation.other_stage", current=policy.phase_stage, asked=asked.phase_stage)
    named = [_named(policy, name) for name in asked.allowed_tools]
    if asked.tool_mode == "append":
        return policy
    tools = {domain: frozenset().union(*(each.get(domain, frozenset()) for each in named)) for domain in policy.tools}
    left = {domain: names for domain, names in tools.items() if names}
    return replace(policy, tools=left, tool_choice=policy.tool_choice if left else "none")


def _named(policy: RuntimePolicy, name: str) -> Mapping[ToolDomain, frozenset[str]]:
    """The tools of the stage that a name stands for."""
    server, _, tool = name.rpartition(".")
    found = {
        domain: names if name == domain.value else names & {tool}
        for domain, names in policy.tools.items()
        if server in ("", domain.value)
    }
    if not any(found.values()):
        raise ToolNotAllowed("conversation.tool_not_of_stage", tool=name, stage=policy.phase_stage)
    return found
