"""What a person decides in their own words: confirm, change, deploy, hold, paper, live. What is not clear is nothing.

A label or an id of the choice counts as it stands. What is denied does not count, and neither does a question, unless
it is a request; an if decides nothing, and of what a person takes back nothing is left.
"""

import re
from collections.abc import Iterator

from packages.domain.conversation.understanding.choices import chosen_value, selection_of
from packages.domain.conversation.understanding.clauses import (
    Clause,
    every_clause,
    is_conditional,
    is_taken_back,
    settled_idioms,
)
from packages.domain.conversation.understanding.corrections import TAKEN_BACK
from packages.domain.conversation.understanding.decision_words import DECISIONS, Way
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.conversation.understanding.rule_edits import edits_rules

__all__ = ["DECISIONS", "decision_on", "is_short_word"]

_CHANGED = {"strategy_confirmed": "false", "stress_test_decision": "revise"}  # by who edits a rule
_EITHER = {frozenset({"deploy", "hold"}): "hold", frozenset({"paper", "live"}): None}
_LONGEST_SHORT = 40


def decision_on(field: str, text: str, asked: AskedFields) -> str | None:
    """The value that the person's own words give a field; None where they give none, or more than one. A number or
    a mere yes is an answer only where the field was asked for."""
    chosen = chosen_value(field, text, asked)
    words = settled_idioms(text)
    if chosen is not None or selection_of(text) is not None or is_conditional(words) or is_taken_back(words):
        return chosen
    spoken = _last_part(every_clause(words))
    is_asked = field in asked.open
    values = {value for value, way in DECISIONS[field].items() if _speaks_for(way, spoken, asked=is_asked)}
    if field in _CHANGED and edits_rules(words):
        values.add(_CHANGED[field])
    return values.pop() if len(values) == 1 else _EITHER.get(frozenset(values))


def is_short_word(text: str, asked: AskedFields) -> bool:
    """Whether a message is a plain yes or no, and nothing else, to a decision that was asked."""
    words = settled_idioms(text)
    spoken = every_clause(words)
    if len(words) > _LONGEST_SHORT or not spoken or is_taken_back(words):
        return False
    ways = [way for field in asked.open if field in DECISIONS for way in DECISIONS[field].values()]
    return any(_is_short(way, spoken) for way in ways)


def _last_part(spoken: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """What was said after the last correction."""
    return tuple(clause for clause in spoken if clause.part == spoken[-1].part and clause.text != TAKEN_BACK)


def _speaks_for(way: Way, spoken: tuple[Clause, ...], *, asked: bool) -> bool:
    heard = tuple(clause for clause in spoken if _is_heard(clause, way))
    if asked and heard and len(heard) == len(spoken) and _is_short(way, heard):
        return True
    patterns = (way.clear, way.asked) if asked else (way.clear,)
    return any(_is_said(pattern, heard) for pattern in patterns)


def _is_heard(clause: Clause, way: Way) -> bool:
    if clause.is_stated:
        return True
    return clause.is_request or (clause.is_soft_request and not way.commits)


def _is_short(way: Way, spoken: tuple[Clause, ...]) -> bool:
    return bool(spoken) and all(way.short.fullmatch(clause.text.strip(" .-~")) for clause in spoken)


def _is_said(pattern: re.Pattern[str], heard: tuple[Clause, ...]) -> bool:
    return any(not clause.denies(start, end) for clause in heard for start, end in _places(pattern, clause))


def _places(pattern: re.Pattern[str], clause: Clause) -> Iterator[tuple[int, int]]:
    return (found.span() for found in pattern.finditer(clause.text))
