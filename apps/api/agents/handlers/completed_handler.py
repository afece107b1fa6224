"""After the deployment: the strategy is at work, and the conversation only looks, pauses or stops."""

from dataclasses import replace

from apps.api.agents.deployment_standing import deployment_standing
from apps.api.agents.phase_state import skill_inputs, state_of
from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, PhaseContext, PhaseResult, PromptPieces, Reply, RuntimePolicy
from apps.api.agents.skills.loader import load_skills
from apps.api.agents.stages import STAGES, policy_of
from packages.contracts.genui import ChoicePrompt
from packages.contracts.tool_grants import ToolDomain
from packages.domain.conversation.understanding.choices import STOP_HOW
from packages.domain.conversation.understanding.consent import GOING_ON
from packages.domain.conversation.understanding.model import (
    CHANGE_RULES,
    AskedFields,
    MessageIntent,
    Understood,
    Wish,
)
from packages.domain.conversation.wording import say

_STAGE = "watch"


class CompletedHandler:
    """Has no fields of its own: it reports the deployment's, and nothing that is said here changes them."""

    phase = Phase.COMPLETED

    def __init__(self) -> None:
        self._skills = load_skills(self.phase, STAGES[self.phase], ("constraints",))

    def init_artifacts(self) -> PhaseBlock:
        return PhaseBlock()

    async def hydrate(self, context: PhaseContext) -> PhaseBlock:
        return PhaseBlock()

    async def build_prompt(self, context: PhaseContext, user_message: str) -> PromptPieces:
        standing = await deployment_standing(context, _deployed(context))
        state = state_of(
            context, standing.block, _STAGE, {}, None, strategy=standing.strategy, deployment=standing.deployment
        )
        instructions = self._skills.instructions(_STAGE, context.language, skill_inputs(context))
        understood = context.services.understanding.read(user_message, AskedFields(occasion="running"))
        if _wants_another(understood):
            understood = replace(understood, wishes=(Wish.NEW_SCOPE,), answers={}, quote="")
        if _deployed(context).runtime.get(STOP_HOW) and not understood.question:
            understood, how = _stopping(understood)
            state = {**state, STOP_HOW: how}
        return PromptPieces(instructions, state, _policy(understood), understood)

    async def post_process(self, context: PhaseContext, reply: Reply) -> PhaseResult:
        standing = await deployment_standing(context, _deployed(context))
        refused = ("Nothing is left to be patched in this phase.",) if reply.patches else ()
        stays = say(context.language, "completed_stays")
        notices = (stays,) if Wish.NEW_SCOPE in reply.understood.wishes and stays not in reply.text else ()
        asks = any(isinstance(card, ChoicePrompt) and card.choice_id == STOP_HOW for card in reply.cards)
        waits = reply.understood.question and bool(_deployed(context).runtime.get(STOP_HOW))
        block = replace(standing.block, runtime={**standing.block.runtime, STOP_HOW: (asks or waits) or None})
        return PhaseResult({Phase.DEPLOYMENT: block}, (), tuple(reply.cards), notes=refused, clauses=notices)


def _stopping(understood: Understood) -> tuple[Understood, str]:
    """The answer to what becomes of the positions: it stops with that. A yes says neither, and is asked which; who
    waits stops nothing."""
    wishes = set(understood.wishes)
    kept = understood.said.positions
    if kept is not None and not understood.is_choice:
        return replace(understood, wishes=(Wish.STOP, kept), quote=understood.said.quote), ""
    if (
        Wish.WAIT in wishes
        or understood.said.calls_off
        or understood.intent in (MessageIntent.WAIT, MessageIntent.REFUSE)
    ):
        return replace(understood, wishes=(Wish.WAIT,)), "left"
    return understood, "again" if wishes <= GOING_ON else ""


def _wants_another(understood: Understood) -> bool:
    """Another strategy, or other rules than those at work: they take a conversation of their own."""
    if understood.is_choice or understood.question:
        return False
    return understood.said.wants_another_strategy or bool(CHANGE_RULES & set(understood.wishes))


def _policy(understood: Understood) -> RuntimePolicy:
    """Only who asks for it in their own words has it trade again."""
    policy = policy_of(Phase.COMPLETED, _STAGE)
    if Wish.RESUME not in understood.wishes:
        return policy
    trading = policy.tools[ToolDomain.TRADING] | {"resume"}
    return replace(policy, tools={**policy.tools, ToolDomain.TRADING: trading})


def _deployed(context: PhaseContext) -> PhaseBlock:
    return context.artifacts.get(Phase.DEPLOYMENT, PhaseBlock())
