"""One passage of a text with all that it names, and what that says about each of its numbers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from packages.domain.evidence.book import EvidenceBook
from packages.domain.evidence.directions import MoveDirection, directions_in, governs, right_behind
from packages.domain.evidence.lexicon import LOSS_NAMES, Mention
from packages.domain.evidence.naming import Naming, namings, owners, qualified
from packages.domain.evidence.numbers import StatedNumber, stated_numbers
from packages.domain.evidence.passages import blanked, lowered
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.periods import PeriodMention, PeriodWording, periods_in
from packages.domain.evidence.timing import Timing, timings
from packages.domain.evidence.windows import NumberWindows


@dataclass(frozen=True)
class PassageReading:
    """`text` is folded."""

    text: str
    numbers: Sequence[StatedNumber]
    figures: Sequence[Mention]
    companies: Sequence[Mention]
    periods: Sequence[PeriodMention]

    @classmethod
    def of(cls, text: str, book: EvidenceBook) -> "PassageReading":
        figures = book.lexicon.figures.found(text)
        unnamed = blanked(text, _spans(figures))
        companies = _with_oneself(book.lexicon.companies.found(unnamed), unnamed, book.about)
        periods = periods_in(blanked(unnamed, _spans(companies)))
        hidden = [*_spans(figures), *_spans(companies), *((p.start, p.end) for p in periods)]
        return cls(text, stated_numbers(text, hidden), qualified(text, figures), companies, periods)

    @cached_property
    def _unnamed(self) -> str:
        """Without names of figures: the current ratio is not of now."""
        return blanked(self.text, _spans(self.figures))

    @cached_property
    def namings(self) -> Sequence[Naming]:
        bare = blanked(self._unnamed, [*_spans(self.companies), *((p.start, p.end) for p in self.periods)])
        return namings(self.text, bare, self.numbers, self.figures)

    @cached_property
    def timings(self) -> Sequence[Timing]:
        return timings(self._unnamed, self.numbers, self.periods)

    @cached_property
    def owners(self) -> Sequence[frozenset[str]]:
        return owners(self._unnamed, self.numbers, self.companies)

    @cached_property
    def directions(self) -> NumberWindows[MoveDirection]:
        """Words of direction outside of names; 净亏损 is a name that says its sign."""
        names = [m for m in self.figures if lowered(self.text[m.start : m.end]) not in LOSS_NAMES]
        return NumberWindows(self.text, self.numbers, directions_in(blanked(self.text, _spans(names))))

    @cached_property
    def _names(self) -> NumberWindows[Mention]:
        return NumberWindows(self.text, self.numbers, self.figures)

    def left(self, index: int) -> int:
        return self.numbers[index - 1].stop if index else 0

    def around(self, index: int) -> str:
        """The words from the number before, and a few behind."""
        number = self.numbers[index]
        right = self.numbers[index + 1].start if index + 1 < len(self.numbers) else len(self.text)
        return f"{self.text[self.left(index) : number.start]} {self.text[number.stop : min(right, number.stop + 32)]}"

    def dated_before(self, index: int) -> list[PeriodMention]:
        """Periods that are given by dates between the number before and this one."""
        left, right = self.left(index), self.numbers[index].start
        return [one for one in self.periods if one.wording is PeriodWording.DATES and left <= one.start < right]

    def direction(self, index: int) -> MoveDirection | None:
        """The word that says the sign of a number, before it or right behind it."""
        number = self.numbers[index]
        for direction in reversed(self.directions.between(self.left(index), number.start)):
            if self._governs(direction, index):
                return direction
            if direction.kind in {"to", "from"}:
                break
        behind = self.directions.behind(index)
        if behind is None or not right_behind(self.text, number.stop, behind):
            return None
        return None if index + 1 < len(self.numbers) and self._governs(behind, index + 1) else behind

    def _governs(self, direction: MoveDirection, index: int) -> bool:
        start = self.numbers[index].start
        named = bool(self._names.between(direction.end, start))
        return governs(direction, self.text[direction.end : start], named=named)

    def movement(self, index: int) -> MoveDirection | None:
        """The word that says how a level was reached (`rose to 15.0%`), or where it started (`fell from 15.0%`)."""
        number = self.numbers[index]
        before = [d for d in self.directions.between(self.left(index), number.start) if d.kind in {"to", "from"}]
        return before[-1] if before and number.start - before[-1].end <= _NEAR else None


_NEAR = 16
_ONESELF = lazy_pattern(r"公司自身|公司自己|公司本身|本公司|\bthe company itself\b", re.IGNORECASE)


def _with_oneself(companies: Sequence[Mention], text: str, about: str) -> Sequence[Mention]:
    """公司自身 is whom the report is about."""
    if not about or not (found := [Mention(*m.span(), frozenset({about})) for m in _ONESELF.finditer(text)]):
        return companies
    return sorted([*companies, *found], key=lambda mention: mention.start)


def _spans(mentions: Sequence[Mention]) -> list[tuple[int, int]]:
    return [(mention.start, mention.end) for mention in mentions]
