"""Starting over: offered with what is kept and what is dropped, and done when its button is pressed, never before."""

from collections.abc import Mapping
from typing import Final

from apps.api.agents.deployment_standing import deployment_block
from apps.api.agents.kyc_answers import unanswered
from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, PhaseContext, PhaseResult
from apps.api.agents.scoping import NAMES
from apps.api.agents.strategy_standing import left_behind
from apps.api.agents.stress_standing import stress_block
from packages.contracts.genui import ChoiceOption, ChoicePrompt
from packages.core.messages import Language
from packages.domain.conversation.understanding.model import Understood, Wish
from packages.domain.conversation.wording import say

_VIA: Final[Mapping[Phase, tuple[Phase, ...]]] = {
    Phase.STRESS_TEST: (Phase.STRATEGY,),
    Phase.DEPLOYMENT: (Phase.STRATEGY,),
}
REASON: Final = "person_starts_over"


def wants_to_start_over(understood: Understood) -> bool:
    return Wish.START_OVER in understood.wishes and not understood.question


def start_over_prompt(language: Language) -> ChoicePrompt:
    """One button; who would rather stay answers the question that is due."""
    option = ChoiceOption(id=Wish.START_OVER, label=say(language, f"option.{Wish.START_OVER}"))
    question = say(language, "ask.start_over")
    return ChoicePrompt(choice_id=Wish.START_OVER, question=question, options=(option,))


def started_over(context: PhaseContext) -> PhaseResult:
    """In KYC the answers so far go; later on what to trade and the rules at hand go, and the answers stay. What was
    saved stays in the person's lists."""
    if context.phase is Phase.KYC:
        kyc = unanswered(context.language, context.profile)
        cards = () if kyc.prompt is None else (kyc.prompt,)
        return PhaseResult(artifacts={Phase.KYC: kyc.block}, missing_fields=kyc.missing, cards=cards)
    moves = context.phase is not Phase.PRE_STRATEGY
    return PhaseResult(
        artifacts={
            Phase.PRE_STRATEGY: PhaseBlock({}, NAMES, {}),
            Phase.STRATEGY: left_behind(context.artifacts),
            Phase.STRESS_TEST: stress_block({}, {}),
            Phase.DEPLOYMENT: deployment_block({}, {}),
        },
        missing_fields=NAMES,
        completed=moves,
        next_phase=Phase.PRE_STRATEGY if moves else None,
        via=_VIA.get(context.phase, ()) if moves else (),
        transition_reason=REASON if moves else "",
    )
