"""Conditions in any order of their words: up to two things that can be compared, and words that say how.

The order within a clause is free as long as the kinds of its words fit together in one way: all of them name the same
direction, and what is compared with what is clear without it. Whatever else stands between them ends the clause.
"""

from packages.domain.strategy.words.grammar.comparisons import operand, related
from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.elisions import left_of, understood_left
from packages.domain.strategy.words.grammar.meanings import Meant, Value, negated, price
from packages.domain.strategy.words.grammar.patterns import Found, WordRule
from packages.domain.strategy.words.lexing.tokens import Tag, Token

_COMPARED = (Tag.VALUE, Tag.VOLUME, Tag.NUMBER, Tag.MONEY, Tag.PRONOUN)
_EVENTS = (Tag.CROSS, Tag.THROUGH, Tag.GOLDEN, Tag.WAY, Tag.BREAKOUT)
_BESIDE = (*_COMPARED, Tag.NOT, Tag.LINE, Tag.NEW, Tag.APPEARS)
_PLACES = {Tag.AT_MOST: "lte", Tag.AT_LEAST: "gte"}
_WAYS = {
    "gt": 1, "gte": 1, "cross_above": 1, "up": 1, "high": 1, "lt": -1, "lte": -1, "cross_below": -1, "break_down": -1,
    "down": -1, "low": -1,
}  # fmt: skip
_KINDS = (
    "(VALUE | VOLUME | NUMBER | MONEY | PRONOUN | CROSS | THROUGH | GOLDEN | WAY | BREAKOUT | OVER | PLACE | RISE | GO"
    " | AT_MOST | AT_LEAST | NOT | LINE | PAST | NEW | APPEARS)"
)
_LONGEST = 6


def _free(found: Found, context: SentenceContext) -> Meant | None:
    said = [token for token in found.tokens if token.kind in _COMPARED]
    ways = {_way_of(token) for token in found.tokens} - {0}
    denied = [token for token in found.tokens if token.kind is Tag.NOT]
    if denied and found.tokens[-1] is denied[0]:
        return None
    op = _operator(found, ways)
    if not 0 < len(said) <= 2 or len(ways) > 1 or len(denied) > 1 or op is None:
        return None
    sides = _sides(said, found, context)
    if sides is None or (sides[1].scale == "number" and found.has(Tag.BREAKOUT)):
        return None
    if found.has(Tag.GOLDEN) and said[-1].kind is Tag.VALUE and sides[1].scale == "number":
        return None  # 零轴上金叉 is a cross of two lines, and where it is
    meant = related(sides[0], op, sides[1], context)
    return negated(meant) if meant is not None and denied else meant


def _way_of(token: Token) -> int:
    if token.kind is Tag.RISE:
        return int(token.value)
    return _WAYS.get(str(token.value), 0) if token.kind not in (*_COMPARED, *_PLACES) else 0


def _operator(found: Found, ways: set[int]) -> str | None:
    """A movement to the other side is a crossing, a place alone a comparison; a bare verb says neither."""
    way = next(iter(ways), 0)
    if found.has(Tag.GOLDEN) and (found.has(Tag.PLACE) or found.has(Tag.OVER)):
        return None  # a cross by name, and where it is: two conditions
    if len(found.all(Tag.OVER)) > 1:
        return None
    moves = found.has(Tag.RISE) or found.has(Tag.GO)
    if any(found.has(kind) for kind in _EVENTS) or (moves and found.has(Tag.OVER)):
        if way == 0:
            return "break" if found.has(Tag.THROUGH) or "break" in found.all(Tag.CROSS) else None
        return "cross_above" if way > 0 else "cross_below"
    places = [token for token in found.tokens if token.kind in (Tag.OVER, Tag.PLACE, *_PLACES)]
    if not places or moves:
        return None
    ops = {_PLACES.get(token.kind) or str(token.value) for token in places}
    return ops.pop() if len(ops) == 1 and "eq" not in ops else None


def _sides(said: list[Token], found: Found, context: SentenceContext) -> tuple[Value, Value] | None:
    """What is compared, and with what."""
    if len(said) == 1:
        ends = said[0].kind is Tag.NUMBER and found.one(Tag.OVER) in ("gte", "lte")
        leads = found.tokens[0] is said[0] and said[0].kind is not Tag.PRONOUN and not ends
        return None if leads else _with_understood(said[0], found, context)
    first, second = said
    between = found.tokens[found.tokens.index(first) + 1 : found.tokens.index(second)]
    ends = found.tokens[-1].kind is Tag.OVER and found.tokens[-1].value in ("gte", "lte")
    if not any(token.kind not in _BESIDE for token in between) and not ends:
        return None  # `above A B` may be A above B or the price above both, and RSI 14 is a length
    if second.kind is Tag.PRONOUN:
        return None
    if [token.kind for token in between] == [Tag.PLACE] and second.value == price("close"):
        first, second = second, first  # 下轨下面收盘
    left = left_of(first if first.kind is not Tag.PRONOUN else None, second, context, found, _way(found))
    right = operand(second, left)
    return (left, right) if left is not None and right is not None and left.scale != "number" else None


def _way(found: Found) -> str:
    return next((str(token.value) for token in found.tokens if token.kind in (Tag.OVER, Tag.CROSS, Tag.PLACE)), "")


def _with_understood(token: Token, found: Found, context: SentenceContext) -> tuple[Value, Value] | None:
    right = price("close") if token.kind is Tag.PRONOUN else operand(token, context.subject)
    if right is None or right == price("volume"):
        return None
    if right == price("close"):
        last = context.comparison
        lines = [each for each in (last.left, last.right) if each and each != right] if last is not None else []
        return (lines[0], right) if len(lines) == 1 and lines[0].scale == "price" else None
    left = price("close") if token.kind is Tag.MONEY else understood_left(right, context, found, _way(found))
    return (left, right) if left is not None else None


FREE_ORDER: tuple[WordRule[SentenceContext], ...] = tuple(
    WordRule(f"{_KINDS}{{{length}}}", Tag.CONDITION, _free) for length in range(2, _LONGEST + 1)
)
