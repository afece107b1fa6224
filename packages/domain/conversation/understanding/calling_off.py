"""Who calls something off: "ok cancel that", "yes, never mind", 好的，算了. What is called off was not agreed to."""

import re
from collections.abc import Iterable
from dataclasses import replace

from packages.domain.conversation.understanding.lexicon.decision_words import DECISIONS
from packages.domain.conversation.understanding.message.utterance import Spelling
from packages.domain.conversation.understanding.model import Understood, Wish
from packages.domain.evidence.patterns import lazy_pattern

_AGREEING = (
    r"(?:ok(?:ay)?|okey|yes|yeah|yep|sure|fine|right|alright|all right|well|hmm+|oh|actually|no|you know what"
    r"|好的?|好吧|行吧?|嗯+|可以|对|那(?:就|还是)?|还是|哎|唉|不|我看|要不|先)"
)
_CALLING_OFF = (
    r"(?:(?:please |just |let'?s )*(?:cancel|forget(?: about)?|scrap|drop|abort)(?: (?:it|that|this|all(?: of)?"
    r"(?: it| that)?|the whole thing|everything))?|(?:please )?never ?mind(?: (?:it|that|this))?|nvm"
    r"|(?:帮我|给我|全都?|都)?取消(?:它|这个|掉)?|(?:就)?算了|当我没说|不弄了|不搞了|不要了)"
)
_TAIL = r"(?:吧|了|啊|呀|谢谢|please|thanks|thank you|then|for now|now)"
_CALLED_OFF = lazy_pattern(
    rf"(?:{_AGREEING}[\s,，.。!！…]*){{0,4}}{_CALLING_OFF}(?:[\s,，.。!！]*{_TAIL}){{0,3}}[\s.。!！…]*", re.IGNORECASE
)
_AGREED = frozenset({Wish.YES, Wish.CONTINUE})


def calls_off(said: Spelling) -> bool:
    """Whether a message does nothing else, whatever yes it opens with."""
    return _CALLED_OFF.fullmatch(said.text) is not None


def without_consent(read: Understood) -> Understood:
    """The same message as the word of somebody who waits: nothing that commits, and no yes."""
    answers = {name: value for name, value in read.answers.items() if value not in _committing(name)}
    kept = (wish for wish in read.wishes if wish not in _AGREED)
    return replace(read, answers=answers, is_explicit=False, wishes=tuple(dict.fromkeys((Wish.WAIT, *kept))))


def _committing(field: str) -> Iterable[str]:
    return [value for value, words in DECISIONS.get(field, {}).items() if words.commits]
