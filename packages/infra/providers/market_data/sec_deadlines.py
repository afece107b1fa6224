"""When a US company's figures were public at the latest: the SEC's deadline for the slowest class of filers.

Form 10-Q is due 45 days after the end of a quarter, form 10-K 90 days after the end of the fiscal year (non-accelerated
filers; larger companies have 40 and 60 or 75). A deadline on a weekend moves to Monday.
"""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

_QUARTERLY = timedelta(days=45)
_ANNUAL = timedelta(days=90)
# Fiscal years of 52 or 53 weeks end some days before or after the same day of each year.
_SAME_DAY_WITHIN = 10
_SATURDAY = 5
_NEW_YORK = ZoneInfo("America/New_York")


def filing_deadline(period_end: date, fiscal_year_end: date | None) -> date:
    """`fiscal_year_end` is that of any year; None: not known, so that every quarter may be the year's last."""
    is_annual = fiscal_year_end is None or _days_apart_in_year(period_end, fiscal_year_end) <= _SAME_DAY_WITHIN
    due = period_end + (_ANNUAL if is_annual else _QUARTERLY)
    return due + timedelta(days=7 - due.weekday()) if due.weekday() >= _SATURDAY else due


def figures_known_at(
    period_end: date, fiscal_year_end: date | None, announced: Iterable[datetime], now: datetime
) -> datetime:
    """The first announcement of earnings after the period and before it was due; else the end of the day on which it
    was due. Figures that a source shows now are known now, so never later than `now`."""
    due = filing_deadline(period_end, fiscal_year_end)
    by_deadline = datetime.combine(due + timedelta(days=1), time(0), _NEW_YORK)
    told = [at for at in announced if period_end < at.astimezone(_NEW_YORK).date() and at < by_deadline]
    return min([*told, by_deadline, now]).astimezone(UTC)


def _days_apart_in_year(one: date, other: date) -> int:
    apart = abs(one.timetuple().tm_yday - other.timetuple().tm_yday)
    return min(apart, 366 - apart)
