"""How two things are compared, put together from a verb, a way and a place: `climbs back up through`, 涨过."""

from typing import Any

from packages.domain.strategy.words.grammar.patterns import Found, WordRule
from packages.domain.strategy.words.lexing.tokens import Tag

_WAYS = {"gt": 1, "gte": 1, "lt": -1, "lte": -1, "cross_above": 1, "cross_below": -1, "up": 1, "down": -1}
_BEFORE_A_LEVEL = (
    Tag.INDICATOR, Tag.OUTPUT, Tag.FIELD, Tag.CLOSE, Tag.COMMA, Tag.BREAK, Tag.OR, Tag.AND, Tag.WHEN, Tag.PRONOUN,
)  # fmt: skip
_VERBS = "(OPPOSITE | RISE | GO | SET | WAY | CROSS | TREND | RETURN)"


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
    moves = any(token.kind in (Tag.RISE, Tag.GO, Tag.CROSS, Tag.OPPOSITE, Tag.RETURN) for token in found.tokens)
    if any(value != "cross" for value in found.all(Tag.OPPOSITE)):
        return None
    is_size = found.follows("PERCENT | DISTANCE | MULTIPLE") and found.has(Tag.RISE)
    before = found.before
    is_rate = found.tokens[0].kind is Tag.RISE and before is not None and before.kind is Tag.DURATION
    is_rate = is_rate and found.has(Tag.OVER) and found.follows("NUMBER | ZERO")
    if len(named) > 1 or is_size or is_rate or not moves:
        return None
    if not named:
        return "cross"
    return "cross_above" if named == {1} else "cross_below"


def _reaching(found: Found, _: object) -> Any:
    """`Climbs to`, 跌回到: the value is reached from below or from above."""
    named = ways_in(found, Tag.TOUCH, Tag.WAY)
    is_size = found.follows("PERCENT") and found.before is not None and found.before.kind is Tag.DURATION
    if is_size or len(named) > 1 or not any(token.kind in (Tag.RISE, Tag.GO) for token in found.tokens):
        return None
    return {1: "up", -1: "down"}.get(next(iter(named), 0), "to")


def _to_a_level(found: Found, _: object) -> str | None:
    """K值到80, 到10日高点: to reach it, where nothing says from where."""
    before = found.before
    begins = before is None or before.kind in _BEFORE_A_LEVEL
    return "to" if begins and found.follows("SIGN? (NUMBER | MONEY | INDICATOR | OUTPUT | DURATION)") else None


RELATIONS: tuple[WordRule[object], ...] = (
    WordRule(f"{_VERBS}{{1,4}} THROUGH? OVER", Tag.CROSS, _crossing),
    WordRule(f"{_VERBS}{{1,4}} (THROUGH | PAST (?!DURATION))", Tag.CROSS, _crossing),
    WordRule("(WAY | RISE | GO){1,2} CROSS", Tag.CROSS, _crossing),
    WordRule("CROSS RISE (?=OUTPUT | INDICATOR | DURATION | NUMBER | FIELD | PRONOUN)", Tag.CROSS, _crossing),
    WordRule("TO", Tag.TOUCH, _to_a_level),
    WordRule("(RISE | GO){1,3} TO", Tag.TOUCH, _reaching),
    WordRule("(RISE | GO){1,2} (TOUCH | RETURN)", Tag.TOUCH, _reaching),
)
