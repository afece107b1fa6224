"""What is wrong with one number of a passage, if anything: its row, its words and its digits must agree."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from packages.domain.evidence.derivations import HOW, Cited, Form, cited
from packages.domain.evidence.directions import says_change, says_sequential
from packages.domain.evidence.documents import Documents
from packages.domain.evidence.findings import GroundingViolation
from packages.domain.evidence.lexicon import MEAN_OF, is_change_of, is_difference
from packages.domain.evidence.moves import moved_otherwise, side_of
from packages.domain.evidence.numbers import StatedNumber, off_by_unit, same_as_cited
from packages.domain.evidence.passages import Passage
from packages.domain.evidence.periods import PeriodWording, year_earlier
from packages.domain.evidence.prose.scene import ProseScene
from packages.domain.evidence.prose.second_reading import SecondReading
from packages.domain.evidence.reading import PassageReading
from packages.domain.evidence.timing import counted_from, fits
from packages.domain.evidence.units import unit_fits, written
from packages.domain.evidence.windows import IN_TURN

# A sentence with more numbers is a list, whatever it looks like, and read as strictly.
_MOST_IN_PROSE = 80


@dataclass(frozen=True, slots=True)
class GroundingProblem:
    """`expected`: what should stand there instead, for who writes it again."""

    kind: GroundingViolation
    tag: str
    expected: str


class Judge:
    """Holds the numbers of one passage to their rows."""

    def __init__(self, reading: PassageReading, book: EvidenceBook, documents: Documents, passage: Passage) -> None:
        self._reading = reading
        self._passage = passage
        self._second = SecondReading(ProseScene(reading, book, passage), book, documents)
        self._book = book
        self._documents = documents
        self._seen: list[EvidenceRow] = []

    def problem(self, index: int) -> GroundingProblem | None:
        """The first thing wrong, unless the number is borne out as prose is read. To be asked from left to right."""
        problem = self._strict(index)
        if problem is not None and (self._is_formal(problem) or self._is_of_a_level(index, problem)):
            return problem
        if len(self._reading.numbers) > _MOST_IN_PROSE:
            return problem
        objection = self._second.objection(index) if problem else self._second.sure_objection(index)
        if objection is None:
            return None
        kind, expected, tag = objection
        return GroundingProblem(kind, tag, expected) if tag and not (problem and problem.kind is kind) else problem

    def _is_formal(self, problem: GroundingProblem) -> bool:
        """Where the form says what belongs together, there is nothing else to read: a table under its head, a point
        under the line that leads to it, A and B in this order."""
        ordered = (IN_TURN.search(self._reading.text) is not None and self._is_dealt()) or (
            self._passage.own > 0 and not self._passage.is_cell
        )
        return self._passage.has_head or (problem.kind is GroundingViolation.WRONG_PERIOD and ordered)

    def _is_of_a_level(self, index: int, problem: GroundingProblem) -> bool:
        """A house line, or what something fell or rose to, stands on its side of zero whatever the words are."""
        if problem.kind is not GroundingViolation.SIGN_FLIP:
            return False
        rows = [row for one in self._reading.numbers[index].citations if (row := self._book.rows.get(one.text))]
        movement, direction = self._reading.movement(index), self._reading.direction(index)
        reached = movement is not None and movement.kind == "to" and direction is None
        return reached or any(row.metric.startswith("rule.") for row in rows)

    def _is_dealt(self) -> bool:
        """As many times as numbers, in one sentence."""
        return ";" not in self._reading.text and len(self._reading.periods) <= len(self._reading.numbers)

    def _strict(self, index: int) -> GroundingProblem | None:
        """Every tag of a number must bear it out, and its figure and period be named."""
        stated = self._reading.numbers[index]
        if not stated.citations:
            return GroundingProblem(
                GroundingViolation.UNBOUND, "", "the tag of the row that it comes from right behind it, as 12.3%[E1]"
            )
        for citation in stated.citations:
            found = cited(citation, self._book)
            if found is None:
                return GroundingProblem(GroundingViolation.UNKNOWN_ROW, citation.text, HOW)
            problem = next(self._problems(index, stated, found), None)
            self._seen += found.rows
            if problem is not None:
                return GroundingProblem(problem[0], citation.text, problem[1])
        return None

    def _problems(self, index: int, stated: StatedNumber, found: Cited) -> Iterator[tuple[GroundingViolation, str]]:
        if found.value is None:
            yield from self._documents.problems(self._reading, index, found.row)
            return
        yield from self._owner(index, found)
        if not self._is_named(index, found):
            names = {(self._book.labels.get(row.metric) or (row.metric,))[0] for row in found.rows}
            yield GroundingViolation.INVENTED_METRIC, f"the name of its figure before it: {', '.join(sorted(names))}"
        yield from self._time(index, found)
        yield from self._amount(index, stated, found, found.value)

    def _owner(self, index: int, found: Cited) -> Iterator[tuple[GroundingViolation, str]]:
        subjects = {row.subject for row in found.rows} - {""}
        named = self._reading.owners[index]
        if named and subjects and not named & subjects:
            yield GroundingViolation.WRONG_COMPANY, f"it is of {', '.join(sorted(subjects))}"
        about = self._book.about
        said = named.union(*(mention.whats for mention in self._reading.companies))
        others = sorted(subject for subject in subjects - {about} - said if about)
        if others:
            yield GroundingViolation.WRONG_COMPANY, f"the name of {', '.join(others)}, whose figure it is"

    def _is_named(self, index: int, found: Cited) -> bool:
        naming = self._reading.namings[index]
        metrics = {row.metric for row in found.rows}
        if len(metrics) > 1:
            said = frozenset[str]().union(*(mention.whats for mention in self._reading.figures))
            return metrics <= said and bool(metrics & (naming.figures | naming.also))
        (metric,) = metrics
        names = naming.figures | naming.also
        if metric in names or (found.form is Form.MEAN and f"{MEAN_OF}{metric}" in names):
            return True
        if naming.handed and any(is_change_of(name, metric) for name in names):
            return True
        return any(is_change_of(metric, name) for name in names) and self._is_of_change(index)

    def _is_of_change(self, index: int) -> bool:
        return says_change(self._reading.around(index)) or self._reading.direction(index) is not None

    def _time(self, index: int, found: Cited) -> Iterator[tuple[GroundingViolation, str]]:
        if found.form is Form.ROW:
            yield from self._time_of_row(index, found.row)
        else:
            yield from self._time_of_derived(index, found)

    def _time_of_row(self, index: int, row: EvidenceRow) -> Iterator[tuple[GroundingViolation, str]]:
        timing = self._reading.timings[index]
        reference = counted_from(row, self._seen, timing.topic, self._book)
        fitting = any(fits(period, row, self._book, reference) for period in timing.periods)
        newest = self._book.is_latest(row)
        if timing.periods and not fitting and not (timing.open and newest):
            yield GroundingViolation.WRONG_PERIOD, f"the period {row.period}"
        elif not fitting and not newest:
            yield GroundingViolation.STALE_ROW, f"its period {row.period} before it, or the newest row of {row.metric}"
        if row.metric.endswith("_yoy") and not self._is_yearly(index, row):
            yield GroundingViolation.WRONG_PERIOD, "a comparison with the same period of the year before"

    def _is_yearly(self, index: int, row: EvidenceRow) -> bool:
        base = self._reading.timings[index].base
        if says_sequential(self._reading.around(index)) or row.ends is None:
            return False
        if base is None or base.wording is PeriodWording.YEAR_BEFORE:
            return True
        return base.wording is PeriodWording.DATES and base.first <= year_earlier(row.ends) <= base.last

    def _time_of_derived(self, index: int, found: Cited) -> Iterator[tuple[GroundingViolation, str]]:
        """Every operand that is not the newest has its period somewhere in the sentence, and none that is said right
        here is of something else."""
        timing = self._reading.timings[index]
        newest = max(found.rows, key=lambda row: str(row.ends))
        reference = newest.ends
        said = [*timing.periods, *([timing.base] if timing.base else [])]
        for period in said if not timing.open or timing.base else ():
            if not any(fits(period, row, self._book, reference) for row in found.rows):
                yield GroundingViolation.WRONG_PERIOD, f"the periods {', '.join(row.period for row in found.rows)}"
        spelled_out = len(self._reading.dated_before(index)) >= len(found.rows)
        for row in found.rows:
            named = any(fits(period, row, self._book, reference) for period in self._reading.periods)
            if not named and (spelled_out or not self._book.is_latest(row)):
                yield GroundingViolation.STALE_ROW, f"the period {row.period} of {row.metric} in the sentence"

    def _amount(
        self, index: int, stated: StatedNumber, found: Cited, value: Decimal
    ) -> Iterator[tuple[GroundingViolation, str]]:
        expected = f"{written(value, found.unit, 'en')} as {found.tag} says"
        difference = found.form is Form.ROW and is_difference(found.row.metric)
        multiple = found.form is Form.RATIO and stated.unit.dimension == "times"
        if not multiple and not unit_fits(stated.unit, found.unit, difference=difference):
            yield GroundingViolation.WRONG_UNIT, expected
        if not same_as_cited(stated, found, value):
            yield (
                (GroundingViolation.WRONG_UNIT if off_by_unit(stated, value) else GroundingViolation.WRONG_VALUE),
                expected,
            )
        side = side_of(self._reading, index) if stated.value else 0
        if side * value < 0 or self._moved(index, found):
            yield GroundingViolation.SIGN_FLIP, expected

    def _moved(self, index: int, found: Cited) -> bool:
        return found.form is Form.ROW and moved_otherwise(self._reading, index, found.row, self._book)
