"""The second phase: what to trade, how often, how long, and with which family of rules, as far as the limits allow."""

from dataclasses import replace

from apps.api.agents.kyc_answers import unanswered
from apps.api.agents.phase_state import state_of
from apps.api.agents.phases import Phase
from apps.api.agents.prompts_of_fields import shown_prompt
from apps.api.agents.protocol import PhaseBlock, PhaseContext, PhaseResult, PromptPieces, Reply
from apps.api.agents.scope_offers import in_words
from apps.api.agents.scoping import ASKED, FAMILY, NAMES, Scope, profile_in, scope_after
from apps.api.agents.skills.loader import load_skills
from apps.api.agents.stages import STAGES
from apps.api.agents.tool_policies import policy_of
from apps.api.agents.wishes import wants_new_kyc, wants_to_go_on
from packages.core.events import JsonObject
from packages.domain.conversation.constraints import constraints_of, told


class PreStrategyHandler:
    """`PhaseHandler` of `pre_strategy`. The regime snapshot is taken by the desk itself, before the family is asked."""

    phase = Phase.PRE_STRATEGY

    def __init__(self) -> None:
        self._skills = load_skills(self.phase, STAGES[self.phase], ("constraints", "missing"))

    def init_artifacts(self) -> PhaseBlock:
        return PhaseBlock({}, NAMES, {})

    async def hydrate(self, context: PhaseContext) -> PhaseBlock:
        scope = await scope_after(context, "", ())
        return replace(scope.block, runtime={**scope.runtime, ASKED: context.block.runtime.get(ASKED)})

    async def build_prompt(self, context: PhaseContext, user_message: str) -> PromptPieces:
        if wants_new_kyc(user_message):
            return self._pieces(context, await scope_after(context, "", ()), redo=True)
        return self._pieces(context, await scope_after(context, user_message, ()))

    async def post_process(self, context: PhaseContext, reply: Reply) -> PhaseResult:
        if wants_new_kyc(reply.said):
            return _back_to_kyc(context, reply)
        scope = await scope_after(context, reply.said, reply.patches)
        moves = _moves_on(context, scope, reply.said)
        return PhaseResult(
            artifacts={self.phase: scope.block},
            missing_fields=scope.missing,
            cards=shown_prompt(reply.cards, None if moves else scope.prompt),
            completed=moves,
            next_phase=Phase.STRATEGY if moves else None,
            transition_reason="scope_complete" if moves else "",
            notes=scope.notes,
            clauses=in_words(scope.refusals, context.language),
        )

    def _pieces(self, context: PhaseContext, scope: Scope, *, redo: bool = False) -> PromptPieces:
        stage = _stage(scope)
        binding = told(constraints_of(profile_in(context)), context.language)
        inputs = {"constraints": "\n".join(f"- {each}" for each in binding), "missing": ", ".join(scope.missing) or "-"}
        state: JsonObject = {
            **state_of(context, scope.block, stage, dict(scope.understood), None if redo else scope.prompt),
            "refused": list(in_words(scope.refusals, context.language)),
            "regime": scope.runtime.get("regime"),
            "timeframe": scope.runtime.get("timeframe"),
            "redo_kyc": redo,
            "skills": self._skills.label(stage),
        }
        instructions = self._skills.instructions(stage, context.language, inputs)
        return PromptPieces(instructions, state, policy_of(self.phase, stage))


def _stage(scope: Scope) -> str:
    scoping, family = STAGES[Phase.PRE_STRATEGY]
    return family if set(scope.missing) <= {FAMILY} else scoping


def _moves_on(context: PhaseContext, scope: Scope, said: str) -> bool:
    """Who comes back with everything answered goes on when something changed, or when they say so."""
    if scope.missing:
        return False
    was_open = any(name not in context.block.profile for name in NAMES)
    return was_open or bool(scope.understood) or wants_to_go_on(said)


def _back_to_kyc(context: PhaseContext, reply: Reply) -> PhaseResult:
    kyc = unanswered(context.language)
    return PhaseResult(
        artifacts={Phase.KYC: kyc.block},
        missing_fields=context.block.missing_fields,
        cards=shown_prompt(reply.cards, kyc.prompt),
        completed=True,
        next_phase=Phase.KYC,
        transition_reason="kyc_redo",
    )
