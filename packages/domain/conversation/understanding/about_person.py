"""Answers about the person that come where others were asked for: 交易三年，稳健，平衡增长 is no idea of rules."""

from collections.abc import Mapping

from packages.domain.conversation.fields import KYC
from packages.domain.conversation.understanding.answers import answer_to
from packages.domain.conversation.understanding.clauses import every_clause, plain
from packages.domain.conversation.understanding.corrections import corrects
from packages.domain.conversation.understanding.model import AskedFields

_NAMES = tuple(field.name for field in KYC)
_LONGEST = 120


def about_person(text: str, asked: AskedFields) -> Mapping[str, str]:
    """What a message says of them where every clause says such a thing, and two of them, or one as a correction."""
    words = plain(text)
    if set(_NAMES) & set(asked.fields) or len(words) > _LONGEST:
        return {}
    known = AskedFields(_NAMES, today=asked.today)
    spoken = every_clause(words)
    if not spoken or not all(any(answer_to(name, each.text, known) for name in _NAMES) for each in spoken):
        return {}
    told = {name: value for name in _NAMES if (value := answer_to(name, words, known)) is not None}
    return told if len(told) > 1 or corrects(words) else {}
