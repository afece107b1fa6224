"""How a value stands to itself some bars before, to its own extreme, to a line nearby, or back inside bands."""

from packages.domain.strategy.json_tree import Json
from packages.domain.strategy.words.grammar.comparisons import chain, related
from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.expressions import part_of
from packages.domain.strategy.words.grammar.meanings import Meant, Value, assumed, compared, joined, number, price
from packages.domain.strategy.words.grammar.patterns import Found, WordRule
from packages.domain.strategy.words.grammar.quantities import Percent
from packages.domain.strategy.words.grammar.values import AVERAGES, BANDS, indicator_value
from packages.domain.strategy.words.lexing.tokens import Duration, Tag

_MOST_NEAR = 0.3
_MOST_DEVIATIONS = 5


def _named(found: Found) -> list[Value]:
    return [value for value in found.all(Tag.VALUE) if isinstance(value, Value)]


def _than_before(found: Found, context: SentenceContext) -> Meant | None:
    """RSI比3天前低, `OBV is higher than it was 10 days ago`, 成交量比昨天大."""
    values = [*_named(found), *(price("volume") for _ in found.all(Tag.VOLUME))]
    duration: Duration | None = found.one(Tag.DURATION)
    bars = context.bars_of(duration) if duration is not None else 1
    op = found.one(Tag.OVER) or found.one(Tag.PLACE)
    of_bars = duration is not None or context.timeframe == "1d" or _counts_bars(found)
    if not values or any(each != values[0] for each in values) or not bars or op not in ("gt", "lt") or not of_bars:
        return None
    value = values[0]
    if value.scale == "number" or value.extreme or value.more:
        return None
    context.subject = value
    return compared(value, str(op), value.with_lag(bars))


def _counts_bars(found: Found) -> bool:
    return found.has(Tag.PREVIOUS) and found.has(Tag.TIME_UNIT)


def _near_extreme(found: Found, context: SentenceContext) -> Meant | None:
    """`Within 2% of its 52-week high`, 距离250日高点不到3%."""
    line, percent = _named(found)[-1], found.one(Tag.PERCENT)
    sides = _named(found)[:-1]
    if (
        not isinstance(percent, Percent)
        or percent.sign
        or not 0 < percent.value < _MOST_NEAR
        or found.one(Tag.OVER) == "gt"
    ):
        return None
    if line.scale != "price" or not line.indicator or line.more or any(value != price("close") for value in sides):
        return None
    if line.extreme:
        way, op = (-1, "gte") if line.extreme == "high" else (1, "lte")
        return related(price("close"), op, part_of(line, 1 + way * percent.value), context)
    low, high = (related(price("close"), op, part_of(line, 1 + way * percent.value), context) for way, op in _AROUND)
    return joined("all", [low, high]) if low is not None and high is not None else None


_AROUND = ((-1, "gte"), (1, "lte"))


def _by_deviations(found: Found, context: SentenceContext) -> Meant | None:
    """`Two standard deviations below the 20-day mean`: beyond the band of as many."""
    named, times = _named(found), found.one(Tag.MULTIPLE) or found.one(Tag.NUMBER)
    measure, line = named[-2:] if len(named) > 1 else (None, None)
    op = found.one(Tag.OVER) or found.one(Tag.PLACE)
    if measure is None or line is None or op not in ("gt", "lt") or not 0 < times <= _MOST_DEVIATIONS:
        return None
    others = [value for value in named[:-2] if value != price("close")]
    usual = not measure.assumed or bool({each.code for each in measure.assumed} <= {"settings"})
    if others or measure.indicator != "standard_deviation" or not usual or line.indicator != "sma" or line.more:
        return None
    output = "lower" if op == "lt" else "upper"
    band = indicator_value("bollinger", [dict(line.params)["period"], float(times)], context, output, line.timeframe)
    if band is None:
        return None
    meant = related(price("close"), {"lt": "lte", "gt": "gte"}[str(op)], band, context)
    context.comparison = compared(price("close"), str(op), line) if meant is not None else context.comparison
    return meant


def _own_extreme(found: Found, context: SentenceContext) -> Meant | None:
    """OBV创20日新高, `RSI at a 10-day low`: beyond all values of so many bars before."""
    line = _named(found)[-1]
    value = price("volume") if found.has(Tag.VOLUME) else _named(found)[0]
    bars = dict(line.params).get("period")
    measured = value.scale == "volume" or (value.scale == "level" and bool(value.indicator))
    if not measured or not line.extreme or not isinstance(bars, int):
        return None
    window: Json = {"highest" if line.extreme == "high" else "lowest": {"of": value.json, "bars": bars}}
    before: Json = {"lag": {"of": window, "bars": 1}}
    right = Value(before, value.scale, value.factors, value.assumed, value.indicator, value.params)
    context.subject = value
    return compared(value, "gt" if line.extreme == "high" else "lt", right)


def _inside(found: Found, context: SentenceContext) -> Meant | None:
    """`Back inside the bands`: across the band that was left, from outside."""
    last = context.comparison
    line = last.right if last is not None else None
    if found.one(Tag.CROSS) != "inside":
        return None
    if last is None or line is None or line.indicator not in BANDS or line.output not in ("upper", "lower"):
        return None
    named = {str(each) for each in found.all(Tag.INDICATOR)} | {each.indicator for each in _named(found)}
    if named - {line.indicator, ""} or last.left != price("close"):
        return None
    return related(price("close"), "cross_below" if line.output == "upper" else "cross_above", line, context)


def _chain_in_order(found: Found, context: SentenceContext) -> Meant | None:
    """EMA5>EMA13>EMA34 多头排列: the order of the averages said twice."""
    ops, way = found.all(Tag.OVER), str(found.one(Tag.ARRAY))
    if any(value.indicator not in AVERAGES for value in _named(found)) or set(ops) != {way}:
        return None
    kept = [token for token in found.tokens if token.kind in (Tag.VALUE, Tag.OVER)]
    return chain(Found(kept, 0, len(kept)), context)


def _through(found: Found, context: SentenceContext) -> Meant | None:
    """`Long through VWAP`: the way of the trade is the way of the crossing."""
    before, line = found.before, _named(found)[-1]
    ways = {"buy": "cross_above", "cover": "cross_above", "short": "cross_below", "sell": "cross_below"}
    if before is None or before.kind is not Tag.ACTION or before.value not in ways or line.scale != "price":
        return None
    return related(price("close"), ways[str(before.value)], line, context)


def _back_to_price(found: Found, context: SentenceContext) -> Meant | None:
    """`Buy over 0.20, sell at 0.30`: a price beyond that of the way in, where all levels so far are prices."""
    before, level = found.before, found.one(Tag.NUMBER)
    is_out = before is not None and before.kind is Tag.ACTION and before.value in ("sell", "exit", "close_long")
    if not is_out or context.averages or context.named:
        return None
    levels = [each for each in context.levels if each.left == price("close") and each.right is not None]
    ends = found.after is None or found.follows("COMMA | BREAK | OR | AND")
    if not ends or not levels or len(levels) != len(context.levels):
        return None
    own = levels[0].right.json if levels[0].right is not None else None
    if not isinstance(own, int | float) or own == level or not own / 3 < level < own * 3:
        return None
    op = "gte" if level > own else "lte"
    return compared(price("close"), op, number(level), assumed("price_level", level=level))


def _higher_low(found: Found, context: SentenceContext) -> Meant | None:
    """`A higher low`, `a lower high than yesterday`: than that of the bar before."""
    named = next((value for value in _named(found)), None)
    which = found.one(Tag.EXTREME) or next((each for each in ("high", "low") if named == price(each, 1)), None)
    if which is None or (found.before is not None and found.before.kind in (Tag.NUMBER, Tag.STREAK, Tag.DURATION)):
        return None
    return compared(price(which), "gt" if found.one(Tag.TREND) == "up" else "lt", price(which, 1))


NEARNESS: tuple[WordRule[SentenceContext], ...] = (
    WordRule(
        "(VALUE | VOLUME) OVER (PRONOUN | VALUE | VOLUME)? (DURATION AGO | PREVIOUS TIME_UNIT?)",
        Tag.CONDITION,
        _than_before,
    ),
    WordRule(
        "(VALUE | VOLUME) (DURATION AGO | PREVIOUS TIME_UNIT?) (VALUE | VOLUME)? PLACE (?!PERCENT | NUMBER)",
        Tag.CONDITION,
        _than_before,
    ),
    WordRule("VALUE? WITHIN PERCENT FROM? VALUE", Tag.CONDITION, _near_extreme),
    WordRule("VALUE? (AT_MOST | OVER) PERCENT FROM VALUE", Tag.CONDITION, _near_extreme),
    WordRule("VALUE? FROM? VALUE (OVER | AT_MOST) PERCENT", Tag.CONDITION, _near_extreme),
    WordRule("VALUE? FROM? VALUE PERCENT WITHIN", Tag.CONDITION, _near_extreme),
    WordRule("VALUE? (NUMBER | MULTIPLE) VALUE OVER VALUE", Tag.CONDITION, _by_deviations),
    WordRule(
        "(VALUE | VOLUME) (TOUCH | NEW | APPEARS | CROSS){0,2} NEW? VALUE (?!PLACE | PERCENT)",
        Tag.CONDITION,
        _own_extreme,
    ),
    WordRule("VALUE? CROSS (INDICATOR | VALUE | OUTPUT)? LINE?", Tag.CONDITION, _inside),
    WordRule("VALUE (OVER VALUE){1,4} ARRAY", Tag.CONDITION, _chain_in_order),
    WordRule("TREND (EXTREME | VALUE) (?=COMMA | BREAK | AND | OR | ACTION | $)", Tag.CONDITION, _higher_low),
    WordRule("THROUGH VALUE", Tag.CONDITION, _through),
    WordRule("NUMBER", Tag.CONDITION, _back_to_price),
)
