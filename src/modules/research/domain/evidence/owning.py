"""Whose each number of a sentence is, as far as its words say."""

import re
from collections.abc import Sequence

from src.modules.research.domain.evidence.lexicon import Mention
from src.modules.research.domain.evidence.numbers import Stated
from src.modules.research.domain.evidence.windows import CLAUSE_END, Words

_COMPARED = re.compile(
    r"(?:与|跟|较|比|高于|低于|优于|逊于|\b(?:than|with|to|versus|vs\.?|against|above|below))\s?(?:the\s)?$",
    re.IGNORECASE,
)
_BEHIND = re.compile(r"\s*(?:\(|at|for|of|by|in the case of)\s?$", re.IGNORECASE)


def owners(text: str, numbers: Sequence[Stated], mentions: Sequence[Mention]) -> list[frozenset[str]]:
    """Symbols that each number is said to be of; empty where nobody is named."""
    words = Words(text, numbers, mentions)
    topic: frozenset[str] = frozenset()
    told = []
    for index, number in enumerate(numbers):
        before = words.before(index)
        for mention in before:
            topic = topic if _is_compared(text, mention) else mention.whats
        own = _own(words, index, number, before)
        told.append(own.whats if own else topic)
    return told


def _own(words: Words[Mention], index: int, number: Stated, before: Sequence[Mention]) -> Mention | None:
    near = [mention for mention in before if _binds(words.text, mention, number)]
    if near:
        return words.dealt(index, near)
    if waiting := words.waiting():
        return waiting
    behind = words.behind(index)
    if behind is None:
        return None
    gap = _BEHIND.match(words.text, number.stop, behind.start)
    if gap and ("(" not in gap.group() or words.text[behind.end : behind.end + 1] == ")"):
        return words.claim(behind)
    return None


def _binds(text: str, mention: Mention, number: Stated) -> bool:
    """What is only compared with binds a number in its own clause: 低于 B 的 12.3%, but not 高于 B，为 15.0%."""
    return not _is_compared(text, mention) or CLAUSE_END.search(text, mention.end, number.start) is None


def _is_compared(text: str, mention: Mention) -> bool:
    return _COMPARED.search(text, max(0, mention.start - 12), mention.start) is not None
