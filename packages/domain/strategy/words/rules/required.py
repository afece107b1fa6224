"""Whether a second way in is none, but what the first one has to fulfil besides."""

from packages.domain.strategy.words.grammar.apart.demands import AT_ENTRY, DEMANDS
from packages.domain.strategy.words.lexing.tokens import Tag, Token
from packages.domain.strategy.words.rules.segments import WordedRule

_ENTERS = ("buy", "short")


def is_required(rule: WordedRule, words: list[Token]) -> bool:
    """`The close must be above the 200 day when buying`, 买的时候成交量要大于均量; not `or …`."""
    said = rule.all_tokens
    if not said or any(token.kind in (Tag.OR, Tag.ALSO) for token in said):
        return False
    start, end = said[0].start, max(token.end for token in said)
    demands = any(word.value == DEMANDS and start <= word.start < end for word in words if word.kind is Tag.MARK)
    added = rule.action is not None and any(
        token.kind is Tag.ADD and token.start > rule.action.start for token in said
    )  # `entries need ADX above 25`
    return demands or added or _is_at_entry(rule) or _denies(said, words)


def _denies(said: list[Token], words: list[Token]) -> bool:
    """不在20日线下方买: what must not be so."""
    own = [word for word in words if said[0].start <= word.start < said[-1].end]
    first = next((word.kind for word in own if word.kind not in (Tag.COMMA, Tag.BREAK, Tag.ACTION)), None)
    return first is Tag.NOT


def _is_at_entry(rule: WordedRule) -> bool:
    """`When buying …`, 买的时候…."""
    enters = rule.action is not None and rule.action.value in _ENTERS and rule.is_action_first
    asks = any(token.kind is Tag.WHEN for token in rule.links) and not any(
        token.kind is Tag.WHEN for token in rule.words
    )
    marked = any((token.kind, token.value) == (Tag.MARK, AT_ENTRY) for token in rule.words)
    return enters and (asks or marked)
