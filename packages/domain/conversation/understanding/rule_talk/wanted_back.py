"""Who wants an indicator back that the rules had before: "go back to RSI"."""

import re

from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.strategy.words.grammar.chunks import words_of
from packages.domain.strategy.words.lexing.instruments import known_symbol
from packages.domain.strategy.words.lexing.lexer import Lexer
from packages.domain.strategy.words.lexing.tokens import Tag

_BACK = lazy_pattern(
    r"\b(?:back|return|revert|switch back|change back)\b(?: it)? to(?: the| using| my)? (?P<en>.{1,40})"
    r"|(?:换|改|变|回|用|退|切)(?:回|到)(?:去|来|到)?(?:用|原来的|之前的|刚才的|以前的)?(?P<zh>.{1,20})",
    re.IGNORECASE,
)
_KINDS = (Tag.INDICATOR, Tag.AVERAGE)


def wanted_back(text: str) -> str:
    """The one indicator that is named; "" where none is, or more."""
    found = _BACK.search(text)
    if found is None:
        return ""
    words = words_of(Lexer(found["en"] or found["zh"], known_symbol))
    named = [str(word.value) for word in words if word.kind in _KINDS]
    return named[0] if len(named) == 1 else ""
