"""Breakouts of so many bars: the close above the highest high before it, or below the lowest low."""

from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.lines import highest
from packages.domain.strategy.words.grammar.meanings import Meant, compared, price
from packages.domain.strategy.words.grammar.patterns import Found
from packages.domain.strategy.words.lexing.tokens import Tag


def breakout(found: Found, context: SentenceContext) -> Meant | None:
    """A 20-day breakout is a close above the highest high of the twenty days before."""
    which = {"cross_above": "high", "cross_below": "low"}.get(str(found.one(Tag.WAY)), found.one(Tag.BREAKOUT))
    if found.has(Tag.EXTREME) and found.one(Tag.EXTREME) != which:
        return None
    value = highest(which, which, found.one(Tag.DURATION), context)
    return compared(price("close"), "gt" if which == "high" else "lt", value) if value is not None else None


def broken(found: Found, context: SentenceContext) -> Meant | None:
    """55日突破做多, 10日破位出: the high of so many days is broken, or the low of them."""
    up = found.after is not None and found.after.value == "buy"
    if found.one(Tag.CROSS) not in (("cross_above", "break") if up else ("cross_below",)):
        return None
    value = highest(*(("high", "high") if up else ("low", "low")), found.one(Tag.DURATION), context)
    return compared(price("close"), "gt" if up else "lt", value) if value is not None else None
