"""The checker: every number of a text is bound to a row that says so, or it is a violation with a name."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum

from src.modules.research.domain.evidence.book import EvidenceBook, EvidenceRow
from src.modules.research.domain.evidence.mentions import (
    Mention,
    PeriodMention,
    companies_in,
    direction_before,
    labels_in,
    periods_in,
    says_now,
)
from src.modules.research.domain.evidence.numbers import Stated, stated_numbers
from src.modules.research.domain.evidence.units import DIMENSION_OF_ROW

_SENTENCE_END = re.compile(r"[。；;！？!?\n]|\.(?=\s|$)")


class Violation(StrEnum):
    """What is wrong with a number."""

    UNBOUND = "unbound"
    UNKNOWN_ROW = "unknown_row"
    WRONG_VALUE = "wrong_value"
    WRONG_UNIT = "wrong_unit"
    WRONG_PERIOD = "wrong_period"
    WRONG_COMPANY = "wrong_company"
    STALE_ROW = "stale_row"
    INVENTED_METRIC = "invented_metric"
    SIGN_FLIP = "sign_flip"


@dataclass(frozen=True, slots=True)
class Finding:
    """One violation, in a sentence that a model can act on."""

    kind: Violation
    number: str
    tag: str
    sentence: str
    expected: str


@dataclass(frozen=True, slots=True)
class Grounding:
    """How well a text is bound to its evidence."""

    numbers: int
    bound: int
    violations: tuple[Finding, ...] = field(default=())


def check(text: str, book: EvidenceBook) -> Grounding:
    numbers = 0
    violations: list[Finding] = []
    for sentence in _sentences(text):
        reading = _Reading(sentence, book)
        for stated in reading.numbers:
            numbers += 1
            finding = reading.judge(stated)
            if finding:
                violations.append(finding)
    return Grounding(numbers, numbers - len(violations), tuple(violations))


def _sentences(text: str) -> Iterator[str]:
    start = 0
    for match in _SENTENCE_END.finditer(text):
        yield text[start : match.end()]
        start = match.end()
    yield text[start:]


class _Reading:
    """One sentence with all that it names."""

    def __init__(self, sentence: str, book: EvidenceBook) -> None:
        self._sentence = sentence
        self._book = book
        self._labels = labels_in(sentence, book.labels)
        self._periods = periods_in(sentence)
        self._companies = companies_in(sentence, book.companies)
        named = [*self._labels, *self._companies]
        hidden = [(m.start, m.end) for m in named] + [(p.start, p.end) for p in self._periods]
        self.numbers = stated_numbers(sentence, hidden)

    def judge(self, stated: Stated) -> Finding | None:
        """The first thing wrong with a number; None when it stands as its row says."""
        if not stated.tags:
            return self._finding(Violation.UNBOUND, stated, "", "a tag of the row that it comes from, as [E1]")
        rows = [self._book.rows.get(tag) for tag in stated.tags]
        if None in rows:
            return self._finding(Violation.UNKNOWN_ROW, stated, stated.tags[0], "a tag of a row that was handed over")
        known = [row for row in rows if row is not None]
        findings = [self._against(stated, tag, row) for tag, row in zip(stated.tags, known, strict=True)]
        return None if None in findings else findings[0]

    def _against(self, stated: Stated, tag: str, row: EvidenceRow) -> Finding | None:
        if row.value is None:
            quoted = stated.text in row.text
            return None if quoted else self._finding(Violation.WRONG_VALUE, stated, tag, "a number that the text has")
        for kind, expected in self._problems(stated, row, row.value):
            return self._finding(kind, stated, tag, expected)
        return None

    def _problems(self, stated: Stated, row: EvidenceRow, value: Decimal) -> Iterator[tuple[Violation, str]]:
        dimension = DIMENSION_OF_ROW[row.unit]
        company = _nearest(self._companies, stated)
        if company and row.subject and company != row.subject:
            yield Violation.WRONG_COMPANY, row.subject
        if not self._is_named(stated, row):
            yield Violation.INVENTED_METRIC, row.metric
        if not self._period_fits(stated, row):
            yield Violation.WRONG_PERIOD, row.period
        if self._is_stale(stated, row):
            yield Violation.STALE_ROW, f"the latest {row.metric}, or its period said"
        if stated.unit.dimension != dimension:
            yield Violation.WRONG_UNIT, row.unit
        if not _equal(abs(stated.value * stated.unit.scale), abs(value), stated):
            kind = Violation.WRONG_UNIT if _off_by_scale(stated, value) else Violation.WRONG_VALUE
            yield kind, f"{value} {row.unit}"
        if self._sign(stated) * value < 0:
            yield Violation.SIGN_FLIP, f"{value} {row.unit}"

    def _is_named(self, stated: Stated, row: EvidenceRow) -> bool:
        """The figure is named between the number before and this one, or right behind it."""
        left, right = self._window(stated)
        before = [m for m in self._labels if left <= m.start and m.end <= stated.start]
        if before:
            last = before[-1]
            return row.metric in {m.what for m in before if (m.start, m.end) == (last.start, last.end)}
        return any(m.what == row.metric for m in self._labels if stated.end <= m.start and m.end <= right)

    def _window(self, stated: Stated) -> tuple[int, int]:
        before = [n.end for n in self.numbers if n.end <= stated.start]
        after = [n.start for n in self.numbers if n.start >= stated.end]
        return max(before, default=0), min(after, default=len(self._sentence))

    def _period(self, stated: Stated) -> PeriodMention | None:
        before = [p for p in self._periods if p.end <= stated.start]
        if before and says_now(self._sentence[before[-1].end : stated.start]):
            return None
        after = [p for p in self._periods if stated.end <= p.start <= stated.end + 24]
        return before[-1] if before else (after[0] if after else None)

    def _period_fits(self, stated: Stated, row: EvidenceRow) -> bool:
        period = self._period(stated)
        return period is None or row.ends is None or period.first <= row.ends <= period.last

    def _is_stale(self, stated: Stated, row: EvidenceRow) -> bool:
        return self._period(stated) is None and not self._book.is_latest(row)

    def _sign(self, stated: Stated) -> int:
        """As the number itself says, or the words before it in its clause; 0 when nothing says."""
        if stated.signed:
            return -1 if stated.value < 0 else 1
        left, _ = self._window(stated)
        return direction_before(self._sentence[left : stated.start])

    def _finding(self, kind: Violation, stated: Stated, tag: str, expected: str) -> Finding:
        return Finding(kind, stated.text, tag, self._sentence.strip(), expected)


def _nearest(mentions: Sequence[Mention], stated: Stated) -> str | None:
    before = [mention.what for mention in mentions if mention.end <= stated.start]
    return before[-1] if before else None


def _equal(said: Decimal, meant: Decimal, stated: Stated) -> bool:
    """Equal as far as the digits that are shown can tell."""
    return abs(said - meant) <= stated.step * stated.unit.scale * Decimal("0.5000001")


def _off_by_scale(stated: Stated, value: Decimal) -> bool:
    """Whether the digits are right and only 万, 亿, % or bp are not."""
    said = abs(stated.value * stated.unit.scale)
    if said == 0 or value == 0:
        return False
    power = (said / abs(value)).log10()
    near = power.to_integral_value()
    return near != 0 and abs(power - near) < Decimal("0.01")
