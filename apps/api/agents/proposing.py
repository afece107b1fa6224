"""What was understood and waits for the person's word: kept in the runtime of its phase, shown as a card."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from apps.api.agents.protocol import PhaseBlock
from packages.contracts.genui import ChoiceOption, ProposalCard
from packages.core.events import JsonObject, JsonValue
from packages.core.messages import Language
from packages.domain.conversation.understanding.message.buttons import as_stored
from packages.domain.conversation.understanding.model import AskedFields, MessageIntent, ProposalWord, Understood
from packages.domain.conversation.understanding.proposals import option_label
from packages.domain.conversation.wording import field_named, label_of, say

PENDING = "pending"
UNREAD, UNREAD_PARTS, DROPPED = "unread", "unread_parts", "proposal_dropped"  # in the state of a turn
_UNREAD = frozenset({MessageIntent.UNKNOWN, MessageIntent.ANSWER})


def pending_of(block: PhaseBlock, on: JsonValue = None) -> dict[str, str]:
    """What waits, as long as it is about the very thing that it was said about: the rules, the report, the account."""
    kept = block.runtime.get(PENDING)
    fields = kept.get("fields") if isinstance(kept, Mapping) and kept.get("on") == on else None
    if not isinstance(fields, Mapping):
        return {}
    return {name: value for name, value in fields.items() if isinstance(value, str)}


def pending_sources(block: PhaseBlock) -> dict[str, str]:
    kept = block.runtime.get(PENDING)
    sources = kept.get("sources") if isinstance(kept, Mapping) else None
    return {name: str(value) for name, value in sources.items()} if isinstance(sources, Mapping) else {}


def kept_pending(
    fields: Mapping[str, str], sources: Mapping[str, str] | None = None, on: JsonValue = None
) -> Mapping[str, JsonValue]:
    """For the runtime of a block; nothing where nothing waits."""
    if not fields:
        return {PENDING: None}
    return {PENDING: {"fields": dict(fields), "sources": dict(sources or {}), "on": on}}


def unread_beside(understood: Understood, proposed: Mapping[str, str]) -> JsonObject:
    """The words of a message of which nothing was read while something waits: they are quoted, and it goes on waiting.
    Empty else, for what waits was then said just now, or the message was about something else."""
    read = (
        *(understood.answers, understood.denied, understood.wishes, understood.about_person),
        *(understood.is_choice, understood.proposal, understood.question, understood.asked_term, understood.idea),
        *(understood.fetch, understood.research_fetch, understood.override, understood.reopened),
    )
    if not proposed or any(read) or understood.intent not in _UNREAD:
        return {}
    return {UNREAD: understood.said.quote}


def unread_of_several(understood: Understood, asked: AskedFields) -> JsonObject:
    """The parts of a message that was read in others, for the state; rules among them are quoted elsewhere, and what
    is kept for a later question was read."""
    is_several = understood.answers and not (understood.is_choice or understood.question or understood.idea)
    parts = understood.said.unread_parts(asked) if is_several else ()
    kept = [value.casefold() for value in understood.for_later.values()]
    quotes: list[JsonValue] = [each for each in parts if not any(value in each.casefold() for value in kept)]
    return {UNREAD_PARTS: quotes} if quotes else {}


def without_dropped(text: str, understood: Understood) -> Understood:
    """The button that drops a proposal says "change", and decides nothing else."""
    if not drops_proposal(text):
        return understood
    return replace(understood, answers={}, named={}, wishes=(), changes=False, is_explicit=False)


def drops_proposal(text: str) -> bool:
    """Also where nothing waits any more."""
    labels = {say(each, "proposal.change").casefold() for each in Language}
    return as_stored(text).strip().casefold() in labels


def proposal_card(
    turn_id: str, fields: Mapping[str, str], language: Language, from_rules: Collection[str] = ()
) -> tuple[ProposalCard, ...]:
    """One card, or none. What nobody said, and follows from the rules, is marked."""
    if not fields:
        return ()
    labels = {
        name: say(language, "proposal.field", field=field_named(name), label=label_of(name, value, language))
        for name, value in fields.items()
    }
    labels |= {name: say(language, "proposal.from_rules", said=labels[name]) for name in from_rules if name in labels}
    options = tuple(ChoiceOption(id=word, label=option_label(word, fields, language)) for word in ProposalWord)
    return (ProposalCard(proposal_id=f"proposal:{turn_id}"[:64], fields=dict(fields), labels=labels, options=options),)
