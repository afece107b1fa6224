"""What a change is counted from, by the words around it and by its rows."""

import re
from dataclasses import replace

from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from packages.domain.evidence.derivations import Cited, Form
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.periods import PeriodWording, periods_in, quarter_earlier, year_earlier
from packages.domain.evidence.prose.said_times import EARLIER, words_before
from packages.domain.evidence.prose.scene import ProseScene
from packages.domain.evidence.timing import fits

YEARLY = lazy_pattern(
    r"同比|较上年|较去年|比上年|\b(?:yoy|y/y|y-o-y|year[- ](?:on|over)[- ]year|on the year|(?:compared )?(?:from|than"
    r"|versus|with|against|over|on) (?:(?:a|one) year (?:ago|earlier|before)|the (?:prior|previous) year))\b",
    re.IGNORECASE,
)
SEQUENTIAL = lazy_pattern(
    r"环比|较上一?季度?|\b(?:qoq|q/q|q-o-q|quarter[- ](?:on|over)[- ]quarter|sequential(?:ly)?|(?:than|to|with"
    r"|from|over|on|versus) the (?:quarter before|(?:previous|prior|preceding) (?:quarter|three months)))\b",
    re.IGNORECASE,
)
_YEAR = (330, 400)
_QUARTER_DAYS = (80, 100)


def other_year_before(scene: ProseScene, index: int, found: Cited) -> bool:
    """`同比较 2022 年四季度增长`: the row is a change from the year before, and this is another year."""
    if found.form is not Form.ROW or not found.row.metric.endswith("_yoy") or found.row.ends is None:
        return False
    left, right = scene.clause(index)
    before = year_earlier(found.row.ends)
    said = [m for m in scene.periods if left <= m.start and m.end <= right and m.compared]
    return any(m.wording is PeriodWording.DATES and not m.first <= before <= m.last for m in said)


def other_date_before(scene: ProseScene, index: int, found: Cited, book: EvidenceBook) -> bool:
    """`较 2023Q2 提升 9.2 个百分点[E30-E26]`: what it is held against is the earlier of the two."""
    if found.form not in {Form.GROWTH, Form.DIFFERENCE} or rest_of(found):
        return False
    one, other = found.rows
    if (one.metric, one.subject) != (other.metric, other.subject) or not (one.ends and other.ends):
        return False
    earlier = min(found.rows, key=lambda row: row.ends)  # type: ignore[arg-type,return-value]
    left, right = scene.clause(index)
    left = max(left, scene.numbers[index - 1].stop if index else 0)
    said = [m for m in scene.periods if left <= m.start and m.end <= right and m.compared]
    return any(m.wording is PeriodWording.DATES and not fits(m, earlier, book, None) for m in said)


def unsaid_base(scene: ProseScene, found: Cited, book: EvidenceBook) -> bool:
    """A change that skips a row in between, and nothing says since when."""
    if found.form not in {Form.GROWTH, Form.DIFFERENCE} or scene.periods or periods_in(scene.context):
        return False
    if YEARLY.search(scene.words) or SEQUENTIAL.search(scene.words) or EARLIER.search(scene.words):
        return False
    one, other = found.rows
    if (one.metric, one.subject) != (other.metric, other.subject) or not one.ends or not other.ends:
        return False
    first, last = sorted((one.ends, other.ends))
    history = book.history.get((one.metric, one.subject), ())
    return any(row.ends and first < row.ends < last and len(row.period) == len(one.period) for row in history)


def rest_of(found: Cited) -> list[EvidenceRow]:
    """A year without its last quarter ends a quarter earlier; without its first half it is the second one."""
    if found.form is not Form.DIFFERENCE or not all(row.ends for row in found.rows):
        return []
    whole, quarter = found.rows
    halved = whole.metric == quarter.metric and len(whole.period) == 4 and quarter.ends.month == 6  # type: ignore[union-attr]
    if halved and whole.ends and quarter.ends and whole.ends.year == quarter.ends.year:
        return [replace(whole, period="rest")]
    cut = "_quarter" in quarter.metric and "_quarter" not in whole.metric and whole.ends == quarter.ends
    return [replace(whole, ends=quarter_earlier(whole.ends), period="rest")] if cut and whole.ends else []


def other_base(scene: ProseScene, index: int, found: Cited) -> bool:
    """A change from a year before given as one from the quarter before, or the other way round."""
    number = scene.numbers[index]
    _, right = scene.clause(index)
    near = f"{words_before(scene, index)} {scene.words[number.end : min(right, number.stop + 40)]}"
    yearly, sequential = YEARLY.search(near) is not None, SEQUENTIAL.search(near) is not None
    if yearly == sequential:
        return False
    if found.form is Form.ROW:
        return sequential and found.row.metric.endswith("_yoy")
    if found.form is Form.RATIO or len(found.rows) != 2 or not all(row.ends for row in found.rows):
        return False
    one, other = found.rows
    apart = abs((one.ends - other.ends).days)  # type: ignore[operator]
    if one.metric != other.metric or one.subject != other.subject:
        return False
    return (sequential and _YEAR[0] <= apart <= _YEAR[1]) or (yearly and _QUARTER_DAYS[0] <= apart <= _QUARTER_DAYS[1])
