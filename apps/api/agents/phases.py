"""The phases of a conversation and the moves between them: one table."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from packages.contracts.phases import Phase
from packages.core.errors import Conflict
from packages.core.messages import word

__all__ = ["VALID_TRANSITIONS", "WORKFLOW", "ForbiddenMove", "Phase", "moves_by", "require_move"]

WORKFLOW = (Phase.KYC, Phase.PRE_STRATEGY, Phase.STRATEGY, Phase.STRESS_TEST, Phase.DEPLOYMENT)

VALID_TRANSITIONS: Mapping[Phase, frozenset[Phase]] = {
    Phase.KYC: frozenset({Phase.PRE_STRATEGY, Phase.ERROR}),
    Phase.PRE_STRATEGY: frozenset({Phase.STRATEGY, Phase.KYC, Phase.ERROR}),
    Phase.STRATEGY: frozenset({Phase.STRESS_TEST, Phase.PRE_STRATEGY, Phase.ERROR}),
    Phase.STRESS_TEST: frozenset({Phase.DEPLOYMENT, Phase.STRATEGY, Phase.ERROR}),
    Phase.DEPLOYMENT: frozenset({Phase.COMPLETED, Phase.STRATEGY, Phase.ERROR}),
    Phase.COMPLETED: frozenset({Phase.ERROR}),
    Phase.ERROR: frozenset({Phase.KYC, Phase.PRE_STRATEGY, Phase.STRATEGY}),
}


class ForbiddenMove(Conflict):
    """The table has no such move."""


def require_move(before: Phase, after: Phase) -> None:
    if after not in VALID_TRANSITIONS[before]:
        raise ForbiddenMove("conversation.forbidden_move", before=word("phase", before), after=word("phase", after))


def moves_by(before: Phase, via: Sequence[Phase], after: Phase) -> tuple[tuple[Phase, Phase], ...]:
    """The moves from one phase to another by those between. Raises `ForbiddenMove`."""
    moves = tuple(pairwise((before, *via, after)))
    for one, then in moves:
        require_move(one, then)
    return moves
