"""What a message asks about: the question, the term of "what is X?", and the instrument that shall be researched."""

import re

from packages.domain.conversation.understanding.asking.question_kinds import AskedQuestion
from packages.domain.conversation.understanding.lexicon.figure_words import names_a_figure
from packages.domain.conversation.understanding.message.utterance import Spelling
from packages.domain.evidence.patterns import lazy_pattern

_LONGEST = 300
_LONGEST_TERM = 60
_TAG = lazy_pattern(
    r"(?:right|ok|okay|yeah|yes|huh|eh|shall we|alright|is that ok(?:ay)?|no|好吗|行吗|可以吗|对吗|好不好"
    r"|行不行|成吗|是吧|对吧)\W*",
    re.IGNORECASE,
)
_BEFORE_TERM = r"(?:(?:so|and|ok|okay|um+|hmm+|wait|hey|sorry|but|btw|哎|那|请问|所以|你说的|这个|这里的|那个)[\s,]*)*"
_TERMS = tuple(
    lazy_pattern(pattern, re.IGNORECASE)
    for pattern in (
        r"difference between (?:the |an? )?(?P<term>.{2,60}?)(?:[?.,]|$)",
        r"what(?:'s| is| are| does| do| did|s)? (?:exactly )?(?:you mean by |is meant by |the meaning of "
        r"|meant by )?(?:an? |the |your )?(?P<term>[^?,.]{2,50}?)(?: (?:mean|stand for|do|exactly|actually"
        r"|anyway|lol|here|in (?:plain )?english))*\W*$",
        r"(?:explain|define|tell me (?:more )?about|meaning of|definition of|i don't (?:understand|get)"
        r"|never heard of) (?:to me |me )?(?:what )?(?:an? |the )?(?P<term>[^?,.]{2,50}?)(?: (?:is|means|to me"
        r"|like i'm|please|again)\b.*)?\W*$",
        rf"^{_BEFORE_TERM}(?P<term>[^,，。?？]{{1,30}}?)(?:到底|究竟|具体)?(?:是|指)?(?:的)?(?:什么|啥)(?:意思"
        rf"|东西|鬼|来着|概念)?[呀啊呢吗]?\W*$",
        r"(?:什么是|什么叫|啥是|啥叫|何为|解释一?下|说说|讲讲|介绍一?下|不懂|不明白)(?:什么是"
        r"|啥是)?\s?(?P<term>[^,，。?？]{1,30}?)(?:是(?:什么|啥)(?:意思)?)?[吗呢啊吧]?\W*$",
        rf"^{_BEFORE_TERM}(?P<term>[^,，。?？]{{1,30}}?)(?:怎么理解|怎么算的?|如何理解|有(?:什么|啥)区别"
        rf"|的区别|的意思)",
    )
)
# Asked for without asking.
_WANTED = lazy_pattern(
    r"\b(?:show|list|give|tell)\b(?: me)?(?: \w+){0,3} (?:limits|constraints|restrictions|worst (?:\w+ )?trades?"
    r"|(?:biggest|largest) (?:loss|loser)|losing trades?|recommendation|advice)\b|\b(?:can|could"
    r"|would) you (?:please )?"
    r"(?:recommend|suggest|advise)\b|^\W*(?:please )?(?:recommend|suggest) (?:one|something|me)\b"
    r"|^\W*(?:just |please |you )?(?:pick|choose|decide)(?: (?:something|anything|one|it))?(?: for me)?\W*$"
    r"|\bup to you\b"
    r"|\b(?:you (?:choose|decide|pick)|whatever(?:'s| is| you think is)? best|surprise me)\b"
    r"|^\W*(?:你|您)?(?:来|帮我|替我)?(?:选|定|挑|决定|看着办)(?:吧|一个)?\W*$|你(?:来)?(?:定|决定|看着办)"
    r"|(?:列|说|看|讲|告诉我|给我)[^,。]{0,6}(?:限制|约束|限额)|推荐(?:一[个下]|个)|(?:帮|替)我(?:选"
    r"|挑)(?:一?[个种]|一下)|给[点个些]建议"
    r"|^\W*(?:那|看看?|说说)?最(?:差|惨|糟糕?|大)的?(?:那|一|单)?笔[^,。]{0,6}\W*$|哪一?笔(?!都|也)"
    r"|(?:解释|说说|讲讲|看看)[^,。]{0,4}第[一二三四五六七八九十\d]+条"
    r"|\bexplain (?:the )?\w+ (?:rule|line|condition)\b",
    re.IGNORECASE,
)
_NO_TERM = lazy_pattern(
    r"^(?:it|this|that|these|those|you|i|we|happens?\b.*|next|now|up|if\b.*|about\b.*|should\b.*|would\b.*"
    r"|do\b.*|can\b.*|time\b.*|my\b.*|这|那|它|这个|那个|你|我|为|有|下一步|接下来|干|现在)$",
    re.IGNORECASE,
)

_NAMED = (
    lazy_pattern(
        r"(?:帮我)?(?:查查|查一下|查下|分析一下|分析下|分析分析|分析|看看|跑一份"
        r"|辩论一下)\s*([^，。！？,.!?\s的]{2,20}(?:\.[A-Z]{1,2})?)"
    ),
    lazy_pattern(
        r"([^，。！？,.!?\s]{2,12}?)(?:的(?:基本面|技术面|财报|估值|bull)|估值|最近有|会不会|还能买|怎么样| 的 bull)"
    ),
    lazy_pattern(
        r"(?:research一下|deep dive (?:on|into)|look into|report on|debate (?:on|about)|bear case on"
        r"|experts on|picture for|analy[sz]e|analysis (?:of|on)|catalysts? (?:coming up )?for|"
        r"(?:check|is) (?=\S+(?:'s financials| (?:over|under)valued)))\s*(\$?[\w.^=:/&-]+)",
        re.I,
    ),
    lazy_pattern(r"(?:研究|调研)(?:一下|下|研究)?\s*([^，。！？,.!?\s]{1,20}[^，。！？,!?\s]{0,20})"),
    lazy_pattern(r"对\s*(.{1,30}?)\s*(?:怎么看|的看法)"),
    lazy_pattern(r"(.{1,30}?)\s*怎么看"),
    lazy_pattern(
        r"(?:thinks? (?:of|about)|opinion on|research)\s+(?:the stock |on |into )?"
        r"(\$?[\w.^=:/&-]+(?: [\w.^=:/&-]+)?)",
        re.I,
    ),
)
_BEHIND_NAME = lazy_pattern(
    r"\s+(?:please|for|now|today|thanks|again|first|and|then|as|in|to|before|right|instead|rather|一下|done|吧|谢谢)$",
    re.I,
)
_NO_NAME = lazy_pattern(r"^(?:it|this|that|它|这个|这只|一下|the|done|我|你|some)$", re.I)


def question_in(said: Spelling) -> AskedQuestion | None:
    """What a message asks; None where it asks nothing, or only whether what it says is fine."""
    words = said.text
    asked = [
        clause
        for clause in said.clauses
        if clause.is_question and not clause.is_request and not _TAG.fullmatch(clause.text)
    ]
    wanted = asked or _WANTED.search(words[:_LONGEST]) or names_a_figure(words)
    return AskedQuestion(words[:_LONGEST]) if wanted else None


def asked_term(words: str) -> str:
    """What a question of meaning is about, as the person wrote it."""
    words = words[:_LONGEST]
    for pattern in _TERMS:
        found = pattern.search(words)
        term = found["term"].strip(" \"'“”「」《》.!") if found else ""
        if term and len(term) <= _LONGEST_TERM and not _NO_TERM.match(term):
            return re.sub(r"^(?:an?|the) ", "", term, flags=re.IGNORECASE)
    return ""


def subject_of(words: str) -> str:
    """The instrument to research, as the person named it; "" where nothing is named."""
    for pattern in _NAMED:
        found = pattern.search(words)
        if found and not _NO_NAME.match(name := _BEHIND_NAME.sub("", found.group(1).strip(" .?!"))):
            return name
    return ""
