"""The deployment phase: where to trade, the person's yes, and then made, started, and seen at work."""

from collections.abc import Mapping
from dataclasses import replace

from apps.api.agents.anywhere.late_changes import changed_here, edit_in_words, held_here
from apps.api.agents.anywhere.leaving import asked_after_leaving, left_for_scope
from apps.api.agents.deployment_reply import DeploymentReply, blocker_of, read_reply, with_decisions
from apps.api.agents.deployment_standing import (
    CONFIRMATION,
    OVERRIDE_TYPED,
    TARGET,
    DeploymentStanding,
    agreement,
    deployment_block,
    deployment_standing,
    override_of,
)
from apps.api.agents.due_prompts import deployment_prompt
from apps.api.agents.override_reason import held_back, read_word, typed_phrase
from apps.api.agents.phase_state import skill_inputs, state_of
from apps.api.agents.phases import Phase
from apps.api.agents.prompts import asked_in
from apps.api.agents.proposing import (
    DROPPED,
    drops_proposal,
    kept_pending,
    proposal_card,
    unread_beside,
    without_dropped,
)
from apps.api.agents.protocol import PhaseBlock, PhaseContext, PhaseResult, PromptPieces, Reply
from apps.api.agents.skills.loader import load_skills
from apps.api.agents.stages import STAGES, deployment_stage, policy_of, with_edits
from apps.api.agents.strategy_standing import unconfirmed
from apps.api.agents.stress_standing import DECISION, has_changed, has_passed, stress_block
from packages.core.events import JsonValue
from packages.domain.conversation.fields import Confirmation, DeploymentState
from packages.domain.conversation.understanding.model import Wish
from packages.domain.conversation.wording import say
from packages.domain.trading.deployments.model import OVERRIDE_PHRASES

AT_WORK = "deployment_at_work"
BLOCKED = "deployment_blocked"
REVISED = "person_wants_to_revise"
RECONSIDERS = "person_reconsiders"
CHANGED = "strategy_changed"


class DeploymentHandler:
    """ready → deployed → completed, as the database has it; blocked goes back to the strategy with the code of what
    stands in the way, and so does a person who wants changes."""

    phase = Phase.DEPLOYMENT

    def __init__(self) -> None:
        self._skills = load_skills(self.phase, STAGES[self.phase], ("constraints",))

    def init_artifacts(self) -> PhaseBlock:
        return deployment_block({}, {})

    async def hydrate(self, context: PhaseContext) -> PhaseBlock:
        return (await deployment_standing(context, context.block)).block

    async def build_prompt(self, context: PhaseContext, user_message: str) -> PromptPieces:
        """The person's yes counts at once: what they agreed to can be made in the same turn."""
        before = await deployment_standing(context, context.block)
        read = read_word(context.services.understanding, user_message, before)
        dropped, read = drops_proposal(user_message), without_dropped(user_message, read)
        understood = held_back(context, before, read)
        if changed := _has_changed(context, before):  # what was never shown is not agreed to
            understood = replace(understood, answers={}, override=None, proposal=None)
        is_open = not (changed or before.is_at_work)
        edit = edit_in_words(context, user_message, before.strategy, understood) if is_open else {}
        if edit:  # which leads back by itself
            understood = replace(understood, answers={}, proposal=None, changes=True)
        found = with_decisions(before, understood, passed=has_passed(context.artifacts))
        standing = found.standing
        stage = deployment_stage(standing.block)
        state = state_of(
            context,
            standing.block,
            stage,
            dict(found.understood),
            deployment_prompt(context, standing),
            proposed=found.proposed,
            strategy=standing.strategy,
            deployment=standing.deployment,
        )
        state = {
            **state,
            **({} if edit else unread_beside(understood, found.proposed)),
            **edit,
            "rules_changed": changed,
            DROPPED: dropped,
            "held_back": understood is not read and Wish.OVERRIDE in understood.wishes,
            "reason_lacks": bool(typed_phrase(understood.override, standing)) and not standing.is_confirmed,
        }
        if Wish.NEW_SCOPE in understood.wishes and not standing.is_at_work:
            state = {**state, **await asked_after_leaving(context, understood)}
        instructions = self._skills.instructions(stage, context.language, skill_inputs(context))
        policy = replace(policy_of(self.phase, stage), override=override_of(standing))
        policy = with_edits(policy) if edit else policy
        return PromptPieces(instructions, state, policy, understood)

    async def post_process(self, context: PhaseContext, reply: Reply) -> PhaseResult:
        found = await read_reply(context, reply)
        if Wish.NEW_SCOPE in reply.understood.wishes and not found.standing.is_at_work:
            return left_for_scope(context, reply)
        if saved := changed_here(reply, found.standing.strategy):
            return _back(context, reply, found, REVISED, None, saved)
        if not found.standing.is_at_work and (held := held_here(context, reply, found.standing.strategy)):
            return _back(context, reply, found, REVISED, None, held)
        if _has_changed(context, found.standing):
            notices = (say(context.language, "rules_changed_since"),)
            return replace(_back(context, reply, found, CHANGED, None), clauses=notices)
        standing, blocker = found.standing, blocker_of(found.standing, reply.tools)
        if blocker is not None:
            return _back(context, reply, found, BLOCKED, blocker)
        if standing.is_at_work and standing.is_confirmed:
            return _result(context, reply, found, Phase.COMPLETED, AT_WORK)
        wants_changes = found.understood.get(CONFIRMATION) == Confirmation.NEEDS_CHANGES
        goes_back = Wish.BACK in reply.understood.wishes
        if not standing.is_at_work and goes_back and standing.block.profile.get(TARGET):
            return _result(context, reply, _asked_where(found), None, "")
        if not standing.is_at_work and goes_back and Wish.REVISE not in reply.understood.wishes:
            return _to_the_decision(context, reply, found)
        if not standing.is_at_work and (wants_changes or Wish.REVISE in reply.understood.wishes):
            return _back(context, reply, found, REVISED, None)
        return _result(context, reply, found, None, "")


def _has_changed(context: PhaseContext, standing: DeploymentStanding) -> bool:
    """Whether somebody else has changed the rules since the person agreed to them, and nothing trades yet."""
    return standing.strategy is not None and not standing.is_at_work and has_changed(context, standing.strategy)


def _typed(reply: Reply, found: DeploymentReply) -> Mapping[str, JsonValue]:
    """A phrase without its reason waits for it in the next message, and no longer than what was asked beside it."""
    said, standing = reply.understood, found.standing
    typed = {} if standing.is_confirmed else typed_phrase(said.override, standing)
    keeps = said.question and not standing.is_confirmed
    return typed or ({} if keeps else {OVERRIDE_TYPED: None})


def _asked_where(found: DeploymentReply) -> DeploymentReply:
    """Back to the question where to trade; what was made stays in the person's list."""
    runtime = found.standing.block.runtime
    return replace(found, standing=replace(found.standing, block=deployment_block({}, runtime)), proposed={})


def _result(
    context: PhaseContext, reply: Reply, found: DeploymentReply, after: Phase | None, reason: str
) -> PhaseResult:
    block, waits = found.standing.block, {} if after is not None else found.proposed
    pending = kept_pending(waits, on=agreement(block.profile, found.standing.strategy))
    block = replace(block, runtime={**block.runtime, **asked_in(reply.cards), **pending, **_typed(reply, found)})
    return PhaseResult(
        artifacts={Phase.DEPLOYMENT: block},
        missing_fields=block.missing_fields if after is None else (),
        cards=(*proposal_card(context.turn_id, waits, context.language), *reply.cards),
        completed=after is not None,
        next_phase=after,
        transition_reason=reason,
        notes=found.notes,
        clauses=_describe_override(context, reply),
    )


def _describe_override(context: PhaseContext, reply: Reply) -> tuple[str, ...]:
    """The sentence to type for a person who wants to overrule the verdict, whatever a model said."""
    phrase = OVERRIDE_PHRASES[context.language]
    if Wish.OVERRIDE not in reply.understood.wishes or phrase in reply.text:
        return ()
    return (say(context.language, "override_means", phrase=phrase),)


def _to_the_decision(context: PhaseContext, reply: Reply, found: DeploymentReply) -> PhaseResult:
    """The report stands, and what follows from it is decided anew."""
    stress = context.artifacts.get(Phase.STRESS_TEST, PhaseBlock())
    undecided = {name: value for name, value in stress.profile.items() if name != DECISION}
    block = stress_block(undecided, stress.runtime)
    deployment = deployment_block({}, found.standing.block.runtime)
    return PhaseResult(
        artifacts={Phase.STRESS_TEST: block, Phase.DEPLOYMENT: deployment},
        missing_fields=block.missing_fields,
        cards=tuple(reply.cards),
        completed=True,
        next_phase=Phase.STRESS_TEST,
        via=(Phase.STRATEGY,),
        transition_reason=RECONSIDERS,
        notes=found.notes,
    )


def _back(
    context: PhaseContext,
    reply: Reply,
    found: DeploymentReply,
    reason: str,
    blocker: str | None,
    shown: Mapping[str, JsonValue] | None = None,
) -> PhaseResult:
    """The rules are agreed to anew, and the decision to deploy is taken anew."""
    strategy = unconfirmed(context.artifacts.get(Phase.STRATEGY, PhaseBlock()))
    strategy = replace(strategy, runtime={**strategy.runtime, **(shown or {})})
    stress = context.artifacts.get(Phase.STRESS_TEST, PhaseBlock())
    undecided = {name: value for name, value in stress.profile.items() if name != DECISION}
    block = found.standing.block
    if blocker is not None:
        status = {"deployment_status": DeploymentState.BLOCKED.value, "rollout_status": "blocked"}
        block = deployment_block({**block.profile, **status}, {**block.runtime, "blocker": blocker})
    return PhaseResult(
        artifacts={
            Phase.STRATEGY: strategy,
            Phase.STRESS_TEST: stress_block(undecided, stress.runtime),
            Phase.DEPLOYMENT: block,
        },
        missing_fields=strategy.missing_fields,
        cards=tuple(reply.cards),
        completed=True,
        next_phase=Phase.STRATEGY,
        transition_reason=reason,
        blocker=blocker,
        notes=found.notes,
    )
