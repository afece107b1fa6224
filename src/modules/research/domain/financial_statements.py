"""A company's reports as known: one source, the latest version of each figure."""

import calendar
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Self

from packages.domain.market_data.rows import FinancialFact, Statement
from src.modules.research.domain.arithmetic import at, combined, stated
from src.modules.research.domain.figures import AbsentFigure, Finding, Operation

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
    near = [day for day in ends if abs((day - wanted).days) <= _TOLERANCE_DAYS]
    return min(near, key=lambda day: abs((day - wanted).days), default=None)


_PARENT, _WHOLE = "net_profit_parent", "net_profit"
FactsByPeriod = Mapping[str, Mapping[date, FinancialFact]]


@dataclass(frozen=True, slots=True, eq=False)
class Books:
    """By item and period end. `disclosed` are ratios as the report gives them."""

    source: str
    statements: FactsByPeriod
    disclosed: FactsByPeriod

    @classmethod
    def of(cls, facts: Iterable[FinancialFact]) -> Self:
        """Sources are never mixed: the one with most of the last year counts."""
        known = list(facts)
        source = _fullest_source(known)
        own = [fact for fact in known if fact.source == source]
        statements = [fact for fact in own if fact.statement is not Statement.INDICATOR]
        return cls(source, _latest(statements), _latest(f for f in own if f.statement is Statement.INDICATOR))

    def ends(self) -> tuple[date, ...]:
        """The period ends that there are statements of, oldest first."""
        return tuple(sorted({end for by_end in self.statements.values() for end in by_end}))

    @property
    def profit(self) -> str:
        """Profit means the shareholders' part where it is reported, and all of it where it is not."""
        return _PARENT if self.statements.get(_PARENT) else _WHOLE

    def has(self, item: str, end: date) -> bool:
        return end in self.statements.get(item, {})

    def balance(self, item: str, end: date) -> Finding:
        """What stood in the balance sheet on the day."""
        fact = self.statements.get(item, {}).get(end)
        return self._missing(item, end) if fact is None else stated(at(item, end), fact, str(end))

    def reported(self, item: str, end: date) -> Finding:
        """A flow over the span of the report: the year so far for A-shares, the quarter elsewhere."""
        fact = self.statements.get(item, {}).get(end)
        if fact is None:
            return self._missing(item, end)
        span = "year" if span_of(fact) is Span.YEAR_TO_DATE else "quarter"
        return stated(at(item, end), fact, f"{span} to {end}")

    def quarter(self, item: str, end: date) -> Finding:
        """A flow over three months; for A-shares the difference between two reports of the same year."""
        fact = self.statements.get(item, {}).get(end)
        if fact is None:
            return self._missing(item, end)
        period = f"quarter to {end}"
        if span_of(fact) is Span.QUARTER or end.month == 3:
            return stated(at(item, end), fact, period)
        before = self.before(item, end, 3)
        if before is None:
            return AbsentFigure(at(f"{item}_quarter", end), f"{item} of the report before {end} is not there.")
        parts = (self.reported(item, end), self.reported(item, before))
        return combined(at(f"{item}_quarter", end), Operation.DIFFERENCE, parts, period=period)

    def trailing_year(self, item: str, end: date) -> Finding:
        """A flow over twelve months; absent where any part of them is missing."""
        fact = self.statements.get(item, {}).get(end)
        if fact is None:
            return self._missing(item, end)
        parts = self._year_to_date(item, end) if span_of(fact) is Span.YEAR_TO_DATE else self._quarters(item, end)
        return combined(at(f"{item}_ttm", end), Operation.TTM_SUM, parts, period=f"12 months to {end}")

    def year_before(self, item: str, end: date) -> date | None:
        """The end of the same period a year earlier."""
        return self.before(item, end, 12)

    def before(self, item: str, end: date, months: int) -> date | None:
        """The period end that many months earlier, if the item was reported in the same unit and over the same span."""
        by_end = self.statements.get(item, {})
        found = report_before(by_end, end, months)
        return found if found and by_end[found].unit == by_end[end].unit else None

    def average(self, item: str, end: date) -> Finding:
        """The mean of a balance item at both ends of the twelve months."""
        now = self.balance(item, end)
        if isinstance(now, AbsentFigure):
            return now
        before = self.year_before(item, end)
        if before is None:
            return AbsentFigure(at(f"{item}_average", end), f"{item} of the year before {end} is not there.")
        parts = (now, self.balance(item, before))
        return combined(at(f"{item}_average", end), Operation.MEAN, parts, period=f"12 months to {end}")

    def ratio_disclosed(self, key: str, item: str, end: date, unit: str = "ratio") -> Finding:
        """A ratio as the report itself gives it."""
        fact = self.disclosed.get(item, {}).get(end)
        if fact is None:
            return AbsentFigure(key, f"{item} of {end} is not there.")
        return replace(stated(key, fact, str(end)), unit=unit)

    def _year_to_date(self, item: str, end: date) -> tuple[Finding, ...]:
        now = self.reported(item, end)
        if end.month == 12:
            return (now,)
        year_end, same = self.before(item, end, end.month), self.before(item, end, 12)
        if year_end is None or same is None:
            missing = "the whole year" if year_end is None else "the same report of the year"
            return (AbsentFigure(at(f"{item}_ttm", end), f"Twelve months of {item} to {end} need {missing} before."),)
        rest = (self.reported(item, year_end), self.reported(item, same))
        return now, combined(at(f"{item}_rest", year_end), Operation.DIFFERENCE, rest)

    def _quarters(self, item: str, end: date) -> tuple[Finding, ...]:
        ends = [end, *(self.before(item, end, months) for months in (3, 6, 9))]
        there = [day for day in ends if day is not None]
        if len(there) < len(ends):
            reason = f"Twelve months of {item} to {end} need 4 quarters, {len(there)} are there."
            return (AbsentFigure(at(f"{item}_ttm", end), reason),)
        return tuple(self.reported(item, day) for day in there)

    def _missing(self, item: str, end: date) -> AbsentFigure:
        return AbsentFigure(at(item, end), f"{item} of {end} is not there.")


def _fullest_source(facts: Sequence[FinancialFact]) -> str:
    newest = max((fact.period_end for fact in facts), default=date.min)
    recent = Counter(fact.source for fact in facts if (newest - fact.period_end).days < 366)
    return max(sorted(recent), key=lambda name: recent[name], default="")


def _latest(facts: Iterable[FinancialFact]) -> FactsByPeriod:
    by_item: dict[str, dict[date, FinancialFact]] = {}
    for fact in sorted(facts, key=lambda fact: (fact.period_end, fact.version)):
        by_item.setdefault(fact.item, {})[fact.period_end] = fact
    return by_item
