"""Leaving rules for another scope: the strategy stays in the person's book, the conversation begins another."""

from dataclasses import replace

from apps.api.agents.deployment_standing import deployment_block
from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, PhaseContext, PhaseResult, Reply
from apps.api.agents.scoping import rescoped, scope_after
from apps.api.agents.strategy_standing import left_behind
from apps.api.agents.stress_standing import stress_block
from packages.core.events import JsonObject
from packages.domain.conversation.understanding.model import Understood


async def asked_after_leaving(context: PhaseContext, understood: Understood) -> JsonObject:
    """For the state of a turn that leaves: the question that the person will be asked, and not that of the rules."""
    scope = rescoped(context.artifacts.get(Phase.PRE_STRATEGY, PhaseBlock()), understood)
    then = replace(context, phase=Phase.PRE_STRATEGY, artifacts={**context.artifacts, Phase.PRE_STRATEGY: scope})
    prompt = (await scope_after(then)).prompt
    return {"next_prompt": None if prompt is None else prompt.model_dump(mode="json")}


def left_for_scope(context: PhaseContext, reply: Reply) -> PhaseResult:
    """From whichever phase, past those between."""
    scope = rescoped(context.artifacts.get(Phase.PRE_STRATEGY, PhaseBlock()), reply.understood)
    return PhaseResult(
        artifacts={
            Phase.PRE_STRATEGY: scope,
            Phase.STRATEGY: left_behind(context.artifacts),
            Phase.STRESS_TEST: stress_block({}, {}),
            Phase.DEPLOYMENT: deployment_block({}, {}),
        },
        missing_fields=scope.missing_fields,
        cards=tuple(reply.cards),
        completed=True,
        next_phase=Phase.PRE_STRATEGY,
        via=() if context.phase is Phase.STRATEGY else (Phase.STRATEGY,),
        transition_reason="person_wants_another_scope",
    )
