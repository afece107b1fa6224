"""The reports of a company as they were known at one instant, as plain numbers: the rules are those of the valuation
expert, without the rows to cite."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal

from packages.domain.market_data.rows import FinancialFact
from packages.domain.market_data.statements.periods import (
    NEWEST_DAYS,
    MissingReports,
    Reported,
    ReportPart,
    one_quarter,
    same_unit_before,
    twelve_months,
)
from packages.domain.market_data.statements.sources import FactsByPeriod, latest_by_period, of_one_source

# Growth of twelve months over those a year before reaches back so far, late reports included.
_LOOK_BACK = timedelta(days=4 * 366)
# Averages, preferred dividends and buybacks move the count by per cents, never by hundreds.
_SCALE_SLIP = 100

ToFooting = Callable[[FinancialFact], Decimal]  # the value, brought forward by splits where it is counted in shares


@dataclass(frozen=True, slots=True)
class Year:
    """A flow over the twelve months to a day."""

    end: date
    value: Decimal


@dataclass(frozen=True, slots=True, eq=False)
class KnownReports:
    """Of one source, in one currency; `last` is the newest period's end."""

    currency: str
    statements: FactsByPeriod
    last: date
    footing: ToFooting

    @classmethod
    def of(cls, facts: Iterable[FinancialFact], footing: ToFooting) -> "KnownReports":
        reported = of_one_source(facts)
        last = max((fact.period_end for fact in reported.facts), default=date.min)
        return cls(reported.currency, latest_by_period(reported.facts), last, footing)

    @property
    def profit(self) -> str:
        """The shareholders' part where it is reported, and all of it where it is not."""
        return "net_profit_parent" if self.statements.get("net_profit_parent") else "net_profit"

    def balance(self, item: str, end: date) -> Decimal | None:
        fact = self._reported(item).get(end)
        return None if fact is None else self.footing(fact)

    def newest(self, item: str) -> Decimal | None:
        """A balance as it was last reported."""
        ends = self._reported(item)
        return self.balance(item, max(ends)) if ends and (self.last - max(ends)).days <= NEWEST_DAYS else None

    def year_to(self, item: str, end: date | None) -> Year | None:
        reported = self._reported(item)
        stretches = MissingReports() if end is None or end not in reported else twelve_months(reported, end)
        if end is None or isinstance(stretches, MissingReports):
            return None
        return Year(end, sum((self._stretch(reported, stretch) for stretch in stretches), Decimal(0)))

    def newest_year(self, item: str) -> Year | None:
        """The latest twelve months that can be put together, where a report since then is missing."""
        ends = sorted(self._reported(item), reverse=True)
        years = (self.year_to(item, end) for end in ends if (ends[0] - end).days <= NEWEST_DAYS)
        return next((year for year in years if year is not None), None)

    def year_before(self, item: str, year: Year) -> Year | None:
        return self.year_to(item, self._same_end_before(item, year.end))

    def newest_quarter(self, item: str) -> tuple[Decimal, Decimal] | None:
        """The newest three months, and the same ones a year before."""
        end = max(self._reported(item), default=None)
        before = None if end is None else self._same_end_before(item, end)
        quarters = [self._quarter(item, each) for each in (end, before) if each is not None]
        reported = [each for each in quarters if each is not None]
        return (reported[0], reported[1]) if len(reported) == 2 else None

    def average(self, item: str, end: date) -> Decimal | None:
        """The mean of a balance at both ends of the twelve months, or its end where the beginning is not reported."""
        now, before = self.balance(item, end), self._same_end_before(item, end)
        then = None if before is None else self.balance(item, before)
        return now if now is None or then is None else (now + then) / 2

    def shares(self) -> Decimal | None:
        """Those of the balance sheet; else the average of the newest report. A count that is not positive is none."""
        reported = (self.newest(item) for item in ("shares_total", "shares_basic_average"))
        counted = next((each for each in reported if each is not None and each > 0), None)
        return None if counted is None else self._in_single_shares(counted)

    def _in_single_shares(self, counted: Decimal) -> Decimal:
        """Some files count in thousands or millions without saying so: then profit over the earnings a share, of the
        same report, are the shares."""
        profit, eps = self.newest_year(self.profit), self.newest_year("eps_basic")
        if profit is None or eps is None or eps.end != profit.end or eps.value == 0:
            return counted
        reported = profit.value / eps.value
        return counted if reported < _SCALE_SLIP * counted else reported

    def _same_end_before(self, item: str, end: date) -> date | None:
        reported = self._reported(item)
        return same_unit_before(reported, end, 12) if end in reported else None

    def _quarter(self, item: str, end: date) -> Decimal | None:
        reported = self._reported(item)
        parts = one_quarter(reported, end)
        return None if parts is None else sum((sign * self.footing(reported[day]) for day, sign in parts), Decimal(0))

    def _stretch(self, reported: Reported, stretch: ReportPart) -> Decimal:
        less = Decimal(0) if stretch.without is None else self.footing(reported[stretch.without])
        return self.footing(reported[stretch.end]) - less

    def _reported(self, item: str) -> Reported:
        return self.statements.get(item, {})


@dataclass(slots=True)
class CountingFacts:
    """What counts at an instant of facts that come in the order in which they became known: the highest version of
    each figure, and of one version what was said last; nothing that no figure looks back to."""

    _newest: date = date.min
    _found: dict[tuple[str, str, str, date], FinancialFact] = field(default_factory=dict)

    def add(self, fact: FinancialFact) -> None:
        key = (fact.source, fact.statement, fact.item, fact.period_end)
        if key not in self._found or self._found[key].version <= fact.version:
            self._found[key] = fact
        if fact.period_end > self._newest:
            self._newest, oldest = fact.period_end, fact.period_end - _LOOK_BACK
            self._found = {key: each for key, each in self._found.items() if each.period_end > oldest}

    @property
    def counting(self) -> Collection[FinancialFact]:
        return self._found.values()
