"""Which stretch of time a flow runs over, and which report stands how many months before another."""

import calendar
from collections.abc import Iterable
from datetime import date
from enum import StrEnum

from packages.domain.market_data.rows import FinancialFact

# Fiscal quarters of 13 weeks end on another day of the month each year, but never by more than a week.
_TOLERANCE_DAYS = 7


class Span(StrEnum):
    """`year_to_date`: from 1 January, as A-share reports run. `quarter`: three months."""

    YEAR_TO_DATE = "year_to_date"
    QUARTER = "quarter"


def span_of(fact: FinancialFact) -> Span:
    return Span.QUARTER if fact.unit.endswith("/quarter") else Span.YEAR_TO_DATE


def months_before(end: date, months: int) -> date:
    """The same day that many months earlier; the last day of a month stays a last day."""
    count = end.year * 12 + end.month - 1 - months
    year, month = divmod(count, 12)
    last = calendar.monthrange(year, month + 1)[1]
    is_last = end.day == calendar.monthrange(end.year, end.month)[1]
    return date(year, month + 1, last if is_last else min(end.day, last))


def report_before(ends: Iterable[date], end: date, months: int) -> date | None:
    """Of the given period ends the one that lies that many months before, give or take a week."""
    wanted = months_before(end, months)
    near = [told for told in ends if abs((told - wanted).days) <= _TOLERANCE_DAYS]
    return min(near, key=lambda told: abs((told - wanted).days), default=None)
