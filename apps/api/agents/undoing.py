"""What `undo` takes back in the strategy phase, the newest first: what waits for the person's word, rules that were
shown and not saved, words that are no strategy yet, or the last change of the saved rules."""

from dataclasses import replace
from typing import Final

from apps.api.agents.held_rules import HELD, held_in
from apps.api.agents.proposing import pending_of
from apps.api.agents.protocol import PhaseBlock, PhaseContext
from apps.api.agents.spoken_rules import draft_in
from apps.api.agents.strategy_standing import shown_before, unconfirmed
from packages.core.events import JsonObject
from packages.domain.conversation.facts import StrategyFact
from packages.domain.conversation.understanding.model import ProposalWord, Understood, Wish

UNDO: Final = "undo"  # in the state of a turn
PROPOSAL, SHOWN, DRAFTED, VERSION, NOTHING = "proposal", "held", "draft", "version", "nothing"


def is_undoing(understood: Understood) -> bool:
    return Wish.UNDO in understood.wishes


def undone(context: PhaseContext, strategy: StrategyFact | None) -> JsonObject:
    """For the state: what is taken back."""
    if pending_of(context.block, shown_before(context.block)):
        return {UNDO: PROPOSAL}
    if held_in(context.block) is not None:
        return {UNDO: SHOWN}
    if strategy is None:
        return {UNDO: DRAFTED if draft_in(context) else NOTHING}
    return {UNDO: VERSION if strategy.version > 1 else NOTHING}


def withdrawn(understood: Understood) -> Understood:
    """Whoever undoes says no to what waits, and nothing else."""
    return replace(understood, answers={}, proposal=ProposalWord.CHANGE)


def before_undo(block: PhaseBlock) -> PhaseBlock:
    """Rules that come back are put to the person anew, even if they agreed to them once; where a proposal waits, it is
    that which is taken back, and nothing else."""
    if pending_of(block, shown_before(block)):
        return block
    kept = unconfirmed(block)
    return replace(kept, runtime={name: value for name, value in kept.runtime.items() if name != HELD})
