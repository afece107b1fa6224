"""The numbers of a sentence in every form that a rule may have them in: 5 is 0.05, 1.05, -5, 25 days or lag 4."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence

from packages.domain.strategy.words.lexing.tokens import Duration, Tag, Token

_BARS = (2, 3, 4, 5, 6, 7, 12, 20, 21, 22, 24, 30, 60, 48, 96, 252, 288, 365)  # of longer times, and of shorter bars
_BARS_OF_52_WEEKS = (252.0, 365.0)
_MONEY = (100, 1000, 10_000, 100_000, 1_000_000, 10_000_000)
_PARTS = {Tag.TENTHS, Tag.PERCENT_OF, Tag.PERCENT_SIGN, Tag.FRACTION}
_SHARES = {10: Tag.TENTHS, 1000: Tag.PERCENT_OF, 10_000: Tag.PERCENT_SIGN}  # 成, 千分之, basis points
_LENGTHS = {Tag.TIME_UNIT, Tag.DURATION, Tag.TIMEFRAME, Tag.DAY_LINE, Tag.CHART, Tag.HOLD, Tag.AFTER}
_COUNTING = (Tag.NUMBER, Tag.FRACTION, Tag.MULTIPLE)
_DIGITS = 4


def numbers_in(value: object) -> Iterator[float]:
    """All numbers of a part of a document."""
    if isinstance(value, bool):
        return
    if isinstance(value, int | float):
        yield round(float(value), _DIGITS)
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from numbers_in(each)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for each in value:
            yield from numbers_in(each)


def amount_of(word: Token) -> float | None:
    """What a word counts; None for a word that counts nothing."""
    if isinstance(word.value, Duration):
        return word.value.count
    return float(word.value) if word.kind in _COUNTING and isinstance(word.value, int | float) else None


def forms_of(words: Sequence[Token], place: int) -> frozenset[float]:
    """What the number at a place may stand for, by itself or with the number that it is said together with."""
    own = amount_of(words[place])
    if own is None:
        return frozenset()
    if words[place].kind is Tag.MULTIPLE:
        scaled = (own, 1 / own if own else 0, own - 1, own * 100 - 100, 100 - own * 100, own / 100)
        return frozenset(round(form, _DIGITS) for form in scaled)
    near = [*words[max(0, place - 3) : place], *words[place + 1 : place + 4]]
    others = [other for other in map(amount_of, near) if other is not None and other < 10]
    together = [total for other in others for total in _together(own, other)]
    kinds = {word.kind for word in near}
    together += [
        one / two for other in others for one, two in ((own, other), (other, own)) if two and Tag.SLASH in kinds
    ]
    return frozenset(round(form, _DIGITS) for count in (own, *together) for form in _forms(count, kinds))


def _together(one: float, other: float) -> Iterator[float]:
    """一成五, 两个半, one and a half; a double of that, as `target twice the stop` has it."""
    yield from (one + other / 10, other + one / 10, one + 0.5, one - 0.5, one + other, one * other)


def _forms(count: float, near: set[Tag]) -> Iterator[float]:
    for signed in (count, -count):
        yield signed
        yield signed / 100 if count < 100 else signed
    if near & _PARTS:
        yield from (count * 10, -count * 10, 1 + count / 100)
        shares = [share for share, kind in _SHARES.items() if kind in near]
        yield from (count / share for share in shares)
        yield from (1 - count / share for share in (*shares, 100))
        yield from (count * 10 - 100, count - 100, 100 - count)
    if near & _LENGTHS:
        yield from _BARS_OF_52_WEEKS if count == 52 else ()
        yield from (count * bars for bars in _BARS)
        yield from (count / bars for bars in _BARS)
    yield from (count - 1, count * 100 - 100)
    yield from (count * unit for unit in _MONEY)
    if 0 < count < 1:
        yield from (1 + count, 1 - count, count * 100)


def unbacked_words(words: Sequence[Token], among: Iterable[Token], numbers: frozenset[float]) -> list[Token]:
    """Those of some words that count something which is not in what was read."""
    asked = [word for word in among if amount_of(word) is not None]
    places = [_place_of(word, words) for word in asked]
    return [words[place] for place in places if place is not None and not forms_of(words, place) & numbers]


def _place_of(word: Token, words: Sequence[Token]) -> int | None:
    place = bisect_left(words, word.start, key=_start)
    while place < len(words) and words[place].start == word.start:
        if words[place].end == word.end:
            return place
        place += 1
    return None


def _start(word: Token) -> int:
    return word.start
