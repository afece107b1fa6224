"""How much an edit changes a number by: so much more or less, a share of it, twice or half of it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.strategy.words.edits.part import EditPart
from packages.domain.strategy.words.grammar.patterns import rewritten
from packages.domain.strategy.words.grammar.quantities import QUANTITIES, Percent
from packages.domain.strategy.words.lexing.tokens import Duration, Tag, Token

_UP, _DOWN = ("more", "wider"), ("less", "tighter")
_QUANTITIES = (Tag.PERCENT, Tag.MULTIPLE, Tag.FRACTION, Tag.DOUBLE, Tag.DURATION, Tag.NUMBER)
_POINTS = lazy_pattern(r"百分点|percentage points?", re.IGNORECASE)
_AS = lazy_pattern(r"\bas\b", re.IGNORECASE)
_BY = lazy_pattern(r"\bby\b", re.IGNORECASE)
_OF_IT = lazy_pattern(r"\bhalf (?:of )?(?:the|that) (?:money|cash|amount|funds)\b", re.IGNORECASE)
_ONCE = frozenset({"一倍", "1倍"})


@dataclass(frozen=True, slots=True)
class ScaledBy:
    """So many times what it is. Of a number that is itself a multiple (2 × ATR) it `may_be_value`: the new one."""

    value: float
    may_be_value: bool = False


@dataclass(frozen=True, slots=True)
class ChangedBy:
    """So much more, or less where it is negative. A share can be one of the number itself, or percentage points, which
    `is_points` says for certain; `unit` is bar, day and so on for lengths, and empty else."""

    value: float
    is_share: bool = False
    is_points: bool = False
    unit: str = ""


Amount = ScaledBy | ChangedBy


def quantities(words: Sequence[Token]) -> list[Token]:
    """The words with their numbers and units put together."""
    return rewritten(list(words), QUANTITIES, None)


def _amounts(part: EditPart) -> list[Token]:
    """The quantities; who wants to use only half the money (只用一半的钱) means half of what it is."""
    only_half = part.words[0].kind is Tag.ONLY and any(
        word.kind is Tag.PORTION and word.value < 1 for word in part.words
    )
    kinds = (*_QUANTITIES, Tag.PORTION) if only_half else _QUANTITIES
    return [token for token in quantities(part.words) if token.kind in kinds]


def says_how_much(part: EditPart) -> bool:
    """Whether it changes a number by an amount, or to so many times what it is."""
    found = _amounts(part)
    if len(found) != 1:
        return False
    kind, is_as = found[0].kind, _AS.search(_said(part)) is not None
    if kind in (Tag.DOUBLE, Tag.PORTION):
        return True
    if kind is Tag.MULTIPLE:
        if part.has(Tag.INDICATOR):
            return is_as or (_way(part) != 0 and not _says_to(part))
        return _way(part) != 0 or is_as or not _compares(part, found[0])
    if kind is Tag.FRACTION:
        is_of_it = part.has(Tag.SIZE, Tag.RISK) is not _says_to(part) and not part.has(Tag.EQUITY)
        is_of_it = is_of_it or _OF_IT.search(_said(part)) is not None
        return _way(part) != 0 or is_as or is_of_it
    return _way(part) != 0 and not _says_to(part)


def _compares(part: EditPart, found: Token) -> bool:
    """`…, that's twice the stop` tells how large another number is."""
    return part.words[0].start == found.start and part.quote([found]).casefold().startswith("twice")


def leaves_no_other_reading(part: EditPart) -> bool:
    """By an amount, in words that compare nothing: that number is not the new value, whatever it is an amount of."""
    found = [token for token in quantities(part.words) if token.kind in _QUANTITIES]
    compares = part.has(Tag.OVER, Tag.CROSS, Tag.PLACE, Tag.REPLACE, Tag.REMOVE, Tag.INSTEAD, Tag.AT_MOST)
    return len(found) == 1 and _way(part) != 0 and not _says_to(part) and not compares


def amount_in(part: EditPart) -> Amount | None:
    """None where the words leave open which of two amounts they mean."""
    [found] = _amounts(part)
    way = _way(part)
    match found.kind:
        case Tag.DOUBLE | Tag.PORTION:
            return ScaledBy(float(found.value))
        case Tag.MULTIPLE:
            return _times(part, found, way)
        case Tag.FRACTION:
            is_whole = _says_to(part) or way == 0 or _AS.search(_said(part)) is not None
            return ScaledBy(found.value if is_whole else 1 + way * found.value)
        case Tag.PERCENT:
            return _of_percent(part, found.value, way)
        case Tag.DURATION:
            length: Duration = found.value
            return ChangedBy(way * length.count, unit=length.unit)
        case _:
            is_points = part.has(Tag.POINTS)
            return ChangedBy(way * float(found.value), is_points=is_points) if _is_certain(part) or is_points else None


def _of_percent(part: EditPart, percent: Percent, way: int) -> Amount:
    is_points = percent.is_points or _POINTS.search(_said(part)) is not None
    return ChangedBy(way * percent.value, is_share=True, is_points=is_points)


def _times(part: EditPart, found: Token, way: int) -> ScaledBy | None:
    """放宽一倍 is twice as wide and 收紧一倍 half; 放宽两倍 may be two times or three."""
    if way == 0 or _says_to(part) or _AS.search(_said(part)):
        return ScaledBy(found.value, may_be_value=_AS.search(_said(part)) is None)
    if part.text[found.start : found.end].isascii():
        return ScaledBy(found.value if way > 0 else 1 / found.value)
    is_once = part.text[found.start : found.end] in _ONCE
    return ScaledBy(2 if way > 0 else 0.5) if is_once else None


def _way(part: EditPart) -> int:
    ways = {word.value for word in part.words if word.kind is Tag.SET and word.value in (*_UP, *_DOWN)}
    return 0 if len(ways) != 1 else 1 if ways <= set(_UP) else -1


def _says_to(part: EditPart) -> bool:
    return part.has(Tag.TO) or any(word.kind is Tag.SET and word.value == "to" for word in part.words)


def _is_certain(part: EditPart) -> bool:
    """A bare number after an English verb is an amount with `by` or with its unit; `lower it 5` may be either."""
    verbs = [part.text[word.start : word.end] for word in part.words if word.kind is Tag.SET and word.value]
    follows = part.words[-1].kind is Tag.SET
    return follows or _BY.search(_said(part)) is not None or not any(verb.isascii() for verb in verbs)


def says_relative(part: EditPart) -> bool:
    """`20% less` and 少投20% are of what is used now, 仓位减5% may be points."""
    ways = [part.text[word.start : word.end] for word in part.words if word.kind is Tag.SET]
    return any(way.isascii() or way in ("少", "多") for way in ways)


def _said(part: EditPart) -> str:
    return part.quote(part.words)
