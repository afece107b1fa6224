"""How a trade ends by what came of it: a gain, a loss, a time."""

from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.meanings import Directive, assumed
from packages.domain.strategy.words.grammar.patterns import Found, WordRule
from packages.domain.strategy.words.grammar.quantities import Percent, plain
from packages.domain.strategy.words.grammar.trades import SURE, stated_distance, time_of
from packages.domain.strategy.words.lexing.tokens import Tag

_LARGEST_LOSS = 50


def _outcome(found: Found, context: SentenceContext) -> Directive | None:
    """A gain or a loss that ends the trade: +10%, −5%, 盈利10%, an 8% loss."""
    rise, percent = found.one(Tag.RISE) or 0, found.one(Tag.PERCENT)
    rise = rise or {"up": 1, "down": -1}.get(str(found.one(Tag.TREND)), 0)
    sign = 1 if found.has(Tag.GAIN) else -1 if found.has(Tag.LOSS) else rise or found.one(Tag.FROM_ENTRY) or 0
    written = percent.sign if isinstance(percent, Percent) else 0
    if sign == 0:
        sign = written
    if sign == 0 or (written and written != sign) or found.one(Tag.OVER) in ("lt", "lte"):
        return None
    distance = stated_distance(found)
    return Directive("target" if sign > 0 else "stop", distance[0], distance[1]) if distance is not None else None


def _bare_outcome(found: Found, context: SentenceContext) -> Directive | None:
    """`Sell when up 25`: right after a way out a bare number is taken for percent, and told so."""
    before = found.before
    if before is not None and before.kind is Tag.WHEN:
        before = found.further
    is_out = (
        before is not None and before.kind is Tag.ACTION and before.value in ("sell", "exit", "cover", "close_long")
    )
    return _outcome(found, context) if is_out else None


def _lost(found: Found, context: SentenceContext) -> Directive | None:
    """`If it loses 6%`."""
    distance = stated_distance(found) if found.one(Tag.CROSS) == "cross_below" else None
    return Directive("stop", distance[0], distance[1]) if distance is not None else None


def _lost_as_well(found: Found, context: SentenceContext) -> Directive | None:
    """`Made ten percent or lost five`."""
    return _lost(found, context) if found.preceded_by(Tag.PERCENT, Tag.OR) else None


def _bare_loss(found: Found, context: SentenceContext) -> Directive | None:
    """`Sell at plus 6%, bail at minus 3`: a negative number after a way out, where another is in percent."""
    before, value = found.before, found.one(Tag.NUMBER)
    leaves = (
        before is not None and before.kind is Tag.ACTION and before.value in ("sell", "exit", "cover", "close_long")
    )
    if not leaves or not -_LARGEST_LOSS <= value < 0 or not found.others(Tag.PERCENT):
        return None
    return Directive("stop", {"kind": "pct", "value": plain(-value / 100)}, (assumed("percent", value=plain(-value)),))


OUTCOMES: tuple[WordRule[SentenceContext], ...] = (
    WordRule(f"(GAIN | LOSS) (RISE | OVER | AT_LEAST | TOUCH){{0,2}} {SURE}", Tag.EXIT, _outcome),
    WordRule(f"{SURE} (GAIN | LOSS)", Tag.EXIT, _outcome),
    WordRule(f"RISE (OVER | AT_LEAST | TOUCH)? {SURE} (GAIN | LOSS)?", Tag.EXIT, _outcome),
    WordRule(f"RISE (OVER | AT_LEAST)? {SURE} FROM_ENTRY", Tag.EXIT, _outcome),
    WordRule(f"(GO | RISE) {SURE} LOSS", Tag.EXIT, _outcome),
    WordRule("RISE NUMBER (?=COMMA | BREAK | OR | $)", Tag.EXIT, _bare_outcome),
    WordRule("CROSS PERCENT", Tag.EXIT, _lost),
    WordRule("NUMBER (?=COMMA | BREAK | $)", Tag.EXIT, _bare_loss),
    WordRule("CROSS NUMBER (?=COMMA | BREAK | $)", Tag.EXIT, _lost_as_well),
    WordRule("VALUE? (DISTANCE | PERCENT) FROM_ENTRY", Tag.EXIT, _outcome),
    WordRule(f"FROM_ENTRY RISE (OVER | AT_LEAST | TOUCH)? {SURE}", Tag.EXIT, _outcome),
    WordRule("FROM_ENTRY (DISTANCE | PERCENT)", Tag.EXIT, _outcome),
    WordRule("(DISTANCE | PERCENT) (RISE | TREND (?!OVER))", Tag.EXIT, _outcome),
    WordRule("AT_MOST? AFTER (AT_MOST)? DURATION (?!RISE | EXTREME | BREAKOUT | TREND)", Tag.EXIT, time_of),
    WordRule("DURATION AFTER", Tag.EXIT, time_of),
)
LATE_OUTCOMES: tuple[WordRule[SentenceContext], ...] = (
    WordRule("PERCENT", Tag.EXIT, _outcome),
    WordRule("HOLD? OVER? DURATION HOLD?", Tag.EXIT, time_of),
)
