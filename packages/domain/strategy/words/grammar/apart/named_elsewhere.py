"""Values whose length or indicator is named elsewhere in the text: `that momentum`, a new high of as many days."""

from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.lines import highest, numbers_of, remembered
from packages.domain.strategy.words.grammar.meanings import Value, price
from packages.domain.strategy.words.grammar.patterns import Found
from packages.domain.strategy.words.grammar.values import indicator_value
from packages.domain.strategy.words.lexing.tokens import Tag


def average_of_volume(found: Found, context: SentenceContext) -> Value | None:
    """`Vol > 1.5x its 50 avg`."""
    return indicator_value("volume_average", numbers_of(found), context) if found.is_after(Tag.VOLUME, 3) else None


def rate(found: Found, context: SentenceContext) -> Value | None:
    """20日涨幅 as something that is compared."""
    bars = context.bars_of(found.one(Tag.DURATION))
    return remembered(indicator_value("roc", [bars], context), context) if bars and found.one(Tag.RISE) > 0 else None


def rate_again(found: Found, context: SentenceContext) -> Value | None:
    """10日涨幅大于8%…，涨幅转负: the change over as many bars as before."""
    durations = set(found.values_before(Tag.DURATION, Tag.RISE))
    bars = context.bars_of(durations.pop()) if len(durations) == 1 and found.one(Tag.RISE) > 0 else None
    return indicator_value("roc", [bars], context) if bars else None


def of_the_bar(found: Found, context: SentenceContext) -> Value | None:
    """`The low pierces the lower band`: the low of the bar, where no length stands before it."""
    before = found.before
    begins = before is None or before.kind in (Tag.WHEN, Tag.COLON, Tag.COMMA, Tag.BREAK, Tag.ACTION, Tag.AND, Tag.OR)
    return price(str(found.one(Tag.EXTREME))) if begins else None


def new_extreme(found: Found, context: SentenceContext) -> Value | None:
    """创新高就买，120日新高: a new high of as many bars as are named for one elsewhere."""
    lengths = set(found.values_before(Tag.DURATION, Tag.EXTREME))
    return (
        highest(str(found.one(Tag.EXTREME)), str(found.one(Tag.EXTREME)), lengths.pop(), context)
        if len(lengths) == 1
        else None
    )


def rate_explained(found: Found, context: SentenceContext) -> Value | None:
    """A six month return (126 days)."""
    one, other = (context.bars_of(each) for each in found.all(Tag.DURATION))
    is_rate = found.one(Tag.INDICATOR) == "roc" and bool(one) and one == other
    return remembered(indicator_value("roc", [one], context), context) if is_rate and one else None


def that_momentum(found: Found, context: SentenceContext) -> Value | None:
    """`Up more than 5% over 20 days …, when that momentum goes negative`: the change over as many bars."""
    durations = found.others(Tag.DURATION)
    if found.one(Tag.INDICATOR) not in ("momentum", "roc") or len(durations) != 1 or not found.others(Tag.PERCENT):
        return None
    bars = context.bars_of(next(iter(durations))) if found.others(Tag.RISE) else None
    return indicator_value("roc", [bars], context) if bars else None


def line_again(found: Found, context: SentenceContext) -> Value | None:
    """`MACD 5 35 5, line over signal`."""
    return indicator_value("macd", [], context, "line") if "macd" in context.mentioned else None
