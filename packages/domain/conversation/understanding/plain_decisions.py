"""A decision that is named and nothing else: it needs no second word."""

import re

from packages.domain.conversation.understanding.clauses import is_conditional
from packages.domain.conversation.understanding.decisions import DECISIONS
from packages.domain.conversation.understanding.message.utterance import Spelling
from packages.domain.conversation.understanding.model import AskedFields

_BEFORE = (
    r"(?:i|we|ok|okay|yes|please|just|let'?s|now|do|use|on|with|the|go|want|to|choose|take|my decision:?"
    r"|我们?|请|就|先|那就|那|用|选|来|开始|可以|好的?|行|嗯|想|要)\s*"
)
_NAMES = {
    "strategy_confirmed": (
        r"确认|同意|confirm(?:ed)?|agreed?|approved?",
        r"修改|调整|change(?: something)?|revise|adjust",
    ),
    "stress_test_decision": (
        r"部署|上线|deploy|launch",
        r"修改|调整|revise|change(?: something)?|back to",
        r"先不动|等等|hold|wait",
    ),
    "deployment_target": (r"模拟盘?|paper", r"实盘|live|real"),
    "deployment_confirmation_status": (r"确认部署|确认|同意|部署|启动|confirm(?:ed)?|deploy|start|launch",),
}
_AFTER = (
    r"\s*(?:it|this|that|these|the|strategy|rules|them|money|trading|account|deployment|please|now|first"
    r"|吧|了|啊|呀|策略|规则|这个|这些|一下|盘|交易|账户|部署)"
)
_LONGEST = 60


def is_plain_decision(said: Spelling, asked: AskedFields) -> bool:
    """Whether the message names one decision of the fields that may be answered, and says nothing else."""
    if not said.clauses or len(said.text) > _LONGEST or is_conditional(said.text) or said.is_taken_back:
        return False
    if not all(clause.is_stated for clause in said.clauses):
        return False
    names = [name for field in asked.fields if field in DECISIONS for name in _NAMES.get(field, ())]
    return any(all(_is_named(name, clause.text) for clause in said.clauses) for name in names)


def _is_named(name: str, text: str) -> bool:
    return re.fullmatch(rf"(?:{_BEFORE}){{0,4}}(?:{name})(?:{_AFTER}){{0,4}}", text) is not None
