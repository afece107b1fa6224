"""What becomes of the positions of a deployment that is stopped: kept, or flattened; None where it is not said."""

import re

from packages.domain.conversation.understanding.message.utterance import Utterance
from packages.domain.conversation.understanding.model import Wish
from packages.domain.evidence.patterns import lazy_pattern

_NOT_SOLD = lazy_pattern(
    r"(?:\b(?:don'?t|do not|without|not|never)\b[^,.;]{0,12}\b(?:sell\w*|clos\w+|flatten\w*|liquidat\w+)\b"
    r"|[不别勿没][要用必]?(?:平|清|卖|抛)\w{0,2})",
    re.IGNORECASE,
)
_NOT_KEPT = lazy_pattern(
    r"(?:\b(?:don'?t|do not|not)\b[^,.;]{0,8}\b(?:keep|hold|leave)\b|[不别][要用必]?(?:保留|留|拿))", re.IGNORECASE
)
_SOLD = lazy_pattern(
    r"\b(?:flatten|sell|close|liquidate|cash)\b|\bget (?:me )?out\b|平[仓掉了]|全平|平$|清[仓掉]|卖|抛|了结",
    re.IGNORECASE,
)
_KEPT = lazy_pattern(
    r"\bkeep\b|\bhold (?:them|it|the|my)\b|\bleave (?:them|it|the|my|everything)\b|保留|留着|留下|拿着|持有",
    re.IGNORECASE,
)


def positions_kept(said: Utterance) -> Wish | None:
    """`KEEP` or `FLATTEN`, of a message that answers this very question."""
    words = said.settled.text
    if said.settled.only_asks:
        return None
    rest = _NOT_KEPT.sub(" ", _NOT_SOLD.sub(" ", words))
    keeps = bool(_NOT_SOLD.search(words) or _KEPT.search(rest))
    sells = bool(_NOT_KEPT.search(words) or _SOLD.search(rest))
    if keeps == sells:
        return None
    return Wish.KEEP if keeps else Wish.FLATTEN
