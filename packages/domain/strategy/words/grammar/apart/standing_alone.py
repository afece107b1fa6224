"""Lines, levels and names that stand alone: beside an action, as a filter, or as what the rules are about."""

from dataclasses import replace

from packages.domain.strategy.words.grammar.comparisons import related
from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.meanings import Meant, Value, number, price
from packages.domain.strategy.words.grammar.patterns import Found, WordRule
from packages.domain.strategy.words.grammar.states import LEVELS, lone_band
from packages.domain.strategy.words.grammar.values import AVERAGES
from packages.domain.strategy.words.lexing.tokens import Tag


def _lone_level(found: Found, context: SentenceContext) -> Meant | None:
    """`Cover at 50`: a number right after a way out is a level of the oscillator that the rules are about."""
    before, subject = found.before, context.subject
    is_out = (
        before is not None and before.kind is Tag.ACTION and before.value in ("sell", "exit", "cover", "close_long")
    )
    ends = found.after is None or found.follows("COMMA | BREAK | OR | AND")
    if found.has(Tag.MONEY):
        subject = price("close")
    elif subject is None or subject.indicator not in LEVELS:
        return None
    if not is_out or not ends or subject is None:
        return None
    meant = related(subject, "gte", number(found.tokens[0].value), context)
    return replace(meant, turns=True) if meant is not None else None


def _lone_value(found: Found, context: SentenceContext) -> str | None:
    """`With RSI(2), below 10 buy`: what the rules that follow are about."""
    value, before = found.one(Tag.VALUE), found.before
    stands = before is None or before.kind in (Tag.COMMA, Tag.BREAK, Tag.DIRECTIVE)
    heads = found.follows("COMMA | COLON | BREAK | (TIMEFRAME | SYMBOL){1,3} (COLON | COMMA | BREAK)")
    if not stands or not heads or not isinstance(value, Value) or not value.indicator:
        return None
    context.subject = value
    return value.indicator


def _lone_indicator(found: Found, context: SentenceContext) -> str | None:
    """均线策略：, as a heading."""
    before = found.before
    stands = before is None or before.kind in (Tag.COMMA, Tag.BREAK, Tag.DIRECTIVE)
    return str(found.one(Tag.INDICATOR)) if stands and found.follows("COLON") else None


def _back_at(found: Found, context: SentenceContext) -> Meant | None:
    """`Sell at the average`: a line right after a way out is reached from where the trade began."""
    before, line_ = found.before, found.one(Tag.VALUE)
    is_out = (
        before is not None and before.kind is Tag.ACTION and before.value in ("sell", "exit", "cover", "close_long")
    )
    ends = found.after is None or found.follows("COMMA | BREAK | OR")
    is_line = isinstance(line_, Value) and line_.scale == "price" and line_.indicator in AVERAGES | {"vwap"}
    if not is_out or not ends or not is_line or _came_from_above(line_, context):
        return None
    meant = related(price("close"), "gte", line_, context)
    return replace(meant, turns=True) if meant is not None else None


def _came_from_above(line_: Value, context: SentenceContext) -> bool:
    """In above one line and out `at` another: whether it is reached by a rise or a fall nobody said."""
    last = context.comparison
    if last is None or last.left != price("close") or last.right is None or last.right.scale != "price":
        return False
    if last.right.json == line_.json:
        return False
    body = last.json.get("cmp") or last.json.get("cross")
    return isinstance(body, dict) and str(body["op"]) in ("gt", "gte", "cross_above")


def _filter_line(found: Found, context: SentenceContext) -> Meant | None:
    """`Trend filter 200 SMA`: above it."""
    line_, before = found.one(Tag.VALUE), found.before
    is_filter = before is not None and before.kind is Tag.FILTER
    is_line = isinstance(line_, Value) and line_.indicator in AVERAGES and not line_.more
    ends = found.after is None or found.follows("COMMA | BREAK | CLOSE")
    return related(price("close"), "gt", line_, context) if is_filter and is_line and ends else None


LONE: tuple[WordRule[SentenceContext], ...] = (
    WordRule("VALUE", Tag.CONDITION, _filter_line),
    WordRule("VALUE", Tag.CONDITION, _back_at),
    WordRule("NOT? VALUE? (NEW | TOUCH | APPEARS){0,2} VALUE", Tag.CONDITION, lone_band),
    WordRule("(NUMBER | MONEY)", Tag.CONDITION, _lone_level),
    WordRule("VALUE", Tag.TOPIC, _lone_value),
    WordRule("INDICATOR", Tag.TOPIC, _lone_indicator),
)
