"""Whether the words around a number say another time than its rows."""

import re
from collections.abc import Sequence

from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from packages.domain.evidence.derivations import TAG, Cited, Form, citations
from packages.domain.evidence.findings import GroundingViolation
from packages.domain.evidence.passages import blanked, folded
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.periods import PeriodMention, PeriodWording, periods_in
from packages.domain.evidence.prose.bases import YEARLY, other_date_before, other_year_before, rest_of, unsaid_base
from packages.domain.evidence.prose.figures import base_of, is_change
from packages.domain.evidence.prose.said_times import EARLIER, NOW, own_time, words_before
from packages.domain.evidence.prose.scene import ProseScene
from packages.domain.evidence.timing import fits

_QUARTER = lazy_pattern(
    r"单季|\b(?:three months|quarterly|quarter alone|single quarter|in the quarter|for the quarter)\b", re.IGNORECASE
)
_LONGER = lazy_pattern(
    r"前三季度|上半年|半年|全年|累计|九个月|六个月|\b(?:nine[- ]months?|six[- ]months?|first[- ]half"
    r"|half[- ]year|full[- ]year|9M|[12]H|H[12]|FY)",
    re.IGNORECASE,
)
_WHOLE_YEAR = lazy_pattern(r"全年|\b(?:full[- ]year|(?:the )?whole (?:of )?(?:the )?(?:year|20\d\d))\b", re.IGNORECASE)
# What follows is the earlier one then.
_OTHER_SIDE = lazy_pattern(r"\b(?:versus|vs\.?)\W*$", re.IGNORECASE)
Problem = tuple[GroundingViolation, str]


def contradicted_time(scene: ProseScene, index: int, found: Cited, book: EvidenceBook) -> Problem | None:
    rows = [row for row in found.rows if row.ends]
    if not rows:
        return None
    periods = ", ".join(row.period for row in rows)
    own = own_time(scene, index)
    if own is not None:
        if found.form is Form.ROW and _season_of_another_year(scene, own, found.row, book):
            return GroundingViolation.WRONG_PERIOD, f"the period {periods}"
        rest = rest_of(found)
        meant = rest or _later(scene, index, own, found) or rows
        if not (rest and own.relative) and not any(_is_of(own, row, _beside(scene, rows, book), book) for row in meant):
            return GroundingViolation.WRONG_PERIOD, f"the period {periods}"
    elif found.form is Form.ROW and _untimely(scene, index, found.row, book):
        return GroundingViolation.STALE_ROW, f"its period {periods} before it, or the newest row"
    if _dangling(scene, found, book):
        return GroundingViolation.WRONG_PERIOD, f"the period {periods}"
    if other_year_before(scene, index, found) or other_date_before(scene, index, found, book):
        return GroundingViolation.WRONG_PERIOD, f"the periods {periods}"
    if unsaid_base(scene, found, book):
        return GroundingViolation.STALE_ROW, f"the periods {periods}"
    return None


def _dangling(scene: ProseScene, found: Cited, book: EvidenceBook) -> bool:
    """A date that nothing in the sentence is of; and of two dates for a mean, one that none of its rows is of."""
    rows = cited_rows(scene.text, book)
    if rest_of(found) or any(row.text for row in rows):
        return False
    dates = [m for m in scene.periods if m.wording is PeriodWording.DATES and not m.relative]
    dates = [m for m in dates if not (m.compared and any(is_change(row.metric) for row in rows))]
    dates = [m for m in dates if not _ELSEWHEN.search(scene.words, 0, m.start)]
    if any(not any(_is_of(mention, row, rows, book) for row in rows) for mention in dates):
        return True
    if found.form is not Form.MEAN or len(dates) < len(found.rows):
        return False
    return any(not any(_is_of(mention, row, rows, book) for mention in dates) for row in found.rows)


# A date behind these is not when a figure was so.
_ELSEWHEN = lazy_pattern(r"\b(?:due|maturing|after|until|by)(?: in)? $", re.IGNORECASE)


def _later(scene: ProseScene, index: int, own: PeriodMention, found: Cited) -> list[EvidenceRow]:
    """A change from one time to another that is said of a year right before it is of the later one."""
    if found.form is not Form.GROWTH or own.relative or own.end > scene.numbers[index].start:
        return []
    one, other = found.rows
    if (one.metric, one.subject) != (other.metric, other.subject) or EARLIER.search(scene.words, *scene.clause(index)):
        return []
    return [one]


def other_stretch(scene: ProseScene, index: int, found: Cited) -> bool:
    rows = [row for row in found.rows if row.ends]
    return bool(rows) and _other_stretch(scene, index, rows)


def _is_of(mention: PeriodMention, row: EvidenceRow, rows: Sequence[EvidenceRow], book: EvidenceBook) -> bool:
    if not mention.relative:
        return fits(mention, row, book, None) or _season_of_any_year(mention, row)
    known = book.latest_known_at
    if known and row.ends and len(row.period) == 4 and row.ends.year == known.year - 1:
        return True
    ends = {other.ends for other in rows if base_of(other.metric) == base_of(row.metric) and other.ends != row.ends}
    return any(fits(mention, row, book, end) for end in ends or {book.latest(row.metric, row.subject)})


def _beside(scene: ProseScene, rows: Sequence[EvidenceRow], book: EvidenceBook) -> Sequence[EvidenceRow]:
    """All rows that the sentence cites: one of them is what a relative time counts from."""
    return [*rows, *cited_rows(scene.text, book)]


def cited_rows(text: str, book: EvidenceBook) -> list[EvidenceRow]:
    tags = [tag for match in TAG.finditer(text) for one in citations(match.group()[1:-1]) for tag in one.operands]
    return [book.rows[tag] for tag in tags if tag in book.rows]


def _season_of_any_year(mention: PeriodMention, row: EvidenceRow) -> bool:
    if mention.wording is not PeriodWording.SEASON or row.ends is None:
        return False
    return mention.first <= row.ends.replace(year=mention.first.year) <= mention.last


def _season_of_another_year(scene: ProseScene, mention: PeriodMention, row: EvidenceRow, book: EvidenceBook) -> bool:
    """The fourth quarter without a year is the last one, unless the paragraph speaks of other years."""
    if mention.wording is not PeriodWording.SEASON or not _season_of_any_year(mention, row):
        return False
    if fits(mention, row, book, None) or _newest_is_cited(scene, row, book) or EARLIER.search(scene.words):
        return False
    said = [*scene.periods, *periods_in(scene.context)]
    return not any(
        m.wording is PeriodWording.DATES and m.first.year <= row.ends.year <= m.last.year for m in said if row.ends
    )


def _untimely(scene: ProseScene, index: int, row: EvidenceRow, book: EvidenceBook) -> bool:
    """An older figure that nothing in its clause or paragraph says to be one, and that stands beside no newer one."""
    if _is_newest_of_its_kind(row, book):
        return False
    around = _around(scene, index, row)
    if NOW.search(around):
        return True
    said = [*scene.periods, *periods_in(scene.context)]
    if any(_is_of(mention, row, [row], book) for mention in said if not mention.relative):
        return False
    if _newest_is_cited(scene, row, book) and (scene.periods or scene.passage.is_cell or _SEVERAL.search(scene.words)):
        return False
    return EARLIER.search(around) is None


def _around(scene: ProseScene, index: int, row: EvidenceRow) -> str:
    """The words of its clause from the number before it on, without the names of figures and how long something is."""
    unnamed = blanked(scene.words, ((mention.start, mention.end) for mention in scene.figures))
    left, right = scene.clause(index)
    number = scene.numbers[index]
    left = max(left, scene.numbers[index - 1].stop if index else 0)
    behind = _OTHER_SIDE.sub("", unnamed[number.end : min(right, number.stop + 24)])
    around = _STRETCH.sub("", f"{unnamed[left : number.start]} {behind}")
    return YEARLY.sub("", around) if row.metric.endswith("_yoy") else around


_STRETCH = lazy_pattern(r"\b(?:past|last|previous|prior) \d+ \w+", re.IGNORECASE)
# Words by which a sentence shows that it speaks of more than one time.
_SEVERAL = lazy_pattern(rf"{EARLIER.pattern}|分别|依次|至|到|\b(?:to|through|and|then)\b", re.IGNORECASE)


def _newest_is_cited(scene: ProseScene, row: EvidenceRow, book: EvidenceBook) -> bool:
    """In the sentence, or in the row of a table that the number's cell is in."""
    figure = (row.metric, row.subject)
    text = folded(scene.passage.shown) if scene.passage.is_cell else scene.text
    same = [other for other in cited_rows(text, book) if (other.metric, other.subject) == figure]
    return any(
        other.ends and row.ends and other.ends > row.ends and _is_newest_of_its_kind(other, book) for other in same
    )


def _is_newest_of_its_kind(row: EvidenceRow, book: EvidenceBook) -> bool:
    """Of the year's figures when it is a year's: a report of last year is not old because a quarter followed."""
    alike = [
        other
        for other in book.history.get((row.metric, row.subject), ())
        if len(other.period) == len(row.period) and other.ends and row.ends and other.ends > row.ends
    ]
    return not alike


def _other_stretch(scene: ProseScene, index: int, rows: Sequence[EvidenceRow]) -> bool:
    """A quarter's figure given for a longer stretch, or the other way round."""
    if len(rows) != 1:
        return False
    words = scene.words[: scene.numbers[0].start] if index == 0 else words_before(scene, index)
    if _is_part_of_a_year(rows[0]) and _WHOLE_YEAR.search(words):
        return True
    quarterly = "_quarter" in rows[0].metric
    if quarterly:
        return _LONGER.search(words) is not None and _QUARTER.search(words) is None
    since_january = base_of(rows[0].metric) in {"revenue", "net_profit"} and rows[0].period[-2:] in {
        "Q2",
        "Q3",
        "Q4",
        "H1",
        "H2",
        "9M",
    }
    return since_january and rows[0].metric in {"revenue", "net_profit"} and _QUARTER.search(words) is not None


def _is_part_of_a_year(row: EvidenceRow) -> bool:
    """What a report counts from January on, before December."""
    return row.period.startswith("year to ") and row.ends is not None and row.ends.month != 12
