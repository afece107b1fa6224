"""Rules that a message tells before there is a scope for them: whether it does, and what is read beside them."""

import re
from collections.abc import Mapping

from packages.core.events import JsonValue
from packages.domain.conversation.scope_of_rules import scope_of
from packages.domain.conversation.understanding.message.buttons import selection_of
from packages.domain.conversation.understanding.model import Understood
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.strategy.words.reading import rules_in

_TRADING = lazy_pattern(
    r"[买卖]|做[多空]|开仓|平仓|[进离入出]场|清仓|\b(?:buy|sell|short|enter|exit|go long|get (?:in|out))\b",
    re.IGNORECASE,
)
_CONDITION = lazy_pattern(
    r"时(?!间)|(?:周|星期|礼拜)[一二三四五六日天]|开盘|收盘|如果|当|\b(?:when|whenever|if|once)\b"
    r"|\bon (?:mon|tues|wednes|thurs|fri)days?\b|\bat the (?:open|close)\b",
    re.IGNORECASE,
)


def unread_rules(text: str, understood: Understood) -> list[JsonValue]:
    """Parts of a message that trade on a condition and could not be read, where no whole rules were: they are quoted,
    never dropped. A question and a button tell none."""
    if understood.question or understood.is_choice or selection_of(text) is not None:
        return []
    read = rules_in(text)
    quotes = () if read.is_strategy else read.not_understood
    return [each for each in quotes if _TRADING.search(each) and _CONDITION.search(each)]


def instrument_of_rules(text: str) -> str:
    """The one that a message tells rules of, however little of them could be read; "" where there is none, or more."""
    universe = rules_in(text).understood.get("universe")
    tickers = universe.get("tickers") if isinstance(universe, Mapping) else None
    return str(tickers[0]) if isinstance(tickers, list) and len(tickers) == 1 else ""


def scope_in(idea: str) -> dict[str, str]:
    """What whole rules already say of the scope; empty where they are no strategy yet."""
    document = rules_in(idea).document if idea else None
    return {} if document is None else scope_of(document)
