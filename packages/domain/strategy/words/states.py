"""Conditions that one word says: crosses by name, oversold, rising, touching a band, a surge of volume, a candle."""

from dataclasses import replace

from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.words.comparisons import operand, related
from packages.domain.strategy.words.context import SentenceContext
from packages.domain.strategy.words.meanings import Meant, Value, assumed, compared, joined, negated, number, price
from packages.domain.strategy.words.patterns import Found, WordRule
from packages.domain.strategy.words.quantities import Duration, Percent, plain
from packages.domain.strategy.words.tokens import Kind
from packages.domain.strategy.words.values import AVERAGES, BANDS, indicator_value

LEVELS = {
    "rsi": (30, 70), "kdj": (20, 80), "stochastic": (20, 80), "stochastic_rsi": (20, 80), "williams_r": (-80, -20),
    "cci": (-100, 100), "mfi": (20, 80), "connors_rsi": (10, 90), "cmo": (-50, 50),
}  # fmt: skip
# The two lines whose crossing an indicator is known for.
PAIRS = {
    "macd": ("macd", "signal"), "kdj": ("k", "d"), "stochastic": ("k", "d"), "stochastic_rsi": ("k", "d"),
    "trix": ("value", "signal"), "tsi": ("value", "signal"), "ppo": ("value", "signal"), "dma": ("dma", "ama"),
    "kst": ("value", "signal"), "klinger": ("value", "signal"), "vortex": ("plus", "minus"), "mama": ("mama", "fama"),
}  # fmt: skip
_LONE_AVERAGES = (5, 20)
_GOLDEN_CROSS = (50, 200)
_ALIGNED = (5, 10, 20)


def line(value: Value, output: str) -> Value:
    """Another line of the same indicator."""
    return replace(value, json={"ref": f"{next(iter(value.factors))}.{output}"}, output=output)


def _cross_by_name(found: Found, context: SentenceContext) -> Meant | None:
    op, values = _crossing(found), [value for value in found.all(Kind.VALUE) if isinstance(value, Value)]
    if op is None:
        return None
    if len(values) == 2:
        return _by_side(_two_lines(values, op, context), found)
    if len(values) == 1:
        value = values[0]
        if value.indicator in PAIRS and value.output in (PAIRS[value.indicator][0], "k", "macd"):
            first, second = PAIRS[value.indicator]
            return _by_side(related(line(value, first), op, line(value, second), context), found)
    return None


def _crossing(found: Found) -> str | None:
    """A cross without a name is the one that opens a trade of its side."""
    said = found.one(Kind.GOLDEN) or found.one(Kind.CROSS)
    if said == "cross" and (found.after is None or found.follows("COMMA | BREAK | ACTION | AND | OR | DIRECTIVE")):
        return "cross_above"
    return said if found.has(Kind.GOLDEN) else None


def _by_side(meant: Meant | None, found: Found) -> Meant | None:
    return replace(meant, is_neutral=True, closes=True) if meant is not None and not found.has(Kind.GOLDEN) else meant


def _two_lines(values: list[Value], op: str, context: SentenceContext) -> Meant | None:
    """Of two averages the shorter one crosses, in whichever order they are named."""
    lengths = [dict(value.params).get("period", 0) for value in values]
    if values[0].indicator in AVERAGES and values[1].indicator in AVERAGES and lengths[0] > lengths[1]:
        values = values[::-1]
    if values[0] == values[1]:
        return None
    return related(values[0], op, values[1], context)


def _kind_crosses(found: Found, context: SentenceContext) -> Meant | None:
    """KDJ金叉, 均线金叉, a golden cross of 5 and 20 days."""
    kind, op = str(found.one(Kind.INDICATOR)), _crossing(found)
    if op is None:
        return None
    if kind in PAIRS:
        first, second = PAIRS[kind]
        fast, slow = indicator_value(kind, [], context, first), indicator_value(kind, [], context, second)
        meant = related(fast, op, slow, context) if fast is not None and slow is not None else None
        return _by_side(meant, found)
    if kind not in AVERAGES:
        return None
    durations: list[Duration] = found.all(Kind.DURATION)
    numbers = [float(value) for value in found.all(Kind.NUMBER)]
    bars = None
    if durations:
        periods = [context.period_of(duration) for duration in durations]
        if None in periods or len({period[1] for period in periods if period}) > 1:
            return None
        numbers, bars = [*numbers, *(float(period[0]) for period in periods if period)], periods[0] and periods[0][1]
    if len(numbers) not in (0, 2):
        return None
    if not numbers and len(context.averages) == 2:
        return _by_side(_two_lines(list(context.averages), op, context), found)
    told = () if numbers else (assumed("average_lengths", fast=_LONE_AVERAGES[0], slow=_LONE_AVERAGES[1]),)
    values = [indicator_value(kind, [length], context, None, bars or None) for length in numbers or _LONE_AVERAGES]
    meant = _two_lines([value for value in values if value is not None], op, context)
    return _by_side(replace(meant, assumed=(*meant.assumed, *told)) if meant is not None else None, found)


def _bare_cross(found: Found, context: SentenceContext) -> Meant | None:
    """The lines that crossed before; without them, what the words mean by themselves: 50 and 200 days."""
    op, last = found.one(Kind.GOLDEN), context.crossing
    if last is not None and last.left is not None and last.right is not None:
        return related(last.left, op, last.right, context)
    if context.subject is not None and context.subject.indicator in PAIRS:
        first, second = PAIRS[context.subject.indicator]
        return related(line(context.subject, first), op, line(context.subject, second), context)
    if len(context.averages) == 2:
        return _two_lines(list(context.averages), op, context)
    kind = next((each for each in reversed([*context.named, *context.settings]) if each in PAIRS), None)
    if kind is not None:
        first, second = PAIRS[kind]
        lines = [indicator_value(kind, [], context, first), indicator_value(kind, [], context, second)]
        return related(lines[0], op, lines[1], context) if lines[0] is not None and lines[1] is not None else None
    fast, slow = (indicator_value("sma", [length], context) for length in _GOLDEN_CROSS)
    if fast is None or slow is None:
        return None
    meant = related(fast, op, slow, context)
    told = assumed("average_lengths", fast=_GOLDEN_CROSS[0], slow=_GOLDEN_CROSS[1])
    return replace(meant, assumed=(*meant.assumed, told)) if meant is not None else None


def _state(found: Found, context: SentenceContext) -> Meant | None:
    """Oversold and overbought, at the customary level of the oscillator or at one that is named."""
    state = found.one(Kind.STATE)
    value = found.one(Kind.VALUE) if found.has(Kind.VALUE) else context.subject
    if found.has(Kind.INDICATOR):
        value = indicator_value(str(found.one(Kind.INDICATOR)), [], context, "k")
    if value is None or value.indicator not in LEVELS:
        return None
    low, high = LEVELS[value.indicator]
    given = found.one(Kind.NUMBER)
    level = given if given is not None else (low if state == "low" else high)
    told = () if given is not None else (assumed("level", indicator=value.indicator, level=level),)
    meant = related(value, "lt" if state == "low" else "gt", number(level), context)
    meant = replace(meant, assumed=(*meant.assumed, *told)) if meant is not None else None
    return negated(meant) if meant is not None and found.has(Kind.NOT) else meant


def _rising(found: Found, context: SentenceContext) -> Meant | None:
    """Above what it was a bar before, or so many bars before."""
    value = price("volume") if found.has(Kind.VOLUME) else found.one(Kind.VALUE)
    if not isinstance(value, Value) or value.scale == "number" or value.extreme:
        return None
    is_up = found.one(Kind.TREND) == "up" or found.one(Kind.WAY) == "cross_above"
    op = "gt" if is_up else "lt"
    meant = compared(value, op, value.with_lag(1), assumed("slope", bars=1))
    context.subject = value
    return negated(meant) if found.has(Kind.NOT) else meant


def _sign(found: Found, context: SentenceContext) -> Meant | None:
    value = found.one(Kind.VALUE)
    if found.has(Kind.OUTPUT):
        value = None
    if not isinstance(value, Value) or value.scale != "level":
        return None
    op = found.one(Kind.TURN) or found.one(Kind.POSITIVE)
    meant = related(value, op, number(0), context)
    return negated(meant) if meant is not None and found.has(Kind.NOT) else meant


def _touch(found: Found, context: SentenceContext) -> Meant | None:
    """Reaching a lower line comes from above, reaching an upper one from below; of other lines nobody said."""
    values = [value for value in found.all(Kind.VALUE) if isinstance(value, Value)]
    right = values[-1]
    left = values[0] if len(values) == 2 else price("close")
    context.touches = context.touches or found.has(Kind.TOUCH)
    if len(values) == 1 and context.touches and right.indicator in BANDS and right.output in ("lower", "upper"):
        left = price("low" if right.output == "lower" else "high")
    if left.json != {"ref": "close"} and left.json not in ({"ref": "low"}, {"ref": "high"}):
        return None
    side = right.extreme or {"lower": "low", "upper": "high"}.get(right.output, "")
    if right.extreme:
        return related(left, "gt" if side == "high" else "lt", right, context)
    if right.indicator in BANDS and side:
        return related(left, "gte" if side == "high" else "lte", right, context)
    if right.indicator in BANDS and right.output == "middle":
        return replace(related(left, "gte", right, context) or compared(left, "gte", right), turns=True)
    return None


def _break_of(found: Found, context: SentenceContext) -> Meant | None:
    """`A breakout over the 50-day high`."""
    value, which = found.one(Kind.VALUE), found.one(Kind.BREAKOUT)
    fits = (
        isinstance(value, Value)
        and value.extreme == which
        and found.one(Kind.OVER) in (None, "gt" if which == "high" else "lt")
    )
    return related(price("close"), "gt" if which == "high" else "lt", value, context) if fits else None


def _touch_level(found: Found, context: SentenceContext) -> Meant | None:
    """`RSI reaches 70`: from below where the level is high, from above where it is low."""
    value = found.one(Kind.VALUE) if found.has(Kind.VALUE) else context.subject
    level = operand(found.tokens[-1], value)
    if value is None or level is None or value.indicator not in LEVELS or not isinstance(level.json, int | float):
        return None
    low, high = LEVELS[value.indicator]
    way = found.one(Kind.TOUCH)
    op = "gte" if way == "up" or (way is None and level.json > (low + high) / 2) else "lte"
    return related(value, op, level, context) if way or level.json != (low + high) / 2 else None


def _back(found: Found, context: SentenceContext) -> Meant | None:
    """Back at the middle band or at an average; the side of the trade says from where."""
    values = [value for value in found.all(Kind.VALUE) if isinstance(value, Value)]
    right, left = values[-1], price("close")
    if right.scale != "price" or right.extreme or (len(values) == 2 and values[0].json != {"ref": "close"}):
        return None
    side = {"lower": "lte", "upper": "gte"}.get(right.output, "") if right.indicator in BANDS else ""
    meant = related(left, side or "gte", right, context)
    return replace(meant, turns=not side) if meant is not None else None


def _lone_band(found: Found, context: SentenceContext) -> Meant | None:
    """`Buy at the lower band`: the band alone is the touch of it, where an action or the end stands beside it."""
    value = next((each for each in found.all(Kind.VALUE)[::-1]), None)
    beside = found.follows("ACTION | COMMA | BREAK | AND | OR | DIRECTIVE | WITHIN") or found.after is None
    if not beside or not isinstance(value, Value):
        return None
    acts = found.follows("ACTION") or (
        found.before is not None and found.before.kind in (Kind.ACTION, Kind.OR, Kind.WHEN)
    )
    is_new = value.extreme and (len(found.all(Kind.VALUE)) == 2 or found.has(Kind.NEW) or found.has(Kind.TOUCH) or acts)
    if not (value.indicator in BANDS or is_new):
        return None
    meant = _touch(found, context)
    return replace(meant, is_bare=True) if meant is not None else None


def _surge(found: Found, context: SentenceContext) -> Meant | None:
    """放量1.5倍; without a number the volume is above its average."""
    op, times = found.one(Kind.SURGE), found.one(Kind.MULTIPLE)
    average = next((value for value in found.all(Kind.VALUE) if isinstance(value, Value)), None)
    if average is not None and average.indicator != "volume_average":
        return None
    period = dict(average.params)["period"] if average is not None else 20
    told = average.assumed if average is not None else (assumed("volume_average", period=period),)
    if times is not None:
        value = indicator_value("relative_volume", [period], context)
        meant = related(replace(value, assumed=()), op, number(times), context) if value is not None else None
    else:
        slow = indicator_value("volume_average", [period], context)
        meant = related(price("volume"), op, slow, context) if slow is not None else None
    return replace(meant, assumed=(*meant.assumed, *told)) if meant is not None else None


def volume_filter() -> Meant:
    """The volume above its average of twenty bars, for who asks for a volume filter and says no more."""
    average = indicator_value("volume_average", [20.0], SentenceContext())
    assert average is not None
    return compared(price("volume"), "gt", average, assumed("volume_average", period=20))


def _relative_volume(found: Found, context: SentenceContext) -> Meant | None:
    """Volume above 1.5 times its average."""
    value = next((each for each in found.all(Kind.VALUE) if isinstance(each, Value)), None)
    if value is None or value.indicator != "volume_average":
        return None
    op = found.one(Kind.OVER) or "gte"
    times, percent = found.one(Kind.MULTIPLE), found.one(Kind.PERCENT)
    if percent is not None:
        times = plain(percent.value) if percent.value >= 1 else None
    if op not in ("gt", "gte", "lt", "lte") or times is None:
        return None
    relative = indicator_value("relative_volume", [dict(value.params)["period"]], context, None, value.timeframe)
    return related(replace(relative, assumed=value.assumed), op, number(times), context) if relative else None


def _move(found: Found, context: SentenceContext) -> Meant | None:
    """A fall of 5% in three days is a rate of change over three bars."""
    sign, percent = found.one(Kind.RISE), found.one(Kind.PERCENT)
    duration: Duration | None = found.one(Kind.DURATION)
    bars = context.bars_of(duration) if duration is not None else None
    if found.has(Kind.VALUE) and found.one(Kind.VALUE) != price("close"):
        return None
    if bars is None or not isinstance(percent, Percent) or (percent.sign and percent.sign != sign):
        return None
    rate = indicator_value("roc", [bars], context)
    if rate is None:
        return None
    op = found.one(Kind.OVER)
    if op in ("lt", "lte") or found.has(Kind.AT_MOST):
        return None
    if found.one(Kind.PLACE) == "lt":
        return None
    strict = op == "gt"
    word = {(1, True): "gt", (1, False): "gte", (-1, True): "lt", (-1, False): "lte"}[(sign, strict)]
    return related(rate, word, number(plain(100 * sign * percent.value)), context)


def _streak(found: Found, context: SentenceContext) -> Meant | None:
    """Three down days in a row."""
    if context.timeframe != "1d" and found.has(Kind.DURATION) and found.one(Kind.DURATION).unit == "day":
        return None
    duration: Duration | None = found.one(Kind.DURATION)
    count = duration.count if duration is not None else found.one(Kind.NUMBER)
    trend = found.one(Kind.TREND)
    sign = found.one(Kind.RISE) or {"up": 1, "down": -1}.get(trend, 0)
    value = indicator_value("streak", [], context)
    if value is None or not count or not sign or (duration is not None and context.bars_of(duration) != count):
        return None
    if found.has(Kind.VALUE) and found.one(Kind.VALUE) != price("close"):
        return None
    return related(value, "gte" if sign > 0 else "lte", number(sign * count), context)


def _aligned(found: Found, context: SentenceContext) -> Meant | None:
    op = found.one(Kind.ARRAY)
    values = [value for value in found.all(Kind.VALUE) if isinstance(value, Value)]
    told = () if values else (assumed("aligned_averages", lengths=", ".join(map(str, _ALIGNED))),)
    if not values:
        made = [indicator_value("sma", [length], context) for length in _ALIGNED]
        values = [value for value in made if value is not None]
    if len(values) < 2 or any(value.indicator not in AVERAGES for value in values):
        return None
    parts = [related(one, op, other, context) for one, other in zip(values, values[1:], strict=False)]
    meant = joined("all", [part for part in parts if part is not None])
    return replace(meant, assumed=(*meant.assumed, *told))


def _candle(found: Found, context: SentenceContext) -> Meant | None:
    value, outlook = found.one(Kind.VALUE), found.one(Kind.OUTLOOK)
    if not isinstance(value, Value) or not value.indicator.startswith("candle_"):
        return None
    name = next(iter(value.factors))
    if outlook is None:
        return Meant({"ref": name}, value.factors, left=value)
    return compared(value, "gt" if outlook > 0 else "lt", number(0))


def _outlook(found: Found, context: SentenceContext) -> Meant | None:
    """Supertrend and SAR turn when the price crosses them."""
    flips = ("supertrend", "parabolic_sar")
    value = (
        found.one(Kind.VALUE)
        if found.has(Kind.VALUE)
        else next((context.named[kind] for kind in flips if kind in context.named), None)
    )
    if not isinstance(value, Value) or value.indicator not in flips:
        return None
    return related(price("close"), "cross_above" if found.one(Kind.OUTLOOK) > 0 else "cross_below", value, context)


def _cloud(found: Found, context: SentenceContext) -> Meant | None:
    op = found.one(Kind.OVER) or found.one(Kind.PLACE)
    if found.one(Kind.OUTPUT) != "cloud" or op not in ("gt", "lt"):
        return None
    spans = [indicator_value("ichimoku", [], context, span) for span in ("span_a", "span_b")]
    parts = [related(price("close"), op, span, context) for span in spans if span is not None]
    return joined("all", [part for part in parts if part is not None])


def _subject_rises(found: Found, context: SentenceContext) -> Meant | None:
    """`Positive and increasing` is said of one thing."""
    before, value = found.before, context.subject
    if before is None or before.kind is not Kind.AND or value is None or value.extreme:
        return None
    op = "gt" if found.one(Kind.TREND) == "up" else "lt"
    return compared(value, op, value.with_lag(1), assumed("slope", bars=1))


def _gap(found: Found, context: SentenceContext) -> Meant | None:
    """A gap up of 2%."""
    value, percent = found.one(Kind.VALUE), found.one(Kind.PERCENT)
    sign = found.one(Kind.RISE) or {"up": 1, "down": -1}.get(found.one(Kind.TREND), 0)
    if not isinstance(value, Value) or value.indicator != "gap_percent" or not sign or percent is None:
        return None
    if found.one(Kind.PLACE) == "lt" or found.one(Kind.OVER) in ("lt", "lte"):
        return None
    op = "gt" if sign > 0 else "lt"
    return related(value, op, number(plain(100 * sign * percent.value)), context)


assert set(LEVELS) | set(PAIRS) <= set(CATALOGUE)
_JOIN = "(AND | SLASH | LISTING | OVER | TO)"
STATES: tuple[WordRule[SentenceContext], ...] = (
    WordRule(f"VALUE {_JOIN}? VALUE (LINE | INDICATOR)? (GOLDEN | CROSS)", Kind.CONDITION, _cross_by_name),
    WordRule(f"GOLDEN VALUE {_JOIN} VALUE", Kind.CONDITION, _cross_by_name),
    WordRule(f"VALUE GOLDEN VALUE", Kind.CONDITION, _cross_by_name),
    WordRule(f"(DURATION {_JOIN}? DURATION | NUMBER (SLASH | AND | LISTING | COMMA) NUMBER) INDICATOR LINE? (GOLDEN | CROSS)", Kind.CONDITION, _kind_crosses),
    WordRule(f"INDICATOR OPEN? NUMBER (SLASH | AND | LISTING | COMMA) NUMBER CLOSE? LINE? (GOLDEN | CROSS)", Kind.CONDITION, _kind_crosses),
    WordRule("VALUE LINE? (GOLDEN | CROSS)", Kind.CONDITION, _cross_by_name),
    WordRule("GOLDEN VALUE", Kind.CONDITION, _cross_by_name),
    WordRule("INDICATOR LINE? (GOLDEN | CROSS)", Kind.CONDITION, _kind_crosses),
    WordRule("GOLDEN", Kind.CONDITION, _bare_cross),
    WordRule("(VALUE | INDICATOR) NOT? STATE (OPEN? OVER? NUMBER PLACE? CLOSE?)?", Kind.CONDITION, _state),
    WordRule("NOT? STATE (OPEN OVER? NUMBER PLACE? CLOSE)?", Kind.CONDITION, _state),
    WordRule("STATE (VALUE | INDICATOR)", Kind.CONDITION, _state),
    WordRule("(VALUE | VOLUME) NOT? (TREND | WAY) (?!CROSS)", Kind.CONDITION, _rising),
    WordRule("TREND (VALUE | VOLUME)", Kind.CONDITION, _rising),
    WordRule("VALUE NOT? (TURN | POSITIVE)", Kind.CONDITION, _sign),
    WordRule("POSITIVE VALUE", Kind.CONDITION, _sign),
    WordRule("BREAKOUT OVER? VALUE", Kind.CONDITION, _break_of),
    WordRule("VALUE? TOUCH VALUE (?!PLACE)", Kind.CONDITION, _touch),
    WordRule("VALUE? TOUCH (NUMBER | PERCENT)", Kind.CONDITION, _touch_level),
    WordRule("VALUE? RETURN VALUE", Kind.CONDITION, _back),
    WordRule("VOLUME? SURGE (OVER | AT_LEAST | TO)? VALUE? MULTIPLE?", Kind.CONDITION, _surge),
    WordRule("VOLUME (OVER | AT_LEAST) MULTIPLE VALUE", Kind.CONDITION, _relative_volume),
    WordRule("VOLUME (OVER | AT_LEAST) VALUE (MULTIPLE | PERCENT)", Kind.CONDITION, _relative_volume),
    WordRule("VOLUME (OVER | AT_LEAST) PERCENT VALUE", Kind.CONDITION, _relative_volume),
    WordRule("VOLUME (MULTIPLE | AT_LEAST MULTIPLE) OVER? VALUE", Kind.CONDITION, _relative_volume),
    WordRule("VALUE? RISE (OVER | AT_LEAST)? PERCENT WITHIN? PAST? DURATION WITHIN?", Kind.CONDITION, _move),
    WordRule("VALUE? PAST? DURATION WITHIN? VALUE? RISE (OVER | AT_LEAST)? PERCENT PLACE?", Kind.CONDITION, _move),
    WordRule("STREAK (DURATION | NUMBER) (RISE | TREND)", Kind.CONDITION, _streak),
    WordRule("STREAK RISE DURATION", Kind.CONDITION, _streak),
    WordRule("VALUE? (RISE | TREND) (DURATION STREAK | NUMBER STREAK TIME_UNIT | STREAK DURATION)", Kind.CONDITION, _streak),
    WordRule("NUMBER STREAK? (RISE | TREND) TIME_UNIT STREAK?", Kind.CONDITION, _streak),
    WordRule("(VALUE LISTING? SLASH?){2,5} ARRAY", Kind.CONDITION, _aligned),
    WordRule("INDICATOR? ARRAY", Kind.CONDITION, _aligned),
    WordRule("OUTLOOK? APPEARS? OUTLOOK? VALUE LINE? APPEARS?", Kind.CONDITION, _candle),
    WordRule("(VALUE | PRONOUN)? OUTLOOK", Kind.CONDITION, _outlook),
    WordRule("VALUE? OVER INDICATOR? OUTPUT", Kind.CONDITION, _cloud),
    WordRule("VALUE? INDICATOR? OUTPUT PLACE", Kind.CONDITION, _cloud),
    WordRule("VALUE (RISE | TREND) (OVER | AT_LEAST)? PERCENT PLACE?", Kind.CONDITION, _gap),
    WordRule("TREND", Kind.CONDITION, _subject_rises),
)  # fmt: skip


def _lone_level(found: Found, context: SentenceContext) -> Meant | None:
    """`Cover at 50`: a number right after a way out is a level of the oscillator that the rules are about."""
    before, subject = found.before, context.subject
    is_out = (
        before is not None and before.kind is Kind.ACTION and before.value in ("sell", "exit", "cover", "close_long")
    )
    ends = found.after is None or found.follows("COMMA | BREAK | OR | AND")
    if not is_out or not ends or subject is None or subject.indicator not in LEVELS:
        return None
    meant = related(subject, "gte", number(found.one(Kind.NUMBER)), context)
    return replace(meant, turns=True) if meant is not None else None


def _lone_value(found: Found, context: SentenceContext) -> str | None:
    """`With RSI(2), below 10 buy`: what the rules that follow are about."""
    value, before = found.one(Kind.VALUE), found.before
    stands = before is None or before.kind in (Kind.COMMA, Kind.BREAK, Kind.DIRECTIVE)
    if not stands or not found.follows("COMMA | COLON") or not isinstance(value, Value) or not value.indicator:
        return None
    context.subject = value
    return value.indicator


def _lone_indicator(found: Found, context: SentenceContext) -> str | None:
    """均线策略：, as a heading."""
    before = found.before
    stands = before is None or before.kind in (Kind.COMMA, Kind.BREAK, Kind.DIRECTIVE)
    return str(found.one(Kind.INDICATOR)) if stands and found.follows("COLON") else None


LONE: tuple[WordRule[SentenceContext], ...] = (
    WordRule("VALUE? (NEW | TOUCH)? VALUE", Kind.CONDITION, _lone_band),
    WordRule("NUMBER", Kind.CONDITION, _lone_level),
    WordRule("VALUE", Kind.TOPIC, _lone_value),
    WordRule("INDICATOR", Kind.TOPIC, _lone_indicator),
)
