"""Of which time each number of a sentence is, as far as its words say, and whether a row is of that time."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from packages.domain.evidence.calendar_words import LEAP_YEAR
from packages.domain.evidence.numbers import StatedNumber
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.periods import (
    PeriodMention,
    PeriodWording,
    quarter_earlier,
    says_now,
    year_earlier,
)
from packages.domain.evidence.windows import NumberWindows

_BEHIND = lazy_pattern(
    r"\s?,?\s?\(?(?:as of|as at|截至)\s?(?:the\s)?$|\s?(?:\(|in|at|for|on|of|during|at the end of|于)\s?(?:the\s)?$",
    re.IGNORECASE,
)
_BEHIND_RELATIVE = lazy_pattern(r"\s?,?\s?(?:\(|in|for|during)?\s?$", re.IGNORECASE)
# The name of the figure is blank here: `at 4.8%[E3], the gross margin of 2023Q4`.
_BEHIND_NAME = lazy_pattern(r"\s?,?\s(?:the|a|its)?\s{3,}(?:of|in|for|at)\s(?:the\s)?$", re.IGNORECASE)
_TOWARDS = lazy_pattern(r"至|到|\bto\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Timing:
    """`periods`: those that the number may be of. `open`: it may be of now as well, for they were said of another
    number. `base`: what it is compared with. `topic`: what the sentence as a whole speaks of. Nothing means now."""

    periods: tuple[PeriodMention, ...] = ()
    open: bool = True
    base: PeriodMention | None = None
    topic: PeriodMention | None = None


def timings(text: str, numbers: Sequence[StatedNumber], mentions: Sequence[PeriodMention]) -> list[Timing]:
    reader = _Reader(text, numbers, mentions)
    return _handed_back([reader.timing(index) for index in range(len(numbers))], reader.from_behind)


class _Reader:
    def __init__(self, text: str, numbers: Sequence[StatedNumber], mentions: Sequence[PeriodMention]) -> None:
        self._text = text
        self._numbers = numbers
        self._words = NumberWindows(text, numbers, [mention for mention in mentions if not mention.compared])
        self._bases = NumberWindows(text, numbers, [mention for mention in mentions if mention.compared])
        self._topic: PeriodMention | None = None
        self._asides: list[PeriodMention] = []
        self.from_behind: set[int] = set()

    def timing(self, index: int) -> Timing:
        bases = self._bases.before(index)
        base = bases[-1] if bases else self._base_behind(index)
        own, topic = self._own(index), self._topic
        if own:
            self._remember(own)
            if self._is_now(index, own.end):
                return Timing(base=base, topic=topic)
            return Timing((own,), open=False, base=base, topic=topic)
        return self._handed(index, base)

    def _own(self, index: int) -> PeriodMention | None:
        before = self._words.before(index)
        if before:
            for mention in before[:-1]:
                self._remember(mention)
            return self._words.dealt(index, before)
        if waiting := self._words.waiting():
            return waiting
        behind = self._words.behind(index)
        if behind and self._hangs_on(index, behind):
            self.from_behind.add(index)
            return self._words.claim(behind)
        return None

    def _hangs_on(self, index: int, mention: PeriodMention) -> bool:
        if mention.attached:
            return False
        gap = _BEHIND_RELATIVE if mention.relative and self._text[mention.start].isascii() else _BEHIND
        if index == len(self._numbers) - 1 and _BEHIND_NAME.match(self._text, self._numbers[index].stop, mention.start):
            return True
        match = gap.match(self._text, self._numbers[index].stop, mention.start)
        if match is None:
            return False
        return "(" not in match.group() or self._text[mention.end : mention.end + 1] == ")"

    def _base_behind(self, index: int) -> PeriodMention | None:
        """`up 5.3%[E4] from a year earlier`."""
        behind = self._bases.behind(index)
        near = behind and behind.start - self._numbers[index].stop <= 24
        return behind if near else None

    def _remember(self, mention: PeriodMention) -> None:
        if mention.attached or mention.relative:
            self._asides.append(mention)
        else:
            self._topic, self._asides = mention, []

    def _is_now(self, index: int, left: int) -> bool:
        return says_now(self._text[left : self._numbers[index].start])

    def _handed(self, index: int, base: PeriodMention | None) -> Timing:
        left = self._numbers[index - 1].stop if index else 0
        if self._is_now(index, left):
            return Timing(base=base)
        towards = index > 0 and _TOWARDS.search(self._text, left, self._numbers[index].start) is not None
        if self._topic and self._topic.start < self._numbers[0].start:
            return Timing((self._topic,), open=towards, base=base, topic=self._topic)
        said = (self._topic, *self._asides[-4:]) if self._topic else tuple(self._asides[-4:])
        return Timing(said, base=base, topic=self._topic)


def _handed_back(timings: list[Timing], from_behind: set[int]) -> list[Timing]:
    """A period behind the last of several numbers is the others' too."""
    result = list(timings)
    for index in range(len(result) - 2, -1, -1):
        if not result[index].periods and index + 1 in from_behind:
            result[index] = Timing(result[index + 1].periods, base=result[index].base)
            from_behind.add(index)
    return result


# Days of trade do not fall on the same date every year.
_NEAR = timedelta(days=5)


def fits(mention: PeriodMention, row: EvidenceRow, book: EvidenceBook, reference: date | None) -> bool:
    """`reference`: the day that a relative period (上年同期) is counted from."""
    if row.ends is None:
        return True
    match mention.wording:
        case PeriodWording.DATES:
            return mention.first <= row.ends <= mention.last
        case PeriodWording.SEASON:
            return _in_season(mention, row.ends) and not _later_in_season(mention, row, book)
        case PeriodWording.YEAR_BEFORE:
            return reference is not None and abs(row.ends - year_earlier(reference)) <= _NEAR
        case PeriodWording.QUARTER_BEFORE:
            return reference is not None and abs(row.ends - quarter_earlier(reference)) <= _NEAR


def counted_from(
    row: EvidenceRow, before: Sequence[EvidenceRow], topic: PeriodMention | None, book: EvidenceBook
) -> date | None:
    """The newest of the same figure in the sentence, else what the sentence speaks of, else the newest there is."""
    ends = [other.ends for other in before if other.ends and (other.metric, other.subject) == (row.metric, row.subject)]
    if ends:
        return max(ends)
    if topic is not None and topic.wording is PeriodWording.DATES:
        return topic.last
    return book.latest(row.metric, row.subject)


def _in_season(mention: PeriodMention, ends: date) -> bool:
    return mention.first <= ends.replace(year=LEAP_YEAR) <= mention.last


def _later_in_season(mention: PeriodMention, row: EvidenceRow, book: EvidenceBook) -> bool:
    """The third quarter without a year is the last one that there is."""
    rows = book.history.get((row.metric, row.subject), ())
    return any(other.ends and row.ends and other.ends > row.ends and _in_season(mention, other.ends) for other in rows)
