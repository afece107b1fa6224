"""How far the price went: since so many bars ago, from its high or low of some bars, within one bar, over its open."""

from dataclasses import replace

from packages.domain.strategy.words.grammar.away_from_lines import distance
from packages.domain.strategy.words.grammar.comparisons import operand, related
from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.expressions import part_of
from packages.domain.strategy.words.grammar.lines import highest
from packages.domain.strategy.words.grammar.meanings import Meant, Value, compared, number, price
from packages.domain.strategy.words.grammar.patterns import Found, WordRule
from packages.domain.strategy.words.grammar.quantities import Percent, plain
from packages.domain.strategy.words.grammar.values import indicator_value
from packages.domain.strategy.words.lexing.tokens import Tag
from packages.domain.strategy.words.lexing.word_senses import FLIPS

_WHOLE = 1.0
_WAYS = {"gt": 1, "gte": 1, "lt": -1, "lte": -1}
_SIDES = {"cross_above": 1, "cross_below": -1}


def _rate(found: Found, bars: int | None, sign: int, context: SentenceContext, strict: bool) -> Meant | None:
    """A rate of change beyond so many percent, in the direction that was said."""
    percent: Percent | None = found.one(Tag.PERCENT)
    if bars is None or percent is None or sign == 0 or (percent.sign and percent.sign != sign) or _is_bounded(found):
        return None
    rate = indicator_value("roc", [bars], context)
    word = {(1, True): "gt", (1, False): "gte", (-1, True): "lt", (-1, False): "lte"}[(sign, strict)]
    return related(rate, word, number(plain(100 * sign * percent.value)), context) if rate is not None else None


def _is_bounded(found: Found) -> bool:
    """At most so much, or less than it, is another condition than its opposite."""
    sizes = [token for token in found.tokens if token.kind is Tag.OVER and token.value in ("lt", "lte")]
    beyond = [token for token in found.tokens[-1:] if token.kind is Tag.PLACE and token.value == "lt"]
    return found.has(Tag.AT_MOST) or bool(beyond) or len(sizes) > 1


def _is_price(found: Found) -> bool:
    return all(value == price("close") for value in found.all(Tag.VALUE) if isinstance(value, Value))


def _since(found: Found, context: SentenceContext) -> Meant | None:
    """`8% lower than 5 days ago`, 比5天前跌了8%以上."""
    places = [_WAYS.get(str(value), 0) for value in found.all(Tag.OVER)]
    sign = found.one(Tag.RISE) or (places[-1] if places else 0) or _WAYS.get(str(found.one(Tag.PLACE)), 0)
    strict = len(places) > 1 or (found.has(Tag.RISE) and found.one(Tag.OVER) == "gt")
    if (found.has(Tag.RISE) and found.one(Tag.OVER) in ("lt", "lte")) or not _is_price(found):
        return None
    bars = context.bars_of(found.one(Tag.DURATION))
    percent: Percent | None = found.one(Tag.PERCENT)
    if bars is None or percent is None or (percent.sign and percent.sign != sign) or found.has(Tag.AT_MOST):
        return None
    rate = indicator_value("roc", [bars], context)
    op = {(1, True): "gt", (1, False): "gte", (-1, True): "lt", (-1, False): "lte"}.get((sign, strict))
    return related(rate, op, number(plain(100 * sign * percent.value)), context) if rate and op else None


def _higher_than_ago(found: Found, context: SentenceContext) -> Meant | None:
    """`Higher than 20 days ago`, 比20天前高, `closes higher than yesterday`."""
    op = found.one(Tag.OVER) or found.one(Tag.PLACE)
    duration = found.one(Tag.DURATION)
    bars = context.bars_of(duration) if duration is not None else 1
    if op not in ("gt", "lt") or bars is None or not _is_price(found):
        return None
    return related(price("close"), op, price("close", bars), context)


def _from_extreme(found: Found, context: SentenceContext) -> Meant | None:
    """`Down more than 20% from its 252-day high`, 从60日高点回撤超过20%."""
    line = next((value for value in found.all(Tag.VALUE) if isinstance(value, Value) and value.extreme), None)
    if line is None and found.has(Tag.DURATION) and found.has(Tag.PEAK):
        line = highest("high", "high", found.one(Tag.DURATION), context)
    percent: Percent | None = found.one(Tag.PERCENT)
    sign = (
        found.one(Tag.RISE)
        or _WAYS.get(str(found.one(Tag.PLACE)), 0)
        or (-1 if found.has(Tag.PEAK) or (line and line.extreme == "high") else 1)
    )
    if line is None or percent is None or not 0 < percent.value < _WHOLE or (percent.sign and percent.sign != sign):
        return None
    if (sign < 0) is not (line.extreme == "high") or _is_bounded(found):
        return None
    strict = "gt" in found.all(Tag.OVER)
    op = {(1, True): "gt", (1, False): "gte", (-1, True): "lt", (-1, False): "lte"}[(sign, strict)]
    return related(price("close"), op, part_of(line, 1 + sign * percent.value), context)


def _day_of_size(found: Found, context: SentenceContext) -> Meant | None:
    """`A red day of more than 4%`, `a 4% down day`: the change of one bar."""
    if found.before is not None and found.before.kind in (Tag.STREAK, Tag.DURATION, Tag.NUMBER):
        return None
    sign = {"gt": 1, "lt": -1}.get(str(found.one(Tag.CANDLE)), 0) or found.one(Tag.RISE) or 0
    sizes = found.all(Tag.OVER)
    return _rate(found, 1, sign, context, "gt" in sizes) if "lt" not in sizes and "lte" not in sizes else None


def _opened(found: Found, context: SentenceContext) -> Meant | None:
    """`Opens more than 2% above yesterday's close`, 开盘价比昨收高2%以上: a gap."""
    values = [value for value in found.all(Tag.VALUE) if isinstance(value, Value)]
    if len(values) != 2 or values[0] != price("open") or values[1] != price("close", 1):
        return None
    places = [value for value in (*found.all(Tag.OVER), *found.all(Tag.PLACE)) if value in _WAYS]
    percent: Percent = found.one(Tag.PERCENT)
    if not places or percent.sign or _is_bounded_gap(found):
        return None
    is_size = len(found.all(Tag.OVER)) > 1
    way = _WAYS[str(places[1] if is_size else places[0])]
    strict = is_size and places[0] == "gt"
    op = {(1, True): "gt", (1, False): "gte", (-1, True): "lt", (-1, False): "lte"}[(way, strict)]
    value = indicator_value("gap_percent", [], context)
    return related(value, op, number(plain(100 * way * percent.value)), context) if value is not None else None


def _is_bounded_gap(found: Found) -> bool:
    return found.has(Tag.AT_MOST) or (len(found.all(Tag.OVER)) > 1 and found.one(Tag.OVER) in ("lt", "lte"))


def _volume_by(found: Found, context: SentenceContext) -> Meant | None:
    """成交量比20日均量高50%以上, 比均量大一倍以上: so much more than its average."""
    average = next((value for value in found.all(Tag.VALUE) if isinstance(value, Value)), None)
    percent, times = found.one(Tag.PERCENT), found.one(Tag.MULTIPLE)
    if average is None or average.indicator != "volume_average" or found.all(Tag.PLACE)[0] != "gt":
        return None
    if found.all(Tag.PLACE)[1:] == ["lt"] or found.one(Tag.OVER) in ("lt", "lte"):
        return None
    more = 1 + percent.value if percent is not None else times if times == _DOUBLE else None
    relative = indicator_value("relative_volume", [dict(average.params)["period"]], context, None, average.timeframe)
    if relative is None or more is None:
        return None
    op = "gt" if found.one(Tag.OVER) == "gt" else "gte"
    return related(replace(relative, assumed=average.assumed), op, number(plain(more)), context)


def _lines_turn(found: Found, context: SentenceContext) -> Meant | None:
    """`MACD turns bullish`: it crosses its signal line, or is beyond it."""
    value, way = found.one(Tag.VALUE), found.one(Tag.OUTLOOK)
    if not isinstance(value, Value) or value.indicator != "macd" or value.output != "macd":
        return None
    signal = indicator_value("macd", [each for _, each in value.params], context, "signal", value.timeframe)
    op = {1: "cross_above", -1: "cross_below", 2: "gt", -2: "lt"}[way]
    return compared(value, op, signal) if signal is not None else None


def _beyond_place(found: Found, context: SentenceContext) -> Meant | None:
    """在20日均线下方超过5%, 低于20日均线超过5%: how far beyond the line comes last."""
    sizes = [token for token in found.tokens if token.kind in (Tag.OVER, Tag.AT_LEAST)][-1:]
    places = [token for token in found.tokens if token.kind in (Tag.PLACE, Tag.OVER) and token not in sizes]
    fits = sizes and (sizes[0].kind is Tag.AT_LEAST or sizes[0].value in ("gt", "gte"))
    if not fits or len(places) != 1:
        return None
    values = [token for token in found.tokens if token.kind is Tag.VALUE]
    percent = next(token for token in found.tokens if token.kind is Tag.PERCENT)
    made = [*values[:-1], percent, replace(places[0], kind=Tag.OVER), values[-1]]
    return distance(Found(made, 0, len(made)), context, beyond=sizes[0].value == "gt")


def _signed_level(found: Found, context: SentenceContext) -> Meant | None:
    """`The ten-day return is -10% or worse`."""
    value, op = found.one(Tag.VALUE), found.one(Tag.OVER)
    level = operand(found.tokens[-2], value)
    return related(value, op, level, context) if op in ("lte", "gte") and level is not None else None


def _sized_move(found: Found, context: SentenceContext) -> Meant | None:
    """`A 10% or bigger drop over 10 days`."""
    if found.one(Tag.OVER) not in ("gte", None) or found.has(Tag.VALUE):
        return None
    return _rate(found, context.bars_of(found.one(Tag.DURATION)), found.one(Tag.RISE), context, strict=False)


def _went(found: Found, context: SentenceContext) -> Meant | None:
    """近20日上涨, `up over the last 20 days`: the change over so many bars is above zero."""
    bars = context.bars_of(found.one(Tag.DURATION))
    rate = indicator_value("roc", [bars], context) if bars is not None else None
    ends = found.after is None or found.follows("COMMA | BREAK | AND | OR | ACTION | MARK | CLOSE")
    return related(rate, "gt" if found.one(Tag.RISE) > 0 else "lt", number(0), context) if rate and ends else None


def _channel(found: Found, context: SentenceContext) -> Meant | None:
    """`Breaks the 20-day Donchian channel`, `out of its 20-day range to the upside`."""
    ways = {_SIDES.get(str(each)) for each in [*found.all(Tag.CROSS), *found.all(Tag.WAY)]} - {None}
    ways |= {{"high": 1, "low": -1}[each] for each in found.all(Tag.BREAKOUT)}
    side = {"upper": 1, "lower": -1}.get(str(found.one(Tag.OUTPUT)))
    ways |= {side} if side is not None else set()
    duration = found.one(Tag.DURATION)
    if (
        (found.has(Tag.INDICATOR) and found.one(Tag.INDICATOR) != "donchian")
        or duration is None
        or not _is_price(found)
    ):
        return None
    way = ways.pop() if len(ways) == 1 else 1 if not ways and found.has(Tag.INDICATOR) else 0
    which = {1: "high", -1: "low"}.get(way or 0)
    line = highest(which, which, duration, context) if which is not None else None
    return related(price("close"), "gt" if way == 1 else "lt", line, context) if line is not None else None


def _colours(found: Found, context: SentenceContext) -> Meant | None:
    """超级趋势翻红做多翻绿平: which colour is up differs from chart to chart, so the action says which way it turns."""
    value = found.one(Tag.VALUE)
    known = [each for each in FLIPS if each in (*context.named, *context.settings)]
    if value is None and len(known) == 1:
        value = indicator_value(known[0], [], context)
    if not isinstance(value, Value) or value.indicator not in FLIPS:
        return None
    meant = related(price("close"), "cross_above", value, context)
    return replace(meant, is_neutral=True) if meant is not None else None


def _reached(found: Found, context: SentenceContext) -> Meant | None:
    """WR到-95以下: beyond the level that it comes to."""
    value = found.one(Tag.VALUE) or context.subject
    level = operand(found.tokens[-2], value)
    is_line = value is not None and value.scale == "level"
    return related(value, found.one(Tag.PLACE), level, context) if value and is_line and level is not None else None


def _line_of_rules(found: Found, context: SentenceContext) -> str | None:
    """`20 day moving average, above buy, below sell`: the line that the rules are about."""
    value: Value = found.one(Tag.VALUE)
    begins = found.before is None or found.before.kind in (Tag.COMMA, Tag.BREAK, Tag.COLON, Tag.DIRECTIVE)
    if not begins or value.scale != "price" or not value.indicator or value.extreme or value.more:
        return None
    context.subject = value
    return value.indicator


_DOUBLE = 2.0
_SIZE = "(OVER | AT_LEAST)?"
_BEYOND = "(PLACE | OVER)?"
CHANGES: tuple[WordRule[SentenceContext], ...] = (
    WordRule(f"VALUE? {_SIZE} PERCENT OVER DURATION AGO", Tag.CONDITION, _since),
    WordRule(f"VALUE? RISE {_SIZE} PERCENT FROM? DURATION AGO", Tag.CONDITION, _since),
    WordRule(f"VALUE? DURATION AGO (RISE | PLACE) {_SIZE} PERCENT {_BEYOND}", Tag.CONDITION, _since),
    WordRule("VALUE? OVER VALUE? (DURATION AGO | PREVIOUS)", Tag.CONDITION, _higher_than_ago),
    WordRule("VALUE? (DURATION AGO | PREVIOUS) PLACE", Tag.CONDITION, _higher_than_ago),
    WordRule(f"VALUE? RISE {_SIZE} PERCENT {_BEYOND} (FROM | OVER) VALUE", Tag.CONDITION, _from_extreme),
    WordRule(f"VALUE? {_SIZE} PERCENT OVER? FROM VALUE", Tag.CONDITION, _from_extreme),
    WordRule(f"PEAK {_SIZE} PERCENT FROM? VALUE", Tag.CONDITION, _from_extreme),
    WordRule(f"VALUE? FROM? PAST? DURATION PEAK RISE? {_SIZE} PERCENT {_BEYOND}", Tag.CONDITION, _from_extreme),
    WordRule(f"VALUE? FROM? VALUE (RISE | PLACE) {_SIZE} PERCENT {_BEYOND}", Tag.CONDITION, _from_extreme),
    WordRule(f"CANDLE {_SIZE} PERCENT {_BEYOND}", Tag.CONDITION, _day_of_size),
    WordRule(f"{_SIZE} PERCENT {_BEYOND} CANDLE", Tag.CONDITION, _day_of_size),
    WordRule(f"VALUE {_SIZE} PERCENT OVER VALUE", Tag.CONDITION, _opened),
    WordRule(f"VALUE VALUE PLACE {_SIZE} PERCENT {_BEYOND}", Tag.CONDITION, _opened),
    WordRule(f"VALUE OVER VALUE {_SIZE} PERCENT {_BEYOND}", Tag.CONDITION, _opened),
    WordRule(f"VOLUME? VALUE PLACE {_SIZE} (PERCENT | MULTIPLE) {_BEYOND}", Tag.CONDITION, _volume_by),
    WordRule(f"VALUE? VALUE PLACE (OVER | AT_LEAST) PERCENT {_BEYOND}", Tag.CONDITION, _beyond_place),
    WordRule(f"VALUE? OVER VALUE (OVER | AT_LEAST) PERCENT {_BEYOND}", Tag.CONDITION, _beyond_place),
    WordRule("VALUE (NUMBER | PERCENT) OVER", Tag.CONDITION, _signed_level),
    WordRule("AT_LEAST? PERCENT OVER? RISE (OVER | WITHIN | PAST){0,2} DURATION", Tag.CONDITION, _sized_move),
    WordRule("PAST DURATION RISE", Tag.CONDITION, _went),
    WordRule("RISE PAST DURATION", Tag.CONDITION, _went),
    WordRule("VALUE? CROSS DURATION (OUTPUT? INDICATOR OUTPUT? | BETWEEN) LINE? WAY?", Tag.CONDITION, _channel),
    WordRule("BREAKOUT DURATION INDICATOR LINE?", Tag.CONDITION, _channel),
    WordRule("(VALUE | PRONOUN)? TURN", Tag.CONDITION, _colours),
    WordRule("VALUE? TOUCH NUMBER PLACE", Tag.CONDITION, _reached),
    WordRule("VALUE (?=COMMA (OVER | PLACE) ACTION)", Tag.TOPIC, _line_of_rules),
    WordRule("VALUE OUTLOOK", Tag.CONDITION, _lines_turn),
)
