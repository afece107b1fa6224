"""Over which months a report runs, and which reports make twelve months of a flow."""

import calendar
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import lru_cache
from typing import TypeAlias

from packages.domain.market_data.rows import FinancialFact
from packages.domain.market_data.symbols import Market

# Fiscal quarters of 13 weeks end on another day of the month each year, but never by more than a week.
_TOLERANCE_DAYS = 7
# Three quarters and the time to file them: what is older is not the newest any more.
NEWEST_DAYS = 380


class Span(StrEnum):
    """`year_to_date`: from 1 January, as A-share reports run. `quarter`: three months. `year`: a whole fiscal year,
    of which US companies report no fourth quarter."""

    YEAR_TO_DATE = "year_to_date"
    QUARTER = "quarter"
    YEAR = "year"


def span_of(fact: FinancialFact) -> Span:
    if fact.unit.endswith("/quarter"):
        return Span.QUARTER
    return Span.YEAR if fact.symbol.market is Market.US_STOCKS else Span.YEAR_TO_DATE


@lru_cache(maxsize=10_000)
def months_before(end: date, months: int) -> date:
    """The same day that many months earlier; the last day of a month stays a last day."""
    count = end.year * 12 + end.month - 1 - months
    year, month = divmod(count, 12)
    last = calendar.monthrange(year, month + 1)[1]
    is_last = end.day == calendar.monthrange(end.year, end.month)[1]
    return date(year, month + 1, last if is_last else min(end.day, last))


def report_before(ends: Collection[date], end: date, months: int) -> date | None:
    """Of the given period ends the one that lies that many months before, give or take a week."""
    wanted = months_before(end, months)
    if wanted in ends:
        return wanted
    near = [day for day in ends if abs((day - wanted).days) <= _TOLERANCE_DAYS]
    return min(near, key=lambda day: abs((day - wanted).days), default=None)


Reported: TypeAlias = Mapping[date, FinancialFact]  # one flow, by the end of the period


def same_unit_before(reported: Reported, end: date, months: int) -> date | None:
    """The period end that many months earlier, if it was reported in the same unit and over the same span."""
    found = report_before(reported, end, months)
    return found if found and reported[found].unit == reported[end].unit else None


@dataclass(frozen=True, slots=True)
class ReportPart:
    """What one report adds, less what `without` has of it already."""

    end: date
    without: date | None = None


@dataclass(frozen=True, slots=True)
class MissingReports:
    """Twelve months that cannot be put together. `whole_year`, `same_report`: which of a year before is not there;
    otherwise `quarters` are missing."""

    whole_year: bool = False
    same_report: bool = False
    quarters: tuple[date, ...] = ()


def twelve_months(reported: Reported, end: date) -> tuple[ReportPart, ...] | MissingReports:
    """The reports whose sum is twelve months up to an end that there is a report of."""
    match span_of(reported[end]):
        case Span.YEAR:
            return (ReportPart(end),)
        case Span.YEAR_TO_DATE:
            return _year_to_date(reported, end)
        case Span.QUARTER:
            return _since_the_year(reported, end) or _four_quarters(reported, end)


def _year_to_date(reported: Reported, end: date) -> tuple[ReportPart, ...] | MissingReports:
    if end.month == 12:
        return (ReportPart(end),)
    year_end, same = same_unit_before(reported, end, end.month), same_unit_before(reported, end, 12)
    if year_end is None or same is None:
        return MissingReports(whole_year=year_end is None, same_report=year_end is not None)
    return ReportPart(end), ReportPart(year_end, without=same)


def _four_quarters(reported: Reported, end: date) -> tuple[ReportPart, ...] | MissingReports:
    ends = [end, *(same_unit_before(reported, end, months) for months in (3, 6, 9))]
    missing = [months_before(end, 3 * place) for place, day in enumerate(ends) if day is None]
    return (
        MissingReports(quarters=tuple(sorted(missing)))
        if missing
        else tuple(ReportPart(day) for day in ends if day is not None)
    )


def _since_the_year(reported: Reported, end: date) -> tuple[ReportPart, ...]:
    """The last fiscal year, and what each quarter since brought more than the same one before; empty where a part is
    missing."""
    for months in (3, 6, 9):
        year = report_before(reported, end, months)
        if year is None or span_of(reported[year]) is not Span.YEAR:
            continue
        since = [end if not back else same_unit_before(reported, end, back) for back in range(0, months, 3)]
        more = [None if day is None else (day, same_unit_before(reported, day, 12)) for day in since]
        pairs = [ReportPart(*pair) for pair in more if pair is not None and pair[1] is not None]
        return (ReportPart(year), *pairs) if len(pairs) == len(since) else ()
    return ()


def one_quarter(reported: Reported, end: date) -> Sequence[tuple[date, int]] | None:
    """The reports whose sum, with these signs, is the three months up to an end that there is a report of."""
    match span_of(reported[end]):
        case Span.QUARTER:
            return ((end, 1),)
        case Span.YEAR:
            found = [report_before(reported, end, months) for months in (3, 6, 9)]
            quarters = [day for day in found if day is not None and span_of(reported[day]) is Span.QUARTER]
            return ((end, 1), *((day, -1) for day in quarters)) if len(quarters) == len(found) else None
        case Span.YEAR_TO_DATE:
            if end.month == 3:
                return ((end, 1),)
            before = same_unit_before(reported, end, 3)
            return None if before is None else ((end, 1), (before, -1))
