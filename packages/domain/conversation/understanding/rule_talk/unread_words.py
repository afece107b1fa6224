"""What is quoted as not read: neither a mere yes beside a change, nor what was a decision of its own."""

import re
from collections.abc import Iterable

from packages.core.events import JsonValue
from packages.domain.conversation.understanding.lexicon.decision_words import CONSENT, NEXT_STEP, NO, short_pattern
from packages.domain.conversation.understanding.message.buttons import as_stored, selection_of
from packages.domain.conversation.understanding.model import MessageIntent, Understood
from packages.domain.evidence.patterns import lazy_pattern

_DECIDED = short_pattern(rf"{CONSENT}|{NEXT_STEP}|{NO}|but|well|so|then|但是?|不过|那|嗯")
_SAYS_NOTHING = (MessageIntent.SMALL_TALK, MessageIntent.HELP, MessageIntent.SKIP)
_AROUND = " ,，.。!！"
_LONGEST_QUOTE = 200
_HOLDING = lazy_pattern(
    r"\bhold\w*\b[^,.;?]{0,20}\d+ ?(?:bars?|minutes?|hours?|days?|weeks?|months?)\b"
    r"|(?:拿|持有|持仓)[^,，。？?]{0,6}[\d一二两三四五六七八九十半]+ ?(?:根|分钟|个?小时|天|周|个?月)",
    re.IGNORECASE,
)


def without_consents(quotes: Iterable[str]) -> list[JsonValue]:
    return [each for each in quotes if not _only_decides(each)]


def names_holding(text: str) -> bool:
    """How long to hold, which is no wish to wait."""
    return _HOLDING.search(text) is not None


def words_unread(text: str, understood: Understood) -> list[JsonValue]:
    """All of a message that asks for nothing and decides nothing; a button was read."""
    read = understood.wishes or understood.is_choice or understood.question or understood.proposal
    agrees = understood.answers.get("strategy_confirmed") == "true" or understood.is_explicit
    if (
        read
        or agrees
        or _only_decides(as_stored(text))
        or selection_of(text) is not None
        or understood.intent in _SAYS_NOTHING
    ):
        return []
    return [" ".join(as_stored(text).split())[:_LONGEST_QUOTE]]


def _only_decides(text: str) -> bool:
    return _DECIDED.fullmatch(text.strip(_AROUND).casefold()) is not None
