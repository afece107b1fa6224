"""The answers that a reply says were set or noted, held to those that the conversation has."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from packages.domain.conversation.claims.clauses import StatedClause, clauses
from packages.domain.conversation.understanding.vocabulary import VOCABULARY
from packages.domain.evidence.patterns import lazy_pattern

_I = re.IGNORECASE
_FIELDS: Mapping[str, re.Pattern[str]] = {
    name: lazy_pattern(words, _I)
    for name, words in {
        "risk_tolerance": (
            r"\brisk (?:tolerance|appetite|profile|level|preference)\b|风险(?:承受(?:能)?力?|偏好|等级|水平|类型)"
        ),
        "trading_years_bucket": (
            r"\b(?:trading|investing|investment) experience\b|\byears of (?:trading|experience)\b|(?:交易"
            r"|投资)(?:经验|年限)"
        ),
        "return_expectation": (r"\breturn (?:expectation|goal|target|objective)s?\b|(?:收益|回报)(?:目标|预期|期望)"),
        "target_market": (
            r"\b(?:(?:target |preferred |trading )?market)\b(?! (?:data|price|order|open|close|cap|regime))"
            r"|(?:目标|交易)?市场(?!数据|行情|价|状态)"
        ),
        "target_instrument": (r"\b(?:target |trading )?(?:instrument|ticker)\b|标的"),
        "opportunity_frequency_bucket": (r"\btrading frequency\b|交易频率"),
        "holding_period_bucket": (r"\bholding period\b|持有(?:时间|周期|期)|持仓(?:时间|周期)"),
        "strategy_family_choice": (r"\bstrategy (?:family|type|style)\b|策略(?:类型|风格)"),
    }.items()
}
_NOTED = lazy_pattern(
    r"\b(?:i|we)(?:'ve| have)?(?: just| now| already| also| gone ahead and| went ahead and)* (?:set|noted"
    r"|recorded|saved"
    r"|updated|changed|marked|registered|logged|put down|entered|switched|adjusted|raised|lowered|moved|stored)\b"
    r"|(?:\b(?:is|are|was|were|been)|'s) (?:now |already |all )*(?:set|noted|recorded|saved|updated|changed"
    r"|marked|registered"
    r"|logged|stored)\b|^\W*(?:noted|recorded|set|updated|saved|logged)\b(?=[\s:]+(?:your|the|that|as))"
    r"|(?:已经?|刚刚?|[为帮替给][您你])[^,。]{0,12}?(?:设为|设成|设置|设定|调成|调为|调到|调整|改成|改为|记下"
    r"|记录|记为|登记|标记|更新|保存|选定|选好|定为)"
    r"|(?:设置|设定|记录|记下|登记|更新|保存|调整|调|选)(?:好|成|为[^,。]{1,8})?(?:了|啦)|(?:记|设|定|改"
    r"|调)(?:为|成|到)了",
    _I,
)


@dataclass(frozen=True, slots=True)
class FalseNote:
    """A field that was said to be set and is not, or is set to something else: its `value`."""

    field: str
    value: str | None


def false_notes(text: str, values: Mapping[str, str]) -> tuple[FalseNote, ...]:
    """`values`: what the conversation has after the turn, by field."""
    fields = dict.fromkeys(field for clause in clauses(text) for field in _false_in(clause, values))
    return tuple(FalseNote(field, values.get(field)) for field in fields)


def _false_in(clause: StatedClause, values: Mapping[str, str]) -> Iterator[str]:
    if not any(clause.states(found) for found in _NOTED.finditer(clause.text)):
        return
    for field, named in _FIELDS.items():
        if named.search(clause.text) is None:
            continue
        told, value = _values_in(field, clause.text), values.get(field)
        if value is None or (told and value not in told):
            yield field


def _values_in(field: str, words: str) -> frozenset[str]:
    """Of words inside of others only the longer count."""
    hits = [
        (found.start(), found.end(), value)
        for value, pattern in VOCABULARY.get(field, {}).items()
        for found in pattern.finditer(words)
    ]
    inside = [
        one for one in hits if any(each[0] <= one[0] and one[1] <= each[1] and each[:2] != one[:2] for each in hits)
    ]
    return frozenset(value for start, end, value in hits if (start, end, value) not in inside)
