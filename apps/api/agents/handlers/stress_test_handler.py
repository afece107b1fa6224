"""The stress test phase: the lab tries to break the agreed rules, and the person decides what follows."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from apps.api.agents.anywhere.late_changes import changed_here, edit_in_words, held_here
from apps.api.agents.anywhere.leaving import asked_after_leaving, left_for_scope
from apps.api.agents.anywhere.stopping import describe_stopped, stopped_on, stopped_state
from apps.api.agents.deployment_standing import deployment_block
from apps.api.agents.field_answers import FieldStanding, Settled, proposed, settle
from apps.api.agents.phase_state import skill_inputs, state_of
from apps.api.agents.phases import Phase
from apps.api.agents.prompts import asked_in, asked_of, decision_prompt
from apps.api.agents.proposing import (
    DROPPED,
    drops_proposal,
    kept_pending,
    pending_of,
    proposal_card,
    unread_beside,
    without_dropped,
)
from apps.api.agents.protocol import PhaseBlock, PhaseContext, PhaseResult, PromptPieces, Reply
from apps.api.agents.rule_changes.state_keys import EDIT
from apps.api.agents.skills.loader import load_skills
from apps.api.agents.spoken_rules import spoken_rules
from apps.api.agents.stages import STAGES, policy_of, stress_stage, with_edits
from apps.api.agents.strategy_standing import unconfirmed
from apps.api.agents.stress_standing import (
    DECISION,
    StressStanding,
    as_reported,
    has_changed,
    stress_block,
    stress_standing,
)
from packages.core.events import JsonObject, JsonValue
from packages.core.messages import Language
from packages.domain.conversation.fields import StressDecision
from packages.domain.conversation.understanding.consent import (
    BEGIN_STRESS_TEST,
    OCCASION,
    consents,
    runs_again,
    without_guesses,
)
from packages.domain.conversation.understanding.model import AskedFields, Understood, Wish

_HARMLESS = {DECISION: frozenset({StressDecision.REVISE.value, StressDecision.HOLD.value})}
_BEGINS = frozenset({"create"})  # the tool whose variants count for ever
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
        understood, again = _read(context, user_message, standing)
        dropped = drops_proposal(user_message)
        edit = _edit_in_words(context, user_message, standing, understood)
        if edit:  # which leads back to the rules
            understood, again = _revising(understood), False
        else:
            understood = await stopped_on(context, understood, standing.report)
            standing = await stress_standing(context, context.block) if understood.stopped else standing
        stage, word = stress_stage(standing.block), _word(standing.block, understood)
        state = state_of(
            context,
            standing.block,
            stage,
            dict(word.values),
            standing.ordered(decision_prompt(DECISION, context.language)),
            proposed=word.proposed,
            strategy=standing.strategy,
            stress=standing.report,
        )
        policy = with_edits(policy_of(self.phase, stage)) if edit else policy_of(self.phase, stage)
        if not (again or consents(understood, BEGIN_STRESS_TEST)):
            policy = replace(policy, withheld=_BEGINS)
        instructions = self._skills.instructions(stage, context.language, skill_inputs(context))
        unread = {} if edit else unread_beside(understood, word.proposed)
        leaves = Wish.NEW_SCOPE in understood.wishes
        asked = await asked_after_leaving(context, understood) if leaves else {}
        state = {**state, **edit, **unread, **asked, **stopped_state(understood), "runs_again": again, DROPPED: dropped}
        return PromptPieces(instructions, state, policy, understood)

    async def post_process(self, context: PhaseContext, reply: Reply) -> PhaseResult:
        standing = as_reported(context.block, await stress_standing(context, context.block, reply.tools), reply.tools)
        word = _word(context.block, reply.understood, reply.patches)
        notes = (*proposed(self.phase, reply.patches, (DECISION,)).notes, *word.notes)
        decision = word.values.get(DECISION)
        if Wish.NEW_SCOPE in reply.understood.wishes:
            return left_for_scope(context, reply)
        if has_changed(context, standing.strategy):
            return _back(context, reply, notes, "strategy_changed", changed_here(reply, standing.strategy))
        if decision == StressDecision.REVISE or Wish.BACK in reply.understood.wishes:
            held = held_here(context, reply, standing.strategy)
            return _back(context, reply, notes, "person_wants_to_revise", held)
        if decision is None and reply.understood.answers.get(DECISION) == StressDecision.DEPLOY:
            notes = (*notes, _TOO_EARLY)
        result = _stayed_or_deployed(context, standing, word, reply, notes)
        return replace(result, clauses=(*describe_stopped(reply, context.language), *result.clauses))


def _read(context: PhaseContext, text: str, standing: StressStanding) -> tuple[Understood, bool]:
    """What a message says, and whether it wants the test once more."""
    read = without_dropped(text, context.services.understanding.read(text, _asked(standing)))
    return (read if standing.report else without_guesses(text, read)), runs_again(text)


def _revising(read: Understood) -> Understood:
    """Who changes the rules has decided nothing else."""
    return replace(read, answers={DECISION: StressDecision.REVISE.value}, proposal=None)


def _edit_in_words(context: PhaseContext, text: str, standing: StressStanding, understood: Understood) -> JsonObject:
    """A change of the rules that the person puts into words is made at once, or waits with what fits where it goes
    beyond a limit, and leads back to them; so does one that could not be read, where they revise."""
    if edit := edit_in_words(context, text, standing.strategy, understood):
        return edit
    if standing.strategy is None or understood.answers.get(DECISION) != StressDecision.REVISE:
        return {}
    said = spoken_rules(context, text, standing.strategy, understood)
    return {EDIT: said[EDIT]} if EDIT in said else {}


def _asked(standing: StressStanding) -> AskedFields:
    """What a message of this phase may answer; before there is a report, whether to have one."""
    block = standing.block
    occasion = "" if standing.report else OCCASION
    shown = tuple(each.id for each in standing.ordered(decision_prompt(DECISION, Language.EN)).options)
    return AskedFields((DECISION,), asked_of(block, DECISION), shown, pending=_pending(block), occasion=occasion)


def _word(block: PhaseBlock, understood: Understood, patches: Sequence[JsonObject] = ()) -> Settled:
    """The person's own; to deploy, or to hold, takes a report that was there before they spoke."""
    taken = {DECISION: str(block.profile[DECISION])} if block.profile.get(DECISION) else {}
    standing = FieldStanding(
        Phase.STRESS_TEST, taken, _pending(block), takes={DECISION}, harmless=_HARMLESS, firm=False
    )
    word = settle(standing, understood, patches)
    if block.runtime.get("stress_status") == "done":
        return word
    revises = word.values.get(DECISION) == StressDecision.REVISE
    return replace(word, values=word.values if revises else {}, proposed={})


def _pending(block: PhaseBlock) -> dict[str, str]:
    return pending_of(block, block.profile.get("stress_report_id"))


def _stayed_or_deployed(
    context: PhaseContext, standing: StressStanding, word: Settled, reply: Reply, notes: tuple[str, ...]
) -> PhaseResult:
    decision = word.values.get(DECISION)
    block, deploys = standing.block, decision == StressDecision.DEPLOY and standing.is_done
    if decision is not None:
        block = stress_block({**block.profile, DECISION: decision}, block.runtime)
    pending = kept_pending(word.proposed, word.proposed_by, block.profile.get("stress_report_id"))
    block = replace(block, runtime={**block.runtime, **asked_in(reply.cards), **pending})
    blocks = {Phase.STRESS_TEST: block} | ({Phase.DEPLOYMENT: deployment_block({}, {})} if deploys else {})
    return PhaseResult(
        artifacts=blocks,
        missing_fields=block.missing_fields,
        cards=(
            *proposal_card(context.turn_id, _pending(block), context.language),
            *(standing.shown(card) for card in reply.cards),
        ),
        completed=deploys,
        next_phase=Phase.DEPLOYMENT if deploys else None,
        transition_reason="stress_test_done_and_person_deploys" if deploys else "",
        notes=notes,
    )


def _back(
    context: PhaseContext,
    reply: Reply,
    notes: tuple[str, ...],
    reason: str,
    shown: Mapping[str, JsonValue] | None = None,
) -> PhaseResult:
    """The rules have to be agreed to again, and, where they are others by then, tested again: a report of these very
    rules stands."""
    report_id = context.block.profile.get("stress_report_id")
    kept = {"stress_report_id": report_id} if report_id else {}
    strategy = unconfirmed(context.artifacts.get(Phase.STRATEGY, PhaseBlock()))
    strategy = replace(strategy, runtime={**strategy.runtime, **(shown or {})})
    return PhaseResult(
        artifacts={Phase.STRATEGY: strategy, Phase.STRESS_TEST: stress_block(kept, {})},
        missing_fields=strategy.missing_fields,
        cards=tuple(reply.cards),
        completed=True,
        next_phase=Phase.STRATEGY,
        transition_reason=reason,
        notes=notes,
    )
