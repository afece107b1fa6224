"""Conditions that compare or cross two values, and those whose second value is understood."""

from dataclasses import replace

from packages.domain.strategy.words.grammar.context import BOUNDED, SentenceContext
from packages.domain.strategy.words.grammar.expressions import own_average
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
from packages.domain.strategy.words.grammar.patterns import Found
from packages.domain.strategy.words.grammar.quantities import Percent, plain
from packages.domain.strategy.words.grammar.values import AVERAGES, indicator_value
from packages.domain.strategy.words.lexing.tokens import Tag, Token

_IN_PERCENT = frozenset(
    ["roc", "bias", "atr_percent", "gap_percent", "range_percent", "drawdown", "rsi", "mfi", "percentile_rank"]
)
_LONGEST_STREAK = 20
_SMALLEST_VOLUME = 1000
_MIDDLES = {"rsi": 50, "kdj": 50, "stochastic": 50, "mfi": 50, "cci": 0, "williams_r": -50}
_PRICES = ({"ref": "close"}, {"ref": "open"})
SIDE = "(VALUE | NUMBER | MONEY | PERCENT | VOLUME)"
OPERATOR = "(OVER | CROSS | AT_MOST | AT_LEAST)"


def operand(token: Token, other: Value | None) -> Value | None:
    """A token as a value; a percentage only beside an indicator that counts in percent."""
    match token.kind:
        case Tag.VALUE:
            return token.value if isinstance(token.value, Value) else None
        case Tag.VOLUME:
            return price("volume")
        case Tag.NUMBER | Tag.MONEY:
            return number(token.value)
        case Tag.PERCENT if other is not None and other.indicator in _IN_PERCENT:
            percent: Percent = token.value
            return number(plain(100 * percent.value * (percent.sign or 1)))
        case _:
            return None


def operator(token: Token) -> str:
    return {Tag.AT_MOST: "lte", Tag.AT_LEAST: "gte"}.get(token.kind) or str(token.value)


def related(left: Value, op: str, right: Value, context: SentenceContext) -> Meant | None:
    """The comparison, if the two can be compared: prices with prices, an oscillator with its levels."""
    if left.more or right.more:
        return _each(left, op, right, context)
    if op in ("break", "break_down"):
        op = _way_of_break(left, right, op)
    left, op, right = _as_usual(left, op, right)
    if left.json == right.json or op not in TURNED or _is_no_volume(left, right):
        return None
    if right.indicator in AVERAGES and right.scale == "price" and (own := own_average(left, right)) is not None:
        right = own
    if not _can_be_compared(left, right) or _is_beyond(left, right):
        return None
    is_open = right.json in ({"ref": "open"}, {"ref": "high"}, {"ref": "low"})
    if op == {"high": "cross_below", "low": "cross_above"}.get(right.extreme):
        return None  # a high is not broken downwards
    if left.extreme or right.extreme or (is_open and left.json == {"ref": "close"}):
        op = {"cross_above": "gt", "cross_below": "lt"}.get(op, op)
    is_price = left.scale == "price" and not left.indicator and right.scale == "number"
    if left.scale == "price" and right.scale == "number" and (context.has_bare_average or _is_no_price(right)):
        return None
    meant = compared(left, op, right, *([assumed("price_level", level=right.json)] if is_price else []))
    context.remember(meant, op)
    return meant


def _as_usual(left: Value, op: str, right: Value) -> tuple[Value, str, Value]:
    """`The average is below the price` and `40 < RSI` with what is compared on the left."""
    of_price = _is_line_of_price(left) and right.json in _PRICES
    of_level = left.scale == "number" and right.scale == "level"
    return (right, TURNED[op], left) if op in TURNED and (of_price or of_level) else (left, op, right)


def _is_line_of_price(value: Value) -> bool:
    return value.scale == "price" and bool(value.indicator) and not value.extreme


def _can_be_compared(left: Value, right: Value) -> bool:
    """Prices with prices, volumes with volumes, an indicator with its own lines and levels."""
    scales = {left.scale, right.scale}
    is_other = left.scale == right.scale == "number" or ("volume" in scales and not scales <= {"volume", "number"})
    if is_other and "volume_average" not in (left.indicator, right.indicator):
        return False
    if "price" in scales and "level" in scales:
        return False
    both_levels = left.scale == right.scale == "level" and left.indicator != right.indicator
    return not both_levels or _are_alike(left, right)


def _is_beyond(left: Value, right: Value) -> bool:
    """A level that the indicator never passes was said of something else."""
    bounds = BOUNDED.get(left.indicator)
    is_level = bounds is not None and isinstance(right.json, int | float)
    if left.indicator == "stochastic_rsi" and isinstance(right.json, float) and 0 < right.json < 1:
        return True  # of the scale from 0 to 1, which the catalogue does not have
    return is_level and bounds is not None and not bounds[0] < float(str(right.json)) < bounds[1]


def _is_no_price(value: Value) -> bool:
    return isinstance(value.json, int | float) and value.json <= 0


def _is_no_volume(left: Value, right: Value) -> bool:
    """Nobody compares a volume with twenty shares; the number is of something else."""
    return left.scale == "volume" and isinstance(right.json, int | float) and right.json < _SMALLEST_VOLUME


def _way_of_break(left: Value, line: Value, word: str) -> str:
    """A high or an upper band is broken upwards, a low downwards; of other lines nobody said, but 破 is downwards."""
    side = line.extreme or {"upper": "high", "lower": "low", "high": "high", "low": "low"}.get(line.output, "")
    if not side and isinstance(line.json, int | float) and line.json != _MIDDLES.get(left.indicator, line.json):
        side = "high" if line.json > _MIDDLES[left.indicator] else "low"
    if not side and word == "break_down" and line.scale == "price":
        side = "low"
    return {"high": "cross_above", "low": "cross_below"}.get(side, "")


def _each(left: Value, op: str, right: Value, context: SentenceContext) -> Meant | None:
    lefts, rights = (replace(left, more=()), *left.more), (replace(right, more=()), *right.more)
    parts = [related(one, op, other, context) for one in lefts for other in rights]
    known = [part for part in parts if part is not None]
    return joined("all", known) if len(known) == len(parts) else None


def _are_alike(left: Value, right: Value) -> bool:
    pairs = ({"plus_di", "minus_di"}, {"rsi"}, {"atr"}, {"realised_volatility"})
    return any({left.indicator, right.indicator} <= pair for pair in pairs)


def both(found: Found, context: SentenceContext) -> Meant | None:
    """Above the 50 SMA and the 200 SMA: the second line has the same left side and the same relation."""
    values = [token for token in found.tokens if token.kind in (Tag.VALUE, Tag.VOLUME)]
    op = found.one(Tag.PLACE) or operator(next(token for token in found.tokens if token.kind in (Tag.OVER, Tag.CROSS)))
    lefts = [operand(token, None) for token in values]
    if any(value is None for value in lefts) or lefts[1] is None or lefts[0] is None or lefts[1].scale == "number":
        return None
    parts = [related(lefts[0], op, right, context) for right in lefts[1:] if right is not None]
    known = [part for part in parts if part is not None]
    word = "any" if found.has(Tag.OR) else "all"
    return joined(word, known) if len(known) == len(parts) else None


def chain(found: Found, context: SentenceContext) -> Meant | None:
    """MA5 > MA10 > MA20 compares each with the next."""
    tokens = [token for token in found.tokens if token.kind not in (Tag.PLACE, Tag.NOT)]
    sides, operators = tokens[::2], [operator(token) for token in tokens[1::2]]
    known = next((token.value for token in sides if token.kind is Tag.VALUE), None)
    values = [operand(token, known) for token in sides]
    values = [as_average(value, values[0], context) for value in values]
    parts = [
        related(left, op, right, context) if left and right else None
        for left, op, right in zip(values, operators, values[1:], strict=False)
    ]
    understood = [part for part in parts if part is not None]
    if len(understood) != len(parts) or (len(parts) > 1 and any(op.startswith("cross") for op in operators)):
        return None
    if found.has(Tag.PLACE) and not agrees(found, operators):
        return None
    meant = joined("all", understood)
    return negated(meant) if found.has(Tag.NOT) else meant


def as_average(value: Value | None, first: Value | None, context: SentenceContext) -> Value | None:
    """`The 9 EMA crosses the 21`: a small whole number beside an average is the length of another one."""
    is_average = first is not None and first.indicator in AVERAGES
    if not is_average or first is None or value is None or not isinstance(value.json, int) or not 1 < value.json <= 250:
        return value
    made = indicator_value(first.indicator, [value.json], context, None, first.timeframe)
    return replace(made, assumed=(assumed("as_average", length=value.json),)) if made is not None else None


def agrees(found: Found, operators: list[str]) -> bool:
    """突破MA20上方 says above twice; 跌破MA20上方 would contradict itself."""
    up = operators[-1] in ("gt", "gte", "cross_above")
    return (found.one(Tag.PLACE) == "gt") is up


def persists(found: Found, context: SentenceContext) -> Meant | None:
    """RSI连续3天低于30: true on each of the last bars."""
    duration = found.one(Tag.DURATION)
    bars = context.bars_of(duration) if duration is not None else None
    tokens = [token for token in found.tokens if token.kind not in (Tag.STREAK, Tag.DURATION)]
    left = operand(tokens[0], None)
    right = operand(tokens[2], left) if len(tokens) == 3 else None
    op = operator(tokens[1])
    if bars is None or not 1 < bars <= _LONGEST_STREAK or left is None or right is None or op == "cross":
        return None
    op = {"cross_above": "gt", "cross_below": "lt"}.get(op, op)
    first = related(left, op, right, context)
    if first is None:
        return None
    earlier = [compared(left.with_lag(lag), op, right.with_lag(lag)) for lag in range(1, bars)]
    return joined("all", [first, *earlier])


_ENTRY_LEVELS = ("NUMBER", "MONEY", "PERCENT")


def between(found: Found, context: SentenceContext) -> Meant | None:
    left = next((token.value for token in found.tokens if token.kind is Tag.VALUE), None) or context.subject
    levels = [operand(token, left) for token in found.tokens if token.kind.name in _ENTRY_LEVELS]
    if left is None or len(levels) != 2 or levels[0] is None or levels[1] is None:
        return None
    low, high = related(left, "gte", levels[0], context), related(left, "lte", levels[1], context)
    return joined("all", [low, high]) if low is not None and high is not None else None


def within_levels(found: Found, context: SentenceContext) -> Meant | None:
    """`RSI 50-70`: between the two, where a dash stands right between them."""
    sign, (low, high) = next(token for token in found.tokens if token.kind is Tag.SIGN), found.all(Tag.NUMBER)
    value = found.one(Tag.VALUE)
    written_as_one = sign.glued and sign.value < 0 and found.tokens[-1].glued and 0 <= low < high
    return between(found, context) if written_as_one and value.scale == "level" else None
