"""The first phase: three questions about the person, answered by the person, which bind everything after."""

from dataclasses import replace
from functools import partial

from apps.api.agents.field_answers import left_out
from apps.api.agents.kyc_answers import KycAnswers, kyc_after, kyc_asked, research_prompt
from apps.api.agents.phase_state import state_of, understood_rows
from apps.api.agents.phases import Phase
from apps.api.agents.prompts import shown_prompt
from apps.api.agents.proposing import proposal_card, unread_beside, unread_of_several
from apps.api.agents.protocol import PhaseBlock, PhaseContext, PhaseResult, PromptPieces, Reply, RuntimePolicy
from apps.api.agents.scope.exclusions import ruled_out_labels
from apps.api.agents.scope.implied_scope import follows_from_rules
from apps.api.agents.scope.named_early import named_early, with_scope_named
from apps.api.agents.scope_offers import in_words
from apps.api.agents.scoping import scope_after
from apps.api.agents.skills.loader import load_skills
from packages.core.events import JsonObject
from packages.domain.conversation.constraints import constraint_sentences, constraints_of
from packages.domain.conversation.fields import KYC
from packages.domain.conversation.understanding.model import Understood

STAGE = "asking"


class KycHandler:
    """`PhaseHandler` of `kyc`. No tools: there is nothing to look up about a person."""

    phase = Phase.KYC

    def __init__(self) -> None:
        self._skills = load_skills(self.phase, (STAGE,), ("missing",))

    def init_artifacts(self) -> PhaseBlock:
        return PhaseBlock({}, tuple(field.name for field in KYC))

    async def hydrate(self, context: PhaseContext) -> PhaseBlock:
        answers = kyc_after(context.block, context.language, earlier=context.profile)
        return replace(answers.block, runtime=context.block.runtime)

    async def build_prompt(self, context: PhaseContext, user_message: str) -> PromptPieces:
        asked = kyc_asked(context.block, context.now.date())
        reads = partial(context.services.understanding.read, user_message)
        understood = reads(asked)
        understood = replace(understood, for_later=await named_early(context, reads, understood))
        answers = kyc_after(context.block, context.language, understood, earlier=context.profile)
        missing = ", ".join(answers.missing) or "-"
        instructions = self._skills.instructions(STAGE, context.language, {"missing": missing})
        policy = RuntimePolicy(STAGE, {}, "none")
        unread = unread_beside(understood, answers.proposed)
        parts = unread_of_several(understood, asked)
        state = {**self._state(context, answers, understood), **unread, **parts}
        return PromptPieces(instructions, state, policy, understood)

    async def post_process(self, context: PhaseContext, reply: Reply) -> PhaseResult:
        answers = kyc_after(context.block, context.language, reply.understood, reply.patches, context.profile)
        context = with_scope_named(context, reply.understood.for_later)
        if answers.missing:
            proposal = proposal_card(context.turn_id, answers.proposed, context.language)
            return PhaseResult(
                artifacts={self.phase: answers.block, Phase.PRE_STRATEGY: context.artifacts[Phase.PRE_STRATEGY]},
                missing_fields=answers.missing,
                cards=shown_prompt((*proposal, *reply.cards), answers.prompt),
                notes=answers.notes,
                clauses=left_out(
                    self.phase,
                    reply.understood,
                    reply.patches,
                    {*answers.block.profile, *answers.proposed},
                    context.language,
                ),
            )
        return await self._completed(context, reply, answers)

    async def _completed(self, context: PhaseContext, reply: Reply, answers: KycAnswers) -> PhaseResult:
        """The next phase's first question comes with the last answer of this one, and with what rules that were given
        on the way say of the scope."""
        kept = Understood(idea=answers.idea) if answers.idea else None
        scope = await scope_after(replace(context, profile=answers.profile), kept)
        proposal = proposal_card(context.turn_id, scope.proposed, context.language, follows_from_rules(scope.runtime))
        return PhaseResult(
            artifacts={self.phase: answers.block, Phase.PRE_STRATEGY: scope.block},
            missing_fields=(),
            cards=(
                *shown_prompt((*proposal, *reply.cards), scope.prompt),
                *research_prompt(answers, context.language),
            ),
            completed=True,
            next_phase=Phase.PRE_STRATEGY,
            transition_reason="kyc_complete",
            notes=answers.notes,
            clauses=(
                *constraint_sentences(constraints_of(answers.profile), context.language),
                *in_words(scope.refusals, context.language),
            ),
            profile=answers.profile,
        )

    def _state(self, context: PhaseContext, answers: KycAnswers, understood: Understood) -> JsonObject:
        state = state_of(
            context, answers.block, STAGE, dict(answers.understood), answers.prompt, proposed=answers.proposed
        )
        binding = constraint_sentences(constraints_of(answers.profile), context.language) if not answers.missing else ()
        return {
            **state,
            "constraints": list(binding),
            "refused": [],
            "ruled_out": ruled_out_labels(understood, answers.ruled_out, context.language),
            "for_later": understood_rows(dict(understood.for_later), context.language),
            "skills": self._skills.label(STAGE),
        }
