"""What a model says was decided, and was not: the desk says so in the same answer."""

from collections.abc import Sequence

from packages.contracts.genui import ChoicePrompt, GenUi, ProposalCard
from packages.core.messages import Language
from packages.domain.conversation.claims.decided import claims_a_decision
from packages.domain.conversation.understanding.decisions import DECISIONS
from packages.domain.conversation.wording import say


def corrections(text: str, cards: Sequence[GenUi], language: Language) -> tuple[str, ...]:
    """Sentences to add to a model's answer, by what is open after it: `cards` are those that the person sees."""
    if any(isinstance(card, ProposalCard) for card in cards):
        return (say(language, "proposal.waits"),)
    due = open_decision(cards)
    return (say(language, f"open.{due}"),) if due is not None and claims_a_decision(text) else ()


def open_decision(cards: Sequence[GenUi]) -> str | None:
    """What the person is asked to decide; None where nothing is, or where something they said waits first."""
    if any(isinstance(card, ProposalCard) for card in cards):
        return None
    asked = (card.choice_id for card in cards if isinstance(card, ChoicePrompt))
    return next((choice for choice in asked if choice in DECISIONS), None)
