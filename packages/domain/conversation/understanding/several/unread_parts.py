"""What is quoted of a message beside what was read of it: the parts that were not."""

import re
from collections.abc import Iterable

from packages.domain.conversation.fields import KYC, PRE_STRATEGY
from packages.domain.conversation.understanding.answers import answer_to, denied
from packages.domain.conversation.understanding.clauses import Clause
from packages.domain.conversation.understanding.corrections import TAKEN_BACK
from packages.domain.conversation.understanding.message.utterance import Utterance
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.conversation.understanding.wishes import LONGEST_SAID, wishes_in
from packages.domain.evidence.patterns import lazy_pattern

_FIELDS = tuple(field.name for field in (*KYC, *PRE_STRATEGY))
# What a part speaks of that was meant to count: an amount, a pace, a length, bars, money, losses.
_MEANT = lazy_pattern(
    r"\d|[一两二三四五六七八九十百半几多]{1,3}(?:次|笔|回|天|周|个月|年|成|万|倍|手)"
    r"|[日周月分时]线|K ?线|频率|杠杆|资金|本金|预算|做空"
    r"|\b(?:charts?|candles?|bars|timeframe|leverage|capital|budget|times|trades|short(?:ing)?"
    r"|(?:a |one |two |three |few )(?:day|week|month|year)s?)\b",
    re.IGNORECASE,
)
_MOST = 4


def unread_parts(text: str, asked: AskedFields) -> tuple[str, ...]:
    """None of a message that is one part; why somebody says something is no part of what they say."""
    clauses = Utterance(text).typed.clauses
    if len(clauses) < 2 or len(text) > LONGEST_SAID or any(each.text == TAKEN_BACK for each in clauses):
        return ()
    known = AskedFields(_FIELDS, instruments=asked.instruments, market=asked.market, today=asked.today)
    return tuple(each.text for each in clauses if _is_unread(each, (known, asked)))[:_MOST]


def _is_unread(clause: Clause, ways: Iterable[AskedFields]) -> bool:
    if not clause.is_stated or not _MEANT.search(clause.text) or wishes_in(Utterance(clause.text).wished):
        return False
    said = Utterance(clause.text).typed
    return not any(answer_to(name, said, asked) or denied(name, said) for asked in ways for name in asked.fields)
