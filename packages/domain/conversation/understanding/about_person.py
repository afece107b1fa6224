"""Answers about the person that come where others were asked for: 交易三年，稳健，平衡增长 is no idea of rules."""

import re
from collections.abc import Mapping

from packages.domain.conversation.fields import KYC
from packages.domain.conversation.understanding.answers import answer_to
from packages.domain.conversation.understanding.changes import changes
from packages.domain.conversation.understanding.corrections import TAKEN_BACK, corrects
from packages.domain.conversation.understanding.lexicon.spelling import plain
from packages.domain.conversation.understanding.message.utterance import Spelling
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.conversation.understanding.topics import topics
from packages.domain.evidence.patterns import lazy_pattern

_NAMES = tuple(field.name for field in KYC)
_LONGEST = 120
_NOW = lazy_pattern(r"现在|如今|变得?|更|\b(?:now|nowadays|these days|more|less)\b", re.IGNORECASE)
_LEAD = lazy_pattern(  # a clause that only says that a correction comes
    r"(?:oh |hm+ |well )?(?:sorry|oops|actually|wait|no|hmm+|my bad|well|please|hold on"
    r"|hi|hello|hey|good (?:morning|afternoon|evening)"
    r"|不好意思|抱歉|对不起|等等|不是?|哦|嗯|那个|我想了想|我|你好|您好|嗨|大家好)",
    re.IGNORECASE,
)
_OF_RULES = lazy_pattern(
    r"策略|规则|每笔|单笔|止损|止盈|仓位|参数|入场|出场|均线|回测|离场|卖[出掉]|[就也再先]卖|[就也再先]走(?![势向])|落袋"
    r"|\b(?:strateg\w+|rules?|stops?|positions?|siz\w+|entr\w+|exits?|trades?|trailing|averages?|backtests?)\b"
    r"|\b(?:sell|get out|cash out|close out)\b"
    r"|\btak\w+ (?:(?:some|the|a|my|half the|partial) )?profits?\b|\bprofit[- ](?:taking|target)\b",
    re.IGNORECASE,
)
# Of what is at hand, where nothing says what it is: "make it 15%", 改成15%.
_MAKES_IT = lazy_pattern(
    r"(?:ok(?:ay)?,? |no,? |please )?(?:make|set|put|use|change) (?:it|that|this)?\b"
    r"|(?:那|就|请)?[改换调设](?:成|为|到)",
    re.IGNORECASE,
)
_FIELDS = {
    "trading_years_bucket": lazy_pattern(r"交易(?:年限|经验)|\btrading (?:years|experience)\b|\bmy experience\b", re.I),
    "risk_tolerance": lazy_pattern(r"风险(?:偏好|承受|等级|类型)|\brisk (?:tolerance|appetite|level)\b", re.I),
    "return_expectation": lazy_pattern(
        r"收益(?:目标|预期|期望)|\breturn (?:expectations?|targets?|goals?)\b|\bexpected returns?\b", re.I
    ),
}


def field_to_change(said: Spelling, asked: AskedFields) -> str:
    """The one answer about themselves that a person wants to change, named by its field; "" where it is none."""
    words = said.text
    if set(_NAMES) & set(asked.fields) or len(words) > _LONGEST or not changes(said):
        return ""
    named = [name for name, pattern in _FIELDS.items() if pattern.search(words)]
    return named[0] if len(named) == 1 and any(each.is_stated or each.is_request for each in said.clauses) else ""


def about_person(said: Spelling, asked: AskedFields) -> Mapping[str, str]:
    """What a message says of them where every clause says such a thing, and two of them, or one as a correction or by
    the name of its field. What is said of rules is not said of their owner."""
    words = said.text
    if set(_NAMES) & set(asked.fields) or len(words) > _LONGEST or _OF_RULES.search(words):
        return {}
    if _MAKES_IT.match(words) and not topics(words):
        return {}
    known = AskedFields(_NAMES, today=asked.today)
    if (field := field_to_change(said, asked)) and (value := _new_value(said, field, known)):
        return {field: value}
    clauses = [each for each in said.clauses if each.text != TAKEN_BACK and not _LEAD.fullmatch(each.text)]
    parts = [Spelling(plain(each.text)) for each in clauses]
    if not parts or not all(any(answer_to(name, each, known) for name in _NAMES) for each in parts):
        return {}
    stated = {name: value for name in _NAMES if (value := answer_to(name, said, known)) is not None}
    is_meant = len(stated) > 1 or corrects(words) or _NOW.search(words) or set(stated) & topics(words)
    return stated if is_meant else {}


def _new_value(said: Spelling, field: str, known: AskedFields) -> str | None:
    """The one value that a change of an answer names, from the clause on that names the answer."""
    clauses = [each for each in said.clauses if each.is_stated or each.is_request]
    first = next((at for at, each in enumerate(clauses) if _FIELDS[field].search(each.text)), len(clauses))
    values = {answer_to(field, Spelling(plain(each.text)), known) for each in clauses[first:]} - {None}
    return values.pop() if len(values) == 1 else None
