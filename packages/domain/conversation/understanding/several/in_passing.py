"""Bare words, in a list of answers, for fields that were not asked: "hold a few days, trend"."""

import re
from collections.abc import Mapping

from packages.domain.conversation.fields import FIELDS, KYC
from packages.domain.conversation.understanding.amounts.shares import shares
from packages.domain.conversation.understanding.answers import answer_to, is_named
from packages.domain.conversation.understanding.choices import INSTRUMENT
from packages.domain.conversation.understanding.clauses import Clause
from packages.domain.conversation.understanding.corrections import TAKEN_BACK, corrects
from packages.domain.conversation.understanding.lexicon.spelling import plain
from packages.domain.conversation.understanding.message.utterance import Spelling
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.evidence.patterns import lazy_pattern

_SHORT = 24  # characters of a part that is a value and nothing else
_AROUND = lazy_pattern(
    r"^(?:我?(?:一般|通常|偏向|偏好|偏|喜欢|倾向于?|主要|就|想|要|用|做|走|玩|打算|希望)*"
    r"|(?:(?:and|with|using|mainly|mostly|preferably|i|i'd|prefer|like|want|to|go|for|a|the|some|maybe|please)\s+)*)"
    r"(?P<word>.+?)(?:吧|呢|的|那种|为主|就行|就好|方式|打法| please| style| trading)*$",
    re.IGNORECASE,
)
_RISK, _RETURN = "risk_tolerance", "return_expectation"
_YEARS = "trading_years_bucket"
PERSON = frozenset(field.name for field in KYC)  # asked for the first of them, people go on to the next
_ORDERED = tuple(field.name for fields in FIELDS.values() for field in fields)


def said_in_passing(said: Spelling, asked: AskedFields, read: Mapping[str, str | None]) -> dict[str, str | None]:
    """Fields that a part of a list names by the bare word that counts where they are asked for: "hold a few days,
    trend". Where it may be the word of several, the one that comes next has it."""
    if not asked.questioned or corrects(said.text) or not any(read.get(field) for field in asked.questioned):
        return {}
    clauses = [each for each in said.clauses if each.text != TAKEN_BACK]
    may_pass = (each for each in asked.fields if each not in PERSON or _YEARS in asked.questioned)
    open_still = sorted({*may_pass} - {INSTRUMENT, *(each for each in read if read[each])}, key=_ORDERED.index)
    if len(clauses) < 2 or not open_still or not all(each.is_stated for each in clauses):
        return {}
    found: dict[str, str | None] = {}
    for clause in clauses:
        word = _bare_word(clause, asked, read)
        field = next((each for each in open_still if each not in found and word and _is_for(each, word, read)), None)
        if field and word and (value := _asked_for(field, word, asked)):
            found[field] = value
    return found


def _bare_word(clause: Clause, asked: AskedFields, read: Mapping[str, str | None]) -> str | None:
    """The word that a part comes to; None where another field has it."""
    if len(clause.text) > _SHORT or clause.is_past:
        return None
    taken = AskedFields(asked.fields, today=asked.today)
    if any(answer_to(field, Spelling(plain(clause.text)), taken) == value for field, value in read.items() if value):
        return None
    if any(is_named(field, clause.text) for field in asked.questioned):
        return None
    match = _AROUND.match(clause.text)
    return match["word"] if match else None


def _is_for(field: str, word: str, read: Mapping[str, str | None]) -> bool:
    """A share is the return of who has said what they bear."""
    return is_named(field, word) or (field == _RETURN and bool(read.get(_RISK)) and bool(shares(word)))


def _asked_for(field: str, word: str, asked: AskedFields) -> str | None:
    return answer_to(field, Spelling(plain(word)), AskedFields((field,), frozenset({field}), today=asked.today))
