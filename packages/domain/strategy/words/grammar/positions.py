"""Conditions that name a place, a way from one place to another, or both lines at once."""

from dataclasses import replace

from packages.domain.strategy.words.grammar.comparisons import operand, operator, related
from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.crosses import PAIRS
from packages.domain.strategy.words.grammar.elisions import left_of
from packages.domain.strategy.words.grammar.meanings import (
    TURNED,
    Meant,
    Value,
    assumed,
    compared,
    joined,
    negated,
    number,
    price,
)
from packages.domain.strategy.words.grammar.measures.across import ACROSS
from packages.domain.strategy.words.grammar.patterns import Found, WordRule
from packages.domain.strategy.words.grammar.relations import ways_in
from packages.domain.strategy.words.grammar.states import LEVELS
from packages.domain.strategy.words.grammar.values import AVERAGES, BANDS, indicator_value
from packages.domain.strategy.words.lexing.tokens import Tag

_SIDE = "(VALUE | NUMBER | MONEY | PERCENT)"
_SIDES = (Tag.VALUE, Tag.NUMBER, Tag.MONEY, Tag.PERCENT, Tag.VOLUME, Tag.PRONOUN)
_MOVING = "(TOUCH | RETURN | CROSS | OVER | RISE | GO)"


def _moved_to(found: Found, context: SentenceContext) -> Meant | None:
    """RSI掉到30以下, 回到20日线上方: what counts is the place where it is then."""
    sides = [token for token in found.tokens if token.kind in _SIDES]
    place = found.one(Tag.PLACE)
    ways = ways_in(found, Tag.TOUCH, Tag.CROSS, Tag.OVER)
    if len(sides) not in (1, 2) or (ways and ways != {1 if place == "gt" else -1}):
        return None
    left = left_of(sides[0] if len(sides) == 2 else None, sides[-1], context, found)
    right = operand(sides[-1], left)
    meant = related(left, place, right, context) if left is not None and right is not None else None
    return negated(meant) if meant is not None and found.has(Tag.NOT) else meant


def _either_level(found: Found, context: SentenceContext) -> Meant | None:
    """任意一个大于70, `either above 70`: of the two oscillators that the rules are about."""
    compared_ = {str(each.left.json): each.left for each in context.levels if each.left and each.left.scale == "level"}
    named = list(compared_.values()) or [value for kind, value in context.named.items() if kind in LEVELS]
    level = number(found.one(Tag.NUMBER))
    op = operator(next(token for token in found.tokens if token.kind in (Tag.OVER, Tag.CROSS, Tag.PLACE)))
    parts = [related(value, op, level, context) for value in named]
    known = [part for part in parts if part is not None]
    return joined("any" if found.has(Tag.EITHER) else "all", known) if len(known) == len(parts) == 2 else None


def _each_level(found: Found, context: SentenceContext) -> Meant | None:
    """RSI和MFI都低于30: two oscillators and one level."""
    values, before = found.all(Tag.VALUE), found.before
    compares = before is not None and before.kind in (Tag.OVER, Tag.CROSS, Tag.TOUCH, Tag.RETURN, Tag.VALUE)
    distinct = len({str(value.json) for value in values}) == 2
    if compares or not distinct or any(value.scale != "level" or not value.indicator for value in values):
        return None
    op = operator(next(token for token in found.tokens if token.kind in (Tag.OVER, Tag.CROSS, Tag.PLACE)))
    parts = [related(value, op, number(found.one(Tag.NUMBER)), context) for value in values]
    known = [part for part in parts if part is not None]
    return joined("all", known) if len(known) == 2 else None


def _both_lines(found: Found, context: SentenceContext) -> Meant | None:
    """`K over D, both under 25`: said of the two that were compared."""
    last = context.comparison
    relation = next(token for token in found.tokens if token.kind in (Tag.OVER, Tag.CROSS, Tag.PLACE))
    level = next(token for token in found.tokens if token.kind in (Tag.NUMBER, Tag.VALUE, Tag.MONEY))
    if last is None or last.left is None or last.right is None or last.right.scale == "number":
        return None
    pairs = [(side, operand(level, side)) for side in (last.left, last.right)]
    parts = [related(side, operator(relation), right, context) for side, right in pairs if right is not None]
    known = [part for part in parts if part is not None]
    return joined("all", known) if len(known) == 2 else None


def _crossed_at(found: Found, context: SentenceContext) -> Meant | None:
    """`K crosses D below 20`: the crossing, and where it is."""
    lines = [token.value for token in found.tokens if token.kind is Tag.VALUE]
    levels = [token for token in found.tokens if token.kind in (Tag.NUMBER, Tag.ZERO)]
    place = found.one(Tag.OVER) or found.one(Tag.PLACE)
    said = found.one(Tag.CROSS)
    if len(lines) not in (2, 3) or lines[0].scale == "price" or place not in ("gt", "lt"):
        return None
    crossing = related(lines[0], "cross_above" if said == "cross" else str(said), lines[1], context)
    level = number(levels[0].value) if levels else lines[-1] if len(lines) == 3 else None
    where = related(lines[0], str(place), level, context) if level is not None and level.scale == "number" else None
    if crossing is None or where is None:
        return None
    return replace(joined("all", [crossing, where]), is_neutral=said == "cross")


def _named_cross_at(found: Found, context: SentenceContext) -> Meant | None:
    """`KDJ death cross above 80`: the cross by name, and where its first line is then."""
    named = found.one(Tag.VALUE)
    kind = named.indicator if isinstance(named, Value) else found.one(Tag.INDICATOR)
    if kind is None:
        kind = next((each for each in reversed(context.named) if each in PAIRS), None)
    place, low = found.one(Tag.OVER) or found.one(Tag.PLACE), found.one(Tag.EXTREME)
    if kind not in PAIRS or kind == "macd" or place not in ("gt", "lt") or (low and (low == "low") is (place == "gt")):
        return None
    first, second = (indicator_value(str(kind), [], context, line) for line in PAIRS[str(kind)])
    if first is None or second is None:
        return None
    context.named[str(kind)] = first
    level = number(found.one(Tag.NUMBER))
    parts = [related(first, str(found.one(Tag.GOLDEN)), second, context), related(first, str(place), level, context)]
    known = [part for part in parts if part is not None]
    return joined("all", known) if len(known) == 2 else None


def _candle(found: Found, context: SentenceContext) -> Meant:
    """A green candle closes above its open."""
    lag = 1 if found.has(Tag.PREVIOUS) else 0
    return compared(price("close", lag), found.one(Tag.CANDLE), price("open", lag))


def _named_level(found: Found, context: SentenceContext) -> Meant | None:
    """`RSI 65, sell`, 弱于RSI 40, `RSI is 45 or lower`: an oscillator and its level."""
    value, level = found.one(Tag.VALUE), found.one(Tag.NUMBER)
    if value.indicator not in LEVELS or (dict(value.params).get("period") == level and not found.has(Tag.OVER)):
        return None
    if found.tokens[-1].kind is Tag.OVER and found.one(Tag.OVER) not in ("gte", "lte"):
        return None
    low, high = LEVELS[value.indicator]
    said = found.one(Tag.OVER) or {"up": "gte", "down": "lte"}.get(str(found.one(Tag.TOUCH)))
    if said is None and level == (low + high) / 2:
        said = "gte" if found.has(Tag.RETURN) else _way_back(value, level, context)
    op = said or ("gte" if level > (low + high) / 2 else "lte")
    if not said and level == (low + high) / 2:
        return None
    meant = related(value, op, number(level), context)
    way = "below" if op == "gte" else "above"
    assumptions = (
        () if found.has(Tag.OVER) else (assumed("level_way", indicator=value.indicator, level=level, way=way),)
    )
    return replace(meant, assumed=(*meant.assumed, *assumptions)) if meant is not None else None


def _level_named_last(found: Found, context: SentenceContext) -> Meant | None:
    """`Dump at 65 RSI`."""
    before = found.before
    return _named_level(found, context) if before is not None and before.kind is Tag.ACTION else None


def _level_plus(found: Found, context: SentenceContext) -> Meant | None:
    """`RSI is 80+`."""
    value, sign = found.one(Tag.VALUE), found.tokens[-1]
    fits = sign.value > 0 and sign.glued and value.scale == "level"
    return related(value, "gte", number(found.one(Tag.NUMBER)), context) if fits else None


def _level_the_other_way(found: Found, context: SentenceContext) -> Meant | None:
    """`… to cross 50 the other way`: the crossing of the same level, turned round."""
    last, level = context.comparison, found.one(Tag.NUMBER)
    body = last.json.get("cross") if last is not None else None
    if last is None or last.left is None or not isinstance(body, dict) or body["b"] != level:
        return None
    return related(last.left, TURNED[str(body["op"])], number(level), context)


def _cross_in_place(found: Found, context: SentenceContext) -> Meant | None:
    """零轴上方的MACD金叉: the cross by name, and on which side of zero."""
    values = found.all(Tag.VALUE)
    zero = next((value for value in values if value.scale == "number"), values[0])
    named = next((value for value in values if value is not zero), zero)
    kind = named.indicator if named is not zero else str(found.one(Tag.INDICATOR))
    if zero.scale != "number" or kind != "macd":
        return None
    first, second = (indicator_value(kind, [], context, each) for each in PAIRS[kind])
    if first is None or second is None:
        return None
    parts = [related(first, str(found.one(Tag.PLACE)), zero, context)]
    parts.append(related(first, str(found.one(Tag.GOLDEN)), second, context))
    known = [part for part in parts if part is not None]
    return joined("all", known) if len(known) == 2 else None


def _way_back(value: Value, level: float, context: SentenceContext) -> str | None:
    """In below 30 and out at 50: from where it was to the middle."""
    last = context.comparison
    if last is None or last.left != value or last.right is None or not isinstance(last.right.json, int | float):
        return None
    return "gte" if last.right.json < level else "lte" if last.right.json > level else None


def _between_lines(found: Found, context: SentenceContext) -> Meant | None:
    """价格在中轨和上轨之间."""
    values = found.all(Tag.VALUE)
    left = values[0] if len(values) == 3 else price("close")
    if len(values) not in (2, 3) or any(value.scale != "price" for value in values):
        return None
    lines = sorted(values[-2:], key=lambda value: {"lower": 0, "middle": 1, "upper": 2}.get(value.output, 3))
    if lines[0].indicator not in BANDS or lines[0].indicator != lines[1].indicator:
        return None
    parts = [related(left, "gt", lines[0], context), related(left, "lt", lines[1], context)]
    known = [part for part in parts if part is not None]
    return joined("all", known) if len(known) == 2 else None


def _neutral_level(found: Found, context: SentenceContext) -> Meant | None:
    """`RSI crosses 60`: the way in is the direction of the trade."""
    value = found.one(Tag.VALUE)
    right: Value | None = found.all(Tag.VALUE)[1] if len(found.all(Tag.VALUE)) == 2 else number(found.one(Tag.NUMBER))
    if value.indicator in AVERAGES and found.has(Tag.NUMBER):
        right = indicator_value(value.indicator, [found.one(Tag.NUMBER)], context, None, value.timeframe)
    if found.one(Tag.CROSS) != "cross" or right is None or (value.scale != "level" and right.scale == "number"):
        return None
    meant = related(value, "cross_above", right, context)
    assumptions = assumed("cross_way")
    return replace(meant, is_neutral=True, assumed=(*meant.assumed, assumptions)) if meant is not None else None


def _price_breaks(found: Found, context: SentenceContext) -> Meant | None:
    """`If it breaks 250`: through a price, upwards for who gets in."""
    is_price = found.one(Tag.VALUE) in (None, price("close")) and found.one(Tag.CROSS) == "break"
    if not is_price or context.named or context.averages or context.settings or not context.may_be_price:
        return None
    meant = related(price("close"), "cross_above", number(found.tokens[-1].value), context)
    return replace(meant, is_neutral=True, assumed=(*meant.assumed, assumed("cross_way"))) if meant else None


_ENDS = "(?=COMMA | BREAK | BULLET | ACTION | AND | OR | CLOSE | DIRECTIVE | THEN | WHEN | $)"
POSITIONS: tuple[WordRule[SentenceContext], ...] = (
    *ACROSS,
    WordRule(f"(VALUE | VOLUME | PRONOUN)? NOT? {_MOVING}{{1,2}} {_SIDE} PLACE", Tag.CONDITION, _moved_to),
    WordRule(f"PRONOUN NOT? {_SIDE} PLACE", Tag.CONDITION, _moved_to),
    WordRule("VALUE CROSS VALUE (OVER (NUMBER | VALUE) | NUMBER PLACE)", Tag.CONDITION, _crossed_at),
    WordRule(
        "(VALUE | INDICATOR) EXTREME? GOLDEN (OVER NUMBER | OPEN? NUMBER PLACE CLOSE?)", Tag.CONDITION, _named_cross_at
    ),
    WordRule("EXTREME? GOLDEN (OVER NUMBER | OPEN NUMBER PLACE CLOSE)", Tag.CONDITION, _named_cross_at),
    WordRule(
        "(VALUE | INDICATOR)? EXTREME? OPEN VALUE (OVER NUMBER | NUMBER PLACE) CLOSE GOLDEN",
        Tag.CONDITION,
        _named_cross_at,
    ),
    WordRule("(VALUE | INDICATOR) (OVER NUMBER | NUMBER PLACE) GOLDEN", Tag.CONDITION, _named_cross_at),
    WordRule("VALUE (AND | LISTING) VALUE BOTH? ((OVER | CROSS) NUMBER | NUMBER PLACE)", Tag.CONDITION, _each_level),
    WordRule("(EITHER | BOTH) ((OVER | CROSS) NUMBER | NUMBER PLACE)", Tag.CONDITION, _either_level),
    WordRule("BOTH NOT? (OVER | CROSS) (NUMBER | VALUE | MONEY)", Tag.CONDITION, _both_lines),
    WordRule("BOTH (NUMBER | VALUE) PLACE", Tag.CONDITION, _both_lines),
    WordRule(f"(TOUCH | RETURN)? VALUE NUMBER {_ENDS}", Tag.CONDITION, _named_level),
    WordRule(f"OVER VALUE NUMBER {_ENDS}", Tag.CONDITION, _named_level),
    WordRule("VALUE NUMBER OVER", Tag.CONDITION, _named_level),
    WordRule(f"NUMBER VALUE {_ENDS}", Tag.CONDITION, _level_named_last),
    WordRule("VALUE NUMBER SIGN (?=BREAK | COMMA | ACTION | AND | OR | $)", Tag.CONDITION, _level_plus),
    WordRule("(VALUE | PRONOUN)? CROSS NUMBER OPPOSITE", Tag.CONDITION, _level_the_other_way),
    WordRule("VALUE PLACE (VALUE | INDICATOR) LINE? GOLDEN", Tag.CONDITION, _cross_in_place),
    WordRule("(VALUE | INDICATOR) VALUE PLACE LINE? GOLDEN", Tag.CONDITION, _cross_in_place),
    WordRule("STATE VALUE OVER NUMBER", Tag.CONDITION, _named_level),
    WordRule("VALUE? VALUE (AND | TO | LISTING) VALUE BETWEEN", Tag.CONDITION, _between_lines),
    WordRule("VALUE? BETWEEN VALUE (AND | TO | LISTING) VALUE", Tag.CONDITION, _between_lines),
    WordRule("VALUE CROSS (NUMBER | VALUE) (?!WAY | PLACE)", Tag.CONDITION, _neutral_level),
    WordRule("(VALUE | PRONOUN)? CROSS (NUMBER | MONEY) (?!WAY | PLACE)", Tag.CONDITION, _price_breaks),
    WordRule("PREVIOUS TIME_UNIT? CANDLE", Tag.CONDITION, _candle),
    WordRule("(VALUE | TIME_UNIT)? APPEARS? CANDLE APPEARS?", Tag.CONDITION, _candle),
)
