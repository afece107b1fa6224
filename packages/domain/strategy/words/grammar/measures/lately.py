"""What happened lately, and one thing after another: `MACD crossed up in the last 3 bars`, 先跌破30，5天内站上40."""

from dataclasses import dataclass, replace

from packages.domain.strategy.json_tree import Json
from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.meanings import Meant
from packages.domain.strategy.words.grammar.patterns import Found, WordRule, rewritten
from packages.domain.strategy.words.lexing.tokens import Tag, Token

_LONGEST = 250
_OF_BARS = ("roc", "streak", "drawdown", "gap_percent", "momentum", "bias")
_FIRST = ("先", "first", "首先")
_LINKS = "(COMMA | THEN | AND | MARK){0,3}"


@dataclass(frozen=True, slots=True)
class Lately:
    """So many bars; `is_past` where they are the last ones, and `follows` where they are those after something."""

    bars: int
    is_past: bool
    follows: bool


def _lately(found: Found, context: SentenceContext) -> Lately | None:
    bars = context.bars_of(found.one(Tag.DURATION))
    if bars is None or not 1 < bars <= _LONGEST:
        return None
    return Lately(bars, found.has(Tag.PAST), found.has(Tag.AFTER))


def with_lately(tokens: list[Token]) -> list[Token]:
    """Conditions and the bars within which they were or shall be so, as one condition each."""
    return rewritten(rewritten(tokens, _SEQUENCES, None), _WITHIN, None)


def _in_order(found: Found, _: None) -> Meant | None:
    """The second within so many bars of the first, where the words put them in order."""
    lead, lately = found.tokens[0], found.one(Tag.LATELY)
    leads = lead.kind is Tag.UNKNOWN
    if leads and lead.value not in _FIRST:
        return None
    if lately.is_past or not (leads or lately.follows or found.has(Tag.THEN)):
        return None
    first, second = found.all(Tag.CONDITION)
    steps: list[Json] = [first.json, second.json]
    return _of_both(first, replace(second, json={"sequence": {"steps": steps, "within_bars": lately.bars}}))


def _of_both(first: Meant, second: Meant) -> Meant:
    taken = tuple(dict.fromkeys([*first.assumed, *second.assumed]))
    return replace(
        second,
        factors={**first.factors, **second.factors},
        assumed=taken,
        turns=False,
        is_elided=first.is_elided,
        is_neutral=first.is_neutral or second.is_neutral,
    )


def _within(found: Found, _: None) -> Meant | None:
    lately: Lately = found.one(Tag.LATELY)
    meant: Meant = found.one(Tag.CONDITION)
    before = found.tokens[0].kind is Tag.CONDITION  # 金叉后3天内 is the cross of the last 3 days
    if (lately.follows and not before) or found.others(Tag.LATELY) or meant.turns:
        return None
    if not lately.is_past and (found.others(Tag.THEN) or (before and "cross" not in meant.json)):
        return None  # `A, then B within 3 bars` puts them in order, and a state may be told of what comes next
    if _is_over_bars(meant):
        return None  # 近3天内涨超5% is how far it went in all of them
    return replace(meant, json={"within_bars": {"condition": meant.json, "bars": lately.bars}}, is_elided=False)


def _is_over_bars(meant: Meant) -> bool:
    """Whether the condition itself is of several bars, or of the change of them."""
    sides = [each for each in (meant.left, meant.right) if each is not None]
    return not set(meant.json) & {"cmp", "cross"} or any(
        each.extreme or each.indicator in _OF_BARS or "multiply" in str(each.json) for each in sides
    )


LATELY: tuple[WordRule[SentenceContext], ...] = (
    WordRule("AFTER? WITHIN PAST? DURATION", Tag.LATELY, _lately),
    WordRule("(AFTER | PAST)? DURATION WITHIN", Tag.LATELY, _lately),
    WordRule("PAST DURATION", Tag.LATELY, _lately),
)
LATELY_OF: tuple[WordRule[SentenceContext], ...] = (
    WordRule("WITHIN PAST? DURATION (?=INDICATOR)", Tag.LATELY, _lately),
)
_SEQUENCES: tuple[WordRule[None], ...] = (
    WordRule(f"UNKNOWN? WHEN? CONDITION {_LINKS} LATELY PRONOUN? CONDITION", Tag.CONDITION, _in_order),
    WordRule(f"UNKNOWN? WHEN? CONDITION {_LINKS} PRONOUN? CONDITION LATELY", Tag.CONDITION, _in_order),
)
_WITHIN: tuple[WordRule[None], ...] = (
    WordRule("LATELY APPEARS? OVER? CONDITION", Tag.CONDITION, _within),
    WordRule("CONDITION LATELY (?=COMMA | BREAK | AND | ACTION | MARK | $)", Tag.CONDITION, _within),
)
