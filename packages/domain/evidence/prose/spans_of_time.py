"""Whether the words around a number say another time than its rows."""

import re
from collections.abc import Sequence
from dataclasses import replace

from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from packages.domain.evidence.derivations import TAG, Cited, Form, citations
from packages.domain.evidence.findings import GroundingViolation
from packages.domain.evidence.passages import blanked, folded
from packages.domain.evidence.periods import PeriodMention, PeriodWording, periods_in, quarter_earlier, year_earlier
from packages.domain.evidence.prose.figures import base_of
from packages.domain.evidence.prose.scene import Scene
from packages.domain.evidence.timing import fits
from packages.domain.evidence.windows import IN_TURN

_YEARLY = re.compile(
    r"同比|较上年|较去年|比上年|\b(?:yoy|y/y|y-o-y|year[- ](?:on|over)[- ]year|on the year|(?:from|than"
    r"|versus) (?:(?:a|one) year (?:ago|earlier|before)|the (?:prior|previous) year))\b",
    re.IGNORECASE,
)
_SEQUENTIAL = re.compile(
    r"环比|较上一?季度?|\b(?:qoq|q/q|q-o-q|quarter[- ](?:on|over)[- ]quarter|sequential(?:ly)?|(?:than|to|with"
    r"|from|over|on|versus) the (?:quarter before|(?:previous|prior|preceding) (?:quarter|three months)))\b",
    re.IGNORECASE,
)
_QUARTER = re.compile(
    r"单季|\b(?:three months|quarterly|quarter alone|single quarter|in the quarter|for the quarter)\b", re.IGNORECASE
)
_LONGER = re.compile(
    r"前三季度|上半年|半年|全年|累计|九个月|六个月|\b(?:nine[- ]months?|six[- ]months?|first[- ]half"
    r"|half[- ]year|full[- ]year|9M|[12]H|H[12]|FY)",
    re.IGNORECASE,
)
_EARLIER = re.compile(
    r"由|从|自|较|(?<![同环])比|此前|之前|上年|去年|年初|前[一两三]|上[一期季]|原来|曾|累计|三年|两年|历史|分别|依次|逐|连续|期内|报告期|平均|原先|最初"
    r"|\b(?:from|against|versus|vs|earlier|before|previous\w*|prior|preceding|ago|last (?:year|quarter|month"
    r"|time|period)|since|after|following|compared"
    r"|each|both|average|years|past|then|previously|old|initial\w*|former\w*|whereas it was|up on|down on)\b",
    re.IGNORECASE,
)
# What follows is the earlier one then.
_OTHER_SIDE = re.compile(r"\b(?:versus|vs\.?)\W*$", re.IGNORECASE)
_NOW = re.compile(r"最新|当前|目前|现在|如今|现为|\b(?:latest|current|currently|now|today|as of now)\b", re.IGNORECASE)
_NEXT_TO = 9
_YEAR = (330, 400)
_QUARTER_DAYS = (80, 100)

Problem = tuple[GroundingViolation, str]


def contradicted_time(scene: Scene, index: int, found: Cited, book: EvidenceBook) -> Problem | None:
    rows = [row for row in found.rows if row.ends]
    if not rows:
        return None
    periods = ", ".join(row.period for row in rows)
    own = _own(scene, index)
    if own is not None:
        if found.form is Form.ROW and _season_of_another_year(scene, own, found.row, book):
            return GroundingViolation.WRONG_PERIOD, f"the period {periods}"
        rest = _rest(found)
        meant = rest or _later(scene, index, own, found) or rows
        if not (rest and own.relative) and not any(_is_of(own, row, _beside(scene, rows, book), book) for row in meant):
            return GroundingViolation.WRONG_PERIOD, f"the period {periods}"
    elif found.form is Form.ROW and _untimely(scene, index, found.row, book):
        return GroundingViolation.STALE_ROW, f"its period {periods} before it, or the newest row"
    if _other_year_before(scene, index, found) or _other_date_before(scene, index, found, book):
        return GroundingViolation.WRONG_PERIOD, f"the periods {periods}"
    if _unsaid_base(scene, found, book):
        return GroundingViolation.STALE_ROW, f"the periods {periods}"
    return None


def _later(scene: Scene, index: int, own: PeriodMention, found: Cited) -> list[EvidenceRow]:
    """A change from one time to another that is said of a year right before it is of the later one."""
    if found.form is not Form.GROWTH or own.relative or own.end > scene.numbers[index].start:
        return []
    one, other = found.rows
    if (one.metric, one.subject) != (other.metric, other.subject) or _EARLIER.search(scene.words, *scene.clause(index)):
        return []
    return [one]


def _other_year_before(scene: Scene, index: int, found: Cited) -> bool:
    """`同比较 2022 年四季度增长`: the row is a change from the year before, and this is another year."""
    if found.form is not Form.ROW or not found.row.metric.endswith("_yoy") or found.row.ends is None:
        return False
    left, right = scene.clause(index)
    before = year_earlier(found.row.ends)
    said = [m for m in scene.periods if left <= m.start and m.end <= right and m.compared]
    return any(m.wording is PeriodWording.DATES and not m.first <= before <= m.last for m in said)


def _other_date_before(scene: Scene, index: int, found: Cited, book: EvidenceBook) -> bool:
    """`较 2023Q2 提升 9.2 个百分点[E30-E26]`: what it is held against is the earlier of the two."""
    if found.form not in {Form.GROWTH, Form.DIFFERENCE} or _rest(found):
        return False
    one, other = found.rows
    if (one.metric, one.subject) != (other.metric, other.subject) or not (one.ends and other.ends):
        return False
    earlier = min(found.rows, key=lambda row: row.ends)  # type: ignore[arg-type,return-value]
    left, right = scene.clause(index)
    left = max(left, scene.numbers[index - 1].stop if index else 0)
    said = [m for m in scene.periods if left <= m.start and m.end <= right and m.compared]
    return any(m.wording is PeriodWording.DATES and not fits(m, earlier, book, None) for m in said)


def _unsaid_base(scene: Scene, found: Cited, book: EvidenceBook) -> bool:
    """A change that skips a row in between, and nothing says since when."""
    if found.form not in {Form.GROWTH, Form.DIFFERENCE} or scene.periods or periods_in(scene.context):
        return False
    if _YEARLY.search(scene.words) or _SEQUENTIAL.search(scene.words) or _EARLIER.search(scene.words):
        return False
    one, other = found.rows
    if (one.metric, one.subject) != (other.metric, other.subject) or not one.ends or not other.ends:
        return False
    first, last = sorted((one.ends, other.ends))
    history = book.history.get((one.metric, one.subject), ())
    return any(row.ends and first < row.ends < last and len(row.period) == len(one.period) for row in history)


def other_stretch(scene: Scene, index: int, found: Cited) -> bool:
    rows = [row for row in found.rows if row.ends]
    return bool(rows) and _other_stretch(scene, index, rows)


def _rest(found: Cited) -> list[EvidenceRow]:
    """A year without its last quarter ends a quarter earlier; without its first half it is the second one."""
    if found.form is not Form.DIFFERENCE or not all(row.ends for row in found.rows):
        return []
    whole, quarter = found.rows
    halved = whole.metric == quarter.metric and len(whole.period) == 4 and quarter.ends.month == 6  # type: ignore[union-attr]
    if halved and whole.ends and quarter.ends and whole.ends.year == quarter.ends.year:
        return [replace(whole, period="rest")]
    cut = "_quarter" in quarter.metric and "_quarter" not in whole.metric and whole.ends == quarter.ends
    return [replace(whole, ends=quarter_earlier(whole.ends), period="rest")] if cut and whole.ends else []


def _own(scene: Scene, index: int) -> PeriodMention | None:
    """The period that stands in the number's own clause: the last before it, or right behind it."""
    number = scene.numbers[index]
    left, right = scene.clause(index)
    if dealt := _dealt(scene, index, left, right):
        return dealt
    between = scene.numbers[index - 1].stop if index else 0
    before = [m for m in scene.periods if left <= m.start and m.end <= number.start and not m.compared]
    if before and before[-1].end >= between and not _hangs_on(scene, between, before[-1]):
        since = _FROM.search(scene.words, before[-1].end, number.start)
        return None if since else before[-1]
    if (
        not before
        and _FROM.search(scene.words, left, number.start) is None
        and (leading := _introducing(scene, left) or _leading(scene, left))
    ):
        return leading
    behind = [m for m in scene.periods if number.end <= m.start and m.end <= right and not m.compared]
    if (
        behind
        and behind[0].start - number.stop <= _NEXT_TO
        and (index + 1 == len(scene.numbers) or behind[0].end <= scene.numbers[index + 1].start)
    ):
        following = scene.numbers[index + 1].start if index + 1 < len(scene.numbers) else len(scene.text)
        cited_itself = TAG.match(scene.text, behind[0].end) is not None and bool(number.citations)
        if (following - behind[0].end > 3 or not behind[0].attached) and not cited_itself:
            return behind[0]
    return None


def _dealt(scene: Scene, index: int, left: int, right: int) -> PeriodMention | None:
    """`1Q25 and 2Q24 brought 604m and 502m respectively`: each the one at its place."""
    if not IN_TURN.search(scene.words, left, right):
        return None
    numbers = [place for place, number in enumerate(scene.numbers) if left <= number.start < right]
    mentions = [m for m in scene.periods if left <= m.start and m.end <= scene.numbers[numbers[0]].start]
    return mentions[numbers.index(index)] if len(mentions) == len(numbers) > 1 else None


def _introducing(scene: Scene, left: int) -> PeriodMention | None:
    """`while in 2023, it was 43.6%`, `(2022Q4: 23.9%)`: nothing but the time of what follows."""
    found = [m for m in scene.periods if m.end <= left and not m.compared]
    if not found or not _INTRODUCED.fullmatch(scene.words, found[-1].end, left):
        return None
    start = max((cut for cut in scene.cuts if cut <= found[-1].start), default=0)
    start = max(start, scene.words.rfind("(", 0, found[-1].start))
    if any(start <= number.start < left for number in scene.numbers) or left - start > _LONG:
        return None
    return None if _NOT_AT.search(scene.words, start, found[-1].start) else found[-1]


_LONG = 60
_NOT_AT = re.compile(
    r"由|从|自|较|比|后|前|\b(?:from|since|after|before|than|compared|versus|against|until|following|unlike)\b",
    re.IGNORECASE,
)
_INTRODUCED = re.compile(r"\s?[,:]\s?")


def _leading(scene: Scene, left: int) -> PeriodMention | None:
    """A date at the very beginning of the sentence, in a clause without a number, is the time of what follows."""
    first = scene.periods[0] if scene.periods else None
    if first is None or first.relative or first.compared or first.start > 4 or first.end > left:
        return None
    if len(scene.periods) > 1 or scene.numbers[0].start < first.end or _EARLIER.search(scene.words, left):
        return None
    return first


_FROM = re.compile(r"\bfrom\b|由|从|自", re.IGNORECASE)
_HANGING = re.compile(
    r"\s?(?:(?:\(|in|for|at|during|on|(?:higher|lower|more|less|better|worse|above|below|up|down) (?:than|on"
    r"|from)(?: in| that of)?)"
    r"\s(?:the\s)?)?",
    re.IGNORECASE,
)


def _hangs_on(scene: Scene, stop: int, mention: PeriodMention) -> bool:
    """`12.4m[E1] in the second quarter and 9.1m`: it is the time of the number before."""
    return stop > 0 and _HANGING.fullmatch(scene.words, stop, mention.start) is not None


def _is_of(mention: PeriodMention, row: EvidenceRow, rows: Sequence[EvidenceRow], book: EvidenceBook) -> bool:
    if not mention.relative:
        return fits(mention, row, book, None) or _season_of_any_year(mention, row)
    known = book.latest_known_at
    if known and row.ends and len(row.period) == 4 and row.ends.year == known.year - 1:
        return True
    ends = {other.ends for other in rows if base_of(other.metric) == base_of(row.metric) and other.ends != row.ends}
    return any(fits(mention, row, book, end) for end in ends or {book.latest(row.metric, row.subject)})


def _beside(scene: Scene, rows: Sequence[EvidenceRow], book: EvidenceBook) -> Sequence[EvidenceRow]:
    """All rows that the sentence cites: one of them is what a relative time counts from."""
    return [*rows, *cited_rows(scene.text, book)]


def cited_rows(text: str, book: EvidenceBook) -> list[EvidenceRow]:
    tags = [tag for match in TAG.finditer(text) for one in citations(match.group()[1:-1]) for tag in one.operands]
    return [book.rows[tag] for tag in tags if tag in book.rows]


def _season_of_any_year(mention: PeriodMention, row: EvidenceRow) -> bool:
    if mention.wording is not PeriodWording.SEASON or row.ends is None:
        return False
    return mention.first <= row.ends.replace(year=mention.first.year) <= mention.last


def _season_of_another_year(scene: Scene, mention: PeriodMention, row: EvidenceRow, book: EvidenceBook) -> bool:
    """The fourth quarter without a year is the last one, unless the paragraph speaks of other years."""
    if mention.wording is not PeriodWording.SEASON or not _season_of_any_year(mention, row):
        return False
    if fits(mention, row, book, None) or _newest_is_cited(scene, row, book) or _EARLIER.search(scene.words):
        return False
    said = [*scene.periods, *periods_in(scene.context)]
    return not any(
        m.wording is PeriodWording.DATES and m.first.year <= row.ends.year <= m.last.year for m in said if row.ends
    )


def _untimely(scene: Scene, index: int, row: EvidenceRow, book: EvidenceBook) -> bool:
    """An older figure that nothing in its clause or paragraph says to be one, and that stands beside no newer one."""
    if _is_newest_of_its_kind(row, book):
        return False
    said = [*scene.periods, *periods_in(scene.context)]
    if any(_is_of(mention, row, [row], book) for mention in said if not mention.relative):
        return False
    if _newest_is_cited(scene, row, book):
        return False
    unnamed = blanked(scene.words, ((mention.start, mention.end) for mention in scene.figures))
    left, right = scene.clause(index)
    number = scene.numbers[index]
    left = max(left, scene.numbers[index - 1].stop if index else 0)
    behind = _OTHER_SIDE.sub("", unnamed[number.end : min(right, number.stop + 24)])
    around = f"{unnamed[left : number.start]} {behind}"
    if row.metric.endswith("_yoy"):
        around = _YEARLY.sub("", around)
    return _NOW.search(around) is not None or _EARLIER.search(around) is None


def _newest_is_cited(scene: Scene, row: EvidenceRow, book: EvidenceBook) -> bool:
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


def _other_stretch(scene: Scene, index: int, rows: Sequence[EvidenceRow]) -> bool:
    """A quarter's figure told of a longer stretch, or the other way round."""
    if len(rows) != 1:
        return False
    words = scene.words[: scene.numbers[0].start] if index == 0 else _clause_before(scene, index)
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


def other_base(scene: Scene, index: int, found: Cited) -> bool:
    """A change from a year before told as one from the quarter before, or the other way round."""
    number = scene.numbers[index]
    _, right = scene.clause(index)
    near = f"{_clause_before(scene, index)} {scene.words[number.end : min(right, number.stop + 40)]}"
    yearly, sequential = _YEARLY.search(near) is not None, _SEQUENTIAL.search(near) is not None
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


def _clause_before(scene: Scene, index: int) -> str:
    left, _ = scene.clause(index)
    left = max(left, scene.numbers[index - 1].stop if index else 0)
    return scene.words[left : scene.numbers[index].start]
