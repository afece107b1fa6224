"""How two things are compared, put together from a verb, a way and a place: `climbs back up through`, 涨过, 由下向上穿."""

from typing import Any

from packages.domain.strategy.words.grammar.patterns import Found, WordRule
from packages.domain.strategy.words.lexing.tokens import Tag

_WAYS = {"gt": 1, "gte": 1, "lt": -1, "lte": -1, "cross_above": 1, "cross_below": -1, "up": 1, "down": -1}
_VERBS = "(RISE | GO | SET | WAY | CROSS | TREND)"


def ways_in(found: Found, *kinds: Tag) -> set[int]:
    """The directions that the words name: up, down, both or none."""
    named: set[int] = set()
    for token in found.tokens:
        if token.kind is Tag.RISE:
            named.add(int(token.value))
        elif token.kind in kinds and token.value in _WAYS:
            named.add(_WAYS[token.value])
    return named


def _crossing(found: Found, _: object) -> str | None:
    """A movement to the other side of something; a fall `of more than 5%` is the size of it and no place."""
    named = ways_in(found, Tag.WAY, Tag.CROSS, Tag.OVER, Tag.TREND)
    moves = any(token.kind in (Tag.RISE, Tag.GO, Tag.CROSS) for token in found.tokens)
    is_size = found.follows("PERCENT | DISTANCE | MULTIPLE") and found.has(Tag.RISE)
    if len(named) > 1 or is_size or not moves:
        return None
    if not named:
        return "cross"
    return "cross_above" if named == {1} else "cross_below"


def _reaching(found: Found, _: object) -> Any:
    """`Climbs to`, 跌回到: the value is reached from below or from above."""
    named = ways_in(found, Tag.TOUCH, Tag.WAY)
    if len(named) > 1 or not any(token.kind in (Tag.RISE, Tag.GO) for token in found.tokens):
        return None
    return {1: "up", -1: "down"}.get(next(iter(named), 0), "to")


RELATIONS: tuple[WordRule[object], ...] = (
    WordRule(f"{_VERBS}{{1,4}} THROUGH? OVER", Tag.CROSS, _crossing),
    WordRule(f"{_VERBS}{{1,4}} THROUGH", Tag.CROSS, _crossing),
    WordRule("WAY CROSS", Tag.CROSS, _crossing),
    WordRule("(RISE | GO){1,3} TO", Tag.TOUCH, _reaching),
    WordRule("(RISE | GO){1,2} (TOUCH | RETURN)", Tag.TOUCH, _reaching),
)
