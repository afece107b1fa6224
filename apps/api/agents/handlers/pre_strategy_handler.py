"""The second phase: what to trade, how often, how long, and with which family of rules, as far as the limits allow."""

from collections.abc import Sequence
from dataclasses import replace

from apps.api.agents.field_answers import left_out
from apps.api.agents.kyc_answers import KycAnswers, answers_in, kyc_after, unanswered
from apps.api.agents.phase_state import state_of
from apps.api.agents.phases import Phase
from apps.api.agents.prompts import shown_prompt
from apps.api.agents.proposing import pending_of, proposal_card, unread_beside, unread_of_several
from apps.api.agents.protocol import PhaseBlock, PhaseContext, PhaseResult, PromptPieces, Reply
from apps.api.agents.scope.early_rules import unread_rules
from apps.api.agents.scope.exclusions import ruled_out_labels
from apps.api.agents.scope.fetching import begun_fetch
from apps.api.agents.scope.implied_scope import follows_from_rules
from apps.api.agents.scope_offers import in_words
from apps.api.agents.scoping import ASKED, FAMILY, NAMES, IdeaScope, profile_in, scope_after, scope_read
from apps.api.agents.skills.loader import load_skills
from apps.api.agents.stages import STAGES, policy_of
from apps.api.agents.work_marks import ended_research
from packages.contracts.genui import ChoicePrompt, DataFetchCard
from packages.core.events import JsonObject
from packages.domain.conversation.awaited import FETCH, FetchPurpose, fetch_json
from packages.domain.conversation.constraints import constraint_sentences, constraints_of
from packages.domain.conversation.understanding.model import AskedFields, Understood, Wish


class PreStrategyHandler:
    """`PhaseHandler` of `pre_strategy`. The regime snapshot is taken by the desk itself, before the family is asked."""

    phase = Phase.PRE_STRATEGY

    def __init__(self) -> None:
        self._skills = load_skills(self.phase, STAGES[self.phase], ("constraints", "missing"))

    def init_artifacts(self) -> PhaseBlock:
        return PhaseBlock({}, NAMES, {})

    async def hydrate(self, context: PhaseContext) -> PhaseBlock:
        scope = await scope_after(context)
        return replace(scope.block, runtime={**scope.runtime, ASKED: context.block.runtime.get(ASKED)})

    async def build_prompt(self, context: PhaseContext, user_message: str) -> PromptPieces:
        scope, understood = await scope_read(context, user_message)
        pieces = self._pieces(context, scope, understood)
        if _leaves_by_the_first_question(context, understood):
            return replace(pieces, state={**pieces.state, **_asks(_kyc_again(context, understood).prompt)})
        heard = replace(understood, answers={}) if _came_to_nothing(context, scope, understood) else understood
        unread = {} if scope.refusals else unread_beside(heard, scope.proposed)
        if quotes := unread_rules(understood):
            unread = {**unread, "unread_rules": quotes}
        else:
            instruments = await context.services.records.instruments()
            asked = AskedFields(NAMES, instruments=instruments, today=context.now.date())
            unread = {**unread, **unread_of_several(understood, asked)}
        return replace(pieces, state={**pieces.state, **unread})

    async def post_process(self, context: PhaseContext, reply: Reply) -> PhaseResult:
        if Wish.NEW_KYC in reply.understood.wishes:
            return _back_to_kyc(context, reply, unanswered(context.language, context.profile))
        if _leaves_by_the_first_question(context, reply.understood):
            return _back_to_kyc(context, reply, _kyc_again(context, reply.understood))
        ended = ended_research(context.metadata, reply.tools)
        if ended is not None:
            context = replace(context, metadata=ended)
        scope = await scope_after(context, reply.understood, reply.patches, after_research=ended is not None)
        moves = _moves_on(context, scope, reply.understood)
        fetching = await _fetching(context, reply.understood)
        runtime = {**scope.runtime, **_begun(fetching)}
        from_rules = follows_from_rules(scope.runtime)
        proposal = proposal_card(context.turn_id, scope.proposed, context.language, from_rules)
        return PhaseResult(
            artifacts={self.phase: replace(scope.block, runtime=runtime)},
            missing_fields=scope.missing,
            cards=shown_prompt((*proposal, *reply.cards, *fetching), None if moves else scope.prompt),
            completed=moves,
            next_phase=Phase.STRATEGY if moves else None,
            transition_reason="scope_complete" if moves else "",
            notes=scope.notes,
            clauses=(*in_words(scope.refusals, context.language), *_left_out(context, scope, reply)),
        )

    def _pieces(self, context: PhaseContext, scope: IdeaScope, understood: Understood) -> PromptPieces:
        stage, redo = _stage(scope), Wish.NEW_KYC in understood.wishes
        binding = constraint_sentences(constraints_of(profile_in(context)), context.language)
        inputs = {"constraints": "\n".join(f"- {each}" for each in binding), "missing": ", ".join(scope.missing) or "-"}
        state: JsonObject = {
            **state_of(
                context,
                scope.block,
                stage,
                dict(scope.understood),
                None if redo else scope.prompt,
                proposed=scope.proposed,
            ),
            "refused": list(in_words(scope.refusals, context.language)),
            "regime": scope.runtime.get("regime"),
            "timeframe": scope.runtime.get("timeframe"),
            "redo_kyc": redo,
            "ruled_out": ruled_out_labels(understood, scope.ruled_out, context.language),
            "skills": self._skills.label(stage),
        }
        instructions = self._skills.instructions(stage, context.language, inputs)
        return PromptPieces(instructions, state, policy_of(self.phase, stage), understood)


async def _fetching(context: PhaseContext, understood: Understood) -> tuple[DataFetchCard, ...]:
    if understood.fetch is None:
        return ()
    return (DataFetchCard(job_id=await begun_fetch(context, understood.fetch), symbol=understood.fetch),)


def _left_out(context: PhaseContext, scope: IdeaScope, reply: Reply) -> tuple[str, ...]:
    taken = {*scope.values, *scope.proposed, *(each.field for each in scope.refusals)}
    return left_out(Phase.PRE_STRATEGY, reply.understood, reply.patches, taken, context.language)


def _begun(fetching: Sequence[DataFetchCard]) -> JsonObject:
    """For the runtime of the block, so that the conversation waits for it."""
    return {FETCH: fetch_json(fetching[0].job_id, fetching[0].symbol, FetchPurpose.CHOSEN)} if fetching else {}


def _stage(scope: IdeaScope) -> str:
    scoping, family = STAGES[Phase.PRE_STRATEGY]
    return family if set(scope.missing) <= {FAMILY} else scoping


def _moves_on(context: PhaseContext, scope: IdeaScope, understood: Understood) -> bool:
    """Who comes back with everything answered continues when something changed, or when they say so."""
    if scope.missing or scope.proposed:
        return False
    was_open = any(name not in context.block.profile for name in NAMES)
    return was_open or bool(scope.understood) or understood.goes_on


def _leaves_by_the_first_question(context: PhaseContext, understood: Understood) -> bool:
    settled = context.block.profile.get(NAMES[0]) or pending_of(context.block)
    return Wish.BACK in understood.wishes and not settled and not understood.topics.intersection(context.block.profile)


def _came_to_nothing(context: PhaseContext, scope: IdeaScope, understood: Understood) -> bool:
    """Whether the message only names other values of what is settled, and does not say that it shall change."""
    is_settled = all(name in context.block.profile for name in understood.answers)
    return is_settled and not scope.understood and scope.proposed == pending_of(context.block)


def _kyc_again(context: PhaseContext, understood: Understood) -> KycAnswers:
    """The answers about the person, for who goes back to them."""
    return kyc_after(PhaseBlock(answers_in(profile_in(context))), context.language, understood)


def _asks(prompt: ChoicePrompt | None) -> JsonObject:
    return {} if prompt is None else {"next_prompt": prompt.model_dump(mode="json")}


def _back_to_kyc(context: PhaseContext, reply: Reply, kyc: KycAnswers) -> PhaseResult:
    return PhaseResult(
        artifacts={Phase.KYC: kyc.block},
        missing_fields=context.block.missing_fields,
        cards=shown_prompt(reply.cards, kyc.prompt),
        completed=True,
        next_phase=Phase.KYC,
        transition_reason="kyc_redo",
    )
