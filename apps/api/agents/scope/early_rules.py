"""Rules that were told before there is a scope for them: kept as one idea, and what they say of the scope."""

from packages.core.events import JsonValue
from packages.domain.conversation.scope_of_rules import scope_of
from packages.domain.conversation.understanding.model import Understood
from packages.domain.conversation.understanding.rule_talk.early_rules import LEAVING
from packages.domain.conversation.understanding.rules import LONGEST_IDEA
from packages.domain.strategy.words.reading import rules_in


def exit_in(understood: Understood) -> str:
    """A way out that is told by itself, to be kept like rules: it is no answer about the person, no question and no
    button."""
    if understood.question or understood.is_choice or understood.about_person:
        return ""
    return understood.said.exit_given


def joined_idea(before: str, said: str) -> str:
    """What was told before and what is told now, as one; rules with a way in take the place of those before."""
    if not said or said in before:
        return before
    kinds = {clause.kind for clause in rules_in(said).clauses}
    had_entry = any(clause.kind == "entry" for clause in rules_in(before).clauses)
    if not before or ("entry" in kinds and (had_entry or kinds & LEAVING)):
        return said
    return f"{before}\n{said}"[-LONGEST_IDEA:]


def unread_rules(understood: Understood) -> list[JsonValue]:
    """Parts that trade on a condition and could not be read. A question and a button tell none."""
    return [] if understood.question or understood.is_choice else list(understood.said.unread_rules)


def scope_in(idea: str) -> dict[str, str]:
    """What whole rules already say of the scope; empty where they are no strategy yet."""
    document = rules_in(idea).document if idea else None
    return {} if document is None else scope_of(document)
