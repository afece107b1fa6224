"""Who wants back what the rules had before: an indicator ("go back to RSI"), or a version by its number."""

import re

from packages.domain.conversation.understanding.message.utterance import Spelling
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
_COUNTED = "一二三四五六七八九十"
_VERSION = lazy_pattern(
    rf"\b(?:back|return|revert|restore|roll back|use|take|go|want)\b.{{0,16}}\b(?:version|v) ?(?P<en>\d{{1,3}})\b"
    r"|\b(?:back|return|revert|restore|roll back|use|take|go|want)\b.{0,16}\b(?P<first>first|original) version\b"
    rf"|(?:回到?|退回?|恢复|用回|换回|改回|还原)[^,。]{{0,4}}?第?\s?(?P<zh>\d{{1,3}}|[{_COUNTED}])\s?个?版"
    r"|(?:回到?|退回?|恢复|用回|换回|改回|还原)[^,。]{0,3}最(?:初|早|开始)",
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


def version_named(said: Spelling) -> int | None:
    """Of a request; the first one where it is called so."""
    found = next((match for each in said.requests for match in _VERSION.finditer(each.text)), None)
    if found is None:
        return None
    number = found["en"] or found["zh"] or "1"
    return int(number) if number.isdigit() else _COUNTED.index(number) + 1
