"""Conditions that name the way from one side of a level or a line to the other: from below 30 to above it, and back."""

from packages.domain.strategy.words.grammar.comparisons import operand, related
from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.elisions import left_of
from packages.domain.strategy.words.grammar.meanings import Meant, number
from packages.domain.strategy.words.grammar.patterns import Found, WordRule
from packages.domain.strategy.words.lexing.tokens import Tag

_SIDES = (Tag.VALUE, Tag.NUMBER, Tag.MONEY, Tag.PERCENT, Tag.VOLUME, Tag.PRONOUN)
_LEVELS = "(NUMBER | MONEY | VALUE)"
_SIDES_OF = {
    **dict.fromkeys(("gt", "gte", "cross_above", "up"), True),
    **dict.fromkeys(("lt", "lte", "cross_below", "down", "break_down"), False),
}


def _from_to(found: Found, context: SentenceContext) -> Meant | None:
    """From below 30 to above 30: a crossing, where both are the same level."""
    levels = [token for token in found.tokens if token.kind in (Tag.NUMBER, Tag.MONEY)]
    values = [token for token in found.tokens if token.kind in (Tag.VALUE, Tag.PRONOUN)]
    places = [token.value for token in found.tokens if token.kind in (Tag.OVER, Tag.PLACE, Tag.CROSS)]
    ups = [place in ("gt", "gte", "cross_above") for place in places]
    if len(levels) != 2 or levels[0].value != levels[1].value or len(places) < 2 or ups[0] is ups[-1]:
        return None
    left = left_of(values[0] if values else None, levels[1], context, found)
    op = "cross_above" if ups[-1] else "cross_below"
    return related(left, op, number(levels[1].value), context) if left is not None else None


def _there_and_back(found: Found, context: SentenceContext) -> Meant | None:
    """`Falls below 30, then crosses back above 30`: over the same level or line, which the last movement crosses."""
    sides = [token for token in found.tokens if token.kind in (Tag.NUMBER, Tag.MONEY, Tag.VALUE)]
    places = [token.value for token in found.tokens if token.kind in (Tag.OVER, Tag.PLACE, Tag.CROSS, Tag.TOUCH)]
    ways = [_SIDES_OF.get(str(place)) for place in places]
    last = [token for token in found.tokens if token.kind in (Tag.OVER, Tag.PLACE, Tag.CROSS, Tag.TOUCH)][-1]
    if last.kind is Tag.OVER and not found.has(Tag.THEN):
        return None  # above it and below it
    targets = sides[-2:] if len(sides) > 1 else []
    lefts = sides[:-2]
    if (
        len(targets) < 2
        or targets[0].value != targets[1].value
        or None in ways
        or ways[0] is ways[-1]
        or len(lefts) > 1
    ):
        return None
    left = left_of(lefts[0] if lefts else None, targets[1], context)
    right = operand(targets[1], left)
    op = "cross_above" if ways[-1] else "cross_below"
    return related(left, op, right, context) if left is not None and right is not None else None


def _way_to(found: Found, context: SentenceContext) -> Meant | None:
    """`Goes from below 30 to above 30`."""
    way, levels = str(found.one(Tag.WAY)), [token for token in found.tokens if token.kind is Tag.NUMBER]
    values = [token for token in found.tokens if token.kind in (Tag.VALUE, Tag.PRONOUN)]
    up = str(found.one(Tag.OVER) or found.one(Tag.CROSS)) in ("gt", "gte", "cross_above")
    if levels[0].value != levels[1].value or up is not (way == "cross_above"):
        return None
    left = left_of(values[0] if values else None, levels[1], context, found)
    return related(left, way, number(levels[1].value), context) if left is not None else None


def _from_beyond(found: Found, context: SentenceContext) -> Meant | None:
    """CCI从负100下面穿上来: across the level that it comes from."""
    sides = [token for token in found.tokens if token.kind in _SIDES]
    up, below = found.one(Tag.CROSS) == "cross_above", found.one(Tag.PLACE) == "lt"
    if len(sides) not in (1, 2) or up is not below or found.one(Tag.CROSS) not in ("cross_above", "cross_below"):
        return None
    left = left_of(sides[0] if len(sides) == 2 else None, sides[-1], context, found)
    right = operand(sides[-1], left)
    return related(left, str(found.one(Tag.CROSS)), right, context) if left is not None and right is not None else None


ACROSS: tuple[WordRule[SentenceContext], ...] = (
    WordRule(
        "(VALUE | PRONOUN)? (RISE | GO)? FROM? (OVER NUMBER | NUMBER PLACE) (RISE | GO | TOUCH)?"
        " (CROSS NUMBER | OVER NUMBER | NUMBER PLACE) PLACE?",
        Tag.CONDITION,
        _from_to,
    ),
    WordRule(
        f"(VALUE | PRONOUN)? ((CROSS | OVER | TOUCH) {_LEVELS} | {_LEVELS} PLACE) PLACE? COMMA?"
        f" (AND | THEN){{1,2}} PRONOUN? (CROSS | OVER | TOUCH | RETURN) {_LEVELS} PLACE?",
        Tag.CONDITION,
        _there_and_back,
    ),
    WordRule("(VALUE | PRONOUN)? (RISE | GO)? WAY NUMBER (OVER | CROSS) NUMBER", Tag.CONDITION, _way_to),
    WordRule("(VALUE | PRONOUN)? FROM? (NUMBER | VALUE) PLACE CROSS", Tag.CONDITION, _from_beyond),
)
