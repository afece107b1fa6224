"""Whether a message says anything of a field, which fields it names, and whose words may be meant for another."""

import re
from collections.abc import Iterator, Mapping

from packages.domain.conversation.understanding.amounts.scales import Hit
from packages.domain.conversation.understanding.corrections import TAKEN_BACK, corrects
from packages.domain.conversation.understanding.message.utterance import Spelling
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.conversation.understanding.vocabulary import TOPICS
from packages.domain.evidence.patterns import lazy_pattern

_RISK, _RETURN = "risk_tolerance", "return_expectation"
_NO_ANSWER = lazy_pattern(
    r"(?:你好|您好|嗨|哈喽|在吗|继续|嗯+|哦+|噢|啊|呃|好吧?|再?(?:说说|讲讲|看看)看?|我?(?:不懂|不明白"
    r"|没懂|没看懂|不理解|不知道|不清楚|不确定)"
    r"|什么意思|随便|hi|hello|hey|good (?:morning|evening)|continue|ok(?:ay)?|h+m+|u+h+|um+|well"
    r"|(?:please )?tell me more|go on|(?:i )?(?:do not|don'?t|did not|didn'?t) (?:understand|know|get (?:it|that))"
    r"|idk|(?:i am |i'm )?not sure|no idea|whatever)"
    r"[\s!.。！,，…]*",
    re.IGNORECASE,
)
_AND = lazy_pattern(r"\s*(?:and|or|/|&|plus|和|或者?|跟|与|及|、)\s*", re.IGNORECASE)


def entangled(said: Spelling, asked: AskedFields, read: Mapping[str, str | None]) -> Iterator[str]:
    """Fields whose words may as well be meant for the question that was asked: who is asked for their risk and speaks
    of safety has said nothing of the return, unless a clause of its own or the name of the field says so."""
    for field, other in ((_RISK, _RETURN), (_RETURN, _RISK)):
        if read.get(field) is None or other not in asked.open or field in asked.open:
            continue
        if corrects(said.text) or TOPICS[field].search(said.text):
            continue
        if read.get(other) is None or len(said.stated) == 1:
            yield field


def topics(text: str) -> frozenset[str]:
    return frozenset(field for field, words in TOPICS.items() if words.search(text))


def may_answer(said: Spelling) -> bool:
    """Whether the message says something that a field could be read from, in whatever language; an if, or a word that
    looks like somebody else, is for the person to weigh when it is proposed to them."""
    says = any(not clause.is_question and clause.text != TAKEN_BACK for clause in said.clauses)
    return says and not _NO_ANSWER.fullmatch(said.text)


def names_both(text: str, hits: list[Hit]) -> bool:
    """Two values that nothing but an "and" or an "or" stands between, and nothing else."""
    return any(
        one.value != other.value
        and _AND.fullmatch(text[one.end : other.start])
        and not text[: one.start].strip()
        and not text[other.end :].strip(" .!。！~")
        for one in hits
        for other in hits
    )
