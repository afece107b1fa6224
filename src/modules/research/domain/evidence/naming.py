"""What the words of a sentence call each of its numbers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from src.modules.research.domain.evidence.connectives import names_another
from src.modules.research.domain.evidence.folding import lowered
from src.modules.research.domain.evidence.lexicon import Mention
from src.modules.research.domain.evidence.numbers import Stated
from src.modules.research.domain.evidence.terms import EXTENSIONS, MEAN_OF, QUALIFIERS, UNKNOWN, changes_of
from src.modules.research.domain.evidence.windows import CLAUSE_END, Words

_NOBODY: frozenset[str] = frozenset()
_GLUE = re.compile(r"[ *_`]*(?:的|\(|of |in )?\s?$", re.IGNORECASE)
_QUALIFIED = re.compile(rf"(?:{'|'.join(sorted(QUALIFIERS, key=len, reverse=True))})(?:的|后的|\s)?$", re.IGNORECASE)
_EXTENDED = re.compile(rf"(?:{'|'.join(EXTENSIONS)})|\s(?:margin|ratio|yield|percentile|per share)\b", re.IGNORECASE)
_GROWING = re.compile(r"(?:同比)?(?:增速|增长率|增幅|涨幅|降幅)|\s(?:growth|change)\b", re.IGNORECASE)
_AVERAGED = re.compile(r"(?:的)?(?:均值|平均)")


@dataclass(frozen=True, slots=True)
class Naming:
    """`figures`: what a number is called. `also`: what it may be as well, for its own clause has no name in it.
    `handed`: the name is that of a neighbour. `behind`: it stands behind the number."""

    figures: frozenset[str]
    also: frozenset[str] = _NOBODY
    handed: bool = False
    behind: bool = False


def qualified(text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """A word before or behind a name can make another figure of it: 扣非净利润, 净利润率, revenue growth."""
    return [_qualified(text, mention) for mention in mentions]


def _qualified(text: str, mention: Mention) -> Mention:
    if _GROWING.match(text, mention.end):
        return Mention(mention.start, mention.end, changes_of(mention.whats) or frozenset({UNKNOWN}))
    if _AVERAGED.match(text, mention.end):
        return Mention(mention.start, mention.end, frozenset(f"{MEAN_OF}{what}" for what in mention.whats))
    if _EXTENDED.match(text, mention.end) or _QUALIFIED.search(text, max(0, mention.start - 20), mention.start):
        return Mention(mention.start, mention.end, frozenset({UNKNOWN}))
    return mention


def namings(text: str, bare: str, numbers: Sequence[Stated], mentions: Sequence[Mention]) -> list[Naming]:
    """`bare`: the text without names, companies, periods and tags."""
    words = Words(text, numbers, mentions)
    told: list[Naming] = []
    for index, number in enumerate(numbers):
        gap = bare[numbers[index - 1].stop if index else 0 : number.start]
        told.append(_naming(words, index, number, _Handed(told[-1] if told else Naming(_NOBODY), gap)))
    return _handed_back(told)


@dataclass(frozen=True, slots=True)
class _Handed:
    """The name of the number before, for as long as the words between name nothing else."""

    naming: Naming
    gap: str

    def __bool__(self) -> bool:
        return bool(self.naming.figures) and not names_another(self.gap)


def _naming(words: Words[Mention], index: int, number: Stated, previous: _Handed) -> Naming:
    if before := words.before(index):
        name = words.dealt(index, before)
        apart = CLAUSE_END.search(words.text, name.end, number.start) is not None
        return Naming(name.whats, previous.naming.figures if apart and previous else _NOBODY)
    if waiting := words.waiting():
        return Naming(waiting.whats)
    behind = words.behind(index)
    if behind and _GLUE.match(words.text, number.stop, behind.start):
        return Naming(words.claim(behind).whats, behind=True)
    if previous:
        return Naming(previous.naming.figures, previous.naming.also, handed=True)
    if behind is None or names_another(previous.gap):
        return Naming(_NOBODY)
    return Naming(words.claim(behind).whats, behind=True)


def _handed_back(told: list[Naming]) -> list[Naming]:
    """A name behind the last number of a row (12%–15% gross margin) is the first ones' too."""
    result = list(told)
    for index in range(len(result) - 2, -1, -1):
        if not result[index].figures and result[index + 1].behind:
            result[index] = Naming(result[index + 1].figures, handed=True, behind=True)
    return result


def named_in(text: str, names: Sequence[str]) -> bool:
    """Whether any of these names stands in a text, whatever its case."""
    small = lowered(text)
    return any(name in small for name in names)
