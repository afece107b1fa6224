"""Who wants an indicator back that the rules had before ("go back to RSI") wants an older version, and not to leave."""

import re
from collections.abc import Iterator

from packages.core.events import JsonObject
from packages.domain.conversation.facts import StrategyFact
from packages.domain.conversation.understanding.message.buttons import selection_of
from packages.domain.conversation.understanding.model import MessageIntent, Understood, Wish
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.strategy.words.grammar.chunks import words_of
from packages.domain.strategy.words.lexing.instruments import known_symbol
from packages.domain.strategy.words.lexing.lexer import Lexer
from packages.domain.strategy.words.lexing.tokens import Tag

RETURNS_TO = "returns_to"  # in the state of a turn: the indicator that is wanted back
_BACK = lazy_pattern(
    r"\b(?:back|return|revert|switch back|change back)\b(?: it)? to(?: the| using| my)? (?P<en>.{1,40})"
    r"|(?:换|改|变|回|用|退|切)(?:回|到)(?:去|来|到)?(?:用|原来的|之前的|刚才的|以前的)?(?P<zh>.{1,20})",
    re.IGNORECASE,
)
_KINDS = (Tag.INDICATOR, Tag.AVERAGE)


def returning(text: str, strategy: StrategyFact | None, understood: Understood) -> tuple[Understood, JsonObject]:
    """As the wish to undo, with what is wanted back for the state; as it was where the message is no such wish."""
    wanted = wanted_back(text, strategy)
    if not wanted:
        return understood, {}
    undoing = Understood(wishes=(Wish.UNDO,), changes=True, intent=MessageIntent.EDIT_RULES)
    return undoing, {RETURNS_TO: wanted}


def wanted_back(text: str, strategy: StrategyFact | None) -> str:
    """The indicator, where the rules do not have it now; "" where none is wanted back."""
    found = None if strategy is None or selection_of(text) is not None else _BACK.search(text)
    if strategy is None or found is None:
        return ""
    words = words_of(Lexer(found["en"] or found["zh"], known_symbol))
    named = [str(word.value) for word in words if word.kind in _KINDS]
    return named[0] if len(named) == 1 and named[0] not in _types(strategy.dsl_json) else ""


def _types(document: JsonObject) -> Iterator[str]:
    factors = document.get("factors")
    for factor in factors.values() if isinstance(factors, dict) else ():
        if isinstance(factor, dict):
            yield str(factor.get("type"))
