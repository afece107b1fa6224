"""The question that is due: what a turn shows when its answer has forgotten to ask."""

from apps.api.agents.kyc_answers import kyc_after
from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseContext
from apps.api.agents.scoping import scope_after
from packages.contracts.genui import ChoicePrompt


async def next_prompt(context: PhaseContext) -> ChoicePrompt | None:
    """For the next missing field of `kyc` or `pre_strategy`; None when nothing is missing, and in other phases."""
    match context.phase:
        case Phase.KYC:
            return kyc_after(context.block, context.language, "", ()).prompt
        case Phase.PRE_STRATEGY:
            scope = await scope_after(context, "", ())
            return scope.prompt if scope.missing else None
        case _:
            return None
