"""Whether a change of a document is backed by the words that asked for it.

Every number that was said is in the document before or after the change, or is how much a number of it changed; and
nothing goes that the words leave where it is.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.words.backing.amounts import numbers_in, unbacked_words
from packages.domain.strategy.words.lexing.tokens import Tag, Token

# Words that take something away, put another thing in its place, or turn it round.
_TAKING = {
    Tag.REMOVE, Tag.REPLACE, Tag.INSTEAD, Tag.NOT, Tag.ONLY, Tag.SET, Tag.OPPOSITE, Tag.FROM, Tag.TO, Tag.UNLESS,
    Tag.LONG_ONLY, Tag.SETTING,
}  # fmt: skip


def is_backed(words: Sequence[Token], read: Sequence[Token], before: Document, after: Document) -> bool:
    """`words` are all of the message, `read` those that were understood."""
    left = unbacked_words(words, read, _numbers(before, after))
    lengths = frozenset(length for document in (before, after) for length in _bars(str(document["timeframe"])))
    is_lost = bool(unbacked_words(words, left, lengths)) or any(_is_share(words, each) for each in left)
    return not is_lost and not _loses(words, before, after)


def _is_share(words: Sequence[Token], number: Token) -> bool:
    """4% is not the 4 of bars of 4 hours."""
    after = words[words.index(number) + 1 :]
    return bool(after) and after[0].kind is Tag.PERCENT_SIGN


def _numbers(before: Document, after: Document) -> frozenset[float]:
    was, now = Counter(_amounts(before)), Counter(_amounts(after))
    changed = [(new, old) for new in now - was for old in was - now]
    moved = [number for new, old in changed for number in _between(new, old)]
    return frozenset(numbers_in([*was, *now, *moved]))


def _between(new: float, old: float) -> Iterator[float]:
    yield from (new - old, old - new)
    yield from (new / old, old / new) if new and old else ()


def _amounts(document: Document) -> Iterator[float]:
    yield from numbers_in([document["trade"], document["factors"]])


def _bars(timeframe: str) -> tuple[float, float]:
    """How long a bar is, as it is written and in minutes."""
    count = float(timeframe[:-1] or 1)
    return count, count * (60.0 if timeframe[-1] == "h" else 1.0)


def _loses(words: Sequence[Token], before: Document, after: Document) -> bool:
    """An instrument, an exit or a condition that was there and is not any more, and no word that takes one away."""
    kinds = {word.kind for word in words}
    tickers = _tickers(before) - _tickers(after)
    if tickers and Tag.ALSO in kinds and not kinds & {Tag.REPLACE, Tag.INSTEAD, Tag.REMOVE, Tag.NOT}:
        return True
    return not kinds & _TAKING and any(_count(before, key) > _count(after, key) for key in ("cmp", "cross", "type"))


def _tickers(document: Document) -> set[str]:
    universe: Any = document["universe"]
    return set(universe["tickers"])


def _count(value: Any, key: str) -> int:
    if isinstance(value, dict):
        inside = value.get("trade", value)
        return sum((each == key) + _count(held, key) for each, held in inside.items())
    return sum(_count(each, key) for each in value) if isinstance(value, list) else 0
