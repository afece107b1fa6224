"""Prices, volumes and indicators as they are named in a sentence."""

from dataclasses import replace
from typing import Any

from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.words.context import SentenceContext
from packages.domain.strategy.words.meanings import Assumed, Meant, Value, assumed, compared, number, price
from packages.domain.strategy.words.patterns import Found, WordRule
from packages.domain.strategy.words.quantities import Duration, plain
from packages.domain.strategy.words.timeframes import Bars
from packages.domain.strategy.words.tokens import Kind

AVERAGES = frozenset(
    "sma ema wma rma dema tema trima t3 hull_ma zlema alma sine_wma vwma lsma kama vidya frama evwma".split()
)
BANDS = frozenset("bollinger keltner donchian ma_envelope acceleration_bands regression_channel".split())
_AT_PRICES = (
    AVERAGES
    | BANDS
    | frozenset(
        "highest lowest parabolic_sar supertrend vwap ichimoku mama hilbert_trendline forecast midpoint midprice price"
        " typical_price weighted_close chandelier_exit pivot_points quantile heikin_ashi".split()
    )
)
# The line that an indicator with several is when none is named.
_MAIN = {
    "macd": "macd", "stochastic": "k", "stochastic_rsi": "k", "supertrend": "value", "ppo": "value", "trix": "value",
    "tsi": "value", "vwap": "vwap", "fisher": "fisher", "wave_trend": "wave", "klinger": "value", "dma": "dma",
    "pvo": "value", "kst": "value", "stochastic_momentum": "smi", "relative_vigor": "rvi", "mama": "mama",
}  # fmt: skip
_LINES = {"line": ("macd", "value", "dma"), "signal": ("signal", "ama", "d", "fama", "trigger")}


def indicator_value(
    kind: str, numbers: list[float], context: SentenceContext, output: str | None = None, bars: str | None = None
) -> Value | None:
    """The value of an indicator with settings in the order of the catalogue; None where it does not take them."""
    indicator = CATALOGUE[kind]
    if numbers:
        context.settings[kind] = numbers
    elif kind not in AVERAGES and bars is None:
        numbers = context.settings.get(kind, [])
    settings = _settings(kind, numbers)
    line = _output(kind, output)
    if settings is None or line is None:
        return None
    whole = {each.name: each.default for each in indicator.parameters if each.kind == "int"}
    params: dict[str, Any] = {**whole, **settings}
    named = _name(kind, [value for key, value in params.items() if key != "source"], bars)
    factor: Document = {"type": kind, "params": params}
    if bars is not None:
        factor["timeframe"] = bars
    told: tuple[Assumed, ...] = ()
    if whole and not settings:
        told = (assumed("settings", indicator=kind, settings=", ".join(str(value) for value in whole.values())),)
    ref = named if len(indicator.outputs) == 1 else f"{named}.{line}"
    # The own high of a bar is in the channel, so only the channel before it can be broken.
    lag = {"lag": 1} if kind == "donchian" and line in ("upper", "lower") else {}
    return Value(
        {"ref": ref, **lag},
        "price" if kind in _AT_PRICES and line not in ("bandwidth", "percent_b", "direction") else "level",
        {named: factor},
        told,
        kind,
        tuple(params.items()),
        line,
        {"upper": "high", "lower": "low"}.get(line, "") if kind == "donchian" else "",
        timeframe=bars,
    )


def _settings(kind: str, numbers: list[float]) -> dict[str, Any] | None:
    slots = [each for each in CATALOGUE[kind].parameters if each.kind in ("int", "float")]
    if kind == "keltner" and len(numbers) == 2:
        slots = [slots[0], slots[2]]
    if len(numbers) > len(slots):
        return None
    found: dict[str, Any] = {}
    for slot, value in zip(slots, numbers, strict=False):
        is_low = slot.minimum is not None and value < slot.minimum
        is_high = slot.maximum is not None and value > slot.maximum
        if is_low or is_high or (slot.kind == "int" and value != int(value)):
            return None
        found[slot.name] = int(value) if slot.kind == "int" else plain(value)
    return found


def _output(kind: str, said: str | None) -> str | None:
    outputs = CATALOGUE[kind].outputs
    if said is None:
        return outputs[0] if len(outputs) == 1 else _MAIN.get(kind)
    wanted = _LINES.get(said, (said,))
    return next((each for each in wanted if each in outputs), None)


def _name(kind: str, numbers: list[Any], bars: str | None) -> str:
    parts = [kind.removeprefix("candle_"), *(str(each).replace(".", "p").replace("-", "m") for each in numbers)]
    return "_".join([*parts, *([f"on_{bars}"] if bars else [])])[:64]


def _indicator(found: Found, context: SentenceContext) -> Value | None:
    kind, _, fixed = str(found.one(Kind.INDICATOR)).partition("@")
    numbers = [float(fixed)] if fixed else _numbers(found)
    bars: Bars | None = found.one(Kind.TIMEFRAME)
    length = bars.length if bars is not None and bars.length != context.timeframe else None
    durations: list[Duration] = found.all(Kind.DURATION)
    if fixed and durations:
        durations = [] if durations[0] == Duration(float(fixed), "day") else durations
    if durations:
        period = context.period_of(durations[0])
        if period is None or numbers or len(durations) > 1 or (length and period[1]):
            return None
        numbers, length = [period[0]], length or period[1]
    if kind in AVERAGES and not numbers:
        same = [value for value in context.averages if value.indicator == kind and not found.has(Kind.TIMEFRAME)]
        return same[-1] if same and all(value == same[0] for value in same) else None
    output = found.one(Kind.OUTPUT)
    if kind == "ichimoku" and output == "cloud":
        return None
    value = indicator_value(kind, numbers, context, output, length)
    return _remembered(value, context)


def _numbers(found: Found) -> list[float]:
    return [float(value) for value in found.all(Kind.NUMBER)]


def _remembered(value: Value | None, context: SentenceContext) -> Value | None:
    if value is None:
        return None
    if value.indicator in BANDS:
        context.bands = value
    if value.indicator in AVERAGES:
        context.averages.append(value)
    context.named[value.indicator] = value
    return value


def _glued(found: Found, context: SentenceContext) -> Value | None:
    """MA20 and RSI14 name a period; RSI30以下 and RSI 30 name a level."""
    kind, token = str(found.one(Kind.INDICATOR)), found.tokens[-1]
    if kind in AVERAGES:
        return None if found.follows("TIME_UNIT") else _indicator(found, context)
    compares = found.follows("OUTPUT? (NOT? (OVER | CROSS | TOUCH | BETWEEN | AT_MOST | AT_LEAST) SIGN? NUMBER)")
    stands = token.glued and found.follows("OUTPUT? (GOLDEN | STATE | TREND | TURN | POSITIVE | OVER | CROSS | OUTPUT)")
    level = found.follows("PLACE") and not found.follows("NUMBER")
    if level or not (compares or stands):
        return None
    return _indicator(found, context)


def _prefixed(found: Found, context: SentenceContext) -> Value | None:
    """20 EMA has a period before it; in `RSI < 30 MACD` the number belongs to what is before."""
    if found.preceded_by(Kind.NUMBER, Kind.SLASH) and found.follows("LINE? (GOLDEN | CROSS)"):
        return None
    if (
        str(found.one(Kind.INDICATOR)) not in AVERAGES | {"volume_average"}
        or found.follows("NUMBER")
        or found.follows("OPEN")
    ):
        return None
    return _indicator(found, context)


def _band(found: Found, context: SentenceContext) -> Value | None:
    """The upper band alone is that of the bands last named, or Bollinger's."""
    output = found.one(Kind.OUTPUT)
    if output in ("upper", "lower", "middle"):
        if context.bands is not None:
            other = _output(context.bands.indicator, output)
            named = next(iter(context.bands.factors))
            lag: Document = {"lag": 1} if context.bands.extreme and output != "middle" else {}
            edge = {"upper": "high", "lower": "low"}.get(output, "") if context.bands.indicator == "donchian" else ""
            json: Document = {"ref": f"{named}.{output}", **lag}
            return replace(context.bands, json=json, output=output, extreme=edge) if other else None
        return _remembered(indicator_value("bollinger", [], context, output), context)
    if output in ("signal", "line", "histogram"):
        return _line_of(output, ("macd", "ppo", "trix", "tsi", "kst", "stochastic", "stochastic_rsi"), "macd", context)
    if output in ("k", "d", "j"):
        return _line_of(output, ("kdj", "stochastic", "stochastic_rsi"), "kdj", context)
    if output in ("conversion", "base"):
        return indicator_value("ichimoku", [], context, output)
    return None


def _band_of_length(found: Found, context: SentenceContext) -> Value | None:
    """跌破10周期下轨: the same bands over another number of bars."""
    kind = context.bands.indicator if context.bands is not None else "bollinger"
    period = context.period_of(found.one(Kind.DURATION))
    if period is None or found.one(Kind.OUTPUT) not in ("upper", "lower", "middle"):
        return None
    return _remembered(indicator_value(kind, [period[0]], context, found.one(Kind.OUTPUT), period[1]), context)


def _line_of(output: str, kinds: tuple[str, ...], usual: str, context: SentenceContext) -> Value | None:
    """A line of the indicator that the sentence is about, with the settings it has there."""
    for kind, value in reversed(context.named.items()):
        if kind in kinds and (line := _output(kind, output)):
            return replace(value, json={"ref": f"{next(iter(value.factors))}.{line}"}, output=line)
    kind = next((each for each in reversed(context.settings) if each in kinds), usual)
    return _remembered(indicator_value(kind, [], context, output), context)


def _average_length(found: Found, context: SentenceContext) -> Value | None:
    """The 200-day average, or the 50 day alone beside a crossing; of the volume where the volume is compared."""
    duration: Duration = found.one(Kind.DURATION)
    period = context.period_of(duration)
    if period is None:
        return None
    if found.has(Kind.VOLUME) or found.is_after(Kind.VOLUME, 3):
        return indicator_value("volume_average", [period[0]], context, None, period[1])
    return _remembered(indicator_value("sma", [period[0]], context, None, period[1]), context)


def _volume_average(found: Found, context: SentenceContext) -> Value | None:
    if not found.has(Kind.VOLUME) and not found.is_after(Kind.VOLUME, 3):
        alike = {str(value.json) for value in context.averages}
        return context.averages[-1] if len(alike) == 1 and not found.has(Kind.NUMBER) else None
    return indicator_value("volume_average", _numbers(found), context)


def _elliptic(found: Found, context: SentenceContext) -> Value | None:
    """`The 50 day crosses above the 200 day`: lengths that are compared are averages."""
    duration: Duration = found.one(Kind.DURATION)
    joins = "(CROSS | OVER) DURATION (?!EXTREME | VOLUME | RISE)"
    is_first = found.follows(joins) or found.follows("(AND | SLASH | LISTING) DURATION (GOLDEN | INDICATOR)")
    is_second = found.before is not None and found.before.kind in (Kind.CROSS, Kind.OVER)
    if is_second and any(found.is_after(kind, 2) for kind in (Kind.HOLD, Kind.AFTER, Kind.STREAK, Kind.INDICATOR)):
        return None
    ends = found.after is None or found.follows(
        "COMMA | BREAK | AND | OR | ACTION | WHEN | CLOSE | WITHIN | UNLESS | SLASH"
    )
    if not is_first and not (is_second and ends):
        return None
    return _average_length(found, context) if duration.unit in ("day", "week", "bar") else None


def _extreme(found: Found, context: SentenceContext) -> Value | None:
    """The 20-day high: the highest high of the bars before this one, for the own high of a bar is never exceeded."""
    which, named_field = found.one(Kind.EXTREME), found.one(Kind.FIELD)
    if which is None:
        which, named_field = named_field, None
    duration: Duration = found.one(Kind.DURATION) or Duration(found.one(Kind.NUMBER), "bar")
    return _highest(which, named_field or which, duration, context)


def _highest(which: str, source: str, duration: Duration, context: SentenceContext) -> Value | None:
    bars = context.bars_of(duration)
    bounds = None
    if bars is None and (slower := context.period_of(duration)) is not None:
        bars, bounds = slower
    if bars is None or bars < 2 or source not in ("high", "low", "close"):
        return None
    kind = "highest" if which == "high" else "lowest"
    named = _name(kind, [bars, source], bounds)
    factor: Document = {"type": kind, "params": {"period": bars, "source": source}}
    if bounds is not None:
        factor["timeframe"] = bounds
    converted = duration.unit in ("week", "month", "year") and bounds is None and context.timeframe == "1d"
    told = (assumed("bars_of_length", count=plain(duration.count), unit=duration.unit, bars=bars),) if converted else ()
    return Value({"ref": named, "lag": 1}, "price", {named: factor}, told, kind, (("period", bars),), extreme=which)


def _field_extreme(found: Found, context: SentenceContext) -> Value | None:
    """前20日最高价."""
    return _extreme(found, context) if found.one(Kind.FIELD) in ("high", "low") else None


def _pair(found: Found, context: SentenceContext) -> Value | None:
    """The 50 and 200 day moving averages, 20日和60日均线: two lines of which the same is said."""
    kind = str(found.one(Kind.INDICATOR))
    last = found.tokens[2].value
    unit = last.unit if isinstance(last, Duration) else "bar"
    lengths = [
        token.value if isinstance(token.value, Duration) else Duration(token.value, unit)
        for token in found.tokens[:3:2]
    ]
    periods = [context.period_of(length) for length in lengths]
    if kind not in AVERAGES or found.tokens[0].value == last or found.follows("NUMBER | OPEN"):
        return None
    values = [
        _remembered(indicator_value(kind, [each[0]], context, None, each[1]), context) for each in periods if each
    ]
    if len(values) != 2 or values[0] is None or values[1] is None:
        return None
    before = found.before
    compares = before is not None and before.kind in (Kind.OVER, Kind.CROSS, Kind.FIELD, Kind.EITHER)
    return replace(values[0], more=(values[1],)) if compares or found.follows("PLACE") else None


def _donchian(found: Found, context: SentenceContext) -> Value | None:
    return _extreme(found, context) if found.one(Kind.INDICATOR) == "donchian" else None


def _band_with(found: Found, context: SentenceContext) -> Value | None:
    """`The lower band (20, 2)` and `K(14,3,3)`."""
    output = found.one(Kind.OUTPUT)
    kind = "bollinger" if output in ("upper", "lower", "middle") else "stochastic" if output in ("k", "d") else None
    return _remembered(indicator_value(kind, _numbers(found), context, output), context) if kind else None


def _field(found: Found, context: SentenceContext) -> Value:
    return price(found.one(Kind.FIELD))


def _earlier_field(found: Found, context: SentenceContext) -> Value | None:
    name = found.one(Kind.FIELD) or found.one(Kind.EXTREME)
    if found.has(Kind.VOLUME):
        name = "volume"
    duration: Duration | None = found.one(Kind.DURATION)
    lag = context.bars_of(duration) if duration is not None else 1
    is_daily = context.timeframe == "1d" or duration is None
    return price(name, lag) if name and lag and is_daily else None


def _breakout(found: Found, context: SentenceContext) -> Meant | None:
    """A 20-day breakout is a close above the highest high of the twenty days before."""
    which = found.one(Kind.BREAKOUT)
    if found.has(Kind.EXTREME) and found.one(Kind.EXTREME) != which:
        return None
    value = _highest(which, which, found.one(Kind.DURATION), context)
    return compared(price("close"), "gt" if which == "high" else "lt", value) if value is not None else None


def _topic(found: Found, context: SentenceContext) -> str | None:
    """Settings that are named once, before or beside the rules: `MACD 6 13 5`, `Bollinger 20/2.5`."""
    kind = str(found.one(Kind.INDICATOR))
    numbers = _numbers(found)
    if "@" in kind or kind in AVERAGES or _settings(kind, numbers) is None or not numbers:
        return None
    context.settings[kind] = numbers
    return kind


def _pair_topic(found: Found, context: SentenceContext) -> str | None:
    """Two lengths by themselves are the averages that the rules are about: 20日和60日."""
    before = found.before
    stands = before is None or before.kind in (Kind.COMMA, Kind.BREAK, Kind.OPEN)
    if not stands or not (found.after is None or found.follows("COMMA | BREAK | CLOSE")) or context.averages:
        return None
    periods = [context.period_of(duration) for duration in found.all(Kind.DURATION)]
    kind = str(found.one(Kind.INDICATOR) or "sma")
    if None in periods or kind not in AVERAGES:
        return None
    for period in periods:
        if period is not None:
            _remembered(indicator_value(kind, [period[0]], context, None, period[1]), context)
    return kind


def _zero(found: Found, context: SentenceContext) -> Value:
    return number(0)


_MORE = "((COMMA | SLASH | LISTING)? NUMBER)"
VALUES: tuple[WordRule[SentenceContext], ...] = (
    WordRule("PAST? DURATION EXTREME? BREAKOUT", Kind.CONDITION, _breakout),
    WordRule("DURATION (AND | SLASH | LISTING) DURATION INDICATOR?", Kind.TOPIC, _pair_topic),
    WordRule("PAST? DURATION (AVERAGE VOLUME | VOLUME (AVERAGE | INDICATOR))", Kind.VALUE, _average_length),
    WordRule("VOLUME (PAST? DURATION | OPEN DURATION CLOSE) AVERAGE", Kind.VALUE, _average_length),
    WordRule("PAST? DURATION AVERAGE LINE?", Kind.VALUE, _average_length),
    WordRule("AVERAGE VOLUME? PAST? DURATION", Kind.VALUE, _average_length),
    WordRule("AVERAGE VOLUME", Kind.VALUE, lambda found, context: indicator_value("volume_average", [], context)),
    WordRule("VOLUME INDICATOR OPEN? NUMBER CLOSE?", Kind.VALUE, _volume_average),
    WordRule("AVERAGE", Kind.VALUE, _volume_average),
    WordRule("TIMEFRAME? INDICATOR OPEN (NUMBER | DURATION) ((COMMA | SLASH | LISTING) NUMBER){0,8} CLOSE OUTPUT? LINE?",
             Kind.VALUE, _indicator),
    WordRule("TIMEFRAME? OUTPUT INDICATOR OPEN (NUMBER | DURATION) (COMMA NUMBER){0,8} CLOSE LINE?", Kind.VALUE, _indicator),
    WordRule("(DURATION | NUMBER) (AND | SLASH | LISTING) (DURATION | NUMBER) INDICATOR LINE? (?!GOLDEN | CROSS)", Kind.VALUE, _pair),
    WordRule("OUTPUT OPEN NUMBER (COMMA NUMBER){0,3} CLOSE", Kind.VALUE, _band_with),
    WordRule(f"TIMEFRAME? INDICATOR NUMBER {_MORE}{{2}} OUTPUT? (?=OVER | CROSS | GOLDEN | STATE | AT_MOST)", Kind.VALUE, _indicator),
    WordRule(f"INDICATOR OPEN? NUMBER {_MORE}{{1,3}} CLOSE? (?!GOLDEN | OUTPUT | OVER | CROSS | LINE | NUMBER)", Kind.TOPIC, _topic),
    WordRule("INDICATOR OPEN DURATION CLOSE", Kind.VALUE, _indicator),
    WordRule("INDICATOR NUMBER EXTREME", Kind.VALUE, _donchian),
    WordRule("DURATION OUTPUT INDICATOR LINE?", Kind.VALUE, _indicator),
    WordRule("PAST? (DURATION TIMEFRAME? | TIMEFRAME DURATION) INDICATOR OUTPUT? LINE?", Kind.VALUE, _indicator),
    WordRule("TIMEFRAME? INDICATOR NUMBER SLASH NUMBER SLASH NUMBER OUTPUT?", Kind.VALUE, _indicator),
    WordRule("TIMEFRAME? INDICATOR NUMBER OUTPUT? LINE?", Kind.VALUE, _glued),
    WordRule("TIMEFRAME? NUMBER INDICATOR LINE?", Kind.VALUE, _prefixed),
    WordRule("TIMEFRAME? INDICATOR DURATION LINE?", Kind.VALUE, _indicator),
    WordRule("TIMEFRAME? (INDICATOR OUTPUT | OUTPUT INDICATOR) LINE?", Kind.VALUE, _indicator),
    WordRule("TIMEFRAME? INDICATOR LINE?", Kind.VALUE, _indicator),
    WordRule("DURATION OUTPUT LINE?", Kind.VALUE, _band_of_length),
    WordRule("OUTPUT LINE?", Kind.VALUE, _band),
    WordRule("NEW? PAST? DURATION NEW? FIELD? EXTREME", Kind.VALUE, _extreme),
    WordRule("PAST? DURATION FIELD", Kind.VALUE, _field_extreme),
    WordRule("EXTREME FIELD? PAST? DURATION", Kind.VALUE, _extreme),
    WordRule("PAST? DURATION WITHIN? FIELD? EXTREME", Kind.VALUE, _extreme),
    WordRule("PREVIOUS TIME_UNIT? (FIELD | EXTREME | VOLUME)", Kind.VALUE, _earlier_field),
    WordRule("(FIELD | VOLUME) DURATION AGO", Kind.VALUE, _earlier_field),
    WordRule("DURATION AGO (FIELD | VOLUME)", Kind.VALUE, _earlier_field),
    WordRule("DURATION", Kind.VALUE, _elliptic),
    WordRule("FIELD", Kind.VALUE, _field),
    WordRule("ZERO", Kind.VALUE, _zero),
)  # fmt: skip
