"""Conditions that compare or cross two values, and those whose second value is understood."""

from dataclasses import replace

from packages.domain.strategy.words.context import SentenceContext
from packages.domain.strategy.words.meanings import TURNED, Meant, Value, compared, joined, negated, number, price
from packages.domain.strategy.words.patterns import Found, WordRule
from packages.domain.strategy.words.quantities import Percent, plain
from packages.domain.strategy.words.tokens import Kind, Token
from packages.domain.strategy.words.values import AVERAGES, indicator_value

_IN_PERCENT = frozenset("roc bias atr_percent gap_percent range_percent drawdown rsi mfi percentile_rank".split())
_ENTRY_LEVELS = ("NUMBER", "MONEY", "PERCENT")
SIDE = "(VALUE | NUMBER | MONEY | PERCENT | VOLUME)"
OPERATOR = "(OVER | CROSS | AT_MOST | AT_LEAST)"


def operand(token: Token, other: Value | None) -> Value | None:
    """A token as a value; a percentage only beside an indicator that counts in percent."""
    match token.kind:
        case Kind.VALUE:
            return token.value if isinstance(token.value, Value) else None
        case Kind.VOLUME:
            return price("volume")
        case Kind.NUMBER | Kind.MONEY:
            return number(token.value)
        case Kind.PERCENT if other is not None and other.indicator in _IN_PERCENT:
            percent: Percent = token.value
            return number(plain(100 * percent.value * (percent.sign or 1)))
        case _:
            return None


def operator(token: Token) -> str:
    return {Kind.AT_MOST: "lte", Kind.AT_LEAST: "gte"}.get(token.kind) or str(token.value)


def related(left: Value, op: str, right: Value, context: SentenceContext) -> Meant | None:
    """The comparison, if the two can be compared: prices with prices, an oscillator with its levels."""
    if left.more or right.more:
        return _each(left, op, right, context)
    scales = {left.scale, right.scale}
    if left.scale == right.scale == "number" or ("volume" in scales and not scales <= {"volume", "number"}):
        if not {left.indicator, right.indicator} & {"volume_average"}:
            return None
    if "price" in scales and "level" in scales:
        return None
    if left.scale == right.scale == "level" and left.indicator != right.indicator and not _are_alike(left, right):
        return None
    if op == "cross":
        return None
    if left.extreme or right.extreme:
        op = {"cross_above": "gt", "cross_below": "lt"}.get(op, op)
    meant = compared(left, op, right)
    if left.scale != "number":
        context.subject = left
    context.comparison = meant
    if op.startswith("cross") and right.scale != "number":
        context.crossing = meant
    return meant


def _each(left: Value, op: str, right: Value, context: SentenceContext) -> Meant | None:
    lefts, rights = (replace(left, more=()), *left.more), (replace(right, more=()), *right.more)
    parts = [related(one, op, other, context) for one in lefts for other in rights]
    known = [part for part in parts if part is not None]
    return joined("all", known) if len(known) == len(parts) else None


def _are_alike(left: Value, right: Value) -> bool:
    pairs = ({"plus_di", "minus_di"}, {"rsi"}, {"atr"}, {"realised_volatility"})
    return any({left.indicator, right.indicator} <= pair for pair in pairs)


def _both(found: Found, context: SentenceContext) -> Meant | None:
    """Above the 50 SMA and the 200 SMA: the second line has the same left side and the same relation."""
    values = [token for token in found.tokens if token.kind in (Kind.VALUE, Kind.VOLUME)]
    op = found.one(Kind.PLACE) or operator(
        next(token for token in found.tokens if token.kind in (Kind.OVER, Kind.CROSS))
    )
    lefts = [operand(token, None) for token in values]
    if any(value is None for value in lefts) or lefts[1] is None or lefts[0] is None or lefts[1].scale == "number":
        return None
    parts = [related(lefts[0], op, right, context) for right in lefts[1:] if right is not None]
    known = [part for part in parts if part is not None]
    word = "any" if found.has(Kind.OR) else "all"
    return joined(word, known) if len(known) == len(parts) else None


def _chain(found: Found, context: SentenceContext) -> Meant | None:
    """MA5 > MA10 > MA20 compares each with the next."""
    tokens = [token for token in found.tokens if token.kind not in (Kind.PLACE, Kind.NOT)]
    sides, operators = tokens[::2], [operator(token) for token in tokens[1::2]]
    known = next((token.value for token in sides if token.kind is Kind.VALUE), None)
    values = [operand(token, known) for token in sides]
    parts = [
        related(left, op, right, context) if left and right else None
        for left, op, right in zip(values, operators, values[1:], strict=False)
    ]
    understood = [part for part in parts if part is not None]
    if len(understood) != len(parts) or (len(parts) > 1 and any(op.startswith("cross") for op in operators)):
        return None
    if found.has(Kind.PLACE) and not _agrees(found, operators):
        return None
    meant = joined("all", understood)
    return negated(meant) if found.has(Kind.NOT) else meant


def _agrees(found: Found, operators: list[str]) -> bool:
    """突破MA20上方 says above twice; 跌破MA20上方 would contradict itself."""
    up = operators[-1] in ("gt", "gte", "cross_above")
    return (found.one(Kind.PLACE) == "gt") is up


def _persists(found: Found, context: SentenceContext) -> Meant | None:
    """RSI连续3天低于30: true on each of the last bars."""
    duration = found.one(Kind.DURATION)
    bars = context.bars_of(duration) if duration is not None else None
    tokens = [token for token in found.tokens if token.kind not in (Kind.STREAK, Kind.DURATION)]
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


def _elided(found: Found, context: SentenceContext) -> Meant | None:
    """Without a left side a price line is compared with the price, and a number with what was compared before."""
    operators = [token for token in found.tokens if token.kind in (Kind.OVER, Kind.CROSS, Kind.AT_MOST, Kind.AT_LEAST)]
    right_token = next(token for token in found.tokens[::-1] if token.kind is not Kind.PLACE)
    right = operand(right_token, context.subject)
    if right is None or (found.has(Kind.PLACE) and not _agrees(found, [operator(operators[0])])):
        return None
    left = understood_left(right, context)
    meant = related(left, operator(operators[0]), right, context) if left is not None else None
    return negated(meant) if meant is not None and found.has(Kind.NOT) else meant


def understood_left(right: Value, context: SentenceContext) -> Value | None:
    if right.scale == "price":
        return price("close")
    if right.scale == "volume" or right.indicator == "volume_average":
        return price("volume")
    if right.scale == "number":
        return context.subject
    is_line = right.output in ("signal", "d") and context.subject is not None
    return context.subject if is_line and context.subject and context.subject.indicator == right.indicator else None


def _again(found: Found, context: SentenceContext) -> Meant | None:
    """`Sell when it crosses below`: the values of the last comparison, if the second was a line."""
    last = context.comparison
    if last is None or last.left is None or last.right is None or last.right.scale == "number":
        return None
    before = found.before
    if before is not None and before.kind not in (
        Kind.WHEN,
        Kind.ACTION,
        Kind.AND,
        Kind.OR,
        Kind.COMMA,
        Kind.BREAK,
        Kind.THEN,
    ):
        return None
    if not found.follows("COMMA | BREAK | ACTION | OR | AND") and found.after is not None:
        return None
    op = operator(next(token for token in found.tokens if token.kind in (Kind.OVER, Kind.CROSS)))
    return related(last.left, op, last.right, context) if op not in ("eq", "cross") else None


def _pronoun(found: Found, context: SentenceContext) -> Meant | None:
    """`It` is the price beside a price line, and else what the last condition was about."""
    tokens = [token for token in found.tokens if token.kind is not Kind.NOT]
    op = operator(tokens[1])
    last = context.comparison
    if tokens[0].kind is Kind.PRONOUN:
        right = operand(tokens[2], context.subject)
        left = understood_left(right, context) if right is not None else None
    else:
        left = operand(tokens[0], None)
        right = last.right if last is not None and last.right is not None and last.right.scale != "number" else None
    meant = related(left, op, right, context) if left is not None and right is not None else None
    return negated(meant) if meant is not None and found.has(Kind.NOT) else meant


def _placed(found: Found, context: SentenceContext) -> Meant | None:
    """价格在MA20上方, RSI在30以下: the place says how the two are compared."""
    values = [token for token in found.tokens if token.kind not in (Kind.PLACE, Kind.NOT)]
    left = operand(values[0], None) if len(values) == 2 else None
    right = operand(values[-1], left)
    if left is None and right is not None:
        left = understood_left(right, context)
    if left is None or right is None:
        return None
    op = found.one(Kind.PLACE)
    meant = related(left, op, right, context)
    return negated(meant) if meant is not None and found.has(Kind.NOT) else meant


def _touch_place(found: Found, context: SentenceContext) -> Meant | None:
    """跌到布林下轨以下."""
    values = [value for value in found.all(Kind.VALUE) if isinstance(value, Value)]
    left = values[0] if len(values) == 2 else understood_left(values[-1], context)
    return related(left, found.one(Kind.PLACE), values[-1], context) if left is not None else None


def _named_level(found: Found, context: SentenceContext) -> Meant | None:
    """RSI30以下, written in one: an indicator with its usual settings and a level."""
    kind = str(found.one(Kind.INDICATOR))
    left = indicator_value(kind, [], context) if kind not in AVERAGES and "@" not in kind else None
    right = operand(found.tokens[-2], left)
    return related(left, found.one(Kind.PLACE), right, context) if left is not None and right is not None else None


def _between(found: Found, context: SentenceContext) -> Meant | None:
    left = next((token.value for token in found.tokens if token.kind is Kind.VALUE), None) or context.subject
    levels = [operand(token, left) for token in found.tokens if token.kind.name in _ENTRY_LEVELS]
    if left is None or len(levels) != 2 or levels[0] is None or levels[1] is None:
        return None
    low, high = related(left, "gte", levels[0], context), related(left, "lte", levels[1], context)
    return joined("all", [low, high]) if low is not None and high is not None else None


def _distance(found: Found, context: SentenceContext) -> Meant | None:
    """3% above the 20-day average is a bias of 3 or more, for the language has no arithmetic."""
    lines = [
        value for value in found.all(Kind.VALUE) if isinstance(value, Value) and value.indicator in ("sma", "vwap")
    ]
    others = [value for value in found.all(Kind.VALUE) if value not in lines]
    percent: Percent = found.one(Kind.PERCENT)
    if found.has(Kind.RISE) and (found.one(Kind.RISE) > 0) is not (found.one(Kind.OVER) == "gt"):
        return None
    op = found.one(Kind.OVER) or found.one(Kind.PLACE)
    if len(lines) != 1 or percent.sign or any(value != price("close") for value in others) or op not in ("gt", "lt"):
        return None
    line = lines[0]
    period = [float(dict(line.params)["period"])]
    if line.indicator == "vwap":
        bias = indicator_value("vwap", period, context, "distance_percent", line.timeframe)
    else:
        bias = indicator_value("bias", period, context, None, line.timeframe)
    if bias is None:
        return None
    if found.tokens[-1].kind is Kind.VALUE:
        op = {"gt": "gte", "lt": "lte"}[op]
    level = number(plain(100 * percent.value * (1 if op in ("gt", "gte") else -1)))
    return related(replace(bias, assumed=line.assumed, scale="level"), op, level, context)


def _one_way(found: Found, context: SentenceContext) -> Meant | None:
    """`Crosses its signal from below`, 从下往上穿30: the way says which crossing it is."""
    tokens = [token for token in found.tokens if token.kind not in (Kind.WAY, Kind.CROSS)]
    left = operand(tokens[0], None) if len(tokens) == 2 else None
    right = operand(tokens[-1], left)
    if left is None and right is not None:
        left = understood_left(right, context)
    said = found.one(Kind.CROSS)
    op = found.one(Kind.WAY)
    if left is None or right is None or said not in ("cross", op):
        return None
    return related(left, op, right, context)


def _line_crossed(found: Found, context: SentenceContext) -> Meant | None:
    """半年线上穿, `EMA(50) lost`: a line alone is crossed by the price."""
    value = found.one(Kind.VALUE)
    is_line = isinstance(value, Value) and value.indicator in AVERAGES
    stands = found.after is None or found.follows("ACTION | COMMA | BREAK | OR | AND")
    if not is_line or not stands or found.one(Kind.CROSS) == "cross":
        return None
    return related(price("close"), found.one(Kind.CROSS), value, context)


def _turned(found: Found, context: SentenceContext) -> Meant | None:
    """`30 > RSI` reads as `RSI < 30`."""
    left, right = number(found.tokens[0].value), found.tokens[2].value
    return related(right, TURNED[operator(found.tokens[1])], left, context)


_LONGEST_STREAK = 20
_LEVEL = "(NUMBER | MONEY | PERCENT)"
COMPARISONS: tuple[WordRule[SentenceContext], ...] = (
    WordRule(f"(VALUE | VOLUME) STREAK DURATION {OPERATOR} {SIDE}", Kind.CONDITION, _persists),
    WordRule(f"(VALUE | VOLUME) {OPERATOR} {SIDE} (STREAK DURATION | DURATION STREAK)", Kind.CONDITION, _persists),
    WordRule(f"VALUE? WAY CROSS {SIDE}", Kind.CONDITION, _one_way),
    WordRule(f"VALUE? CROSS {SIDE} WAY", Kind.CONDITION, _one_way),
    WordRule("VALUE? VALUE PLACE PERCENT", Kind.CONDITION, _distance),
    WordRule("VALUE? TOUCH VALUE PLACE", Kind.CONDITION, _touch_place),
    WordRule("VALUE? RISE? PERCENT OVER VALUE", Kind.CONDITION, _distance),
    WordRule("VALUE? OVER VALUE PERCENT (PLACE?)", Kind.CONDITION, _distance),
    WordRule(f"(VALUE | VOLUME) BETWEEN {_LEVEL} (AND | TO | SLASH) {_LEVEL}", Kind.CONDITION, _between),
    WordRule(f"(VALUE | VOLUME) {_LEVEL} (AND | TO | SLASH)? {_LEVEL} BETWEEN", Kind.CONDITION, _between),
    WordRule("NUMBER (OVER | AT_MOST | AT_LEAST) VALUE (?!OVER)", Kind.CONDITION, _turned),
    WordRule(
        "VALUE (OVER | CROSS) VALUE (AND | OR | LISTING) VALUE (?!OVER | CROSS | NOT | AT_MOST | AT_LEAST | GOLDEN | STATE | TREND | WAY | TURN | POSITIVE | TOUCH | NUMBER | VALUE | PERCENT | STREAK | BETWEEN | OUTLOOK | RISE)",
        Kind.CONDITION,
        _both,
    ),
    WordRule("VALUE VALUE (AND | OR | LISTING) VALUE PLACE", Kind.CONDITION, _both),
    WordRule(f"(VALUE | VOLUME | NUMBER) {OPERATOR} VALUE ({OPERATOR} {SIDE}){{1,4}}", Kind.CONDITION, _chain),
    WordRule(f"(VALUE | VOLUME) NOT? {OPERATOR} {SIDE} PLACE?", Kind.CONDITION, _chain),
    WordRule(f"(VALUE | VOLUME) NOT? {SIDE} PLACE", Kind.CONDITION, _placed),
    WordRule("INDICATOR NUMBER PLACE", Kind.CONDITION, _named_level),
    WordRule(f"PRONOUN NOT? {OPERATOR} {SIDE}", Kind.CONDITION, _pronoun),
    WordRule("VALUE NOT? (OVER | CROSS) PRONOUN", Kind.CONDITION, _pronoun),
    WordRule(f"NOT? {OPERATOR} {SIDE} PLACE?", Kind.CONDITION, _elided),
    WordRule(f"NOT? {SIDE} PLACE", Kind.CONDITION, _placed),
    WordRule("VALUE CROSS", Kind.CONDITION, _line_crossed),
    WordRule("PRONOUN? (OVER | CROSS)", Kind.CONDITION, _again),
)
