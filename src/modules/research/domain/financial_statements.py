"""A company's reports as known: one source, the latest version of each figure."""

import calendar
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Self

from packages.domain.market_data.rows import ActionKind, CorporateAction, FinancialFact, Statement
from packages.domain.market_data.sessions import local_day
from packages.domain.market_data.symbols import Market
from src.modules.research.domain.arithmetic import at, combined, stated
from src.modules.research.domain.currencies import currency_of, newest_currency
from src.modules.research.domain.figures import AbsentFigure, Finding, Operation, ResearchFigure

# Fiscal quarters of 13 weeks end on another day of the month each year, but never by more than a week.
_TOLERANCE_DAYS = 7


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


# Three quarters and the time to file them: what is older is not the newest any more.
_NEWEST_DAYS = 380
_PER_SPLIT = {
    "eps_basic": Operation.RATIO,
    "eps_diluted": Operation.RATIO,
    "embedded_value_per_share": Operation.RATIO,
    "shares_basic_average": Operation.PRODUCT,
    "shares_diluted_average": Operation.PRODUCT,
    "shares_total": Operation.PRODUCT,
}


def _new_for_old(split: CorporateAction) -> ResearchFigure:
    day = str(split.ex_date)
    return ResearchFigure(f"split@{day}", split.value, "x", day, split.known_at, (split.id,), Operation.IDENTITY)


_PARENT, _WHOLE = "net_profit_parent", "net_profit"
FactsByPeriod = Mapping[str, Mapping[date, FinancialFact]]


@dataclass(frozen=True, slots=True, eq=False)
class Books:
    """By item and period end. `disclosed` are ratios as the report gives them. `splits`: those that figures of a share
    have to be brought forward by. `left_out`: currencies that other figures of the source are in, which nothing of the
    newest report can be compared with."""

    source: str
    statements: FactsByPeriod
    disclosed: FactsByPeriod
    splits: tuple[CorporateAction, ...] = ()
    left_out: tuple[str, ...] = ()

    @classmethod
    def of(cls, facts: Iterable[FinancialFact], actions: Iterable[CorporateAction] = ()) -> Self:
        """Sources are never mixed: the one with most of the last year counts. Nor are currencies: that of the newest
        report counts."""
        known = list(facts)
        source = _fullest_source(known)
        told = [fact for fact in known if fact.source == source]
        currency = newest_currency(told)
        own = [fact for fact in told if currency_of(fact) in ("", currency)]
        others = tuple(sorted({currency_of(fact) for fact in told} - {"", currency}))
        statements = [fact for fact in own if fact.statement is not Statement.INDICATOR]
        splits = tuple(action for action in actions if action.kind is ActionKind.SPLIT)
        disclosed = [fact for fact in own if fact.statement is Statement.INDICATOR]
        return cls(source, _latest(statements), _latest(disclosed), splits, others)

    def ends(self) -> tuple[date, ...]:
        """The period ends that there are statements of, oldest first."""
        return tuple(sorted({end for by_end in self.statements.values() for end in by_end}))

    @property
    def market(self) -> Market:
        """Where the company trades, which tells how it accounts; A-shares where there is nothing to tell it by."""
        facts = (fact for by_end in self.statements.values() for fact in by_end.values())
        return next((fact.symbol.market for fact in facts), Market.CN_STOCKS)

    @property
    def profit(self) -> str:
        """Profit means the shareholders' part where it is reported, and all of it where it is not."""
        return _PARENT if self.statements.get(_PARENT) else _WHOLE

    def has(self, item: str, end: date) -> bool:
        return end in self.statements.get(item, {})

    def balance(self, item: str, end: date) -> Finding:
        """What stood in the balance sheet on the day."""
        fact = self.statements.get(item, {}).get(end)
        return self._missing(item, end) if fact is None else self._stated(fact, str(end))

    def reported(self, item: str, end: date) -> Finding:
        """A flow over the span of the report: the year so far for A-shares, the quarter elsewhere."""
        fact = self.statements.get(item, {}).get(end)
        if fact is None:
            return self._missing(item, end)
        span = "quarter" if span_of(fact) is Span.QUARTER else "year"
        return self._stated(fact, f"{span} to {end}")

    def quarter(self, item: str, end: date) -> Finding:
        """A flow over three months; for A-shares the difference between two reports of the same year."""
        fact = self.statements.get(item, {}).get(end)
        if fact is None:
            return self._missing(item, end)
        period = f"quarter to {end}"
        if span_of(fact) is Span.YEAR:
            return self._fourth_quarter(item, end)
        if span_of(fact) is Span.QUARTER or end.month == 3:
            return self._stated(fact, period)
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
        parts: tuple[Finding, ...] = (self.reported(item, end),)
        if span_of(fact) is Span.YEAR_TO_DATE:
            parts = self._year_to_date(item, end)
        elif span_of(fact) is Span.QUARTER:
            parts = self._since_the_year(item, end) or self._quarters(item, end)
        return combined(at(f"{item}_ttm", end), Operation.TTM_SUM, parts, period=f"12 months to {end}")

    def newest_year(self, item: str) -> Finding:
        """The latest twelve months that can be put together, where a report since then is missing."""
        ends = sorted(self.statements.get(item, {}), reverse=True)
        for end in (day for day in ends if (ends[0] - day).days <= _NEWEST_DAYS):
            found = self.trailing_year(item, end)
            if isinstance(found, ResearchFigure):
                return found
        newest = self.trailing_year(item, ends[0]) if ends else None
        return newest or AbsentFigure(f"{item}_ttm", f"{item} is not in the reports.")

    def years(self, item: str, end: date, most: int) -> list[ResearchFigure]:
        """Twelve months to the day, to the same day a year before and so on, newest first, as far as they are told."""
        found: list[ResearchFigure] = []
        day: date | None = end
        while day is not None and len(found) < most:
            year = self.trailing_year(item, day)
            if isinstance(year, AbsentFigure):
                break
            found.append(year)
            day = report_before(self.statements[item], day, 12)
        return found

    def newest(self, item: str) -> Finding:
        """A balance as it was last told."""
        ends = self.statements.get(item, {})
        if not ends or (self.ends()[-1] - max(ends)).days > _NEWEST_DAYS:
            return AbsentFigure(item, f"{item} is not in the reports.")
        return self.balance(item, max(ends))

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
            lacking = [months_before(end, 3 * place) for place, day in enumerate(ends) if day is None]
            days = ", ".join(map(str, sorted(lacking)))
            reason = f"Twelve months of {item} to {end} need 4 quarters, {len(there)} are there: none of {days}."
            return (AbsentFigure(at(f"{item}_ttm", end), reason),)
        return tuple(self.reported(item, day) for day in there)

    def _since_the_year(self, item: str, end: date) -> tuple[Finding, ...]:
        """The last fiscal year, and what each quarter since brought more than the same one before; empty where a part
        is missing."""
        by_end = self.statements[item]
        for months in (3, 6, 9):
            year = report_before(by_end, end, months)
            if year is None or span_of(by_end[year]) is not Span.YEAR:
                continue
            since = [end if not back else self.before(item, end, back) for back in range(0, months, 3)]
            pairs = [(day, self.before(item, day, 12)) for day in since if day is not None]
            if len(pairs) < len(since) or any(before is None for _, before in pairs):
                return ()
            more = [self._more(item, now, before) for now, before in pairs if before is not None]
            return self.reported(item, year), *more
        return ()

    def _more(self, item: str, now: date, before: date) -> Finding:
        parts = (self.reported(item, now), self.reported(item, before))
        return combined(at(f"{item}_more", now), Operation.DIFFERENCE, parts)

    def _fourth_quarter(self, item: str, end: date) -> Finding:
        """What the year has more than its three quarters."""
        by_end, key = self.statements[item], at(f"{item}_quarter", end)
        found = [report_before(by_end, end, months) for months in (3, 6, 9)]
        quarters = [day for day in found if day is not None and span_of(by_end[day]) is Span.QUARTER]
        if len(quarters) < len(found):
            return AbsentFigure(key, f"{item} of the three quarters before {end} is not all there.")
        three = combined(at(f"{item}_three_quarters", end), Operation.SUM, [self.reported(item, d) for d in quarters])
        return combined(key, Operation.DIFFERENCE, (self.reported(item, end), three), period=f"quarter to {end}")

    def _stated(self, fact: FinancialFact, period: str) -> ResearchFigure:
        """As the report says it, and what is counted in shares on the footing of the newest split."""
        figure = stated(at(fact.item, fact.period_end), fact, period)
        operation = _PER_SPLIT.get(fact.item)
        if operation is None:
            return figure
        # A filing restates averages and earnings a share for splits before it; a balance counts what stood that day.
        counted = fact.period_end if fact.item == "shares_total" else local_day(fact.symbol.market, fact.known_at)
        for split in self.splits:
            if split.ex_date > counted:
                moved = combined(figure.key, operation, (figure, _new_for_old(split)))
                figure = moved if isinstance(moved, ResearchFigure) else figure
        return figure

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
