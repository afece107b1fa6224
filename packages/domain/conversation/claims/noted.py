"""The answers that a reply says were set or noted, held to those that the conversation has."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from packages.domain.conversation.claims.clauses import StatedClause, clauses, sentences
from packages.domain.conversation.claims.instrument_claims import symbols_in
from packages.domain.conversation.claims.other_languages import noted_elsewhere
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
        "return_expectation": (
            r"\b(?:return|investment) (?:expectation|goal|target|objective)s?\b|(?:收益|回报|投资)(?:目标|预期|期望)"
        ),
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
_ZH_SET = (
    r"(?:设为|设成|设置|设定|调成|调为|调到|调高|调低|调整|提高|降低|改成|改为|换成|换为|切换|记下|记录|记为|记住|登记|标记"
    r"|更新|保存|录入|写入|选定"
    r"|选好|定为|归为|归类|列为|划为|评为|认定为)"
)
_NOTED = lazy_pattern(
    r"\b(?:i|we)(?:'ve| have)?(?: just| now| already| also| gone ahead and| went ahead and)* (?:set|noted"
    r"|recorded|saved"
    r"|updated|changed|marked|registered|logged|put down|entered|switched|swapped|adjusted|raised|lowered|increased"
    r"|reduced|bumped|moved|stored)\b"
    r"|(?:\b(?:is|are|was|were|been)|'s) (?:now |already |all )*(?:set|noted|recorded|saved|updated|changed"
    r"|marked|registered|raised|lowered|increased|reduced|adjusted|moved|switched|upgraded|bumped"
    r"|logged|stored)\b|^\W*(?:noted|recorded|set|updated|saved|logged)\b(?=[\s:]+(?:your|the|that|as))"
    r"|\b(?:recorded|noted|saved|registered|logged|updated) (?:as|to)\b"
    rf"|(?:已经?|刚刚?|刚才|[为帮替给][您你])[^,。]{{0,12}}?{_ZH_SET}"
    r"|(?:设置|设定|记录|记下|登记|更新|保存|调整|调|选)(?:好|成|为[^,。]{1,8})?(?:了|啦)|(?:记|设|定|改"
    r"|换|调)(?:为|成|到)了",
    _I,
)
# The same of the person and not of a field: what they are said to be is its value.
_THE_PERSON = lazy_pattern(
    r"\b(?:i|we)(?:'ve| have)?(?: just| now| already| got)* (?:you (?:down )?as|(?:put|marked|listed|registered"
    r"|recorded"
    r"|noted|set|entered|classified|classed|categori[sz]ed|tagged|saved|logged) you(?: down)? (?:as|under|in)"
    r"|(?:noted|recorded|saved|registered|logged) (?:down )?that you(?:'re| are))\b"
    r"|\byou(?:'re| are)(?: now| already)* (?:down|listed|registered|recorded|marked|noted|set|classed|classified) as\b"
    r"|\byour profile(?: now| already)* (?:says|shows|reads|has|lists|is)\b|\byour profile (?:is|was"
    r"|has been) \w+ (?:to|as)\b"
    rf"|(?:把|将)[您你][^,。的]{{0,4}}?{_ZH_SET}|(?:已经?|[为帮替给][您你])[^,。的]{{0,4}}?(?:登记|标记|记录"
    rf"|归类|记|列|划)(?:为|成)",
    _I,
)
# Behind it stands what was noted, up to the end of the sentence or of a list.
_HEAD = lazy_pattern(
    r"(?:^|\b(?:profile|answers|details)\b|资料|档案|信息|画像|回答)\W*(?:(?:ok|okay|great|sure|got it|done"
    r"|all right|好的?|嗯|明白"
    r")\W+)*(?:(?:i(?:'ve| have)|we(?:'ve| have)|has been|have been|is|are|was|were) )?(?:now |just |already )*"
    r"(?:noted|recorded|saved|updated|registered|logged)(?: (?:your|the) (?:profile|answers?|details|choices?))?\W*$"
    r"|(?:已经?|刚刚?)(?:[为帮替给][您你])?(?:记录|记下|记住|登记|更新|保存|录入|存档|归档|设好|设定|选好)"
    r"(?:好|完成|完毕|如下)?了?(?:[您你]的)?(?:选择|回答|答案|信息|资料)?\W*$"
    r"|(?:记录|登记|更新|保存|录入|记)(?:完成|完毕|成功|好|下)了?\W*$",
    _I,
)
_BARE = ("trading_years_bucket", "risk_tolerance", "return_expectation", "target_market")
_ALIKE = ("risk_tolerance", "return_expectation")  # one word may answer either
_OF_THE_PERSON = lazy_pattern(r"\b(?:you|your|investor|risk|profile)\b|[您你]|投资者|风险|型(?=\W*$)", _I)
_OF_RULES = lazy_pattern(
    r"\b(?:stop|position|entry|exit|rule|rules|order|size|sizing|question|backtest)\b|止损|止盈|仓|入场|出场"
    r"|规则|问题|回测|买入|卖出",
    _I,
)
_NUMBERED = lazy_pattern(r"(?<![\w.])(?!(?:RSI|[ESW]?MA|ATR|ADX|CCI)\d)[A-Z]{1,6}\d{1,4}(?:\.[A-Z]{2})?(?!\w)")
_SHORT = 24  # characters: no more than a value
_BULLET = lazy_pattern(r"\s*(?:[-*•·]|\d{1,2}[.)、])")


@dataclass(frozen=True, slots=True)
class FalseNote:
    """A field that was said to be set and is not, or is set to something else: its `value`."""

    field: str
    value: str | None


def false_notes(text: str, values: Mapping[str, str]) -> tuple[FalseNote, ...]:
    """`values`: what the conversation has after the turn, by field."""
    fields = dict.fromkeys(field for clause, bare in _noting(text) for field in _false_in(clause, values, bare=bare))
    fields |= dict.fromkeys(
        field for sentence in sentences(text) for field in noted_elsewhere(sentence) if field not in values
    )
    return tuple(FalseNote(field, values.get(field)) for field in fields)


def _noting(text: str) -> Iterator[tuple[StatedClause, bool]]:
    """The clauses that say what was noted, and whether a value alone is one there."""
    listed, before = False, ""
    for sentence, parts in groupby(clauses(text), key=lambda clause: clause.sentence):
        inside = list(parts)
        goes_on = before.rstrip("* ").endswith(":") or _BULLET.match(before) is not None
        listed = listed and goes_on and _BULLET.match(sentence) is not None
        listed = listed or any(_states(_HEAD, clause) for clause in inside)
        for clause in inside:
            bare = listed or _states(_THE_PERSON, clause)
            if bare or _states(_NOTED, clause):
                yield clause, bare
        before = sentence


def _states(pattern: re.Pattern[str], clause: StatedClause) -> bool:
    return any(clause.states(found) for found in pattern.finditer(clause.text))


def _false_in(clause: StatedClause, values: Mapping[str, str], *, bare: bool) -> Iterator[str]:
    named = [field for field, words in _FIELDS.items() if words.search(clause.text)]
    for field in named:
        stated, value = _stated_in(field, clause.text), values.get(field)
        if value is None or (stated and value not in stated):
            yield field
    if bare and not _OF_RULES.search(clause.text) and _is_of_the_person(clause.text):
        yield from (field for field in _false_values(clause.text, values) if field not in named)


def _stated_in(field: str, words: str) -> frozenset[str]:
    if field != "target_instrument":
        return _values_in(field, words)
    return symbols_in(words).union(found.group() for found in _NUMBERED.finditer(words))


def _is_of_the_person(words: str) -> bool:
    return len(words.strip()) <= _SHORT or _OF_THE_PERSON.search(words) is not None


def _false_values(words: str, values: Mapping[str, str]) -> Iterator[str]:
    """The fields of values that stand alone and that the conversation does not have."""
    stated = {field: found for field in _BARE if (found := _values_in(field, words))}
    right = {field for field, found in stated.items() if values.get(field) in found}
    for field in stated:
        if field not in right and not (field in _ALIKE and right & set(_ALIKE)):
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
