"""What a message tells that sounds like an answer and is about something else: work, screens, a home, what was once."""

import re

from packages.domain.conversation.understanding.amounts.lengths import asks_to_wait
from packages.domain.conversation.understanding.amounts.subjects import (
    is_of_another,
    only_earned,
    only_lost,
    takes_profit,
)
from packages.domain.evidence.patterns import lazy_pattern

_WATCHING = lazy_pattern(
    r"看盘|看一?[眼看]|刷|上班|上学|加班|开会|工作(?!日)|\b(?:use|check|look|watch|read|visit|log in|at my desk|at work"
    r"|in the office|commute|busy|(?<!after )work)\b",
    re.IGNORECASE | re.ASCII,
)
_TRADES = lazy_pattern(
    r"做|交易|出手|操作|下单|买|卖|单|笔|把|炒|股|玩|机会|信号|\b(?:trad\w+|orders?|buy\w*|sell\w*|enter\w*"
    r"|positions?"
    r"|setups?|signals?|shots?"
    r"|ideas?|act|pull|one|give|send|opportunit\w+|chances?|invest\w*|stocks?|shares|markets?|equit\w+"
    r"|exchange)\b",
    re.IGNORECASE | re.ASCII,
)
_LIVES = lazy_pattern(
    r"(?:我|人|家|公司|单位|住|老家)在[^,]{2,6}\W*$"
    r"|\b(?:i|we) (?:\w+ )?(?:live|lived|moved|work|reside|grew up|was born|were born|come from)\b"
    r"|\bi'?m (?:from|based|living)\b"
    r"|^(?:i|we) (?:get|am|are) paid in\b|\b(?:my )?(?:office|salary|company|employer|wages?) (?:is|are)\b"
    r"|\blost (?:a lot|\w+) in\b",
    re.IGNORECASE | re.ASCII,
)
_HOURS_A_DAY = lazy_pattern(
    r"每天[^,]{0,4}[一二两三几半\d]+个?(?:小时|钟头)|\b(?:hours?|minutes?) (?:a|per|each|every) day\b",
    re.IGNORECASE | re.ASCII,
)


def watches(text: str) -> bool:
    """Whether a clause tells how often somebody looks or works, and not how often they trade."""
    return bool(_WATCHING.search(text)) and not _TRADES.search(text)


def lives_there(text: str) -> bool:
    """Whether a clause tells where somebody lives or works, or what happened to them there."""
    return bool(_LIVES.search(text)) and not _TRADES.search(text)


def is_elsewhere(field: str, text: str) -> bool:
    """Whether a clause speaks of something else than what the field asks."""
    match field:
        case "holding_period_bucket":
            return asks_to_wait(text) or _HOURS_A_DAY.search(text) is not None
        case "trading_years_bucket":
            return asks_to_wait(text)
        case "opportunity_frequency_bucket":
            return watches(text)
        case "target_market":
            return lives_there(text)
        case _:
            return False


def happened_once(field: str, text: str) -> bool:
    """Whether a message only tells what was lost or earned once."""
    return (field == "risk_tolerance" and only_lost(text)) or (field == "return_expectation" and only_earned(text))


def is_beside_the_question(field: str, text: str) -> bool:
    """Whether what a message names is of another subject, so that nobody shall guess from its other words."""
    if field in ("risk_tolerance", "return_expectation"):
        return is_of_another(text) or takes_profit(text) or only_lost(text) or only_earned(text)
    return is_elsewhere(field, text)
