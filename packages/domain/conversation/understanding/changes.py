"""Whether a message says that something shall be otherwise: 改成, "actually", "no, crypto"."""

import re

from packages.domain.conversation.understanding.corrections import corrects, prefers
from packages.domain.conversation.understanding.message.utterance import Spelling
from packages.domain.evidence.patterns import lazy_pattern

CHANGE = lazy_pattern(
    r"改|换|更正|重新选|重选|说错|其实|不对"
    r"|\b(?:changed? my mind|change|switch|actually|instead|correct|rather|update|make (?:it|that)|redo)\b"
    r"|^(?:it's |its )?more like\b",
    re.IGNORECASE,
)
_NO_BUT = lazy_pattern(r"^(?:no|nope|nah|不|不是|哦不)[\s,，.。!！]+\S", re.IGNORECASE)  # "no, crypto"


def changes(said: Spelling) -> bool:
    """Whether something that was said shall be otherwise; \"no wait\" and 选错了 say so too."""
    words = said.text
    return CHANGE.search(words) is not None or corrects(words) or prefers(words) or _NO_BUT.search(words) is not None
