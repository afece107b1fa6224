"""The phase after a failure: the next message takes the conversation back to where it can continue."""

from apps.api.agents.phase_state import state_of
from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, PhaseContext, PhaseResult, PromptPieces, Reply, RuntimePolicy
from apps.api.agents.skills.loader import load_skills
from packages.domain.conversation.understanding.model import AskedFields

STAGE = "recover"


class ErrorHandler:
    """`PhaseHandler` of `error`; it has no fields, and what a model says moves nothing."""

    phase = Phase.ERROR

    def __init__(self) -> None:
        self._skills = load_skills(self.phase, (STAGE,), ("next",))

    def init_artifacts(self) -> PhaseBlock:
        return PhaseBlock()

    async def hydrate(self, context: PhaseContext) -> PhaseBlock:
        return context.block

    async def build_prompt(self, context: PhaseContext, user_message: str) -> PromptPieces:
        after = await _way_back(context)
        state = {**state_of(context, context.block, STAGE, {}, None), "next_phase": after.value}
        instructions = self._skills.instructions(STAGE, context.language, {"next": after.value})
        return PromptPieces(
            instructions,
            state,
            RuntimePolicy(STAGE, {}, "none"),
            context.services.understanding.read(user_message, AskedFields()),
        )

    async def post_process(self, context: PhaseContext, reply: Reply) -> PhaseResult:
        return PhaseResult(
            artifacts={},
            missing_fields=(),
            cards=tuple(reply.cards),
            completed=True,
            next_phase=await _way_back(context),
            transition_reason="recovered",
        )


async def _way_back(context: PhaseContext) -> Phase:
    """To the strategy if there is one, otherwise to the first question that is open."""
    named = context.artifacts.get(Phase.STRATEGY, PhaseBlock()).profile.get("strategy_id")
    if isinstance(named, str) and await context.services.records.strategy(context.owner_id, named) is not None:
        return Phase.STRATEGY
    return Phase.PRE_STRATEGY if context.profile.is_complete else Phase.KYC
