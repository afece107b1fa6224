"""The lines of indicators that are named without it: bands, signal lines, the highest high of some bars."""

from dataclasses import replace

from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.meanings import Meant, Value, assumed, compared, price
from packages.domain.strategy.words.grammar.patterns import Found
from packages.domain.strategy.words.grammar.quantities import plain
from packages.domain.strategy.words.grammar.values import AVERAGES, BANDS, indicator_value, name_of, output_of
from packages.domain.strategy.words.lexing.tokens import Duration, Tag

NEW = "new"  # of a high or a low that is said to be one


def remembered(value: Value | None, context: SentenceContext) -> Value | None:
    if value is None:
        return None
    if value.indicator in BANDS:
        context.bands = value
    if value.indicator in AVERAGES:
        context.averages.append(value)
    context.named[value.indicator] = value
    return value


def line(value: Value, output: str) -> Value:
    """Another line of the same indicator."""
    return replace(value, json={"ref": f"{next(iter(value.factors))}.{output}"}, output=output)


def band(found: Found, context: SentenceContext) -> Value | None:
    """The upper band alone is that of the bands last named, or Bollinger's."""
    output = found.one(Tag.OUTPUT)
    if output in ("upper", "lower", "middle"):
        if context.bands is not None:
            other = output_of(context.bands.indicator, output)
            named = next(iter(context.bands.factors))
            lag: Document = {"lag": 1} if context.bands.extreme and output != "middle" else {}
            edge = {"upper": "high", "lower": "low"}.get(output, "") if context.bands.indicator == "donchian" else ""
            json: Document = {"ref": f"{named}.{output}", **lag}
            return replace(context.bands, json=json, output=output, extreme=edge) if other else None
        return remembered(indicator_value(_bands_named(context), [], context, output), context)
    if output in ("percent_b", "bandwidth"):
        return indicator_value("bollinger", [], context, output)
    if output in ("fast", "slow"):
        if len(context.averages) > 1 and "macd" not in context.named:
            return faster_or_slower(output, context)
        output = "line" if output == "fast" else "signal"
    if output in ("signal", "line", "histogram"):
        return _line_of(output, ("macd", "ppo", "trix", "tsi", "kst", "stochastic", "stochastic_rsi"), "macd", context)
    if output in ("k", "d", "j"):
        usual = "stochastic" if output != "j" else "kdj"
        return _line_of(output, ("kdj", "stochastic", "stochastic_rsi"), usual, context)
    if output in ("conversion", "base"):
        return indicator_value("ichimoku", [], context, output)
    return None


def _bands_named(context: SentenceContext) -> str:
    """The bands that the text names anywhere, where those are of one kind; Bollinger's where it names none."""
    named = context.mentioned & BANDS
    return next(iter(named)) if len(named) == 1 else "bollinger"


def faster_or_slower(which: str, context: SentenceContext) -> Value | None:
    """快的, `the slow one`: of the two averages that were named."""
    known = {str(value.json): value for value in context.averages}
    ordered = sorted(known.values(), key=lambda value: int(dict(value.params).get("period", 0)))
    return ordered[0 if which == "fast" else 1] if len(ordered) == 2 else None


def band_of_length(found: Found, context: SentenceContext) -> Value | None:
    """跌破10周期下轨: the same bands over another number of bars."""
    kind = context.bands.indicator if context.bands is not None else _bands_named(context)
    period = context.period_of(found.one(Tag.DURATION))
    if period is None or found.one(Tag.OUTPUT) not in ("upper", "lower", "middle"):
        return None
    return remembered(indicator_value(kind, [period[0]], context, found.one(Tag.OUTPUT), period[1]), context)


def _line_of(output: str, kinds: tuple[str, ...], usual: str, context: SentenceContext) -> Value | None:
    """A line of the indicator that the sentence is about, with the settings it has there."""
    for kind, value in reversed(context.named.items()):
        if kind in kinds and (line := output_of(kind, output)):
            return replace(value, json={"ref": f"{next(iter(value.factors))}.{line}"}, output=line)
    known = [*context.settings, *(each for each in kinds if each in context.mentioned)]
    kind = next((each for each in reversed(known) if each in kinds), usual)
    return remembered(indicator_value(kind, [], context, output), context)


def extreme(found: Found, context: SentenceContext) -> Value | None:
    """The 20-day high: the highest high of the bars before this one, for the own high of a bar is never exceeded."""
    which, named_field = found.one(Tag.EXTREME), found.one(Tag.FIELD)
    if which is None:
        which, named_field = named_field, None
    duration: Duration = found.one(Tag.DURATION) or Duration(found.one(Tag.NUMBER), "bar")
    value = highest(which, named_field or which, duration, context)
    return replace(value, output=NEW) if value is not None and found.has(Tag.NEW) else value


def highest(which: str, source: str, duration: Duration, context: SentenceContext) -> Value | None:
    bars = context.bars_of(duration)
    bounds = None
    if bars is None and (slower := context.period_of(duration)) is not None:
        bars, bounds = slower
    if bars is None or bars < 2 or source not in ("high", "low", "close"):
        return None
    kind = "highest" if which == "high" else "lowest"
    named = name_of(kind, [bars, source], bounds)
    factor: Document = {"type": kind, "params": {"period": bars, "source": source}}
    if bounds is not None:
        factor["timeframe"] = bounds
    converted = duration.unit in ("week", "month", "year") and bounds is None and context.timeframe == "1d"
    assumptions = (
        (assumed("bars_of_length", count=plain(duration.count), unit=duration.unit, bars=bars),) if converted else ()
    )
    return Value(
        {"ref": named, "lag": 1}, "price", {named: factor}, assumptions, kind, (("period", bars),), extreme=which
    )


def field_extreme(found: Found, context: SentenceContext) -> Value | None:
    """前20日最高价."""
    return extreme(found, context) if found.one(Tag.FIELD) in ("high", "low") else None


def donchian(found: Found, context: SentenceContext) -> Value | None:
    return extreme(found, context) if found.one(Tag.INDICATOR) == "donchian" else None


def band_with(found: Found, context: SentenceContext) -> Value | None:
    """`The lower band (20, 2)` and `K(14,3,3)`."""
    output = found.one(Tag.OUTPUT)
    kind = "bollinger" if output in ("upper", "lower", "middle") else "stochastic" if output in ("k", "d") else None
    return remembered(indicator_value(kind, numbers_of(found), context, output), context) if kind else None


def donchian_again(found: Found, context: SentenceContext) -> Value | None:
    """`Donchian 20 low … the 20 high`."""
    return extreme(found, context) if "donchian" in context.mentioned else None


def channel_break(found: Found, context: SentenceContext) -> Meant | None:
    """唐奇安40突破, `Donchian 40 breakout`: beyond the channel of so many bars before."""
    said = found.one(Tag.CROSS) or found.one(Tag.BREAKOUT)
    which = {"cross_above": "high", "break": "high", "high": "high", "cross_below": "low", "low": "low"}.get(str(said))
    duration = found.one(Tag.DURATION) or Duration(found.one(Tag.NUMBER), "bar")
    if found.one(Tag.INDICATOR) != "donchian" or which is None:
        return None
    value = highest(which, which, duration, context)
    return compared(price("close"), "gt" if which == "high" else "lt", value) if value is not None else None


def band_in_brackets(found: Found, context: SentenceContext) -> Value | None:
    """下轨（布林20，1.5倍）: the bands are named after their line."""
    kind = str(found.one(Tag.INDICATOR))
    duration: Duration | None = found.one(Tag.DURATION)
    period = context.bars_of(duration) if duration is not None else found.all(Tag.NUMBER)[0]
    wide = [*found.all(Tag.MULTIPLE), *found.all(Tag.NUMBER)[0 if duration is not None else 1 :]]
    if kind not in BANDS or period is None:
        return None
    return remembered(indicator_value(kind, [float(period), *wide], context, found.one(Tag.OUTPUT)), context)


def numbers_of(found: Found) -> list[float]:
    return [float(value) for value in found.all(Tag.NUMBER)]


def line_placed(found: Found, context: SentenceContext) -> Meant | None:
    """MACD在信号线上面: the line of the indicator beside its signal."""
    kind = str(found.one(Tag.INDICATOR))
    bars = found.one(Tag.TIMEFRAME)
    if found.one(Tag.OUTPUT) not in ("signal", "d") or kind not in ("macd", "kdj", "stochastic"):
        return None
    if bars is not None and getattr(bars, "length", None) != context.timeframe:
        return None
    first, second = (
        indicator_value(kind, [], context, each) for each in ("line" if kind == "macd" else "k", found.one(Tag.OUTPUT))
    )
    return compared(first, found.one(Tag.PLACE), second) if first is not None and second is not None else None
