"""Where the stress test of a conversation stands: of the strategy's very content, as the database has it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from apps.api.agents.field_answers import named_by
from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, PhaseContext, ToolOutcome
from apps.api.agents.strategy_standing import CONFIRMED_HASH, owned_strategy
from packages.contracts.genui import ChoicePrompt, GenUi
from packages.contracts.tool_grants import ToolDomain
from packages.core.events import JsonValue
from packages.domain.conversation.facts import StrategyFact, StressFact
from packages.domain.conversation.fields import STRESS_TEST, StressDecision

DECISION = "stress_test_decision"
_PASSED = "pass"
STATUS = "stress_status"  # in the runtime of the block
_RUNNING = "running"
AT_WORK = ("pending", _RUNNING)
_LOOK = (ToolDomain.STRESS, "get")
_RUNS = ("create", "get", "report")
_ID = re.compile(r"[\w.:-]{1,64}")  # all that can be checked of a set, until a test of it is there


@dataclass(frozen=True, slots=True)
class StressStanding:
    """`report` is of the strategy as it is now, or None; one that was stopped is none."""

    block: PhaseBlock
    strategy: StrategyFact | None
    report: StressFact | None

    @property
    def is_done(self) -> bool:
        return self.report is not None and self.report.status == "done"

    @property
    def has_failed(self) -> bool:
        """Whether the lab has ruled, and not for a pass."""
        return self.report is not None and self.report.verdict not in (None, _PASSED)

    def ordered(self, prompt: ChoicePrompt) -> ChoicePrompt:
        """The decision with the sensible first: rules that have not passed are revised sooner than deployed."""
        if not self.has_failed:
            return prompt
        options = sorted(prompt.options, key=lambda option: option.id == StressDecision.DEPLOY)
        return prompt.model_copy(update={"options": tuple(options)})

    def shown(self, card: GenUi) -> GenUi:
        """As it is, but for the decision."""
        return self.ordered(card) if isinstance(card, ChoicePrompt) and card.choice_id == DECISION else card


def stress_block(profile: Mapping[str, JsonValue], runtime: Mapping[str, JsonValue]) -> PhaseBlock:
    missing = tuple(field.name for field in STRESS_TEST if field.needed and not profile.get(field.name))
    return PhaseBlock(profile, missing, runtime)


async def stress_standing(
    context: PhaseContext, block: PhaseBlock, tools: Sequence[ToolOutcome] = ()
) -> StressStanding:
    """With what the tools of a turn named, as far as it is true."""
    strategy = await _strategy(context)
    named = named_by(tools, ToolDomain.STRESS, _RUNS, "stress_report_id")
    report = await _report(context, strategy, named) or await _report(
        context, strategy, block.profile.get("stress_report_id")
    )
    written = named_by(tools, ToolDomain.STRESS, {"create_scenario_set"}, "scenario_set_id")
    scenario_set = written if written and _ID.fullmatch(written) else block.profile.get("scenario_set_id")
    if strategy is None:
        return StressStanding(stress_block({}, {}), None, None)
    profile: dict[str, JsonValue] = {}
    runtime: dict[str, JsonValue] = {**block.runtime, "stress_status": None, "verdict": None}
    if scenario_set:
        profile["scenario_set_id"] = scenario_set
    if report is not None:
        profile |= {"scenario_set_id": report.scenario_set_id, "stress_report_id": report.stress_report_id}
        runtime |= {"stress_status": report.status, "verdict": report.verdict}
        if report.status == "done" and block.profile.get(DECISION):
            profile[DECISION] = block.profile[DECISION]
    return StressStanding(stress_block(profile, runtime), strategy, report)


def as_reported(before: PhaseBlock, standing: StressStanding, tools: Sequence[ToolOutcome]) -> StressStanding:
    """A test that ended while the turn told of it as running stays so in the conversation, which is then told of the
    end by itself."""
    report = standing.report
    statuses = [each.result.get("status") for each in tools if each.ok and (each.domain, each.tool) == _LOOK]
    is_running = before.runtime.get(STATUS) in AT_WORK or any(status in AT_WORK for status in statuses)
    if report is None or report.status in AT_WORK or not is_running or any(map(_reports_end, tools)):
        return standing
    runtime = {**standing.block.runtime, STATUS: _RUNNING, "verdict": None}
    running = replace(report, status=_RUNNING, verdict=None)
    return replace(standing, block=replace(standing.block, runtime=runtime), report=running)


def _reports_end(tool: ToolOutcome) -> bool:
    if (tool.domain, tool.tool) == _LOOK:
        return tool.ok and tool.result.get("status") not in AT_WORK
    return tool.ok and tool.domain == ToolDomain.STRESS and tool.tool == "report"


def has_changed(context: PhaseContext, strategy: StrategyFact | None) -> bool:
    """Whether the rules are not those any more that the person agreed to."""
    agreed = context.artifacts.get(Phase.STRATEGY, PhaseBlock()).runtime.get(CONFIRMED_HASH)
    return strategy is None or (agreed is not None and agreed != strategy.content_hash)


def has_passed(artifacts: Mapping[Phase, PhaseBlock]) -> bool:
    """By the last report of these rules that the conversation saw; where it saw none, the stored reports decide."""
    return artifacts.get(Phase.STRESS_TEST, PhaseBlock()).runtime.get("verdict") in (None, _PASSED)


async def _strategy(context: PhaseContext) -> StrategyFact | None:
    block = context.artifacts.get(Phase.STRATEGY, PhaseBlock())
    return await owned_strategy(context.services.records, context.owner_id, block.profile.get("strategy_id"))


async def _report(context: PhaseContext, strategy: StrategyFact | None, report_id: object) -> StressFact | None:
    if strategy is None or not isinstance(report_id, str):
        return None
    found = await context.services.records.stress(context.owner_id, report_id)
    wanted = (strategy.strategy_id, strategy.content_hash)
    is_theirs = found is not None and not found.is_stopped and (found.strategy_id, found.content_hash) == wanted
    return found if is_theirs else None
