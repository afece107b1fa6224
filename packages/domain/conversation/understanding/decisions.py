"""What a person decides in their own words: confirm, change, deploy, hold, paper, live. What is not clear is nothing.

A label or an id of the choice counts as it stands. What is denied does not count, and neither does a question, unless
it is a request; an if decides nothing, and of what a person takes back nothing is left.
"""

import re
from collections.abc import Iterator
from itertools import islice

from packages.domain.conversation.understanding.choices import chosen_value
from packages.domain.conversation.understanding.clauses import (
    Clause,
    has_if,
    is_conditional,
)
from packages.domain.conversation.understanding.corrections import TAKEN_BACK
from packages.domain.conversation.understanding.lexicon.decision_words import DECISIONS, LATER_PATTERN, DecisionWords
from packages.domain.conversation.understanding.message.utterance import Spelling
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.conversation.understanding.rule_edits import edits_rules
from packages.domain.evidence.patterns import lazy_pattern

__all__ = ["DECISIONS", "decision_on", "is_short_word", "named_decision"]

_CHANGED = {"strategy_confirmed": "false", "stress_test_decision": "revise"}  # by who edits a rule
_WAITING = {"hold", "revise", "false", "needs_changes"}  # what may be said with a maybe
_BUT = lazy_pattern(
    r"(?:确认|可以|好|行|同意|满意|挺好|ok|yes|good|fine|great|nice|like it|works)\W*(?:但|不过|只是|就是"
    r"|\bbut\b|\bexcept\b|\bthough\b|\bhowever\b)"
)
_FIRST = lazy_pattern(
    r"回测|back-?test|历史|模拟看看|\bnot sure\b|\bdon't (?:get|understand|know)\b|不懂|不明白|没看懂|担心"
    r"|犹豫|\bworried\b|\bconcern|\bgot it\b|\bi see\b|明白|知道了|懂了"
)
_NEVER_MIND = lazy_pattern(r"(?:还是)?算了|never ?mind|nvm")
_LONGEST_SHORT = 40
_MOST = 8  # places of a word in one clause that are looked at


def decision_on(field: str, said: Spelling, asked: AskedFields) -> str | None:
    """The value that the person's own words give a field; None where they give none, or more than one. A number or
    a mere yes is an answer only where the field was asked for."""
    chosen, words = chosen_value(field, said, asked), said.settled.text
    if chosen is not None or has_if(words) or said.settled.is_taken_back:
        return chosen
    clauses = _last_part(said.settled.clauses)
    is_asked = field in asked.open
    values = {value for value, way in DECISIONS[field].items() if _supports(way, clauses, asked=is_asked)}
    if field in _CHANGED and edits_rules(said.settled):
        values.add(_CHANGED[field])
    if is_conditional(words):
        values &= _WAITING
    elif _is_put_off(words, clauses):
        values -= {value for value, way in DECISIONS[field].items() if way.commits}
    return values.pop() if len(values) == 1 else None


def _is_put_off(words: str, clauses: tuple[Clause, ...]) -> bool:
    """Who says "not yet" or adds a "but" commits to nothing."""
    heard = tuple(clause for clause in clauses if not clause.is_question)
    return _is_said(LATER_PATTERN, heard) or _BUT.search(words) is not None


def is_short_word(said: Spelling, asked: AskedFields) -> bool:
    """Whether a message is a plain yes or no, and nothing else, to a decision that was asked."""
    if len(said.text) > _LONGEST_SHORT or not said.clauses or said.is_taken_back:
        return False
    ways = [way for field in asked.open if field in DECISIONS for way in DECISIONS[field].values()]
    return any(_is_short(way, said.clauses) for way in ways)


def named_decision(field: str, clauses: tuple[Clause, ...]) -> str | None:
    """The one decision on the field that a clause names, or is a plain yes or no to; an order for what comes after it,
    as "now stress it" is, does neither."""
    heard = _last_part(clauses) if clauses else ()
    values = [
        value
        for value, way in DECISIONS[field].items()
        if any(_is_heard(each, way) and (_is_said(way.clear, (each,)) or _is_short(way, (each,))) for each in heard)
    ]
    return values[0] if len(values) == 1 else None


def _last_part(clauses: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """What was said after the last correction, and beside a mere "never mind"."""
    last = tuple(clause for clause in clauses if clause.part == clauses[-1].part and clause.text != TAKEN_BACK)
    meant = tuple(clause for clause in last if not _NEVER_MIND.fullmatch(clause.text))
    return meant or last


def _supports(way: DecisionWords, clauses: tuple[Clause, ...], *, asked: bool) -> bool:
    heard = tuple(clause for clause in clauses if _is_heard(clause, way))
    if asked and heard and len(heard) == len(clauses) and _is_short(way, heard):
        return True
    if _is_said(way.clear, heard):
        return True
    if not asked or (way.commits and _is_unsure(clauses)):
        return False
    return _is_said(way.asked, heard)


def _is_unsure(clauses: tuple[Clause, ...]) -> bool:
    """A word of praise is no consent beside a question, or where something is to be run first."""
    return any(
        (clause.is_question and not clause.is_request) or _FIRST.search(clause.text) for clause in clauses[1:]
    ) or (_FIRST.search(clauses[0].text) is not None if clauses else False)


def _is_heard(clause: Clause, way: DecisionWords) -> bool:
    if clause.is_past and way.commits:
        return False
    if clause.is_stated or (way.waits and not clause.is_question):
        return True
    return clause.is_request or (clause.is_soft_request and not way.commits)


def _is_short(way: DecisionWords, clauses: tuple[Clause, ...]) -> bool:
    return bool(clauses) and all(way.short.fullmatch(clause.text.strip(" .-~")) for clause in clauses)


def _is_said(pattern: re.Pattern[str], heard: tuple[Clause, ...]) -> bool:
    return any(not clause.denies(start, end) for clause in heard for start, end in _places(pattern, clause))


def _places(pattern: re.Pattern[str], clause: Clause) -> Iterator[tuple[int, int]]:
    return (found.span() for found in islice(pattern.finditer(clause.text), _MOST))
