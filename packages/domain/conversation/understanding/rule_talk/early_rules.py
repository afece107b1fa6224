"""Rules that a message tells before there is a scope for them: a way out by itself, and parts that were not read."""

import re
from collections.abc import Mapping

from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.strategy.words.reading import rules_in

LEAVING = frozenset({"exit", "stop", "target", "trailing", "time", "reward"})
_LONGEST = 2_000
_TRADING = lazy_pattern(
    r"[买卖]|做[多空]|开仓|平仓|[进离入出]场|清仓|\b(?:buy|sell|short|enter|exit|go long|get (?:in|out))\b",
    re.IGNORECASE,
)
_EXIT = lazy_pattern(
    r"卖|平仓|清仓|[出离]场|止损|止盈|就走|走人|落袋"
    r"|\b(?:sell|exit|close|get out|take[- ]profits?|cash out|bail out|stop(?:[- ]loss)?|target)\b",
    re.IGNORECASE,
)
_CONDITION = lazy_pattern(
    r"时(?!间)|(?:周|星期|礼拜)[一二三四五六日天]|开盘|收盘|如果|当|\b(?:when|whenever|if|once)\b"
    r"|\bon (?:mon|tues|wednes|thurs|fri)days?\b|\bat the (?:open|close)\b",
    re.IGNORECASE,
)


def exit_given(text: str) -> str:
    """A way out that is told by itself ("sell when it's up 10%"), to be kept like rules."""
    leaves = any(clause.kind in LEAVING for clause in rules_in(text).clauses)
    return text[:_LONGEST] if leaves and _EXIT.search(text) else ""


def unread_rules(text: str) -> tuple[str, ...]:
    """Parts of a message that trade on a condition and could not be read, where no whole rules were: they are quoted,
    never dropped."""
    read = rules_in(text)
    quotes = () if read.is_strategy else read.not_understood
    return tuple(each for each in quotes if _TRADING.search(each) and _CONDITION.search(each))


def instrument_of_rules(text: str) -> str:
    """The one that a message tells rules of, however little of them could be read; "" where there is none, or more."""
    universe = rules_in(text).understood.get("universe")
    tickers = universe.get("tickers") if isinstance(universe, Mapping) else None
    return str(tickers[0]) if isinstance(tickers, list) and len(tickers) == 1 else ""
