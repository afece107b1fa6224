"""Clauses that name the field that they answer: 风险：激进, "change the frequency to daily".

What such a clause says is said of its field and of no other; a clause that only names the field ("about the risk:",
风险说高了) hands it to the one after it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from packages.domain.conversation.understanding.answers import answer_to
from packages.domain.conversation.understanding.clauses import Clause
from packages.domain.conversation.understanding.corrections import TAKEN_BACK, corrects
from packages.domain.conversation.understanding.lexicon.spelling import plain
from packages.domain.conversation.understanding.message.utterance import Spelling
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.conversation.understanding.topics import topics
from packages.domain.evidence.patterns import lazy_pattern

_NAMES: Mapping[str, str] = {
    "trading_years_bucket": r"(?:交易|投资|炒股)?(?:经验|年限|经历)"
    r"|(?:(?:trading|investing) )?(?:experience|exp)|years(?: of (?:trading )?experience)?|years(?= ?:)",
    "risk_tolerance": r"风险(?:偏好|承受能力|承受力|承受度|承受|等级|类型|水平)?(?!大|可控|控制)"
    r"|risk(?: ?(?:tolerance|appetite|level|profile|preference))?",
    "return_expectation": r"(?:目标|预期|期望)?(?:年化)?(?:收益率?|回报率?)(?:目标|预期|期望)?"
    r"|(?:(?:target|expected|annual|yearly) )?returns?(?: (?:target|goal|expectations?|objective))?",
    "target_market": r"(?:交易)?市场|(?:target )?markets?",
    "opportunity_frequency_bucket": r"(?:交易|操作|出手|机会)?(?:频率|频次)|(?:(?:trading|trade) )?(?:frequency|freq)",
    "holding_period_bucket": r"(?:持有|持仓|持股)(?:时间|周期|期限|期|时长)?"
    r"|holding(?: (?:period|time))?|hold(?: (?:period|time))?(?= ?(?::|to\b|is\b|should))|(?:time )?horizon",
    "strategy_family_choice": r"(?:策略|打法|风格)(?:类型|种类)?|(?:strategy|trading style|style|family)",
}
_TALK = (
    r"(?:(?:oh|h+m+|sorry|oops|actually|wait|hold on|and|also|well|please|but|so|ok(?:ay)?|then|btw|by the way|for|on"
    r"|about|regarding|second thoughts|as for|in terms of|when it comes to|(?:can|could|may) (?:i|we|you)"
    r"|i(?:'d like| want| need) to"
    r"|let me|let's|go back and|change|switch|set|make|put|move|update|revise|correct|fix|adjust|edit|lower|raise"
    r"|reset|my|the|that|your|answer|question|earlier|previous|first|to|overall)\b[\s,:]*"
    r"|把|将|那么?|然后|另外|顺便|对了|其实|等等|刚才|刚刚|刚|前面|之前|上面|回头看|我想|我要|我的?|帮我|麻烦|请"
    r"|改一?下|修改"
    r"|最大|再说|至于|关于|嗯|哦|呃|\s)*"
)
_AFTER = (
    r"(?:-wise\b|\b(?:question|answer|part|bit|setting)\b|那[一个]?[题栏项块里儿边]|这[一个]?[题栏项块]|方面|上面?|的话"
    r"|[嘛呢吧么啊]|\s|[:：=\-])*"
)
_SAYS = (
    r"(?:从[^,]{1,8}?(?=改|换|变|调)|from (?:\w+ ){1,2}(?=to\b))?(?:(?:is|are|was|should be|should have been"
    r"|would be|will be|to be|to|at|as|into|be|needs to be|has to be|make"
    r" (?:it|that)|it should be|it's|that's|it is|put(?: me down as)?|i'd say|i'm|i am|i'd"
    r"|(?:let's )?go(?: with)?|let's say|more like"
    r"|actually|really|now|rather|instead)\b[\s:]*"
    r"|(?:应该|应当|还是|就|我)*(?:改成|改为|换成|换为|调成|调到|调为|设为|设成|变成|选择?|填|写|是|为|要|想要|算|属于)"
    r"|还是|应该|改|就|我)*\s*"
)
_VALUE = lazy_pattern(rf"{_SAYS}(?P<value>.+)", re.IGNORECASE | re.ASCII)
# What is only lower or higher than before has no value yet: 改低一点, "a notch higher".
_FROM_THERE = lazy_pattern(
    r"^不止|^[^,]{0,2}[低高短长少多小大降升][^,]{0,2}[点些档级]|^[降升调]|^(?:a (?:bit|little|notch|touch) )?(?:lower"
    r"|higher|down|up"
    r"|shorter|longer|less|more often)$",
    re.IGNORECASE,
)
_THAN_SAID = lazy_pattern(
    r" than (?:i (?:said|told you|put|thought|claimed)|before|that)\b|(?:,? (?:instead|actually|please|now))+$",
    re.IGNORECASE,
)
_PATTERNS = {
    field: lazy_pattern(rf"{_TALK}(?:{names}){_AFTER}{_SAYS}(?P<value>.*)", re.IGNORECASE | re.ASCII)
    for field, names in _NAMES.items()
}
_LONGEST_NAME = 40  # characters of a clause that only names a field
_LONGEST_VALUE = {True: 24, False: 10}  # of what is no correction: a longer one tells a story
_LONGEST = 300  # of a message in which names are looked for


@dataclass(frozen=True, slots=True)
class NamedAnswers:
    """Answers by the name of their field, and the clauses that gave them."""

    answers: Mapping[str, str] = field(default_factory=dict)
    parts: tuple[Clause, ...] = ()
    taken: Mapping[int, str] = field(default_factory=dict)

    def left_for(self, name: str, said: Spelling) -> Spelling:
        """The message without the clauses that are taken by other fields."""
        if not any(taker != name for taker in self.taken.values()):
            return said
        kept = (each for at, each in enumerate(self.parts) if self.taken.get(at, name) == name)
        stated = "".join(f"{each.text}{'?' if each.is_question else ','} " for each in kept)
        return Spelling(plain(stated.rstrip(", ")))


def answers_by_name(said: Spelling, asked: AskedFields) -> NamedAnswers:
    """Of the fields that may be answered; the last word on a field counts."""
    names = [each for each in asked.fields if each in _PATTERNS]
    if not names or len(said.text) > _LONGEST:
        return NamedAnswers()
    parts = said.clauses
    answers: dict[str, str] = {}
    taken: dict[int, str] = {}
    due = ""
    for at, clause in enumerate(parts):
        if clause.text == TAKEN_BACK or not (clause.is_stated or clause.is_soft_request or clause.is_request):
            continue
        name, value = _named(clause.text, names, due)
        if not name:
            continue
        taken[at] = name
        read = _read(name, value, said.text, asked) if value else None
        if read is not None:
            answers[name] = read
        due = name if read is None and len(clause.text) <= _LONGEST_NAME else ""
    return NamedAnswers(answers, parts, {at: name for at, name in taken.items() if name in answers})


def _named(text: str, names: list[str], due: str) -> tuple[str, str]:
    """The field that a clause names, or that the clause before it named and left open; and what it says of it."""
    for name in names:
        if match := _PATTERNS[name].fullmatch(text):
            return name, match["value"].strip()
    match = _VALUE.match(text) if due and not topics(text) - {due} else None
    return (due, match["value"]) if match else ("", "")


def _read(name: str, value: str, text: str, asked: AskedFields) -> str | None:
    if _FROM_THERE.search(value) and corrects(text):
        return None
    if len(value) > _LONGEST_VALUE[value.isascii()] and not corrects(text):
        return None
    alone = replace(asked, fields=(name,), open=frozenset({name}), pending={}, options=(), answered="")
    return answer_to(name, Spelling(plain(_THAN_SAID.sub("", value))), alone)
