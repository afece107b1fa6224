"""The two sides of a comparison with another time: by the periods that are named, or by the one row of then."""

import re
from collections.abc import Sequence
from datetime import date

from packages.domain.evidence.book import EvidenceRow
from packages.domain.evidence.claims.figures import comparable, is_mark, named_between
from packages.domain.evidence.claims.groups import past_of, runs
from packages.domain.evidence.claims.quantities import Quantity
from packages.domain.evidence.claims.scene import ClaimScene, rows_of
from packages.domain.evidence.claims.sides import Sides, of_rows
from packages.domain.evidence.claims.vocabulary.levels import LevelWord
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.periods import PeriodMention
from packages.domain.evidence.timing import fits

_THEN = lazy_pattern(
    r"上年|去年|同期|年初|年末|年底|前值|上季|上期|上月|此前|前一|(?:19|20)\d\d"
    r"|\b(?:last year|a year (?:ago|earlier)|prior|previous|year-end|year-ago|earlier|before|(?:19|20)\d\d)",
    re.IGNORECASE,
)


def time_sides(scene: ClaimScene, word: LevelWord) -> list[Sides]:
    return _one_of_then(scene, word) or _by_periods(scene, word)


def _one_of_then(scene: ClaimScene, word: LevelWord) -> list[Sides]:
    """仍不及上年同期[E13]: the row of then, against the newest that the sentence or the book has."""
    clause = scene.clauses[scene.clause_at(word.start)]
    if not _THEN.search(scene.words, clause.start, clause.end) and not _periods(scene, word.opens, clause.end):
        return []
    behind = [one for one in scene.within(word.opens, clause.end) if one.whole and not is_mark(one.row.metric)]
    stated = [one for one in behind if one.number is not None]
    behind = stated if len(stated) == 1 else behind
    if len(behind) != 1 or behind[0].is_change:
        return []
    then = behind[0].row
    cited = [one.row for one in scene.quantities if one.whole and one.row is not then and comparable(one.row, then)]
    rows = cited or list(scene.book.history.get((then.metric, then.subject), ()))
    later = [row for row in rows if row.subject == then.subject and then in past_of(row, scene.book)]
    return [of_rows(max(later, key=lambda row: row.ends or date.min), then)] if later else []


def _by_periods(scene: ClaimScene, word: LevelWord) -> list[Sides]:
    """2024 年净利低于 2022 年[E6][E8]: the row of the time behind the word, against that of the time before it."""
    clause = scene.clauses[scene.clause_at(word.start)]
    then, now = _periods(scene, word.opens, clause.end), _periods(scene, clause.start, word.start)
    if len(then) != 1:
        return []
    named = {metric for one in named_between(scene.figures, clause.start, clause.end) for metric in one.metrics}
    for scope in scene.scopes(word.start):
        found = [run.rows for run in runs(_bare(scope)) if not named or run.metric in named]
        if sides := [pair for rows in found if (pair := _sides(scene, rows, then[0], now))]:
            return sides
    return []


def _bare(scope: Sequence[Quantity]) -> list[EvidenceRow]:
    """The rows that are cited without their numbers."""
    return rows_of(one for one in scope if one.number is None)


def _sides(
    scene: ClaimScene, rows: Sequence[EvidenceRow], then: PeriodMention, now: Sequence[PeriodMention]
) -> Sides | None:
    old = [row for row in rows if fits(then, row, scene.book, rows[-1].ends)]
    rest = [row for row in rows if row not in old]
    new = [row for row in rest if any(fits(one, row, scene.book, rows[-1].ends) for one in now)] or rest
    return of_rows(new[-1], old[0]) if len(old) == 1 and new else None


def _periods(scene: ClaimScene, left: int, right: int) -> list[PeriodMention]:
    return [one for one in scene.reading.periods if left <= one.start < right]
