"""Conditions that hold for several bars: `two consecutive closes above the 50 EMA`, 连续3天收盘在20日线上方."""

from dataclasses import replace

from packages.domain.strategy.words.grammar.comparisons import operand, operator, related
from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.elisions import left_of
from packages.domain.strategy.words.grammar.meanings import Meant, compared, joined, negated, price
from packages.domain.strategy.words.grammar.patterns import Found, WordRule
from packages.domain.strategy.words.lexing.tokens import Tag

_MOST = 20
_LONGEST_LOOK = 250
_SIDES = (Tag.VALUE, Tag.VOLUME, Tag.MONEY, Tag.PRONOUN)
_STATES = {"cross_above": "gt", "cross_below": "lt", "break_down": "lt"}


def _for_bars(found: Found, context: SentenceContext) -> Meant | None:
    """True on each of the last bars; a cross that lasts is the place beyond the line."""
    bars = _bars(found, context)
    said = [token for token in found.tokens if token.kind in (Tag.OVER, Tag.CROSS, Tag.PLACE)]
    sides = [token for token in found.tokens if token.kind in _SIDES]
    levels = [token for token in found.tokens if token.kind is Tag.NUMBER and token is not _count(found)]
    right_token = (levels or sides)[-1:]
    left_token = [each for each in sides if each not in right_token][:1]
    if bars is None or len(said) != 1 or not right_token or right_token[0].kind is Tag.PRONOUN or len(sides) > 2:
        return None
    op = _STATES.get(operator(said[0]), operator(said[0]))
    left = left_of(left_token[0] if left_token else None, right_token[0], context, found, op)
    right = operand(right_token[0], left)
    first = related(left, op, right, context) if left is not None and right is not None else None
    if first is None or left is None or right is None or op not in ("gt", "gte", "lt", "lte"):
        return None
    earlier = [compared(left.with_lag(lag), op, right.with_lag(lag)) for lag in range(1, bars)]
    meant = joined("all", [first, *earlier])
    return negated(meant) if found.has(Tag.NOT) else meant


def _again_for_bars(found: Found, context: SentenceContext) -> Meant | None:
    """`… above the 30 SMA for three bars; below for three bars`: of the same two."""
    last, bars = context.compared_lines, _bars(found, context)
    said = [token for token in found.tokens if token.kind in (Tag.OVER, Tag.CROSS, Tag.PLACE)]
    named = [value for value in found.all(Tag.VALUE) if last is None or value != last.left]
    if last is None or last.left is None or last.right is None or bars is None or len(said) != 1 or named:
        return None
    op = _STATES.get(operator(said[0]), operator(said[0]))
    if op not in ("gt", "gte", "lt", "lte"):
        return None
    left, right = last.left, last.right
    return joined("all", [compared(left.with_lag(lag), op, right.with_lag(lag)) for lag in range(bars)])


def _each_of_the_last(found: Found, context: SentenceContext) -> Meant | None:
    """`The last 5 closes are all above the 20 EMA`, 最近3天收盘都在20日线上方."""
    duration = found.one(Tag.DURATION)
    bars = context.bars_of(duration) if duration is not None else int(found.one(Tag.NUMBER))
    values = found.all(Tag.VALUE)
    op = operator(next(token for token in found.tokens if token.kind in (Tag.OVER, Tag.CROSS, Tag.PLACE)))
    right = operand(next(token for token in reversed(found.tokens) if token.kind in (*_SIDES, Tag.NUMBER)), values[0])
    if (
        values[0] != price("close")
        or right is None
        or bars is None
        or not 1 < bars <= _MOST
        or _STATES.get(op, op) != op
    ):
        return None
    first = related(values[0], op, right, context)
    earlier = [compared(values[0].with_lag(lag), op, right.with_lag(lag)) for lag in range(1, bars)]
    return joined("all", [first, *earlier]) if first is not None else None


def _within_bars(found: Found, context: SentenceContext) -> Meant | None:
    """`RSI was below 30 within the last 5 days`: on one of so many bars."""
    bars = context.bars_of(found.one(Tag.DURATION))
    place = next(at for at, token in enumerate(found.tokens) if token.kind in (Tag.OVER, Tag.CROSS))
    sides = next(token for token in found.tokens if token.kind in (Tag.VALUE, Tag.VOLUME)), found.tokens[place + 1]
    left = operand(sides[0], None)
    right = operand(sides[1], left)
    meant = (
        related(left, operator(found.tokens[place]), right, context) if left is not None and right is not None else None
    )
    if meant is None or bars is None or not 1 < bars <= _LONGEST_LOOK:
        return None
    return replace(meant, json={"within_bars": {"condition": meant.json, "bars": bars}})


def _count(found: Found) -> object:
    """The number of bars, where it has no unit: right before or after the word for a row."""
    for token, other in zip(found.tokens, found.tokens[1:], strict=False):
        if token.kind is Tag.NUMBER and other.kind is Tag.STREAK:
            return token
    if found.tokens[0].kind is Tag.NUMBER and len(found.tokens) > 2 and found.tokens[2].kind is Tag.STREAK:
        return found.tokens[0]  # three closes in a row
    return None


def _bars(found: Found, context: SentenceContext) -> int | None:
    duration, count = found.one(Tag.DURATION), _count(found)
    bars = context.bars_of(duration) if duration is not None else int(getattr(count, "value", 0))
    return bars if bars is not None and 1 < bars <= _MOST else None


_OPERATOR = "(OVER | CROSS)"
_LINE = "(VALUE | NUMBER | MONEY)"
_ROW = "(STREAK DURATION | DURATION STREAK | NUMBER STREAK)"
_ENDS = "(?=COMMA | BREAK | ACTION | AND | OR | CLOSE | DIRECTIVE | $)"
PERSISTENT: tuple[WordRule[SentenceContext], ...] = (
    WordRule(f"{_ROW} (AND | WHEN)? (VALUE | VOLUME | PRONOUN)? {_OPERATOR} {_LINE}", Tag.CONDITION, _for_bars),
    WordRule(f"{_ROW} VALUE? {_LINE} PLACE", Tag.CONDITION, _for_bars),
    WordRule(f"NUMBER VALUE STREAK {_OPERATOR} {_LINE}", Tag.CONDITION, _for_bars),
    WordRule(f"VALUE {_LINE} PLACE {_ROW}", Tag.CONDITION, _for_bars),
    WordRule(f"VALUE {_ROW} {_LINE} PLACE", Tag.CONDITION, _for_bars),
    WordRule(
        f"(VALUE | VOLUME | PRONOUN)? {_OPERATOR} {_LINE} (DURATION STREAK | STREAK DURATION)", Tag.CONDITION, _for_bars
    ),
    WordRule(f"(VALUE | VOLUME | PRONOUN)? {_OPERATOR} VALUE DURATION {_ENDS}", Tag.CONDITION, _for_bars),
    WordRule(f"(VALUE | PRONOUN)? (OVER | CROSS | PLACE) DURATION STREAK? {_ENDS}", Tag.CONDITION, _again_for_bars),
    WordRule(f"{_ROW} (VALUE | PRONOUN)? (OVER | CROSS | PLACE) PRONOUN? {_ENDS}", Tag.CONDITION, _again_for_bars),
    WordRule(f"NUMBER VALUE STREAK (OVER | CROSS) PRONOUN {_ENDS}", Tag.CONDITION, _again_for_bars),
    WordRule(f"PAST (NUMBER | DURATION) VALUE {_OPERATOR} {_LINE}", Tag.CONDITION, _each_of_the_last),
    WordRule(f"PAST DURATION WITHIN? VALUE {_LINE} PLACE", Tag.CONDITION, _each_of_the_last),
    WordRule(f"(VALUE | VOLUME) {_OPERATOR} {_LINE} WITHIN PAST? DURATION", Tag.CONDITION, _within_bars),
    WordRule(f"WITHIN PAST? DURATION (VALUE | VOLUME) {_OPERATOR} {_LINE}", Tag.CONDITION, _within_bars),
    WordRule(f"PAST DURATION (VALUE | VOLUME) WITHIN {_OPERATOR} {_LINE}", Tag.CONDITION, _within_bars),
    WordRule(f"PAST DURATION WITHIN (VALUE | VOLUME) {_OPERATOR} {_LINE}", Tag.CONDITION, _within_bars),
    WordRule(f"VALUE {_OPERATOR} NUMBER DURATION {_ENDS}", Tag.CONDITION, _for_bars),
    WordRule(f"VALUE? VALUE PLACE STREAK? DURATION STREAK? {_ENDS}", Tag.CONDITION, _for_bars),
)
