"""Cuts an answer into the clauses that can state something, and says where one asks, supposes, denies or plans.

A denial or a plan reaches to the end of its clause, a supposition to the end of its sentence.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from packages.domain.conversation.claims.spelled import in_digits
from packages.domain.evidence.passages import folded
from packages.domain.evidence.patterns import lazy_pattern

_I = re.IGNORECASE
_SENTENCE = re.compile(r"(?:[^.!?。\n]|\.(?=\d))+[.!?。]?")
_LONGEST = 2_000  # characters: what is longer is no sentence
_BORDER = lazy_pattern(
    r"(?<!\d),|,(?!\d)|:(?!\s*[-+$¥*]*\d)|[;—()\"“”]"
    r"|\b(?:and|but|so)\b(?= (?:i|we|you|it|it's|your|the|this|that|everything|is|are|has|have|was|were)\b)",
    _I,
)
_ASKS = lazy_pattern(r"[?]|吗\s*\W*$|(?:对|是)不(?:对|是)", _I)
_TAG = lazy_pattern(r"(?:\b(?:right|correct|ok(?:ay)?|yes|is it|isn't it)|[对是行好]吗?)\W*[?]", _I)
_BEGINS_TO_ASK = lazy_pattern(
    r"\W*(?:is|are|was|were|do|does|did|has|have|had|shall|should|can|could|would|will|what|how|which|when|why|who"
    r"|where|or)\b|\W*(?:是否|要不要|有没有|难道|怎么|什么|哪|谁|为什么|还是)",
    _I,
)
# Anywhere before a claim in its sentence.
_SUPPOSES = lazy_pattern(
    r"\b(?:if|unless|until|whether|suppose|imagine|assume|assuming|provided|for example|e\.g"
    r"|(?:when|once|after|before|as soon as) you(?:'ve| have)?)\b"
    r"|\b(?:when|once|after|before|as soon as)\s*$"
    r"|如果|假如|假设|倘若|一旦|只要|除非|等你|等您|等到|直到|若(?!干)|例如|比如|万一",
    _I,
)
# Likewise, unless the claim is of the past: who has done it supposes nothing.
_BY_THEN = lazy_pattern(
    r"\b(?:once|after|before|when|whenever|as soon as|then)\b|(?:(?<![最今])后|(?<![目当])前|时)(?:再|就|才|[,\s]*$)"
    r"|当(?![前天日下])",
    _I,
)
_OF_THE_PAST = lazy_pattern(r"\b(?:was|were|been|have|has|just|already|now|i|we)\b|'ve\b|已|了|啦", _I)
# In the clause, before the claim.
_DENIES_OR_PLANS = lazy_pattern(
    r"\b(?:not|never|nothing|none|no|nobody|without|cannot|please|needs?|must|should|would|could|can|may|might|will"
    r"|shall|let|lets|want|wants|wish|usually|typically|generally|often|example|ready to|about to|going to"
    r"|able to|to be"
    r"|to get|plan|plans|planned|any|every|each|most|many|whoever|strategies|people|being"
    r"|(?:a|an) (?:\w+ )?(?:strategy|order|backtest|deployment|trade|rule|test|plan))\b|n't\b|'ll\b|'d\b"
    r"|尚未|还没|仍未|从未|未|没|不|别|是否|请|需要|须|待|将|会|可|能|要|应|建议|打算|计划|准备|即将|想|再"
    r"|通常|一般|往往"
    r"|任何|每[个次条]|多数|有些|之后|以后|才|如何|怎么",
    _I,
)
# Between the words that make a claim.
_DENIES_INSIDE = lazy_pattern(
    r"\b(?:not|never|will|would|can|could|should|must|may|might)\b|n't\b|没(?!有?问题)|不|未|会|将|可|待|需|要|再|才",
    _I,
)
_HARMLESS = lazy_pattern(
    r"\b(?:no (?:problem|worries|doubt|need to worry)|not only|not to worry|can't wait|needless to say"
    r"|as you want(?:ed)?"
    r"|you wanted|may i say|as planned|according to plan|without (?:a hitch|any (?:problem|issue)s?|problems?"
    r"|issues?))\b"
    r"|不仅|不但|不过|不错|不用担心|不必担心|别担心|没问题|没错|会员|会话|可喜|可靠|可观|要求|能力|按计划"
    r"|重要|主要|首要|已经?将|刚将|刚才|方才",
    _I,
)
_ONLY_THEN = lazy_pattern(
    r"[^,;]{0,40}?\b(?:once|if|when|whenever|as soon as|until|unless|only after|after you|tomorrow|later)\b", _I
)
_AFTERWARDS = lazy_pattern(r"(?:了|好)?(?:[之以]?[后前]|的?时|的话|才)")


@dataclass(frozen=True, slots=True)
class StatedClause:
    """A stretch of a folded sentence, from `start` to `end`."""

    sentence: str
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.sentence[self.start : self.end]

    def states(self, found: re.Match[str]) -> bool:
        """Whether what was found in its text is stated: neither supposed, denied, planned nor only possible."""
        inside = _DENIES_INSIDE.search(_HARMLESS.sub(" ", found.group())) is not None
        return not inside and self.states_at(found.start(), found.end())

    def states_at(self, first: int, last: int) -> bool:
        """The same of a stretch of its text."""
        place, end = self.start + first, self.start + last
        before = _HARMLESS.sub(" ", self.sentence[:place])
        within = _HARMLESS.sub(" ", self.sentence[self.start : place])
        if _SUPPOSES.search(before) or _DENIES_OR_PLANS.search(within) or _AFTERWARDS.match(self.sentence, end):
            return False
        past = _OF_THE_PAST.search(self.sentence, self.start, min(end + 2, self.end)) is not None
        return past or not (_BY_THEN.search(before) or _ONLY_THEN.match(self.sentence, end, self.end))


def sentences(text: str) -> Iterator[str]:
    """Folded, and with its numbers in digits; what is too long for one is read as far as it may be."""
    for match in _SENTENCE.finditer(folded(text)):
        yield in_digits(match.group()[:_LONGEST])


def clauses(text: str) -> Iterator[StatedClause]:
    """Those that do not ask. In a sentence that asks, what comes before the question is stated."""
    for sentence in dict.fromkeys(sentences(text)):  # a flood repeats itself
        if _TAG.search(sentence):
            continue
        parts = list(_parts(sentence))
        if _ASKS.search(sentence):
            parts = [each for each in parts[:-1] if not _BEGINS_TO_ASK.match(each.text)] if _leads(parts) else []
        yield from parts


def _leads(parts: list[StatedClause]) -> bool:
    return bool(parts) and _BEGINS_TO_ASK.match(parts[0].text) is None


def _parts(sentence: str) -> Iterator[StatedClause]:
    start = 0
    for border in _BORDER.finditer(sentence):
        if sentence[start : border.start()].strip():
            yield StatedClause(sentence, start, border.start())
        start = border.end()
    if sentence[start:].strip():
        yield StatedClause(sentence, start, len(sentence))
