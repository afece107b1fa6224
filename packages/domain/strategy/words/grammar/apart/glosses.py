"""The same said twice: 年线（250日均线）, gold (GLD), a week (5 days)."""

from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.meanings import Value
from packages.domain.strategy.words.grammar.patterns import Found, WordRule
from packages.domain.strategy.words.lexing.tokens import Duration, Tag


def _same_value(found: Found, context: SentenceContext) -> Value | None:
    one, other = found.all(Tag.VALUE)[0], found.all(Tag.VALUE)[-1]
    if found.has(Tag.DURATION):
        return one if dict(one.params).get("period") == context.bars_of(found.one(Tag.DURATION)) else None
    return other if one.json == other.json else None


_NEARLY = 0.1
_ALIKE = frozenset({"momentum", "roc"})


def _named_twice(found: Found, context: SentenceContext) -> Value | None:
    """年线250日均线; 20日动量 that is told to be ROC20."""
    one, other = found.all(Tag.VALUE)
    alike = {one.indicator, other.indicator} == _ALIKE and dict(one.params) == dict(other.params)
    return other if one.indicator and (one.json == other.json or alike) else None


def _until_yesterday(found: Found, context: SentenceContext) -> Value | None:
    """`The 20-day high of yesterday`, which leaves out the bar of today anyway."""
    value = found.one(Tag.VALUE)
    return value if value.extreme else None


def _explained_symbol(found: Found, context: SentenceContext) -> str:
    return str(found.all(Tag.SYMBOL)[1])


def _explained_length(found: Found, context: SentenceContext) -> Duration | None:
    """A month (20 trading days): nearly as long, and the days are what is meant."""
    one, other = found.all(Tag.DURATION)
    bars, said = context.bars_of(one), context.bars_of(other)
    return other if bars and said and abs(bars - said) <= _NEARLY * bars else None


def _explained_in_bars(found: Found, context: SentenceContext) -> Duration | None:
    """Three weeks of daily bars (15)."""
    one, bars = found.one(Tag.DURATION), found.one(Tag.NUMBER)
    return one if context.bars_of(one) == bars else None


def _line_explained(found: Found, context: SentenceContext) -> str | None:
    """…(年线就是250天), at the end: a line that was named, said once more."""
    value = found.one(Tag.VALUE)
    known = any(each.json == value.json for each in context.averages)
    return value.indicator if known and found.before is not None and found.before.kind is Tag.ACTION else None


GLOSSES: tuple[WordRule[SentenceContext], ...] = (
    WordRule("VALUE OPEN VALUE CLOSE", Tag.VALUE, _same_value),
    WordRule("VALUE OPEN DURATION CLOSE", Tag.VALUE, _same_value),
    WordRule("VALUE VALUE", Tag.VALUE, _named_twice),
    WordRule("VALUE PREVIOUS", Tag.VALUE, _until_yesterday),
    WordRule("SYMBOL UNKNOWN{0,3} OPEN SYMBOL CLOSE", Tag.SYMBOL, _explained_symbol),
    WordRule("DURATION OPEN DURATION CLOSE", Tag.DURATION, _explained_length),
    WordRule("DURATION TIMEFRAME? OPEN NUMBER CLOSE", Tag.DURATION, _explained_in_bars),
    WordRule("OPEN VALUE CLOSE", Tag.TOPIC, _line_explained),
)
