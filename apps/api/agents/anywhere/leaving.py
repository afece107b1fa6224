"""Leaving rules for another scope: the strategy stays in the person's book, the conversation begins another."""

from apps.api.agents.deployment_standing import deployment_block
from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, PhaseContext, PhaseResult, Reply
from apps.api.agents.scoping import rescoped
from apps.api.agents.strategy_standing import left_behind
from apps.api.agents.stress_standing import stress_block


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
