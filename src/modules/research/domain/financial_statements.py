"""A company's reports as known: one source, the latest version of each figure."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Self

from packages.domain.market_data.rows import ActionKind, CorporateAction, FinancialFact, Statement
from packages.domain.market_data.sessions import local_day
from packages.domain.market_data.statements.periods import (
    NEWEST_DAYS,
    MissingReports,
    ReportPart,
    Span,
    one_quarter,
    report_before,
    same_unit_before,
    span_of,
    twelve_months,
)
from packages.domain.market_data.statements.sources import FactsByPeriod, latest_by_period, of_one_source
from packages.domain.market_data.symbols import Market
from src.modules.research.domain.absence import Absence, AbsenceReason
from src.modules.research.domain.arithmetic import at, combined, stated
from src.modules.research.domain.figures import AbsentFigure, Finding, Operation, ResearchFigure

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
        chosen = of_one_source(facts)
        statements = [fact for fact in chosen.facts if fact.statement is not Statement.INDICATOR]
        splits = tuple(action for action in actions if action.kind is ActionKind.SPLIT)
        disclosed = [fact for fact in chosen.facts if fact.statement is Statement.INDICATOR]
        return cls(chosen.source, latest_by_period(statements), latest_by_period(disclosed), splits, chosen.left_out)

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
        parts, period = one_quarter(self.statements[item], end), f"quarter to {end}"
        key, is_year = at(f"{item}_quarter", end), span_of(fact) is Span.YEAR
        if parts is None:
            before = (
                f"of the three quarters before {end} is not all" if is_year else f"of the report before {end} is not"
            )
            return AbsentFigure(key, AbsenceReason(Absence.REPORT_BEFORE_MISSING, f"{item} {before} there.", item))
        if len(parts) == 1:
            return self._stated(fact, period)
        less = [self.reported(item, day) for day, _ in parts[1:]]
        rest = combined(at(f"{item}_three_quarters", end), Operation.SUM, less) if is_year else less[0]
        return combined(key, Operation.DIFFERENCE, (self.reported(item, end), rest), period=period)

    def trailing_year(self, item: str, end: date) -> Finding:
        """A flow over twelve months; absent where any part of them is missing."""
        reported = self.statements.get(item, {})
        if end not in reported:
            return self._missing(item, end)
        stretches = twelve_months(reported, end)
        if isinstance(stretches, MissingReports):
            return AbsentFigure(at(f"{item}_ttm", end), _reason(item, end, stretches))
        parts = [self._stretch(item, stretch) for stretch in stretches]
        return combined(at(f"{item}_ttm", end), Operation.TTM_SUM, parts, period=f"12 months to {end}")

    def newest_year(self, item: str) -> Finding:
        """The latest twelve months that can be put together, where a report since then is missing."""
        ends = sorted(self.statements.get(item, {}), reverse=True)
        for end in (day for day in ends if (ends[0] - day).days <= NEWEST_DAYS):
            found = self.trailing_year(item, end)
            if isinstance(found, ResearchFigure):
                return found
        newest = self.trailing_year(item, ends[0]) if ends else None
        return newest or AbsentFigure(
            f"{item}_ttm", AbsenceReason(Absence.LINE_NOT_REPORTED, f"{item} is not in the reports.", item)
        )

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
        if not ends or (self.ends()[-1] - max(ends)).days > NEWEST_DAYS:
            return AbsentFigure(item, AbsenceReason(Absence.LINE_NOT_REPORTED, f"{item} is not in the reports.", item))
        return self.balance(item, max(ends))

    def year_before(self, item: str, end: date) -> date | None:
        """The end of the same period a year earlier."""
        return self.before(item, end, 12)

    def before(self, item: str, end: date, months: int) -> date | None:
        """The period end that many months earlier, if the item was reported in the same unit and over the same span."""
        return same_unit_before(self.statements.get(item, {}), end, months)

    def average(self, item: str, end: date) -> Finding:
        """The mean of a balance item at both ends of the twelve months."""
        now = self.balance(item, end)
        if isinstance(now, AbsentFigure):
            return now
        before = self.year_before(item, end)
        if before is None:
            return AbsentFigure(
                at(f"{item}_average", end),
                AbsenceReason(Absence.YEAR_BEFORE_MISSING, f"{item} of the year before {end} is not there.", item),
            )
        parts = (now, self.balance(item, before))
        return combined(at(f"{item}_average", end), Operation.MEAN, parts, period=f"12 months to {end}")

    def ratio_disclosed(self, key: str, item: str, end: date, unit: str = "ratio") -> Finding:
        """A ratio as the report itself gives it."""
        fact = self.disclosed.get(item, {}).get(end)
        if fact is None:
            return AbsentFigure(
                key, AbsenceReason(Absence.LINE_MISSING, f"{item} of {end} is not there.", item, (end,))
            )
        return replace(stated(key, fact, str(end)), unit=unit)

    def _stretch(self, item: str, stretch: ReportPart) -> Finding:
        now = self.reported(item, stretch.end)
        if stretch.without is None:
            return now
        # What is left of the year before after the same months of it, or what a quarter has more than the one before.
        name = "more" if span_of(self.statements[item][stretch.end]) is Span.QUARTER else "rest"
        parts = (now, self.reported(item, stretch.without))
        return combined(at(f"{item}_{name}", stretch.end), Operation.DIFFERENCE, parts)

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
        return AbsentFigure(
            at(item, end), AbsenceReason(Absence.LINE_MISSING, f"{item} of {end} is not there.", item, (end,))
        )


def _reason(item: str, end: date, gap: MissingReports) -> AbsenceReason:
    if not gap.quarters:
        missing = "the whole year" if gap.whole_year else "the same report of the year"
        return AbsenceReason(
            Absence.YEAR_BEFORE_MISSING, f"Twelve months of {item} to {end} need {missing} before.", item
        )
    days = ", ".join(map(str, gap.quarters))
    there = 4 - len(gap.quarters)
    return AbsenceReason(
        Absence.REPORTS_MISSING,
        f"Twelve months of {item} to {end} need 4 quarters, {there} are there: none of {days}.",
        item,
        gap.quarters,
    )
