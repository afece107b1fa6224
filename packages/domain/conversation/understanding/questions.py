"""What a message asks: the question itself, and the term that "what is X?" or X是什么意思 asks about."""

import re

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


def question_in(said: Spelling) -> str:
    """The message where it asks something; "" where it does not, or asks only whether what it says is fine."""
    words = said.text
    asked = [
        clause
        for clause in said.clauses
        if clause.is_question and not clause.is_request and not _TAG.fullmatch(clause.text)
    ]
    wanted = asked or _WANTED.search(words[:_LONGEST]) or names_a_figure(words)
    return words[:_LONGEST] if wanted else ""


def asked_term(said: Spelling) -> str:
    """What a question of meaning is about, as the person wrote it."""
    words = said.text[:_LONGEST]
    for pattern in _TERMS:
        found = pattern.search(words)
        term = found["term"].strip(" \"'“”「」《》.!") if found else ""
        if term and len(term) <= _LONGEST_TERM and not _NO_TERM.match(term):
            return re.sub(r"^(?:an?|the) ", "", term, flags=re.IGNORECASE)
    return ""
