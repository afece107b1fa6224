"""Conditions that say how the market moved: volume, falls and rises, streaks, gaps, candles."""

from dataclasses import replace
from itertools import pairwise

from packages.domain.strategy.words.grammar.comparisons import related
from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.meanings import (
    Meant,
    Value,
    assumed,
    compared,
    joined,
    negated,
    number,
    price,
)
from packages.domain.strategy.words.grammar.patterns import Found, WordRule
from packages.domain.strategy.words.grammar.quantities import Percent, plain
from packages.domain.strategy.words.grammar.values import AVERAGES, indicator_value
from packages.domain.strategy.words.lexing.tokens import Duration, Tag
from packages.domain.strategy.words.lexing.word_senses import FLIPS

_ALIGNED = (5, 10, 20)
_MOST_CANDLES = 10
_MOST_BELOW = 0.5


def _rising(found: Found, context: SentenceContext) -> Meant | None:
    """Above what it was a bar before, or so many bars before."""
    value = price("volume") if found.has(Tag.VOLUME) else found.one(Tag.VALUE)
    if not isinstance(value, Value) or value.scale == "number" or value.extreme or value.indicator in FLIPS:
        return None
    if isinstance(value.json, dict) and "lag" in value.json and not value.indicator:
        return None  # `a higher low than yesterday` is of today
    is_up = found.one(Tag.TREND) == "up" or found.one(Tag.WAY) == "cross_above"
    op = "gt" if is_up else "lt"
    meant = compared(value, op, value.with_lag(1), assumed("slope", bars=1))
    context.subject = value
    return negated(meant) if found.has(Tag.NOT) else meant


def _surge(found: Found, context: SentenceContext) -> Meant | None:
    """放量1.5倍; without a number the volume is above its average."""
    op, times = found.one(Tag.SURGE), found.one(Tag.MULTIPLE)
    if found.has(Tag.PLACE):
        op = "gte" if op == found.one(Tag.PLACE) == "gt" else None
    if op is None:
        return None
    average = next((value for value in found.all(Tag.VALUE) if isinstance(value, Value)), None)
    if average is not None and average.indicator != "volume_average":
        return None
    period = dict(average.params)["period"] if average is not None else 20
    assumptions = average.assumed if average is not None else (assumed("volume_average", period=period),)
    if times is not None:
        value = indicator_value("relative_volume", [period], context)
        meant = related(replace(value, assumed=()), op, number(times), context) if value is not None else None
    else:
        slow = indicator_value("volume_average", [period], context)
        meant = related(price("volume"), op, slow, context) if slow is not None else None
    return replace(meant, assumed=(*meant.assumed, *assumptions)) if meant is not None else None


def _times_volume(found: Found, context: SentenceContext) -> Meant | None:
    """`A new high with 1.5x volume`: of the usual average."""
    value = indicator_value("relative_volume", [20], context)
    meant = related(replace(value, assumed=()), "gte", number(found.one(Tag.MULTIPLE)), context) if value else None
    assumptions = assumed("volume_average", period=20)
    return replace(meant, assumed=(*meant.assumed, assumptions)) if meant is not None else None


def _surge_over(found: Found, context: SentenceContext) -> Meant | None:
    """`Above-average volume (20)`: over so many bars."""
    duration = found.one(Tag.DURATION)
    bars = context.bars_of(duration) if duration is not None else found.one(Tag.NUMBER)
    slow = indicator_value("volume_average", [float(bars)], context) if bars else None
    return related(price("volume"), found.one(Tag.SURGE), slow, context) if slow is not None else None


def volume_filter() -> Meant:
    """The volume above its average of twenty bars, for who asks for a volume filter and says no more."""
    average = indicator_value("volume_average", [20.0], SentenceContext())
    if average is None:
        raise ValueError("the catalogue has no average volume")
    return compared(price("volume"), "gt", average, assumed("volume_average", period=20))


def _relative_volume(found: Found, context: SentenceContext) -> Meant | None:
    """Volume above 1.5 times its average."""
    value = next((each for each in found.all(Tag.VALUE) if isinstance(each, Value)), None)
    if value is None or value.indicator != "volume_average":
        return None
    op = found.one(Tag.OVER) or {"lt": "lt"}.get(str(found.one(Tag.SURGE) or found.one(Tag.PLACE)), "gte")
    times, percent = found.one(Tag.MULTIPLE) or found.one(Tag.FRACTION), found.one(Tag.PERCENT)
    if percent is not None:
        more = {"gt": 1, "gte": 1, "lt": -1, "lte": -1}.get(str(found.one(Tag.OVER)), 0) * percent.value
        is_part = percent.value >= 1 or _is_part_of(found, more)
        times = plain(percent.value) if is_part else plain(1 + more) if more else None
    if found.one(Tag.RISE) == -1 or (found.one(Tag.PLACE) and op == "gte" and found.one(Tag.PLACE) != "gt"):
        return None
    if op not in ("gt", "gte", "lt", "lte") or times is None:
        return None
    relative = indicator_value("relative_volume", [dict(value.params)["period"]], context, None, value.timeframe)
    return related(replace(relative, assumed=value.assumed), op, number(times), context) if relative else None


def _is_part_of(found: Found, more: float) -> bool:
    """低于均量的六成 is six tenths of it; 低于均量40% and `below it by 40%` are so much less."""
    [*_, average] = [token for token in found.tokens if token.kind is Tag.VALUE]
    percent = next(token for token in found.tokens if token.kind is Tag.PERCENT)
    written = percent.start > average.end and percent.glued
    return percent.start > average.start and (written or (more < 0 and percent.value.value >= _MOST_BELOW))


def _relative_volume_or_more(found: Found, context: SentenceContext) -> Meant | None:
    """`3x the 20-day average or more`."""
    return _relative_volume(found, context) if found.one(Tag.OVER) in ("gte", "lte") else None


def _move(found: Found, context: SentenceContext) -> Meant | None:
    """A fall of 5% in three days is a rate of change over three bars."""
    sign, percent = found.one(Tag.RISE), found.one(Tag.PERCENT)
    duration: Duration | None = found.one(Tag.DURATION)
    bars = context.bars_of(duration) if duration is not None else None
    if found.has(Tag.VALUE) and found.one(Tag.VALUE) != price("close"):
        return None
    if bars is None or not isinstance(percent, Percent) or (percent.sign and percent.sign != sign):
        return None
    rate = indicator_value("roc", [bars], context)
    if rate is None:
        return None
    before = [token for token in found.tokens[:-1] if token.kind is Tag.OVER]
    op = before[0].value if before and found.tokens[found.tokens.index(before[0]) + 1].kind is Tag.PERCENT else None
    if op in ("lt", "lte") or found.has(Tag.AT_MOST):
        return None
    if found.one(Tag.PLACE) == "lt":
        return None
    strict = op == "gt"
    word = {(1, True): "gt", (1, False): "gte", (-1, True): "lt", (-1, False): "lte"}[(sign, strict)]
    return related(rate, word, number(plain(100 * sign * percent.value)), context)


def _streak(found: Found, context: SentenceContext) -> Meant | None:
    """Three down days in a row."""
    if context.timeframe != "1d" and found.has(Tag.DURATION) and found.one(Tag.DURATION).unit == "day":
        return None
    duration: Duration | None = found.one(Tag.DURATION)
    count = duration.count if duration is not None else found.one(Tag.NUMBER)
    trend = found.one(Tag.TREND)
    sign = found.one(Tag.RISE) or {"up": 1, "down": -1}.get(trend, 0)
    value = indicator_value("streak", [], context)
    if value is None or not count or not sign or (duration is not None and context.bars_of(duration) != count):
        return None
    if found.has(Tag.VALUE) and found.one(Tag.VALUE) != price("close"):
        return None
    if not found.has(Tag.STREAK) and found.has(Tag.DURATION):
        return None
    return related(value, "gte" if sign > 0 else "lte", number(sign * count), context)


def _candles(found: Found, context: SentenceContext) -> Meant | None:
    """三根阴线: each of the last candles closed below its open."""
    duration: Duration | None = found.one(Tag.DURATION)
    count = context.bars_of(duration) if duration is not None else int(found.one(Tag.NUMBER))
    if count is None or not 1 < count <= _MOST_CANDLES:
        return None
    op = found.one(Tag.CANDLE)
    return joined("all", [compared(price("close", lag), op, price("open", lag)) for lag in range(count)])


def _aligned(found: Found, context: SentenceContext) -> Meant | None:
    op = found.one(Tag.ARRAY)
    values = [value for value in found.all(Tag.VALUE) if isinstance(value, Value)]
    assumptions = () if values else (assumed("aligned_averages", lengths=", ".join(map(str, _ALIGNED))),)
    if not values and found.before is not None and found.before.kind is Tag.VALUE:
        return None  # averages with lengths of their own stand before it
    if not values:
        made = [indicator_value("sma", [length], context) for length in _ALIGNED]
        values = [value for value in made if value is not None]
    if len(values) < 2 or any(value.indicator not in AVERAGES for value in values):
        return None
    parts = [related(one, op, other, context) for one, other in pairwise(values)]
    meant = joined("all", [part for part in parts if part is not None])
    return replace(meant, assumed=(*meant.assumed, *assumptions))


def _candle(found: Found, context: SentenceContext) -> Meant | None:
    value, outlook = found.one(Tag.VALUE), found.one(Tag.OUTLOOK)
    if not isinstance(value, Value) or not value.indicator.startswith("candle_"):
        return None
    name = next(iter(value.factors))
    if outlook is None:
        return Meant({"ref": name}, value.factors, left=value)
    return compared(value, "gt" if outlook > 0 else "lt", number(0))


def _cloud(found: Found, context: SentenceContext) -> Meant | None:
    op = found.one(Tag.OVER) or found.one(Tag.PLACE)
    if found.all(Tag.OUTPUT)[-1] != "cloud" or op not in ("gt", "lt"):
        return None
    spans = [indicator_value("ichimoku", [], context, span) for span in ("span_a", "span_b")]
    parts = [related(price("close"), op, span, context) for span in spans if span is not None]
    return joined("all", [part for part in parts if part is not None])


def _subject_rises(found: Found, context: SentenceContext) -> Meant | None:
    """`Positive and increasing` is said of one thing."""
    before, value = found.before, context.subject
    heads = before is not None and before.kind in (Tag.AND, Tag.COMMA, Tag.WHEN, Tag.PLACE, Tag.NUMBER)
    ends = found.after is None or found.follows("COMMA | BREAK | AND | ACTION")
    if not heads or not ends or value is None or value.extreme:
        return None
    op = "gt" if found.one(Tag.TREND) == "up" else "lt"
    return compared(value, op, value.with_lag(1), assumed("slope", bars=1))


def _gap(found: Found, context: SentenceContext) -> Meant | None:
    """A gap up of 2%."""
    value, percent = found.one(Tag.VALUE), found.one(Tag.PERCENT)
    sign = found.one(Tag.RISE) or {"up": 1, "down": -1}.get(found.one(Tag.TREND), 0)
    if not isinstance(value, Value) or value.indicator != "gap_percent" or not sign or percent is None:
        return None
    if found.one(Tag.PLACE) == "lt" or found.one(Tag.OVER) in ("lt", "lte"):
        return None
    op = "gt" if sign > 0 else "lt"
    return related(value, op, number(plain(100 * sign * percent.value)), context)


def _opened_away(found: Found, context: SentenceContext) -> Meant | None:
    """高开3%以上, `gaps up`: the open against the close before it."""
    sign, percent = found.one(Tag.GAP), found.one(Tag.PERCENT)
    value = indicator_value("gap_percent", [], context)
    if value is None or found.one(Tag.PLACE) == "lt" or found.one(Tag.OVER) in ("lt", "lte") or found.has(Tag.AT_MOST):
        return None
    waits = found.before is not None and found.before.kind is Tag.DURATION  # 第二天高开 is of a later day
    if waits or (percent is not None and percent.sign and percent.sign != sign):
        return None
    level = plain(100 * sign * percent.value) if percent is not None else 0
    least = found.has(Tag.AT_LEAST) or "gte" in found.all(Tag.OVER) or found.one(Tag.PLACE) == "gt"
    op = {(1, True): "gte", (1, False): "gt", (-1, True): "lte", (-1, False): "lt"}[(sign, least)]
    return related(value, op, number(level), context)


MOVES: tuple[WordRule[SentenceContext], ...] = (
    WordRule("(VALUE | VOLUME) NOT? (TREND | WAY) (?!CROSS)", Tag.CONDITION, _rising),
    WordRule("TREND (VALUE | VOLUME)", Tag.CONDITION, _rising),
    WordRule("VOLUME? SURGE (OVER | AT_LEAST | TO)? VALUE? MULTIPLE?", Tag.CONDITION, _surge),
    WordRule("MULTIPLE VOLUME (?=COMMA | BREAK | AND | ACTION | $)", Tag.CONDITION, _times_volume),
    WordRule("VOLUME? SURGE (OVER | AT_LEAST | TO)? MULTIPLE PLACE? OPEN AND? VALUE CLOSE", Tag.CONDITION, _surge),
    WordRule("VOLUME? SURGE (OVER | AT_LEAST | TO)? MULTIPLE PLACE", Tag.CONDITION, _surge),
    WordRule("VOLUME? SURGE OPEN (NUMBER | DURATION) CLOSE", Tag.CONDITION, _surge_over),
    WordRule("VOLUME (OVER | AT_LEAST)? MULTIPLE VALUE? OPEN VALUE CLOSE", Tag.CONDITION, _relative_volume),
    WordRule(
        "VOLUME? (SURGE | RISE | GO | TOUCH)? (OVER | AT_LEAST | TOUCH)?"
        " ((MULTIPLE | FRACTION) PLACE? VALUE | VALUE (MULTIPLE | FRACTION) | VALUE PERCENT | PERCENT OVER? VALUE)"
        " PLACE? SURGE?",
        Tag.CONDITION,
        _relative_volume,
    ),
    WordRule("VOLUME? TOUCH? (MULTIPLE VALUE | VALUE MULTIPLE) OVER", Tag.CONDITION, _relative_volume_or_more),
    WordRule("VOLUME (OVER | AT_LEAST) PERCENT VALUE", Tag.CONDITION, _relative_volume),
    WordRule("VOLUME (MULTIPLE | AT_LEAST MULTIPLE) OVER? VALUE", Tag.CONDITION, _relative_volume),
    WordRule("VALUE? RISE (OVER | AT_LEAST)? PERCENT WITHIN? PAST? DURATION WITHIN?", Tag.CONDITION, _move),
    WordRule(
        "VALUE? PAST? DURATION WITHIN? VALUE? RISE (OVER | AT_LEAST | TOUCH)? PERCENT (PLACE | OVER)?",
        Tag.CONDITION,
        _move,
    ),
    WordRule("VALUE? RISE (OVER | AT_LEAST)? PERCENT (OVER | WITHIN | PAST){1,3} DURATION", Tag.CONDITION, _move),
    WordRule("(WITHIN | PAST){0,2} DURATION WITHIN? VALUE? RISE (OVER | AT_LEAST)? PERCENT", Tag.CONDITION, _move),
    WordRule("VALUE? STREAK (DURATION | NUMBER) VALUE? (RISE | TREND)", Tag.CONDITION, _streak),
    WordRule("VALUE? STREAK RISE DURATION", Tag.CONDITION, _streak),
    WordRule("VALUE? NUMBER (STREAK RISE | RISE STREAK)", Tag.CONDITION, _streak),
    WordRule("DURATION STREAK VALUE? (RISE | TREND)", Tag.CONDITION, _streak),
    WordRule(
        "VALUE? (RISE | TREND) (DURATION STREAK | NUMBER STREAK TIME_UNIT | STREAK DURATION)", Tag.CONDITION, _streak
    ),
    WordRule("NUMBER STREAK? (RISE | TREND) TIME_UNIT STREAK?", Tag.CONDITION, _streak),
    WordRule("STREAK? (NUMBER | DURATION) CANDLE STREAK?", Tag.CONDITION, _candles),
    WordRule("(VALUE LISTING? SLASH?){2,5} ARRAY", Tag.CONDITION, _aligned),
    WordRule("INDICATOR? ARRAY (?!OPEN)", Tag.CONDITION, _aligned),
    WordRule("OUTLOOK? APPEARS? OUTLOOK? VALUE LINE? APPEARS?", Tag.CONDITION, _candle),
    WordRule("VALUE? (OVER | CROSS) INDICATOR? OUTPUT LINE?", Tag.CONDITION, _cloud),
    WordRule("VALUE? INDICATOR? OUTPUT PLACE", Tag.CONDITION, _cloud),
    WordRule("VALUE (RISE | TREND) (OVER | AT_LEAST)? PERCENT PLACE?", Tag.CONDITION, _gap),
    WordRule("VALUE? GAP (OVER | AT_LEAST | AT_MOST)? PERCENT (PLACE | OVER)?", Tag.CONDITION, _opened_away),
    WordRule("PERCENT GAP", Tag.CONDITION, _opened_away),
    WordRule("VALUE? GAP (?!UNKNOWN)", Tag.CONDITION, _opened_away),
    WordRule("TREND", Tag.CONDITION, _subject_rises),
)
