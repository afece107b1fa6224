"""Averages in a row that are told by their lengths, slopes of a line, and levels between two others."""

from itertools import pairwise

from packages.domain.strategy.words.grammar.comparisons import between, related
from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.meanings import Meant, Value, assumed, compared, joined
from packages.domain.strategy.words.grammar.patterns import Found, WordRule
from packages.domain.strategy.words.grammar.values import AVERAGES, indicator_value
from packages.domain.strategy.words.lexing.tokens import Tag


def _aligned(found: Found, context: SentenceContext) -> Meant | None:
    """5、10、20日均线多头排列, 均线多头排列（5、10、20）: each average beyond the next longer one."""
    kinds = {value.indicator for value in found.all(Tag.VALUE) if isinstance(value, Value)}
    kinds |= {str(each) for each in found.all(Tag.INDICATOR)}
    lengths: list[tuple[float, str | None] | None] = []
    for token in found.tokens:
        if token.kind is Tag.NUMBER:
            lengths.append((token.value, None))
        elif token.kind is Tag.DURATION:
            lengths.append(context.period_of(token.value))
        elif isinstance(token.value, Value):
            several = (token.value, *token.value.more)
            lengths.extend((float(dict(each.params).get("period", 0)), each.timeframe) for each in several)
    known = [length for length in lengths if length is not None]
    kind = next(iter(kinds), "sma")
    if len(kinds) > 1 or kind not in AVERAGES or len(known) < 2 or len(known) != len(lengths) or not _grow(known):
        return None
    values = [indicator_value(kind, [length], context, None, bars) for length, bars in known]
    made = [value for value in values if value is not None]
    parts = [related(one, str(found.one(Tag.ARRAY)), other, context) for one, other in pairwise(made)]
    whole = [part for part in parts if part is not None]
    return joined("all", whole) if len(whole) == len(known) - 1 else None


def _grow(lengths: list[tuple[float, str | None]]) -> bool:
    """From the shortest to the longest, on the same bars."""
    return all(one[0] < other[0] for one, other in pairwise(lengths)) and len({bars for _, bars in lengths}) == 1


def _sloped(found: Found, context: SentenceContext) -> Meant | None:
    """`The slope of the 50-day SMA is positive`, 60日线斜率大于0: above what it was a bar before."""
    values = [value for value in found.all(Tag.VALUE) if isinstance(value, Value)]
    zero = [value for value in values if value.scale == "number"]
    levels = [*(value.json for value in zero), *found.all(Tag.NUMBER)]
    lines = [value for value in values if value not in zero]
    op = found.one(Tag.POSITIVE) or found.one(Tag.OVER) or found.one(Tag.PLACE)
    if len(lines) != 1 or lines[0].extreme or op not in ("gt", "lt") or any(levels):
        return None
    context.subject = lines[0]
    return compared(lines[0], str(op), lines[0].with_lag(1), assumed("slope", bars=1))


def _between(found: Found, context: SentenceContext) -> Meant | None:
    """`RSI is in the 40 to 60 range`, 介于40和60之间: where a word for a range or a dash stands with the two levels."""
    numbers = found.all(Tag.NUMBER)
    sure = found.has(Tag.BETWEEN) or found.has(Tag.WITHIN) or found.has(Tag.FROM)
    rising = len(numbers) == 2 and numbers[0] < numbers[1]
    return between(found, context) if sure and (rising or not numbers) else None


_LEVEL = "(NUMBER | MONEY | PERCENT)"
_JOINT = "(COMMA | SLASH | LISTING | AND){0,2}"
_LONG = "(NUMBER | DURATION | VALUE)"
_LONGS = f"{_LONG} ({_JOINT} {_LONG}){{1,4}}"
ROWS: tuple[WordRule[SentenceContext], ...] = (
    WordRule(f"INDICATOR? {_LONGS} (INDICATOR | AVERAGE)? ARRAY", Tag.CONDITION, _aligned),
    WordRule(f"(VALUE | INDICATOR)? ARRAY OPEN {_LONGS} INDICATOR? CLOSE", Tag.CONDITION, _aligned),
    WordRule("VALUE ARRAY", Tag.CONDITION, _aligned),
    WordRule("SLOPE VALUE (POSITIVE | (OVER | PLACE) (VALUE | NUMBER))", Tag.CONDITION, _sloped),
    WordRule("VALUE (SLOPE (POSITIVE | OVER (VALUE | NUMBER)) | POSITIVE SLOPE)", Tag.CONDITION, _sloped),
    WordRule(
        f"(VALUE | VOLUME)? (BETWEEN | WITHIN | FROM) {_LEVEL} (AND | TO | SLASH | SIGN)? {_LEVEL} BETWEEN?",
        Tag.CONDITION,
        _between,
    ),
    WordRule(f"(VALUE | VOLUME)? {_LEVEL} (AND | TO | SLASH | SIGN)? {_LEVEL} BETWEEN", Tag.CONDITION, _between),
)
