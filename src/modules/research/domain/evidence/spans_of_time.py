"""Whether a row is of the time that the words say."""

from collections.abc import Sequence
from datetime import date, timedelta

from src.modules.research.domain.evidence.book import EvidenceBook, EvidenceRow
from src.modules.research.domain.evidence.calendar_words import LEAP_YEAR
from src.modules.research.domain.evidence.periods import PeriodMention, Told, quarter_earlier, year_earlier

# Days of trade do not fall on the same date every year.
_NEAR = timedelta(days=5)


def fits(mention: PeriodMention, row: EvidenceRow, book: EvidenceBook, reference: date | None) -> bool:
    """`reference`: the day that a relative period (上年同期) is counted from."""
    if row.ends is None:
        return True
    match mention.told:
        case Told.DATES:
            return mention.first <= row.ends <= mention.last
        case Told.SEASON:
            return _in_season(mention, row.ends) and not _later_in_season(mention, row, book)
        case Told.YEAR_BEFORE:
            return reference is not None and abs(row.ends - year_earlier(reference)) <= _NEAR
        case Told.QUARTER_BEFORE:
            return reference is not None and abs(row.ends - quarter_earlier(reference)) <= _NEAR


def counted_from(
    row: EvidenceRow, before: Sequence[EvidenceRow], topic: PeriodMention | None, book: EvidenceBook
) -> date | None:
    """The newest of the same figure in the sentence, else what the sentence speaks of, else the newest there is."""
    ends = [other.ends for other in before if other.ends and (other.metric, other.subject) == (row.metric, row.subject)]
    if ends:
        return max(ends)
    if topic is not None and topic.told is Told.DATES:
        return topic.last
    return book.latest(row.metric, row.subject)


def _in_season(mention: PeriodMention, ends: date) -> bool:
    return mention.first <= ends.replace(year=LEAP_YEAR) <= mention.last


def _later_in_season(mention: PeriodMention, row: EvidenceRow, book: EvidenceBook) -> bool:
    """The third quarter without a year is the last one that there is."""
    rows = book.history.get((row.metric, row.subject), ())
    return any(other.ends and row.ends and other.ends > row.ends and _in_season(mention, other.ends) for other in rows)
