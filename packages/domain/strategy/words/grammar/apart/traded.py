"""Which instruments are traded, and in which direction."""

from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.meanings import Directive
from packages.domain.strategy.words.grammar.patterns import Found
from packages.domain.strategy.words.lexing.tokens import Tag


def instruments_of(found: Found, context: SentenceContext) -> Directive | None:
    """Not a symbol that a condition is about while others are traded: `buy AAPL when SPY is above …`."""
    compares = found.follows("VALUE | OVER | CROSS | RISE | TOUCH | AT_MOST | AT_LEAST | STREAK | TREND | NOT | RETURN")
    before = found.before
    begins = before is None or before.kind in (
        Tag.WHEN,
        Tag.AND,
        Tag.OR,
        Tag.COMMA,
        Tag.BREAK,
        Tag.ONLY,
        Tag.UNLESS,
    )
    compares = compares or found.follows("UNKNOWN | GO")
    asked = (before is not None and before.kind in (Tag.WHEN, Tag.UNLESS)) or found.preceded_by(Tag.SYMBOL, Tag.ACTION)
    begins = begins or asked
    begins = begins or (before is not None and before.kind is Tag.SYMBOL)
    if (compares or asked) and begins and found.others(Tag.SYMBOL) - set(found.all(Tag.SYMBOL)):
        return None
    return Directive("instrument", tuple(dict.fromkeys(found.all(Tag.SYMBOL))))


def direction_of(found: Found, context: SentenceContext) -> Directive:
    return Directive("direction", found.one(Tag.LONG_ONLY))
