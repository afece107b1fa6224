"""Lengths and ranges that are told by a number alone: `the 50 crosses back`, `more than 1 ATR above the close`."""

from packages.domain.strategy.words.grammar.away_from_lines import by_ranges
from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.elisions import again
from packages.domain.strategy.words.grammar.meanings import Meant
from packages.domain.strategy.words.grammar.patterns import Found, WordRule
from packages.domain.strategy.words.grammar.values import AVERAGES
from packages.domain.strategy.words.lexing.tokens import Tag

_ENDS_HERE = "COMMA | BREAK | ACTION | OR | AND"


def _length_again(found: Found, context: SentenceContext) -> Meant | None:
    """`Cover when 50 crosses back above`: the average of that length, and what it was compared with."""
    last = context.compared_lines
    first = last.left if last is not None else None
    if first is None or first.indicator not in AVERAGES or dict(first.params).get("period") != found.one(Tag.NUMBER):
        return None
    return again(Found(found.tokens[1:], 0, 1), context) if found.after is None or found.follows(_ENDS_HERE) else None


def _by_more_ranges(found: Found, context: SentenceContext) -> Meant | None:
    """`More than 1 ATR above yesterday's close`."""
    size, place = [token for token in found.tokens if token.kind in (Tag.OVER, Tag.AT_LEAST)][-2:]
    if size.kind is Tag.OVER and size.value not in ("gt", "gte"):
        return None
    kept = [token for token in found.tokens if token is not size]
    return by_ranges(Found(kept, 0, len(kept)), context) if place.kind is Tag.OVER else None


ELIDED_LENGTHS: tuple[WordRule[SentenceContext], ...] = (
    WordRule("NUMBER (CROSS | OVER | PLACE)", Tag.CONDITION, _length_again),
    WordRule("VALUE? (OVER | AT_LEAST) DISTANCE OVER VALUE", Tag.CONDITION, _by_more_ranges),
)
