"""Measures a checker on correct and mutated reports, beside the plain question whether a number appears in the data."""

import random
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from packages.domain.evidence.book import EvidenceBook
from packages.domain.evidence.checker import check
from tests.corpus.report_mutations import CLASSES, Case, mutations
from tests.corpus.report_prose import Report, prose_report, said

# What a checker makes of a text: how many numbers it saw, and what it found wrong with them, by name.
Verdict = tuple[int, list[str]]
Checker = Callable[[str, EvidenceBook], Verdict]
LANGUAGES = ("zh", "en")
_NAMES = {"tag_removed": "unbound"}


def ours(text: str, book: EvidenceBook) -> Verdict:
    found = check(text, book)
    return found.numbers, [finding.kind.value for finding in found.violations]


_NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?")
_TAGS = re.compile(r"[\[【][^\]】]*[\]】]")
_SCALES = [Decimal(10) ** power for power in (0, -2, -4, 4, 6, 8, 9)]


def appears_in_the_data(text: str, book: EvidenceBook) -> Verdict:
    """The baseline: a number is fine when some row, at some usual scale, shows the same digits. Years and small whole
    numbers are let pass, for a plain look-up would raise too many false alarms with them."""
    values = sorted(abs(row.value) for row in book.rows.values() if row.value is not None)
    texts = " ".join(row.text for row in book.rows.values())
    numbers = [digits.replace(",", "") for digits in _NUMBER.findall(_TAGS.sub(" ", text))]
    numbers = [digits for digits in numbers if not re.fullmatch(r"\d{1,2}|(?:19|20)\d\d", digits)]
    return len(numbers), ["wrong_value" for digits in numbers if digits not in texts and not _appears(digits, values)]


def _appears(digits: str, values: Sequence[Decimal]) -> bool:
    """Whether one of the values, which are in order, rounds to these digits at some scale."""
    said_value, half = Decimal(digits), Decimal("0.5000001").scaleb(-len(digits.partition(".")[2]))
    for scale in _SCALES:
        nearest = bisect_left(values, (said_value - half) * scale)
        if nearest < len(values) and values[nearest] <= (said_value + half) * scale:
            return True
    return False


@dataclass
class Score:
    """Counts by class and language."""

    cases: Counter[tuple[str, str]] = field(default_factory=Counter)
    caught: Counter[tuple[str, str]] = field(default_factory=Counter)
    named: Counter[tuple[str, str]] = field(default_factory=Counter)
    numbers: Counter[str] = field(default_factory=Counter)
    alarms: Counter[str] = field(default_factory=Counter)
    reports: Counter[str] = field(default_factory=Counter)
    alarmed: Counter[str] = field(default_factory=Counter)
    missed: list[Case] = field(default_factory=list)

    def recall(self, kind: str = "", language: str = "") -> float:
        keys = [key for key in self.cases if kind in {"", key[0]} and language in {"", key[1]}]
        return sum(self.caught[key] for key in keys) / max(1, sum(self.cases[key] for key in keys))

    def naming(self, kind: str) -> float:
        keys = [key for key in self.cases if key[0] == kind]
        return sum(self.named[key] for key in keys) / max(1, sum(self.cases[key] for key in keys))

    @property
    def false_alarms(self) -> float:
        return sum(self.alarms.values()) / max(1, sum(self.numbers.values()))


def prose_reports(first: int, count: int) -> Iterator[Report]:
    for seed in range(first, first + count):
        for language in LANGUAGES:
            yield prose_report(seed, language)


def all_cases(reports: Iterable[Report], seed: int, per_class: int) -> Iterator[Case]:
    rng = random.Random(seed)
    for report in reports:
        yield from mutations(report, rng, per_class)


def score(reports: Sequence[Report], cases: Sequence[Case], checker: Checker = ours) -> Score:
    result = Score()
    for report in reports:
        numbers, found = checker(report.text, report.book)
        language = report.language
        result.numbers[language] += numbers
        result.alarms[language] += len(found)
        result.reports[language] += 1
        result.alarmed[language] += bool(found)
    for case in cases:
        _count(result, case, checker)
    return result


def _count(result: Score, case: Case, checker: Checker) -> None:
    """Caught: the touched sentence raises more than it did untouched."""
    key = (case.kind, case.report.language)
    before = Counter(checker(said(case.report.sentences[case.sentence]), case.report.book)[1])
    found = Counter(checker(case.mutated_sentence, case.report.book)[1]) - before
    result.cases[key] += 1
    result.caught[key] += bool(found)
    result.named[key] += _NAMES.get(case.kind, case.kind) in found
    if not found:
        result.missed.append(case)


def table(own: Score, baseline: Score) -> Iterator[str]:
    columns = "cases zh | cases en | ours zh | ours en | ours all | named as such | in the data zh | in the data en"
    yield f"| class | {columns} |"
    yield f"|---|{'---|' * 8}"
    for kind in (*CLASSES, ""):
        counts = [
            sum(n for key, n in own.cases.items() if kind in {"", key[0]} and key[1] == lang) for lang in LANGUAGES
        ]
        recalls = [own.recall(kind, language) for language in (*LANGUAGES, "")]
        plain = [baseline.recall(kind, language) for language in LANGUAGES]
        named = f"{own.naming(kind):.1%}" if kind not in {"", "tag_moved"} else "–"
        cells = [*map(str, counts), *(f"{one:.1%}" for one in recalls), named, *(f"{one:.1%}" for one in plain)]
        yield f"| {kind or '**all**'} | {' | '.join(cells)} |"
    for language in LANGUAGES:
        yield " ".join(f"{name}: {_alarms(one, language)}." for name, one in (("ours", own), ("in the data", baseline)))


def _alarms(one: Score, language: str) -> str:
    share = one.alarms[language] / max(1, one.numbers[language])
    return (
        f"{one.alarms[language]} of {one.numbers[language]} numbers ({share:.2%}) and {one.alarmed[language]} of "
        f"{one.reports[language]} correct {language} reports raise a false alarm"
    )
