"""What people leave out or write as formulas when they talk of rules: 收到下面, 1.5 times ATR(20), SMA(volume, 30)."""

from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.words.grammar.comparisons import related
from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.elisions import again
from packages.domain.strategy.words.grammar.lines import highest, remembered
from packages.domain.strategy.words.grammar.meanings import Directive, Meant, Value, compared, number
from packages.domain.strategy.words.grammar.measures.breakouts import breakout, broken
from packages.domain.strategy.words.grammar.patterns import Found, WordRule
from packages.domain.strategy.words.grammar.quantities import plain
from packages.domain.strategy.words.grammar.trades import reward
from packages.domain.strategy.words.grammar.values import AVERAGES, indicator_value
from packages.domain.strategy.words.lexing.tokens import Duration, Tag

_LONGEST = 400


def _of_volume(found: Found, context: SentenceContext) -> Value | None:
    """SMA(volume, 30) is the average volume."""
    return indicator_value("volume_average", [found.one(Tag.NUMBER)], context) if _averages(found) else None


def _of_close(found: Found, context: SentenceContext) -> Value | None:
    """EMA(close, 50) is the EMA."""
    named = str(found.one(Tag.INDICATOR))
    fits = found.one(Tag.FIELD) == "close" and "@" not in named
    return indicator_value(named, [found.one(Tag.NUMBER)], context) if fits else None


def _of_extremes(found: Found, context: SentenceContext) -> Value | None:
    """highest(high, 20)[1] is the highest high of the twenty bars before."""
    which, source = found.all(Tag.EXTREME)[0], found.one(Tag.FIELD) or found.all(Tag.EXTREME)[-1]
    back = found.all(Tag.NUMBER)[1:]
    return highest(which, str(source), Duration(found.one(Tag.NUMBER), "bar"), context) if back in ([], [1]) else None


def _crossover(found: Found, context: SentenceContext) -> Meant | None:
    """crossover(ema(close, 10), ema(close, 30))."""
    one, other = found.all(Tag.VALUE)[0], found.all(Tag.VALUE)[-1] if len(found.all(Tag.VALUE)) > 1 else None
    right = other if other is not None else number(found.all(Tag.NUMBER)[-1])
    op = {"cross": "cross_above"}.get(str(found.one(Tag.CROSS)), str(found.one(Tag.CROSS)))
    return related(one, op, right, context) if isinstance(one, Value) and isinstance(right, Value) else None


def _averages(found: Found) -> bool:
    return found.one(Tag.INDICATOR) in AVERAGES


def _averages_named(found: Found, context: SentenceContext) -> str | None:
    """`Moving averages 9 and 21`: what the rules after it are about."""
    kind, lengths = str(found.one(Tag.INDICATOR)), found.all(Tag.NUMBER)
    fits = all(float(each).is_integer() and 1 < each <= _LONGEST for each in lengths) and len(set(lengths)) > 1
    heads = found.before is None or found.before.kind in (Tag.COMMA, Tag.BREAK, Tag.BULLET, Tag.COLON)
    if not fits or not heads or kind not in AVERAGES or context.averages:
        return None
    for length in lengths:
        remembered(indicator_value(kind, [length], context), context)
    return kind


def _of_channel(found: Found, context: SentenceContext) -> Meant | None:
    """A 40-bar Donchian breakout to the upside, 20日唐奇安突破做多."""
    if found.one(Tag.INDICATOR) != "donchian":
        return None
    return breakout(found, context) if found.has(Tag.BREAKOUT) else broken(found, context)


FORMULA_VALUES: tuple[WordRule[SentenceContext], ...] = (
    WordRule("EXTREME OPEN (EXTREME | FIELD) COMMA NUMBER CLOSE (OPEN NUMBER CLOSE)?", Tag.VALUE, _of_extremes),
    WordRule("INDICATOR OPEN VOLUME COMMA NUMBER CLOSE", Tag.VALUE, _of_volume),
    WordRule("INDICATOR OPEN FIELD COMMA NUMBER CLOSE", Tag.VALUE, _of_close),
    WordRule(
        "INDICATOR (COMMA | COLON)? NUMBER (AND | SLASH | LISTING) NUMBER (?=COMMA | BREAK | COLON | $)",
        Tag.TOPIC,
        _averages_named,
    ),
    WordRule("PAST? DURATION INDICATOR BREAKOUT WAY?", Tag.CONDITION, _of_channel),
    WordRule("DURATION INDICATOR CROSS (?=ACTION)", Tag.CONDITION, _of_channel),
)


def _times_itself(found: Found, context: SentenceContext) -> Meant | None:
    """`ATR(5) is more than 1.5 times ATR(20)`: an indicator beside another length of it."""
    values = [value for value in found.all(Tag.VALUE) if isinstance(value, Value)]
    if len(values) != 2 or values[0].indicator != values[1].indicator or not values[0].indicator:
        return None
    left, right = values
    if left.json == right.json or found.one(Tag.OVER) == "eq":
        return None
    times = plain(found.one(Tag.MULTIPLE))
    return compared(left, str(found.one(Tag.OVER)), _part(right, times))


def _range_of_itself(found: Found, context: SentenceContext) -> Meant | None:
    """The same of the average true range, of which a multiple is a distance."""
    left, distance = found.one(Tag.VALUE), found.one(Tag.DISTANCE)
    if not isinstance(left, Value) or left.indicator != "atr" or distance.get("kind") != "atr_multiple":
        return None
    right = indicator_value("atr", [distance["period"]], context)
    if right is None or right.json == left.json or found.one(Tag.OVER) == "eq":
        return None
    return compared(left, str(found.one(Tag.OVER)), _part(right, plain(distance["value"])))


def _part(value: Value, times: float) -> Value:
    json: Document = {"multiply": [value.json, times]}
    return Value(json, value.scale, value.factors, value.assumed, value.indicator, value.params)


def _times_the_stop(found: Found, context: SentenceContext) -> Directive | None:
    """`Stop 3%, target twice that`."""
    times = found.one(Tag.MULTIPLE)
    return Directive("reward", plain(times)) if found.others(Tag.STOP_LOSS) and 0 < times <= 20 else None


def _in_stops(found: Found, context: SentenceContext) -> Directive | None:
    """`Sell at 2R`, `3R target`, `out at twice the risk`: of a target by its name, or right after a way out."""
    before = found.before
    leaves = (
        before is not None and before.kind is Tag.ACTION and before.value in ("sell", "exit", "cover", "close_long")
    )
    return reward(found, context) if leaves or found.has(Tag.TAKE_PROFIT) else None


FORMULAS: tuple[WordRule[SentenceContext], ...] = (
    WordRule("VALUE OVER MULTIPLE VALUE", Tag.CONDITION, _times_itself),
    WordRule("VALUE OVER DISTANCE", Tag.CONDITION, _range_of_itself),
    WordRule("CROSS OPEN VALUE COMMA (VALUE | NUMBER) CLOSE", Tag.CONDITION, _crossover),
    WordRule("(TOUCH | RETURN | GO | RISE | APPEARS)? (PRONOUN | LINE) PLACE", Tag.CONDITION, again),
    WordRule("APPEARS PLACE", Tag.CONDITION, again),
    WordRule("TAKE_PROFIT OVER? MULTIPLE (?=COMMA | BREAK | $)", Tag.DIRECTIVE, _times_the_stop),
    WordRule("NUMBER REWARD TAKE_PROFIT?", Tag.DIRECTIVE, _in_stops),
    WordRule("MULTIPLE (RISK | STOP_LOSS)", Tag.DIRECTIVE, _in_stops),
)
