"""A sentence as prose is read: its clauses, the names in it, and what the paragraph has named before."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from packages.domain.evidence.book import EvidenceBook
from packages.domain.evidence.derivations import TAG
from packages.domain.evidence.lexicon import Mention, Names
from packages.domain.evidence.numbers import StatedNumber
from packages.domain.evidence.passages import Passage, blanked, folded
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.periods import PeriodMention
from packages.domain.evidence.prose.figures import prose_names
from packages.domain.evidence.reading import PassageReading
from packages.domain.evidence.windows import IN_TURN

_CLAUSE = lazy_pattern(
    r"(?<!\d),|,(?!\d)|[;:。|]|\s--?\s|—|\b(?:while|whereas|but|although|though|versus|vs\.?)\b", re.IGNORECASE
)
PEERS = lazy_pattern(
    r"同业|同行|可比|对手|后者|前者|对方|\b(?:peers?|rivals?|competitors?|the (?:latter|former|other)|comparables?)\b",
    re.IGNORECASE,
)
_ONESELF = lazy_pattern(
    r"(?<![子母分可比该上市家])(?:本公司|本集团|公司|集团)(?!债|章程|治理|法)|\b(?:the|our) (?:company|group"
    r"|issuer|firm)\b",
    re.IGNORECASE,
)
_EVERYDAY = frozenset({
    "the", "north", "south", "east", "west", "great", "first", "national", "general", "united", "new", "golden",
    "global", "china", "american", "demo", "中国", "演示", "上海", "北京", "深圳", "广东", "浙江", "江苏",
    "国际", "东方", "南方", "北方",
})  # fmt: skip


@dataclass(frozen=True)
class ProseScene:
    """`words`: the sentence without its tags."""

    reading: PassageReading
    book: EvidenceBook
    passage: Passage

    @property
    def context(self) -> str:
        return self.passage.context

    @property
    def text(self) -> str:
        return self.reading.text

    @property
    def numbers(self) -> Sequence[StatedNumber]:
        return self.reading.numbers

    @cached_property
    def periods(self) -> Sequence[PeriodMention]:
        """A cell's own: its column may be of another time than the first one says."""
        own = self.passage.own if self.passage.is_cell else 0
        return [mention for mention in self.reading.periods if mention.start >= own]

    @cached_property
    def words(self) -> str:
        return blanked(self.text, (match.span() for match in TAG.finditer(self.text)))

    @cached_property
    def figures(self) -> Sequence[Mention]:
        """`260bps` names no book value per share, and `2022年高` no high of a year."""
        timeless = blanked(self.words, ((mention.start, mention.end) for mention in self.periods))
        found = prose_names(self.book.labels).found(timeless)
        own = [m for m in found if not any(n.start <= m.start and m.end <= n.end for n in self.numbers)]
        return [self._as_multiple(mention) for mention in own]

    def _as_multiple(self, mention: Mention) -> Mention:
        """`2.4 times[E29] sales` names a multiple and no sales."""
        word = self.words[mention.start : mention.end].lower()
        times = _TIMES.search(self.words, max(0, mention.start - 40), mention.start)
        return replace(mention, whats=frozenset({MULTIPLE_OF[word]})) if times and word in MULTIPLE_OF else mention

    @cached_property
    def named_in_context(self) -> Sequence[Mention]:
        return prose_names(self.book.labels).found(self.context)

    @cached_property
    def companies(self) -> Sequence[Mention]:
        return companies_in(self.words, self.book)

    @cached_property
    def cuts(self) -> list[int]:
        return [0, *(match.end() for match in _CLAUSE.finditer(self.words)), len(self.text)]

    def clause(self, index: int) -> tuple[int, int]:
        """Where the clause of a number begins and ends."""
        number = self.numbers[index]
        left = max(cut for cut in self.cuts if cut <= number.start)
        right = min((cut for cut in self.cuts if cut >= number.stop), default=len(self.text))
        return left, right

    def named_before(self, index: int) -> int:
        """Where the words begin that may name a number: `net margin: 8.7%` is one thought."""
        left, _ = self.clause(index)
        while left > 0 and self.words[left - 1] in ":|":
            left = max(cut for cut in self.cuts if cut < left)
        return left

    def companies_of(self, index: int) -> frozenset[str]:
        """Whose a number is by the words of its own clause: who stands right beside it, else all who are named; where
        nobody is and the sentence names one company only, at its beginning, it is about that one."""
        number = self.numbers[index]
        left, right = self.clause(index)
        if dealt := self._dealt(index, left, right):
            return dealt
        if pointed := self.pointed_at(index):
            return pointed
        near = [m for m in self.companies if self.named_before(index) < m.end <= number.start]
        if not near and self._topic is not None and not _COMPARING.search(self.words, left, number.start):
            return self._topic.whats
        if near and _BESIDE.fullmatch(self.words, near[-1].end, number.start):
            return near[-1].whats
        behind = [m for m in self.companies if number.stop <= m.start and m.end <= right]
        if behind and _BEHIND.fullmatch(self.words, number.stop, behind[0].start):
            return behind[0].whats
        return frozenset[str]().union(*(mention.whats for mention in near))

    def _dealt(self, index: int, left: int, right: int) -> frozenset[str]:
        """`-7.3% and +3.8% at Tamsin and Brackwater respectively`: each the one at its place."""
        numbers = [place for place, number in enumerate(self.numbers) if left <= number.start < right]
        named = [mention.whats for mention in self.companies if left <= mention.start < right]
        in_turn = IN_TURN.search(self.words, left, right) is not None and len(named) == len(numbers) > 1
        return named[numbers.index(index)] if in_turn else frozenset()

    def pointed_at(self, index: int) -> frozenset[str]:
        """The former or the latter of the two companies that the sentence names, where the number's clause says so."""
        proper = [m for m in self.companies if not _ONESELF.fullmatch(self.words, m.start, m.end)]
        named = list(dict.fromkeys(mention.whats for mention in proper))
        if len(named) != 2:
            return frozenset()
        left = max(self.clause(index)[0], self.numbers[index - 1].stop if index else 0)
        match = _POINTED.search(self.words, left, self.numbers[index].start)
        return named[0 if match["former"] else 1] if match else frozenset()

    @cached_property
    def _topic(self) -> Mention | None:
        first = self.companies[0] if self.companies else None
        leads = first is not None and _LEADING.fullmatch(self.words, 0, first.start) is not None
        return first if first and leads and len({m.whats for m in self.companies}) == 1 else None

    @cached_property
    def known_companies(self) -> frozenset[str]:
        mentions = (*self.companies, *companies_in(self.context, self.book))
        return frozenset[str]().union(*(mention.whats for mention in mentions))

    @cached_property
    def names_peers(self) -> bool:
        return PEERS.search(self.text) is not None or PEERS.search(self.context) is not None


_POINTED = lazy_pattern(r"(?P<former>前者|\bthe former)|后者|\bthe latter", re.IGNORECASE)
_TIMES = lazy_pattern(r"\d\s?(?:x|times)\s+(?:trailing |forward |TTM |LTM |its |historical |annual )?$", re.IGNORECASE)
MULTIPLE_OF = {
    "sales": "ps_ttm", "revenue": "ps_ttm", "revenues": "ps_ttm", "earnings": "pe_ttm", "profit": "pe_ttm",
    "profits": "pe_ttm", "book": "pb", "book value": "pb",
}  # fmt: skip
_LEADING = lazy_pattern(
    r"[\s#>*-]*(?:for|at|据|在|对|就|我们看好|看好|看看|再看|反观|we (?:like|prefer)|as for|look at|take"
    r"|turning to)?\s?",
    re.IGNORECASE,
)
_COMPARING = lazy_pattern(
    r"低于|高于|较|(?<![同环])比(?!率|重|例)|逊|优于|不及|超过|\b(?:than|versus|vs|against|above|below|to)\b",
    re.IGNORECASE,
)
_BESIDE = lazy_pattern(
    r"\s?(?:的|仅|只有|则|为|约|'s?|at|on|is|was|:|\()*\s?(?:约|about|just)?\s?[$¥€£]?", re.IGNORECASE
)
_BEHIND = lazy_pattern(r"\s?(?:at|for|of|in the case of|\()\s?(?:the\s)?", re.IGNORECASE)


def companies_in(text: str, book: EvidenceBook) -> Sequence[Mention]:
    """Known companies by their names, those of the book by a short form too; 公司 is whom the report is about."""
    found = list(book.lexicon.companies.found(text))
    rest = blanked(text, ((mention.start, mention.end) for mention in found))
    found += _short_names(book).found(rest)
    if book.about:
        found += [Mention(*match.span(), frozenset({book.about})) for match in _ONESELF.finditer(rest)]
    return sorted(found, key=lambda mention: mention.start)


def _short_names(book: EvidenceBook) -> Names:
    subjects = {row.subject for row in book.rows.values()} - {""}
    pairs = [
        (short, subject) for subject in subjects for name in book.companies.get(subject, ()) for short in _short(name)
    ]
    return Names(pairs, exact=True)


def _short(name: str) -> Sequence[str]:
    plain = folded(name)
    if plain.isascii():
        first = plain.split(" ")[0].rstrip(",.'")
        return (first,) if len(first) >= 4 and first.lower() not in _EVERYDAY and " " in plain else ()
    return (plain[:2],) if len(plain) >= 4 and not plain[:2].isascii() and plain[:2] not in _EVERYDAY else ()
