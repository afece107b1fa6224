"""Averages that are named by their lengths alone: `5 > 10 > 20 on the SMAs`, `the 5 crosses the 13 EMA`."""

from packages.domain.strategy.words.grammar.comparisons import operator, related
from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.meanings import Meant, Value, joined
from packages.domain.strategy.words.grammar.patterns import Found, WordRule
from packages.domain.strategy.words.grammar.values import AVERAGES, indicator_value
from packages.domain.strategy.words.lexing.tokens import Tag

_LONGEST = 400


def _by_length(found: Found, context: SentenceContext) -> Meant | None:
    """Only where the text names one kind of average, of which the numbers can be the lengths."""
    kind = _kind(found, context)
    values = [_average(token.value, kind, context) for token in found.tokens if token.kind in (Tag.NUMBER, Tag.VALUE)]
    ops = [operator(token) for token in found.tokens if token.kind in (Tag.OVER, Tag.CROSS)]
    if len(ops) == 1 and ops[0] == "cross" and found.has(Tag.WAY):
        ops = [str(found.one(Tag.WAY))]
    elif found.has(Tag.WAY):
        return None
    known = [value for value in values if value is not None]
    if kind is None or len(known) != len(ops) + 1 or len(known) != len(values):
        return None
    parts = [related(one, op, other, context) for one, op, other in zip(known, ops, known[1:], strict=False)]
    made = [part for part in parts if part is not None]
    return joined("all", made) if len(made) == len(parts) else None


def _kind(found: Found, context: SentenceContext) -> str | None:
    named = {value.indicator for value in context.averages}
    named |= {str(each) for each in [*found.all(Tag.INDICATOR), *found.others(Tag.INDICATOR)]} & AVERAGES
    return named.pop() if len(named) == 1 else None


def _average(value: object, kind: str | None, context: SentenceContext) -> Value | None:
    if isinstance(value, Value):
        return value if value.indicator == kind else None
    if kind is None or not isinstance(value, float) or not value.is_integer() or not 1 < value <= _LONGEST:
        return None
    return indicator_value(kind, [value], context)


_RELATION = "(OVER | CROSS)"
NUMBERED: tuple[WordRule[SentenceContext], ...] = (
    WordRule(f"NUMBER ({_RELATION} NUMBER){{1,3}} (OPEN? INDICATOR CLOSE?)?", Tag.CONDITION, _by_length),
    WordRule(f"NUMBER ({_RELATION} NUMBER){{1,2}} {_RELATION} VALUE", Tag.CONDITION, _by_length),
    WordRule(f"NUMBER {_RELATION} (VALUE | NUMBER) WAY?", Tag.CONDITION, _by_length),
)
