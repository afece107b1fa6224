"""The stress test phase: the lab tries to break the agreed rules, and the person decides what follows."""

from dataclasses import replace

from apps.api.agents.deployment_standing import deployment_block
from apps.api.agents.field_answers import proposed
from apps.api.agents.phase_state import skill_inputs, state_of
from apps.api.agents.phases import Phase
from apps.api.agents.prompts import asked_in, asked_of, decision_prompt
from apps.api.agents.protocol import PhaseBlock, PhaseContext, PhaseResult, PromptPieces, Reply
from apps.api.agents.skills.loader import load_skills
from apps.api.agents.stages import STAGES, policy_of, stress_stage
from apps.api.agents.strategy_standing import unconfirmed
from apps.api.agents.stress_standing import DECISION, StressStanding, has_changed, stress_block, stress_standing
from packages.domain.conversation.fields import StressDecision
from packages.domain.conversation.understanding.model import AskedFields, Understood

_TOO_EARLY = "The person wants to deploy, and there is no finished report yet: finish the stress test, then ask again."


class StressTestHandler:
    """The stage follows from what is stored. Leaves for the deployment when the person, who has seen a finished report
    of these very rules, says so; for the strategy when the person wants other rules, or the rules are others."""

    phase = Phase.STRESS_TEST

    def __init__(self) -> None:
        self._skills = load_skills(self.phase, STAGES[self.phase], ("constraints",))

    def init_artifacts(self) -> PhaseBlock:
        return stress_block({}, {})

    async def hydrate(self, context: PhaseContext) -> PhaseBlock:
        return (await stress_standing(context, context.block)).block

    async def build_prompt(self, context: PhaseContext, user_message: str) -> PromptPieces:
        standing = await stress_standing(context, context.block)
        understood = context.services.understanding.read(
            user_message, AskedFields((DECISION,), asked_of(standing.block, DECISION))
        )
        stage, decision = stress_stage(standing.block), _decision(standing.block, understood)
        state = state_of(
            context,
            standing.block,
            stage,
            {} if decision is None else {DECISION: decision},
            decision_prompt(DECISION, context.language),
            strategy=standing.strategy,
            stress=standing.report,
        )
        instructions = self._skills.instructions(stage, context.language, skill_inputs(context))
        return PromptPieces(instructions, state, policy_of(self.phase, stage), understood)

    async def post_process(self, context: PhaseContext, reply: Reply) -> PhaseResult:
        standing = await stress_standing(context, context.block, reply.tools)
        notes = proposed(self.phase, reply.patches, ()).notes
        decision = _decision(context.block, reply.understood)
        if has_changed(context, standing.strategy):
            return _back(context, reply, notes, "strategy_changed")
        if decision == StressDecision.REVISE:
            return _back(context, reply, notes, "person_wants_to_revise")
        if decision is None and reply.understood.answers.get(DECISION) == StressDecision.DEPLOY:
            notes = (*notes, _TOO_EARLY)
        return _stayed_or_deployed(standing, decision, reply, notes)


def _decision(block: PhaseBlock, understood: Understood) -> str | None:
    """Of the person's own words; to deploy, or to hold, takes a report that was there before they spoke."""
    decision = understood.answers.get(DECISION)
    has_report = block.runtime.get("stress_status") == "done"
    return decision if has_report or decision == StressDecision.REVISE else None


def _stayed_or_deployed(
    standing: StressStanding, decision: str | None, reply: Reply, notes: tuple[str, ...]
) -> PhaseResult:
    block, deploys = standing.block, decision == StressDecision.DEPLOY and standing.is_done
    if decision is not None:
        block = stress_block({**block.profile, DECISION: decision}, block.runtime)
    block = replace(block, runtime={**block.runtime, **asked_in(reply.cards)})
    blocks = {Phase.STRESS_TEST: block} | ({Phase.DEPLOYMENT: deployment_block({}, {})} if deploys else {})
    return PhaseResult(
        artifacts=blocks,
        missing_fields=block.missing_fields,
        cards=tuple(reply.cards),
        completed=deploys,
        next_phase=Phase.DEPLOYMENT if deploys else None,
        transition_reason="stress_test_done_and_person_deploys" if deploys else "",
        notes=notes,
    )


def _back(context: PhaseContext, reply: Reply, notes: tuple[str, ...], reason: str) -> PhaseResult:
    """The rules have to be agreed to again, and tested again."""
    strategy = unconfirmed(context.artifacts.get(Phase.STRATEGY, PhaseBlock()))
    return PhaseResult(
        artifacts={Phase.STRATEGY: strategy, Phase.STRESS_TEST: stress_block({}, {})},
        missing_fields=strategy.missing_fields,
        cards=tuple(reply.cards),
        completed=True,
        next_phase=Phase.STRATEGY,
        transition_reason=reason,
        notes=notes,
    )
