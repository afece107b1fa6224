"""What a sentence says that the desk did: deployed, ordered, held, backtested, stress tested.

A claim is held to what was really done in the conversation, in every phase. What is asked, supposed, denied or only
possible claims nothing.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from packages.domain.evidence.patterns import lazy_pattern

_I = re.IGNORECASE
_SENTENCE = re.compile(r"(?:[^.!?。！？\n]|\.(?=\d))+[.!?。！？]?")
_LONGEST_BEFORE = 60  # characters in which a claim can be taken back
# Before a claim: it is supposed, denied or only possible.
_NOT_SAID = lazy_pattern(
    r"\b(?:if|once|after|until|when|whenever|before|unless|not|never|nothing|none|no|without|whether|please|needs?|must"
    r"|should|would|could|can|may|might|will|shall|let'?s?|want|usually|typically|suppose|imagine|example)\b|n't\b|'ll\b"
    r"|如果|假如|一旦|之后|以后|等你|等您|请|需要|尚未|还没|未|没有?|不|是否|要不要|待|将|会|可以|可|若|当|例如|比如|通常|一般",
    _I,
)
_FOR_YOU = r"(?:为[您你]|帮[您你]|替[您你]|给[您你])?"
_BY_THEN = "(?![之以]?[后前]|时|才)"  # 完成后 tells of a time to come
_I_HAVE = r"\b(?:i|we)(?:'ve| have)?(?: just| now| already| also)* "


class WorkClaim(StrEnum):
    """What was claimed and did not happen; also the name of the sentence that puts it right."""

    DEPLOYED = "claim.deployed"
    REAL_MONEY = "claim.real_money"
    ORDERED = "claim.ordered"
    BACKTESTED = "claim.backtested"
    STRESSED = "claim.stressed"


@dataclass(frozen=True, slots=True)
class WorkDone:
    """What the conversation has, or was told by tools: `backtest_begun` also while it runs."""

    deployed: bool = False
    live: bool = False
    traded: bool = False
    backtest_begun: bool = False
    backtest_done: bool = False
    stress_begun: bool = False
    stress_done: bool = False


_DEPLOYED = lazy_pattern(
    rf"{_I_HAVE}(?:deployed|put it live|activated it|gone live)\b"
    r"|\b(?:is|are|was|were|been|now|successfully) deployed\b"
    r"|\b(?:is|it's|are) (?:now |already )?(?:live|trading)\b|\bwent live\b"
    r"|\bdeployment (?:is |was |has been )?(?:now )?"
    r"(?:approved|started|live|active|complete|completed|successful|done)\b"
    rf"|已经?{_FOR_YOU}(?:成功)?(?:部署|上线|开始交易|启动(?:实盘|模拟盘|交易))|部署(?:好了|完成|成功|完毕){_BY_THEN}|已经?在(?:实盘|模拟盘)?交易",
    _I,
)
_REAL = lazy_pattern(r"\breal money\b|\blive (?:money|account|trading)\b|实盘|真(?:实资)?金|真钱", _I)
_ORDERED = lazy_pattern(
    r"\borders? (?:went through|(?:was|were|has been|have been) (?:placed|filled|executed|submitted|sent))"
    rf"|{_I_HAVE}(?:bought|sold|placed (?:the|an|your) orders?|executed (?:the|an|your) (?:orders?|trades?))\b"
    r"|\byou (?:now |currently |already )*(?:own|hold) (?:about |exactly )?\d"
    rf"|订单已?经?(?:成交|提交|执行)|已经?{_FOR_YOU}(?:成功)?(?:买入|卖出|下单|成交)|[您你](?:现在|目前|已经?)(?:持有|拥有)[^，。]{{0,8}}\d",
    _I,
)
_BACKTEST_BEGUN = lazy_pattern(
    r"\b(?:ran|started|launched|kicked off) (?:the|a|your) back-?test\b|\bback-?test (?:is |has |has been )?(?:now )?"
    rf"(?:running|started|under way)\b|已经?{_FOR_YOU}(?:开始|启动)了?回测|回测(?:已经?)?(?:开始|启动)",
    _I,
)
_BACKTESTED = lazy_pattern(
    r"\b(?:finished|completed) (?:the|a|your) back-?test\b"
    r"|\bback-?test (?:is |has |was |just )?(?:complete|completed|done|finished|passed|shows|showed|returned|made)\b"
    r"|\b(?:your|the|this) (?:strategy|back-?test) (?:has )?(?:made|returned|earned|gained|yielded|achieved)"
    r"\b[^.]{0,25}\d"
    r"|\b(?:your|this) (?:strategy|back-?test)\b[^.]{0,40}\bsharpe(?: ratio)? (?:of|is|was) -?\d"
    rf"|回测(?:已经?)?(?:完成|结束|跑完|显示|通过){_BY_THEN}|已经?{_FOR_YOU}完成了?回测{_BY_THEN}"
    r"|策略[^，。]{0,8}(?:赚了?|盈利了?|收益(?:率)?(?:为|是|达到?)|回报(?:率)?(?:为|是|达到?))[^，。]{0,8}\d"
    r"|(?:策略|回测)[^，。]{0,12}夏普(?:比率|率)?(?:为|是|达到?)\s*-?\d",
    _I,
)
_STRESS_BEGUN = lazy_pattern(
    r"\b(?:ran|started|launched) (?:the|a|your) stress test\b|\bstress test (?:is |has |has been )?(?:now )?"
    rf"(?:running|started)\b|已经?{_FOR_YOU}(?:开始|启动)了?压力测试|压力测试(?:已经?)?(?:开始|启动)",
    _I,
)
_STRESSED = lazy_pattern(
    r"\bstress test (?:has |was |is |just )?(?:passed|complete|completed|done|finished)\b"
    r"|\b(?:has |have |it |strategy )passed (?:the|its|your) stress test\b|\bfinished (?:the|a|your) stress test\b"
    r"|(?:已经?|成功)(?:通过|完成|跑完)了?压力测试|压力测试(?:已经?)?(?:通过|完成|结束)" + _BY_THEN,
    _I,
)


def false_claims(text: str, done: WorkDone) -> tuple[WorkClaim, ...]:
    """Each once, in the order in which they are made."""
    return tuple(dict.fromkeys(claim for each in _SENTENCE.findall(text) for claim in _of_sentence(each, done)))


def _of_sentence(sentence: str, done: WorkDone) -> Iterator[WorkClaim]:
    if "?" in sentence or "？" in sentence or "吗" in sentence:
        return
    if _claims(_DEPLOYED, sentence):
        if not done.deployed:
            yield WorkClaim.DEPLOYED
        elif not done.live and _REAL.search(sentence):
            yield WorkClaim.REAL_MONEY
    for pattern, is_true, claim in (
        (_ORDERED, done.traded, WorkClaim.ORDERED),
        (_BACKTEST_BEGUN, done.backtest_begun, WorkClaim.BACKTESTED),
        (_BACKTESTED, done.backtest_done, WorkClaim.BACKTESTED),
        (_STRESS_BEGUN, done.stress_begun, WorkClaim.STRESSED),
        (_STRESSED, done.stress_done, WorkClaim.STRESSED),
    ):
        if not is_true and _claims(pattern, sentence):
            yield claim


def _claims(pattern: re.Pattern[str], sentence: str) -> bool:
    return any(
        _NOT_SAID.search(sentence, max(0, found.start() - _LONGEST_BEFORE), found.start()) is None
        for found in pattern.finditer(sentence)
    )
