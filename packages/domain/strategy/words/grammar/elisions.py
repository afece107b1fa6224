"""Comparisons that leave a value out or put it elsewhere: pronouns, places, distances in percent."""

from packages.domain.strategy.words.grammar.away_from_lines import (
    broken_by,
    by_or_more,
    by_ranges,
    distance,
    distance_in_times,
    dropped_by,
    far_from,
    part_of_line,
)
from packages.domain.strategy.words.grammar.comparisons import (
    OPERATOR,
    SIDE,
    agrees,
    as_average,
    between,
    both,
    chain,
    operand,
    operator,
    persists,
    related,
    within_levels,
)
from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.meanings import (
    TURNED,
    Meant,
    Value,
    compared,
    negated,
    number,
    price,
)
from packages.domain.strategy.words.grammar.patterns import Found, WordRule
from packages.domain.strategy.words.grammar.values import AVERAGES, indicator_value
from packages.domain.strategy.words.lexing.tokens import Tag, Token

# After these a value begins a condition of its own.
_GOES_ON = (
    "OVER | CROSS | NOT | AT_MOST | AT_LEAST | GOLDEN | STATE | TREND | WAY | TURN | POSITIVE | TOUCH | NUMBER | VALUE"
    " | PERCENT | STREAK | BETWEEN | OUTLOOK | RISE"
)
_BEFORE_IT = (
    Tag.WHEN, Tag.SYMBOL, Tag.MARK, Tag.ACTION, Tag.AND, Tag.OR, Tag.COMMA,
    Tag.BREAK, Tag.THEN, Tag.LISTING, Tag.COLON,
)  # fmt: skip
_CLAUSE_ENDS = (Tag.COMMA, Tag.BREAK)
_COMPARED = (Tag.VALUE, Tag.OVER, Tag.CROSS, Tag.PLACE, Tag.STATE, Tag.GOLDEN)


def _elided(found: Found, context: SentenceContext) -> Meant | None:
    """Without a left side a price line is compared with the price, a number with what was compared before."""
    operators = [token for token in found.tokens if token.kind in (Tag.OVER, Tag.CROSS, Tag.AT_MOST, Tag.AT_LEAST)]
    right_token = next(token for token in found.tokens[::-1] if token.kind is not Tag.PLACE)
    right = operand(right_token, context.subject)
    about, is_percent = context.subject, right_token.kind is Tag.PERCENT
    signed = is_percent and about is not None and about.indicator in ("bias", "vwap")
    if operators[0].kind is Tag.AT_MOST and right_token.kind is Tag.PERCENT:
        return None  # never more than 10% is said of a size
    if right is None or signed or (found.has(Tag.PLACE) and not agrees(found, [operator(operators[0])])):
        return None
    left = left_of(None, right_token, context, found, operator(operators[0]))
    meant = related(left, operator(operators[0]), right, context) if left is not None else None
    return negated(meant) if meant is not None and found.has(Tag.NOT) else meant


def left_of(
    token: Token | None, right: Token, context: SentenceContext, found: Found | None = None, op: str = ""
) -> Value | None:
    """What is compared: what was named, the price beside an amount of money, or what is understood."""
    if token is not None and token.kind is not Tag.PRONOUN:
        return operand(token, None)
    if right.kind is Tag.MONEY:
        return price("close")
    value = operand(right, context.subject)
    return understood_left(value, context, found, op) if value is not None else None


def priced(context: SentenceContext) -> Value | None:
    """A number is a price where the whole text names nothing else that it could be a level of."""
    if not context.may_be_price:
        return None
    return price("close") if not context.named and not context.averages and not context.settings else None


def understood_left(right: Value, context: SentenceContext, found: Found | None = None, op: str = "") -> Value | None:
    """Where another rule begins, a number is of what it answers; within a rule, of what was last named."""
    if right.scale == "price":
        return price("close")
    if right.scale == "volume" or right.indicator == "volume_average":
        return price("volume")
    if right.scale == "number" and found is not None and found.begins_after(Tag.ACTION, *_COMPARED):
        level = right.json if isinstance(right.json, int | float) else 0
        return context.subject_of(op, level) if context.levels or context.subject else priced(context)
    if right.scale == "number":
        return context.subject if context.subject is not None else priced(context)
    is_line = right.output in ("signal", "d") and context.subject is not None
    return context.subject if is_line and context.subject and context.subject.indicator == right.indicator else None


def again(found: Found, context: SentenceContext) -> Meant | None:
    """`Sell when it crosses below`: the values of the last comparison, if the second was a line."""
    about = not found.has(Tag.CROSS) or (context.comparison is None and found.one(Tag.CROSS) != "cross")
    last = context.compared_lines or (_about_line(context) if about else None)
    if last is None or last.left is None or last.right is None:
        return None
    if found.has(Tag.CROSS) and not found.has(Tag.VALUE) and context.has_crossed_otherwise(last):
        return None
    before = found.before
    if found.has(Tag.VALUE) and found.one(Tag.VALUE) not in (last.left, last.right if found.has(Tag.PLACE) else None):
        return None
    if before is not None and before.kind not in _BEFORE_IT:
        return None
    if not found.follows("COMMA | BREAK | ACTION | OR | AND | OVER ACTION") and found.after is not None:
        return None
    op = operator(next(token for token in found.tokens if token.kind in (Tag.OVER, Tag.CROSS, Tag.PLACE)))
    if op == "cross" and (found.has(Tag.RISE) or found.has(Tag.WAY)):
        op = str(found.one(Tag.WAY) or {1: "cross_above", -1: "cross_below"}[found.one(Tag.RISE)])
    return related(last.left, op, last.right, context) if op not in ("eq", "cross") else None


def _crossed_again(found: Found, context: SentenceContext) -> Meant | None:
    """`9 x 21 up buy, down sell`: the way alone, after a crossing of two lines."""
    last, before = context.crossing, found.before
    if last is None or last.left is None or last.right is None or before is None or before.kind not in _CLAUSE_ENDS:
        return None
    way = found.one(Tag.WAY) or ("cross_above" if found.one(Tag.RISE) > 0 else "cross_below")
    return related(last.left, way, last.right, context)


def _pronoun(found: Found, context: SentenceContext) -> Meant | None:
    """`It` is the price beside a price line, and else what the last condition was about."""
    tokens = [token for token in found.tokens if token.kind is not Tag.NOT]
    last = context.comparison or _about_line(context)
    if tokens[0].kind is tokens[-1].kind is Tag.PRONOUN:
        tokens = tokens[1:]
    if len(tokens) == 2:
        tokens = [Token(Tag.VALUE, price("close"), tokens[0].start, tokens[0].start), *tokens]
        if last is None or last.right is None or last.right.scale != "price":
            return None
    op = operator(tokens[1])
    if tokens[0].kind is Tag.PRONOUN:
        right = operand(tokens[2], context.subject)
        left = left_of(None, tokens[2], context, found, op) if right is not None else None
    else:
        left = operand(tokens[0], None)
        right = last.right if last is not None and last.right is not None and last.right.scale != "number" else None
    meant = related(left, op, right, context) if left is not None and right is not None else None
    if meant is None and right is not None and (other := _of_the_same_level(right, left, context)) is not None:
        meant = related(other, op, right, context)
    return negated(meant) if meant is not None and found.has(Tag.NOT) else meant


def _of_the_same_level(right: Value, left: Value | None, context: SentenceContext) -> Value | None:
    """`Histogram above zero with RSI over 50 …, when it crosses below zero`: what was compared with the same level."""
    alike = [each.left for each in context.levels if each.right is not None and each.right.json == right.json]
    known = {str(each.json): each for each in alike if each is not None and each != left}
    return next(iter(known.values())) if len(known) == 1 and right.scale == "number" else None


def _about_line(context: SentenceContext) -> Meant | None:
    """`21 EMA: above it long`, where nothing was compared with it yet."""
    line = context.subject
    return compared(price("close"), "gt", line) if line is not None and line.scale == "price" else None


def _placed(found: Found, context: SentenceContext) -> Meant | None:
    """价格在MA20上方, RSI在30以下: the place says how the two are compared."""
    values = [token for token in found.tokens if token.kind not in (Tag.PLACE, Tag.NOT)]
    left = operand(values[0], None) if len(values) == 2 else None
    right = operand(values[-1], left)
    if left is None and right is not None:
        left = understood_left(right, context, found, str(found.one(Tag.PLACE)))
    if left is None or right is None:
        return None
    op = found.one(Tag.PLACE)
    meant = related(left, op, right, context)
    return negated(meant) if meant is not None and found.has(Tag.NOT) else meant


def _touch_place(found: Found, context: SentenceContext) -> Meant | None:
    """跌到布林下轨以下."""
    values = [value for value in found.all(Tag.VALUE) if isinstance(value, Value)]
    left = values[0] if len(values) == 2 else understood_left(values[-1], context)
    return related(left, found.one(Tag.PLACE), values[-1], context) if left is not None else None


def _named_level(found: Found, context: SentenceContext) -> Meant | None:
    """RSI30以下, written in one: an indicator with its usual settings and a level."""
    kind = str(found.one(Tag.INDICATOR))
    left = indicator_value(kind, [], context) if kind not in AVERAGES and "@" not in kind else None
    right = operand(found.tokens[-2], left)
    return related(left, found.one(Tag.PLACE), right, context) if left is not None and right is not None else None


def _one_way(found: Found, context: SentenceContext) -> Meant | None:
    """`Crosses its signal from below`, 从下往上穿30: the way says which crossing it is."""
    tokens = [token for token in found.tokens if token.kind not in (Tag.WAY, Tag.CROSS)]
    left = operand(tokens[0], None) if len(tokens) == 2 else None
    right = operand(tokens[-1], left)
    if left is None and right is not None:
        left = understood_left(right, context, found, str(found.one(Tag.WAY)))
    said = found.one(Tag.CROSS)
    op = found.one(Tag.WAY)
    if left is None or right is None or said not in ("cross", op):
        return None
    return related(left, op, right, context)


def _line_crossed(found: Found, context: SentenceContext) -> Meant | None:
    """半年线上穿, `EMA(50) lost`: a line alone is crossed by the price."""
    value = found.one(Tag.VALUE)
    is_line = (
        isinstance(value, Value) and value.scale == "price" and (bool(value.indicator) or "lag" in str(value.json))
    )
    stands = found.after is None or found.follows("ACTION | COMMA | BREAK | OR | AND | TIMEFRAME | SYMBOL | WHEN")
    if not is_line or not stands or found.one(Tag.CROSS) == "cross":
        return None
    last = context.compared_lines
    again_crossed = last is not None and last.left == value and bool(value.indicator)
    if again_crossed and last is not None and last.right is not None:
        return related(value, found.one(Tag.CROSS), last.right, context)  # 20日线上穿60日线…，20日线下穿
    return related(price("close"), found.one(Tag.CROSS), value, context)


def _level_first(found: Found, context: SentenceContext) -> Meant | None:
    """`Sell above 60 RSI`."""
    value = found.one(Tag.VALUE)
    fits = (
        isinstance(value, Value)
        and value.scale == "level"
        and dict(value.params).get("period") != found.one(Tag.NUMBER)
    )
    return related(value, operator(found.tokens[0]), number(found.one(Tag.NUMBER)), context) if fits else None


def _turned(found: Found, context: SentenceContext) -> Meant | None:
    """`30 > RSI` reads as `RSI < 30`, and `10 over 30 SMA` compares two averages."""
    left, right = number(found.tokens[0].value), found.tokens[2].value
    average = as_average(left, right, context)
    if average is not None and average.indicator:
        return related(average, operator(found.tokens[1]), right, context)
    return related(right, TURNED[operator(found.tokens[1])], left, context)


_LEVEL = "(NUMBER | MONEY | PERCENT)"
COMPARISONS: tuple[WordRule[SentenceContext], ...] = (
    WordRule(f"(VALUE | VOLUME) STREAK DURATION {OPERATOR} {SIDE}", Tag.CONDITION, persists),
    WordRule(f"(VALUE | VOLUME) {OPERATOR} {SIDE} (STREAK DURATION | DURATION STREAK)", Tag.CONDITION, persists),
    WordRule(f"VALUE? WAY CROSS {SIDE}", Tag.CONDITION, _one_way),
    WordRule(f"VALUE? CROSS {SIDE} WAY", Tag.CONDITION, _one_way),
    WordRule("VALUE? (TOUCH | RETURN | CROSS | FROM)? VALUE PLACE PERCENT", Tag.CONDITION, distance),
    WordRule("(VALUE | PRONOUN)? CROSS VALUE PERCENT", Tag.CONDITION, broken_by),
    WordRule("VALUE? (RISE | GO)? (OVER | AT_LEAST) PERCENT OVER VALUE", Tag.CONDITION, far_from),
    WordRule("VALUE? PERCENT OVER OVER VALUE", Tag.CONDITION, far_from),
    WordRule("VALUE? (OVER | CROSS) VALUE PERCENT", Tag.CONDITION, part_of_line),
    WordRule("VALUE? (TOUCH | RETURN | CROSS | OVER)? VALUE PERCENT PLACE", Tag.CONDITION, part_of_line),
    WordRule("VALUE? (OVER | CROSS) PERCENT VALUE", Tag.CONDITION, part_of_line),
    WordRule("VALUE? TOUCH VALUE PLACE", Tag.CONDITION, _touch_place),
    WordRule("VALUE? (RISE | GO)? PERCENT OVER VALUE", Tag.CONDITION, distance),
    WordRule("VALUE? (RISE | GO)? DISTANCE OVER VALUE", Tag.CONDITION, by_ranges),
    WordRule("VALUE? OVER VALUE DISTANCE PLACE?", Tag.CONDITION, by_ranges),
    WordRule("VALUE FROM? VALUE (OVER | PLACE) AT_LEAST? PERCENT PLACE?", Tag.CONDITION, distance),
    WordRule("VALUE VALUE PLACE", Tag.CONDITION, _placed),
    WordRule("VALUE? OVER VALUE PERCENT (PLACE?)", Tag.CONDITION, distance),
    WordRule("VALUE? OVER VALUE PERCENT OVER", Tag.CONDITION, by_or_more),
    WordRule("PERCENT CROSS VALUE", Tag.CONDITION, dropped_by),
    WordRule("VALUE? OVER (VALUE MULTIPLE | MULTIPLE VALUE)", Tag.CONDITION, distance_in_times),
    WordRule(f"(VALUE | VOLUME) BETWEEN {_LEVEL} (AND | TO | SLASH) {_LEVEL}", Tag.CONDITION, between),
    WordRule(f"(VALUE | VOLUME) {_LEVEL} (AND | TO | SLASH)? {_LEVEL} BETWEEN", Tag.CONDITION, between),
    WordRule("VALUE BETWEEN? NUMBER SIGN NUMBER", Tag.CONDITION, within_levels),
    WordRule("NUMBER (OVER | AT_MOST | AT_LEAST) VALUE (?!OVER)", Tag.CONDITION, _turned),
    WordRule("(OVER | CROSS) NUMBER VALUE (?!OVER | CROSS | VALUE | NUMBER)", Tag.CONDITION, _level_first),
    WordRule(
        f"VALUE (OVER | CROSS) VALUE (AND | OR | LISTING) VALUE (?!{_GOES_ON})",
        Tag.CONDITION,
        both,
    ),
    WordRule("VALUE VALUE (AND | OR | LISTING) VALUE PLACE", Tag.CONDITION, both),
    WordRule(f"(VALUE | VOLUME | NUMBER) {OPERATOR} VALUE ({OPERATOR} {SIDE}){{1,4}}", Tag.CONDITION, chain),
    WordRule(f"(VALUE | VOLUME) NOT? {OPERATOR} {SIDE} PLACE?", Tag.CONDITION, chain),
    WordRule(f"(VALUE | VOLUME) NOT? {SIDE} PLACE", Tag.CONDITION, _placed),
    WordRule("INDICATOR NUMBER PLACE", Tag.CONDITION, _named_level),
    WordRule(f"PRONOUN NOT? {OPERATOR} {SIDE}", Tag.CONDITION, _pronoun),
    WordRule("PRONOUN? CROSS PRONOUN WAY", Tag.CONDITION, again),
    WordRule("(VALUE | PRONOUN)? NOT? (OVER | CROSS) PRONOUN (?!WAY)", Tag.CONDITION, _pronoun),
    WordRule(f"NOT? {OPERATOR} {SIDE} PLACE?", Tag.CONDITION, _elided),
    WordRule(f"NOT? {SIDE} PLACE", Tag.CONDITION, _placed),
    WordRule("VALUE CROSS", Tag.CONDITION, _line_crossed),
    WordRule("PRONOUN? CROSS (RISE | WAY)", Tag.CONDITION, again),
    WordRule("PRONOUN? (OVER | CROSS | (TOUCH | RETURN | RISE | GO)? PLACE)", Tag.CONDITION, again),
    WordRule("VALUE (PLACE | CROSS)", Tag.CONDITION, again),
    WordRule("(RISE | WAY) (?=COMMA? ACTION)", Tag.CONDITION, _crossed_again),
)
