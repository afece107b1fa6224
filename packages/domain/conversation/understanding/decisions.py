"""What a person decides in their own words: confirm, change, deploy, hold, paper, live. What is not clear is nothing.

A label or an id of the choice counts as it stands. Otherwise `clear` words count anywhere in a message, `short` ones
where they are all of it and the question was asked; what is denied does not count, and neither does a question. An if
decides nothing.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from packages.domain.conversation.understanding.choices import chosen_value, selection_of
from packages.domain.conversation.understanding.clauses import (
    Clause,
    clauses,
    every_clause,
    is_conditional,
    settled_idioms,
)
from packages.domain.conversation.understanding.model import AskedFields


@dataclass(frozen=True, slots=True)
class _Way:
    """The words for one decision, as patterns."""

    clear: str
    short: str = r"(?!)"


_YES = r"可以|好|好的|好啊|行|是|是的|对|嗯|ok|okay|yes|yep|sure|sounds good|looks good|good"
_AGREED = (
    r"确认(?=$|\s|这|该|此|策略|部署|使用|采用|上线|了|就|并|然后|执行|无误|可以|以上|[,.!;])|同意|就用这个|就这样|就按这个|"
    r"\bconfirm(?:ed)?\b(?!\s+(?:that|whether|if|how|what|the (?:data|numbers?|result)))|\bi agree\b|\bagreed\b|"
    r"\bapproved?\b|\bgo ahead\b|\bgo with (?:it|this)\b"
)
_CHANGE = (
    r"修改|改一下|改改|改成|调整|调一下|优化|重新设计|换(?:个|一个|成|一下)|\bchang(?:e|es|ing)\b|\badjust|\bmodif|\btweak|"
    r"\brevis|\bimprov|\bsomething else\b"
)
_LATER = r"先放|放一放|先不|暂不|等等|等一等|再等|观望|搁置|再想想|\bhold\b|\bwait\b|\bnot (?:now|yet)\b|\blater\b"
# Around a decision that is named and nothing else.
_BEFORE = (
    r"(?:i|we|ok|okay|yes|please|just|let'?s|now|do|use|on|with|the|go|want|to|choose|take|my decision:?"
    r"|我们?|请|就|先|那就|那|用|选|来|开始|可以|好的?|行|嗯|想|要)\s*"
)
_AFTER = (
    r"\s*(?:it|this|that|these|the|strategy|rules|them|money|trading|account|please|now|first"
    r"|吧|了|啊|呀|策略|规则|这个|这些|一下|盘|交易|账户)"
)
DECISIONS: Mapping[str, Mapping[str, _Way]] = {
    "strategy_confirmed": {"true": _Way(_AGREED, _YES), "false": _Way(_CHANGE)},
    "stress_test_decision": {
        "deploy": _Way(r"部署|上线|\bdeploy|\blaunch\b|\bgo live\b"),
        "revise": _Way(rf"{_CHANGE}|回到策略|\bback to (?:the )?strategy\b"),
        "hold": _Way(_LATER),
    },
    "deployment_target": {
        "paper": _Way(r"模拟|纸面|仿真|虚拟|\bpaper\b|\bsimulat|\bplay money\b|\bpretend"),
        "live": _Way(r"实盘|真钱|真实资金|真金白银|\blive\b|\breal money\b"),
    },
    "deployment_confirmation_status": {
        "confirmed": _Way(
            rf"{_AGREED}|部署吧|开始部署|启动吧|上线吧|\bdeploy it\b|\bstart it\b|\blaunch it\b",
            rf"{_YES}|部署|deploy|start|go",
        ),
        "needs_changes": _Way(_CHANGE),
    },
}


def decision_on(field: str, text: str, asked: AskedFields) -> str | None:
    """The value that the person's own words give a field; None where they give none, or more than one. A number or
    a mere yes is an answer only where the field was asked for."""
    chosen = chosen_value(field, text, asked)
    words = settled_idioms(text)
    if chosen is not None or selection_of(text) is not None or is_conditional(words):
        return chosen
    stated = tuple(clauses(words))
    is_asked = field in asked.open
    values = {value for value, way in DECISIONS[field].items() if _speaks_for(way, stated, asked=is_asked)}
    return values.pop() if len(values) == 1 else None


def is_plain_decision(text: str, asked: AskedFields) -> bool:
    """Whether the message names the decision and says nothing else; a mere yes counts where it was asked for."""
    words = settled_idioms(text)
    stated = tuple(clauses(words))
    if not stated or len(stated) != len(every_clause(words)) or is_conditional(words):
        return False
    return any(
        all(_is_plain(way, clause, asked=field in asked.open) for clause in stated)
        for field in asked.fields
        for way in DECISIONS.get(field, {}).values()
    )


def _is_plain(way: _Way, clause: Clause, *, asked: bool) -> bool:
    named = rf"(?:{_BEFORE})*(?:{way.clear})\w*(?:{_AFTER})*"
    return bool(re.fullmatch(named, clause.text) or (asked and re.fullmatch(way.short, clause.text)))


def _speaks_for(way: _Way, stated: tuple[Clause, ...], *, asked: bool) -> bool:
    is_short = asked and bool(stated) and all(re.fullmatch(way.short, clause.text) for clause in stated)
    return is_short or _is_said(way.clear, stated)


def _is_said(pattern: str, stated: tuple[Clause, ...]) -> bool:
    return any(
        not clause.denies(found.start(), found.end())
        for clause in stated
        for found in re.finditer(pattern, clause.text)
    )
