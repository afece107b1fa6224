"""Which way words compare, and whether a rule goes the other way."""

from collections.abc import Iterator, Sequence

from packages.domain.strategy.json_tree import Json
from packages.domain.strategy.words.grammar.meanings import Meant
from packages.domain.strategy.words.lexing.tokens import Tag, Token

_UP = frozenset({"gt", "gte", "cross_above", "cross_above_bars", "gt_bars", "up", "high"})
_DOWN = frozenset({"lt", "lte", "cross_below", "cross_below_bars", "lt_bars", "down", "low"})
_WAYS = (
    Tag.OVER, Tag.CROSS, Tag.PLACE, Tag.GOLDEN, Tag.TURN, Tag.TOUCH, Tag.SURGE, Tag.CANDLE, Tag.BREAKOUT, Tag.WAY,
    Tag.POSITIVE, Tag.ARRAY, Tag.STATE, Tag.TREND,
)  # fmt: skip
_MEASURING = (Tag.OVER, Tag.PLACE, Tag.AT_LEAST, Tag.AT_MOST)
_LINES = (Tag.EXTREME, Tag.OUTPUT)
_COMPARING = (Tag.OVER, Tag.CROSS, Tag.PLACE, Tag.GOLDEN, Tag.WAY)
# Beside these the words do not settle which way it goes.
_OPEN = frozenset({Tag.BETWEEN, Tag.RETURN, Tag.PEAK, Tag.UNLESS, Tag.OTHERWISE, Tag.OPPOSITE, Tag.HOLD})


def goes_another_way(words: Sequence[Token], meant: Meant) -> bool:
    """Whether all words of a condition go one way and all its comparisons the other."""
    if any(factor["type"] == "parabolic_sar" for factor in meant.factors.values()):
        return False  # its dots are below the price in a rise
    coloured = any(word.kind is Tag.TURN for word in words)
    if coloured and any(factor["type"] == "supertrend" for factor in meant.factors.values()):
        return False  # green is a rise in one market and a fall in another
    said, read = ways_said(words), set(_ways_in(meant.json))
    return len(said) == 1 and len(read) == 1 and said != read and not _is_turned_round(words)


def mixes_ways(words: Sequence[Token], meant: Meant) -> bool:
    """Whether one condition goes both ways, and its words compare one way only: close > MA5 > MA10."""
    compares = {word.kind for word in words if word.kind in _WAYS} == {Tag.OVER}
    return compares and len(ways_said(words)) == 1 and len(set(_ways_in(meant.json))) == 2


def ways_said(words: Sequence[Token]) -> set[bool]:
    """Up, down, both or nothing that is sure."""
    kinds = {word.kind for word in words}
    if kinds & _OPEN or any(word.value in ("avoid", "keep", "cross") for word in words if word.kind is not Tag.OVER):
        return _ways_of([word for word in words if word.kind in (Tag.WAY, Tag.RISE)])
    moves = [word for word in words if word.kind in (Tag.RISE, Tag.GAP) and isinstance(word.value, int | float)]
    moved = {word.value > 0 for word in moves}
    said = moved if moved and kinds & set(_MEASURING) else _ways_of(_without_origin(words)) | moved
    if len(said) == 2 and Tag.PERCENT_SIGN in kinds:
        return set()  # 3% 以上 is how far, `below` is where
    said = said or {word.value in _UP | {"upper"} for word in words if word.kind in _LINES and _is_end(word)}
    return {not way for way in said} if Tag.NOT in kinds else said


def _is_end(word: Token) -> bool:
    return word.value in ("high", "low", "upper", "lower")


def _without_origin(words: Sequence[Token]) -> list[Token]:
    """`From below 30 crosses above`: where it comes from is no way of the crossing."""
    kept: list[Token] = []
    for place, word in enumerate(words):
        origin = any(each.kind is Tag.FROM for each in words[max(0, place - 4) : place])
        if not (origin and word.kind in (Tag.PLACE, Tag.OVER)):
            kept.append(word)
    return kept


def _ways_of(words: Sequence[Token]) -> set[bool]:
    return {way for word in words for way in _way_of(word)}


def _way_of(word: Token) -> Iterator[bool]:
    if word.kind in _WAYS and word.value in _UP | _DOWN:
        yield word.value in _UP
    elif word.kind in (Tag.OUTLOOK, Tag.RISE) and isinstance(word.value, int | float):
        yield word.value > 0


def _ways_in(json: Json, denied: bool = False) -> Iterator[bool]:
    if isinstance(json, dict):
        for key, value in json.items():
            if key == "op" and value in _UP | _DOWN:
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
