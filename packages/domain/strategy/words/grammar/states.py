"""Conditions that one word says: crosses by name, oversold, rising, touching a band, a surge of volume, a candle."""

from dataclasses import replace

from packages.domain.strategy.words.grammar.comparisons import operand, related
from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.lines import NEW, line
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
from packages.domain.strategy.words.grammar.values import AVERAGES, BANDS, indicator_value
from packages.domain.strategy.words.lexing.tokens import Tag

LEVELS = {
    "rsi": (30, 70), "kdj": (20, 80), "stochastic": (20, 80), "stochastic_rsi": (20, 80), "williams_r": (-80, -20),
    "cci": (-100, 100), "mfi": (20, 80), "connors_rsi": (10, 90), "cmo": (-50, 50),
}  # fmt: skip
_NEVER_NEGATIVE = frozenset(
    ["rsi", "kdj", "stochastic", "stochastic_rsi", "mfi", "adx", "atr", "williams_r", "connors_rsi", "relative_volume"]
)


def _state(found: Found, context: SentenceContext) -> Meant | None:
    """Oversold and overbought, at the customary level of the oscillator or at one that is named."""
    state = found.one(Tag.STATE)
    value = found.one(Tag.VALUE) if found.has(Tag.VALUE) else context.subject
    if value is None or value.indicator not in LEVELS:
        value = next((each for each in reversed(context.named.values()) if each.indicator in LEVELS), value)
    if found.has(Tag.INDICATOR):
        value = indicator_value(str(found.one(Tag.INDICATOR)), [], context, "k")
    if value is None or value.indicator not in LEVELS:
        return None
    low, high = LEVELS[value.indicator]
    given = found.one(Tag.NUMBER)
    level = given if given is not None else (low if state == "low" else high)
    assumptions = () if given is not None else (assumed("level", indicator=value.indicator, level=level),)
    meant = related(value, "lt" if state == "low" else "gt", number(level), context)
    meant = replace(meant, assumed=(*meant.assumed, *assumptions)) if meant is not None else None
    return negated(meant) if meant is not None and found.has(Tag.NOT) else meant


def _sign(found: Found, context: SentenceContext) -> Meant | None:
    value = found.one(Tag.VALUE) if found.has(Tag.VALUE) else context.subject
    if not isinstance(value, Value) or value.scale != "level" or value.indicator in _NEVER_NEGATIVE:
        return None
    colours = {1: "cross_above", -1: "cross_below", 2: "gt", -2: "lt"}
    if found.has(Tag.OUTLOOK) and (value.output != "histogram" or found.one(Tag.OUTLOOK) not in colours):
        return None
    op = found.one(Tag.TURN) or found.one(Tag.POSITIVE) or colours[found.one(Tag.OUTLOOK)]
    if op.endswith(("_bars_up", "_bars_down")):
        return _bars_change(value, op, context) if not found.has(Tag.NOT) else None
    if op.endswith("_bars"):
        if value.indicator != "macd":
            return None
        value, op = line(value, "histogram"), op.removesuffix("_bars")
    meant = related(value, op, number(0), context)
    return negated(meant) if meant is not None and found.has(Tag.NOT) else meant


def _bars_change(value: Value, op: str, context: SentenceContext) -> Meant | None:
    """红柱缩短: the bars of the MACD are above zero and lower than a bar before."""
    if value.indicator != "macd":
        return None
    bars, (side, _, way) = line(value, "histogram"), op.split("_")
    signed = related(bars, side, number(0), context)
    changed = compared(bars, "gt" if way == "up" else "lt", bars.with_lag(1), assumed("slope", bars=1))
    return joined("all", [signed, changed]) if signed is not None else None


def _touch(found: Found, context: SentenceContext) -> Meant | None:
    """Reaching a lower line comes from above, reaching an upper one from below; of other lines nobody said."""
    values = [value for value in found.all(Tag.VALUE) if isinstance(value, Value)]
    right = values[-1]
    left = values[0] if len(values) == 2 else price("close")
    literal = found.has(Tag.TOUCH) and found.one(Tag.TOUCH) is None
    context.touches = context.touches or (literal and len(values) == 1)
    if not found.has(Tag.TOUCH) and len(values) == 1:
        literal = context.touches
    if literal and left == price("close") and right.indicator in BANDS and right.output in ("lower", "upper"):
        left = price("low" if right.output == "lower" else "high")
    if left.json != {"ref": "close"} and left.json not in ({"ref": "low"}, {"ref": "high"}):
        return None
    side = right.extreme or {"lower": "low", "upper": "high"}.get(right.output, "")
    if right.extreme:
        return related(left, "gt" if side == "high" else "lt", right, context)
    way = found.one(Tag.TOUCH)
    if right.indicator in BANDS and side:
        return related(left, "gte" if side == "high" else "lte", right, context)
    if way in ("up", "down") and right.scale == "price":
        return related(left, "gte" if way == "up" else "lte", right, context)
    if literal and right.indicator in AVERAGES and right.scale == "price" and left == price("close"):
        return replace(related(left, "gte", right, context) or compared(left, "gte", right), turns=True)
    if right.indicator in BANDS and right.output == "middle":
        return replace(related(left, "gte", right, context) or compared(left, "gte", right), turns=True)
    return None


def _touched(found: Found, context: SentenceContext) -> Meant | None:
    """`Lower band touch`: the line stands before the word."""
    line_ = found.one(Tag.VALUE)
    is_band = isinstance(line_, Value) and line_.indicator in BANDS and line_.output in ("upper", "lower")
    return _touch(found, context) if is_band else None


def _break_of(found: Found, context: SentenceContext) -> Meant | None:
    """`A breakout over the 50-day high`."""
    value, which = found.one(Tag.VALUE), found.one(Tag.BREAKOUT)
    fits = (
        isinstance(value, Value)
        and value.extreme == which
        and found.one(Tag.OVER) in (None, "gt" if which == "high" else "lt")
    )
    return related(price("close"), "gt" if which == "high" else "lt", value, context) if fits else None


def _touch_level(found: Found, context: SentenceContext) -> Meant | None:
    """`RSI reaches 70`: from below where the level is high, from above where it is low."""
    last, is_money = found.tokens[-1], found.tokens[-1].kind is Tag.MONEY
    named = [each for each in found.all(Tag.VALUE) if each.scale != "number"]
    if last.kind is Tag.VALUE and last.value.scale != "number":
        return None
    value = named[0] if named else price("close") if is_money else context.subject
    level = operand(last, value)
    if value is None or level is None or not isinstance(level.json, int | float):
        return None
    op = _op_of_touch(found, value, float(level.json), context)
    return related(value, op, level, context) if op else None


def _level_or_beyond(found: Found, context: SentenceContext) -> Meant | None:
    """`Gets to 15 or less`."""
    value = found.one(Tag.VALUE) if found.has(Tag.VALUE) else context.subject
    if not isinstance(value, Value) or found.one(Tag.OVER) not in ("lte", "gte"):
        return None
    return related(value, found.one(Tag.OVER), number(found.one(Tag.NUMBER)), context)


def _op_of_touch(found: Found, value: Value, level: float, context: SentenceContext) -> str:
    """From where a level is reached: as said, by the half of the scale it is in, or back from where it was."""
    way = found.one(Tag.TOUCH)
    if way in ("up", "down"):
        return {"up": "gte", "down": "lte"}[way]
    last = next((each for each in reversed(context.levels) if each.left == value), None)
    if last is not None and last.right is not None and isinstance(last.right.json, int | float):
        return "lte" if last.right.json > level else "gte" if last.right.json < level else ""
    if value.indicator not in LEVELS or found.has(Tag.RETURN):
        return ""
    low, high = LEVELS[value.indicator]
    return "gte" if level > (low + high) / 2 else "lte" if level < (low + high) / 2 else ""


def _back(found: Found, context: SentenceContext) -> Meant | None:
    """Back at the middle band or at an average; the side of the trade says from where."""
    values = [value for value in found.all(Tag.VALUE) if isinstance(value, Value)]
    right, left = values[-1], price("close")
    if right.scale != "price" or right.extreme or (len(values) == 2 and values[0].json != {"ref": "close"}):
        return None
    side = {"lower": "lte", "upper": "gte"}.get(right.output, "") if right.indicator in BANDS else ""
    meant = related(left, side or "gte", right, context)
    return replace(meant, turns=not side) if meant is not None else None


def _back_to_it(found: Found, context: SentenceContext) -> Meant | None:
    """`When it gets back to it`: to the line that it was compared with."""
    last = context.comparison
    line_ = last.right if last is not None else None
    if (
        line_ is None
        or line_.scale != "price"
        or not line_.indicator
        or (last is not None and last.left != price("close"))
    ):
        return None
    ends = found.after is None or found.follows("COMMA | BREAK | ACTION | AND | OR")
    meant = related(price("close"), "gte", line_, context) if ends and not line_.extreme else None
    return replace(meant, turns=True) if meant is not None else None


def lone_band(found: Found, context: SentenceContext) -> Meant | None:
    """`Buy at the lower band`: the band alone is the touch of it, where an action or the end stands beside it."""
    value = next((each for each in found.all(Tag.VALUE)[::-1]), None)
    beside = found.follows(
        "ACTION | COMMA | BREAK | AND | OR | DIRECTIVE | WITHIN | TIMEFRAME | WHEN | UNLESS | THEN | ONLY | OPEN"
        " | CLOSE | MARK | HOLD MONEY | PER_TRADE"
    )
    if found.before is not None and found.before.kind in (Tag.VALUE, Tag.NUMBER):
        return None
    if not (beside or found.after is None) or not isinstance(value, Value):
        return None
    listed = found.follows("AND (CONDITION | VALUE | VOLUME | SURGE)") and value.extreme
    heads = found.before is None or found.before.kind in (Tag.COMMA, Tag.BREAK, Tag.COLON, Tag.BULLET)
    acts = found.follows("ACTION | THEN | MARK? HOLD MONEY ACTION") or (
        found.before is not None
        and found.before.kind
        in (Tag.ACTION, Tag.OR, Tag.WHEN, Tag.SYMBOL, Tag.AND, Tag.PRONOUN, Tag.STOP_LOSS, Tag.TAKE_PROFIT)
    )
    acts = acts or found.preceded_by(Tag.ACTION, Tag.COLON) or found.follows("COMMA ACTION") or bool(listed and heads)
    is_new = value.extreme and (
        value.output == NEW
        or len(found.all(Tag.VALUE)) == 2
        or found.has(Tag.NEW)
        or found.has(Tag.APPEARS)
        or found.has(Tag.TOUCH)
        or acts
    )
    if not (value.indicator in BANDS or is_new):
        return None
    meant = _touch(found, context)
    return negated(meant) if meant is not None and found.has(Tag.NOT) else meant


def _outlook(found: Found, context: SentenceContext) -> Meant | None:
    """Supertrend and SAR turn when the price crosses them."""
    flips = ("supertrend", "parabolic_sar")
    value = (
        found.one(Tag.VALUE)
        if found.has(Tag.VALUE)
        else next((context.named[kind] for kind in flips if kind in context.named), None)
    )
    if value is None:
        kind = next((each for each in flips if each in context.settings), None)
        value = indicator_value(kind, [], context) if kind is not None else None
    if not isinstance(value, Value) or value.indicator not in flips:
        return None
    way = found.one(Tag.OUTLOOK) or 2 * _way_of(found)
    op = {2: "gt", -2: "lt", 1: "cross_above", -1: "cross_below"}[way]
    return related(price("close"), op, value, context)


def _flipped(found: Found, context: SentenceContext) -> Meant | None:
    """SAR翻到下面: the dots below the price are those of a rise."""
    value = found.one(Tag.VALUE) if found.has(Tag.VALUE) else context.named.get("parabolic_sar")
    if not isinstance(value, Value) or value.indicator != "parabolic_sar":
        return None
    return related(price("close"), "cross_above" if found.one(Tag.PLACE) == "lt" else "cross_below", value, context)


def _way_of(found: Found) -> int:
    """`Supertrend is up`, `supertrend positive`."""
    said = found.one(Tag.RISE) or found.one(Tag.POSITIVE) or found.one(Tag.TREND)
    return {1: 1, "gt": 1, "up": 1}.get(said, -1)


STATES: tuple[WordRule[SentenceContext], ...] = (
    WordRule("(VALUE | INDICATOR) NOT? STATE (OPEN? OVER? NUMBER PLACE? CLOSE?)?", Tag.CONDITION, _state),
    WordRule("NOT? STATE (OPEN OVER? NUMBER PLACE? CLOSE)?", Tag.CONDITION, _state),
    WordRule("STATE (VALUE | INDICATOR) (OPEN OVER? NUMBER PLACE? CLOSE)?", Tag.CONDITION, _state),
    WordRule("VALUE? OUTLOOK", Tag.CONDITION, _sign),
    WordRule("(VALUE | PRONOUN)? NOT? (TURN | POSITIVE)", Tag.CONDITION, _sign),
    WordRule("POSITIVE VALUE", Tag.CONDITION, _sign),
    WordRule("BREAKOUT OVER? VALUE", Tag.CONDITION, _break_of),
    WordRule("(VALUE | PRONOUN)? TOUCH VALUE (?!PLACE)", Tag.CONDITION, _touch),
    WordRule("VALUE TOUCH (?=COMMA | BREAK | ACTION | AND | OR | $)", Tag.CONDITION, _touched),
    WordRule("(VALUE | PRONOUN)? (TOUCH | RETURN) NUMBER OVER", Tag.CONDITION, _level_or_beyond),
    WordRule("(VALUE | PRONOUN)? (TOUCH | RETURN) (NUMBER | PERCENT | MONEY)", Tag.CONDITION, _touch_level),
    WordRule("(VALUE | PRONOUN)? (TOUCH | RETURN) VALUE", Tag.CONDITION, _touch_level),
    WordRule("VALUE? RETURN VALUE", Tag.CONDITION, _back),
    WordRule("(VALUE | PRONOUN)? (TOUCH | RETURN) PRONOUN", Tag.CONDITION, _back_to_it),
    WordRule("(VALUE | PRONOUN)? OUTLOOK", Tag.CONDITION, _outlook),
    WordRule("VALUE? (TOUCH | GO) PLACE", Tag.CONDITION, _flipped),
    WordRule("VALUE (RISE | POSITIVE | TREND) (?!OVER | PERCENT | NUMBER | VALUE)", Tag.CONDITION, _outlook),
)
