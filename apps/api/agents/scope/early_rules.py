"""Rules that a message tells before there is a scope for them: whether it does, and what is read beside them."""

import re
from collections.abc import Mapping

from packages.core.events import JsonValue
from packages.domain.conversation.scope_of_rules import scope_of
from packages.domain.conversation.understanding.message.buttons import selection_of
from packages.domain.conversation.understanding.model import Understood
from packages.domain.conversation.understanding.rules import LONGEST_IDEA
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.strategy.words.reading import rules_in

_TRADING = lazy_pattern(
    r"[买卖]|做[多空]|开仓|平仓|[进离入出]场|清仓|\b(?:buy|sell|short|enter|exit|go long|get (?:in|out))\b",
    re.IGNORECASE,
)
_LEAVING = frozenset({"exit", "stop", "target", "trailing", "time", "reward"})
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


def exit_in(text: str, understood: Understood) -> str:
    """A way out that is told by itself ("sell when it's up 10%"), to be kept like rules: it is no answer about the
    person, no question and no button."""
    if understood.question or understood.is_choice or understood.about_person or selection_of(text) is not None:
        return ""
    leaves = any(clause.kind in _LEAVING for clause in rules_in(text).clauses)
    return text[:LONGEST_IDEA] if leaves and _EXIT.search(text) else ""


def joined_idea(before: str, said: str) -> str:
    """What was told before and what is told now, as one; rules with a way in take the place of those before."""
    if not said or said in before:
        return before
    kinds = {clause.kind for clause in rules_in(said).clauses}
    had_entry = any(clause.kind == "entry" for clause in rules_in(before).clauses)
    if not before or ("entry" in kinds and (had_entry or kinds & _LEAVING)):
        return said
    return f"{before}\n{said}"[-LONGEST_IDEA:]


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
