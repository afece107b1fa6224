"""Which words belong to which number of a sentence: what stands before it, what hangs on it, what is handed on."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from packages.domain.evidence.numbers import StatedNumber
from packages.domain.evidence.patterns import lazy_pattern

CLAUSE_END = lazy_pattern(r"[,;:。]")
_COORDINATED = lazy_pattern(
    r"\s?(?:的|'s)?\s?(?:、|和|与|及|以及|至|到|,\s?and|,|and|to|&|/)\s?(?:the\s|its\s)?$", re.IGNORECASE
)
IN_TURN = lazy_pattern(r"分别|依次|\brespectively\b", re.IGNORECASE)


class Placed(Protocol):
    """Something at a place in a text."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


Some = TypeVar("Some", bound=Placed)


@dataclass(frozen=True, slots=True)
class Window:
    """From behind the number before to the number behind."""

    left: int
    right: int


def windows(numbers: Sequence[StatedNumber], length: int) -> list[Window]:
    lefts = [0, *(number.stop for number in numbers[:-1])]
    rights = [*(number.start for number in numbers[1:]), length]
    return [Window(left, right) for left, right in zip(lefts, rights, strict=True)]


class NumberWindows(Generic[Some]):
    """Mentions of one kind, handed out to the numbers from left to right."""

    def __init__(self, text: str, numbers: Sequence[StatedNumber], mentions: Sequence[Some]) -> None:
        self.text = text
        self._numbers = numbers
        self._windows = windows(numbers, len(text))
        self._mentions = mentions
        self._starts = [mention.start for mention in mentions]
        self._in_turn = IN_TURN.search(text) is not None
        self._claimed = 0
        self._waiting: list[Some] = []

    def between(self, left: int, right: int) -> Sequence[Some]:
        return self._mentions[bisect_left(self._starts, left) : bisect_left(self._starts, right)]

    def before(self, index: int) -> Sequence[Some]:
        """In front of a number and behind the one before it, unless that one claimed them."""
        left = max(self._windows[index].left, self._claimed)
        return self.between(left, self._numbers[index].start)

    def behind(self, index: int) -> Some | None:
        """The first one between a number and the next."""
        found = self.between(self._numbers[index].stop, self._windows[index].right)
        return found[0] if found else None

    def claim(self, mention: Some) -> Some:
        """It hangs on the number before it and is nobody else's."""
        self._claimed = mention.end
        return mention

    def dealt(self, index: int, before: Sequence[Some]) -> Some:
        """The nearest one; of several in a row (A 和 B 分别为 …) the first, and the others wait for their numbers."""
        row = self._row(before)
        self._waiting = []
        if len(row) > 1 and self._numbers_follow(index, len(row) - 1):
            self._waiting = list(row[1:])
            return row[0]
        return before[-1]

    def waiting(self) -> Some | None:
        return self._waiting.pop(0) if self._waiting else None

    def _row(self, before: Sequence[Some]) -> Sequence[Some]:
        if self._in_turn:
            return before
        first = len(before) - 1
        while first > 0 and _COORDINATED.match(self.text, before[first - 1].end, before[first].start):
            first -= 1
        return before[first:]

    def _numbers_follow(self, index: int, count: int) -> bool:
        """Whether so many numbers follow without a mention of their own."""
        behind = range(index + 1, index + 1 + count)
        if behind.stop > len(self._numbers):
            return False
        return not any(self.between(self._numbers[n - 1].stop, self._numbers[n].start) for n in behind)
