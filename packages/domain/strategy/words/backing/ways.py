"""Which way words compare, and whether a rule goes the other way."""

from collections.abc import Iterator, Sequence

from packages.domain.strategy.json_tree import Json
from packages.domain.strategy.words.grammar.meanings import Meant
from packages.domain.strategy.words.lexing.tokens import Tag, Token

_UP = ("gt", "gte", "cross_above")
_DOWN = ("lt", "lte", "cross_below")
# Beside these the way of a comparison is turned, or is that of something else.
_TURNING = {
    Tag.NOT, Tag.UNLESS, Tag.OTHERWISE, Tag.OPPOSITE, Tag.TURN, Tag.BETWEEN, Tag.WITHIN, Tag.DISTANCE, Tag.FROM,
    Tag.SURGE, Tag.RISE, Tag.GAP, Tag.HOLD, Tag.PEAK,
}  # fmt: skip
_COMPARING = (Tag.OVER, Tag.CROSS, Tag.PLACE, Tag.GOLDEN, Tag.WAY)


def goes_another_way(words: Sequence[Token], meant: Meant) -> bool:
    """Whether every word that compares goes one way and every comparison of the rule the other."""
    if any(factor["type"] == "parabolic_sar" for factor in meant.factors.values()):
        return False  # its dots are below the price in a rise
    if {word.kind for word in words} & _TURNING or any(word.value in ("avoid", "keep") for word in words):
        return False
    if Tag.PERCENT_SIGN in {word.kind for word in words} and "multiply" in str(meant.json):
        return False  # 距离高点不到3% is how far it may be, and no side of the line
    said = {way for word in words for way in _way_of(word)}
    read = set(_ways_in(meant.json))
    return len(said) == 1 and len(read) == 1 and said != read and not _is_turned_round(words)


def _way_of(word: Token) -> Iterator[bool]:
    if word.kind in _COMPARING and word.value in _UP:
        yield True
    if word.kind in _COMPARING and word.value in _DOWN:
        yield False


def _ways_in(json: Json, denied: bool = False) -> Iterator[bool]:
    if isinstance(json, dict):
        for key, value in json.items():
            if key == "op":
                yield (value in _UP) is not denied
            else:
                yield from _ways_in(value, denied is not (key == "not"))
    elif isinstance(json, list):
        for each in json:
            yield from _ways_in(each, denied)


def _is_turned_round(words: Sequence[Token]) -> bool:
    """`The 200-day is below the price`: what is named first is on the other side of the rule."""
    fields = [place for place, word in enumerate(words) if word.kind is Tag.FIELD]
    compared = [place for place, word in enumerate(words) if word.kind in _COMPARING]
    return bool(fields) and bool(compared) and fields[-1] > compared[0]
