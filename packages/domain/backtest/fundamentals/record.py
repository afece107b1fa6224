"""What became known of a company, and when: one step for each instant, so that a bar finds what counts on its close."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal

import numpy as np

from packages.domain.backtest.fundamentals.figures import FIGURES
from packages.domain.backtest.fundamentals.reports import CountingFacts, KnownReports, ToFooting
from packages.domain.market_data.bars import Floats, Instants, instant
from packages.domain.market_data.calendar import Days
from packages.domain.market_data.rows import (
    ActionKind,
    CalendarEvent,
    CorporateAction,
    EventKind,
    FinancialFact,
    Statement,
)
from packages.domain.market_data.sessions import local_day
from packages.domain.strategy.company_fields import FundamentalField

# What is counted in shares: more of them after a split, and less for one.
_LESS = ("eps_basic", "eps_diluted")
_MORE = ("shares_total", "shares_basic_average", "shares_diluted_average")


@dataclass(frozen=True, slots=True, eq=False)
class DatedDays:
    """Days, each with the instant at which it became known and what it brings."""

    known_at: Instants
    day: Days
    value: Floats

    def known_by(self, at: np.datetime64) -> "DatedDays":
        kept = self.known_at <= at
        return DatedDays(self.known_at[kept], self.day[kept], self.value[kept])


@dataclass(frozen=True, slots=True, eq=False)
class CompanyRecord:
    """`figures` has a row for each of `fields` and a column for each instant of `known_at`; `is_priced` is where the
    reports are in the currency of the prices. `reported_at`: when a newer period was first reported."""

    symbol: str
    fields: tuple[FundamentalField, ...]
    known_at: Instants
    figures: Floats
    is_priced: Floats
    reported_at: Instants
    report_days: DatedDays
    dividends: DatedDays

    def until(self, at: np.datetime64) -> "CompanyRecord":
        """As it was known at an instant."""
        steps = int(np.searchsorted(self.known_at, at, side="right"))
        reports = int(np.searchsorted(self.reported_at, at, side="right"))
        return replace(
            self,
            known_at=self.known_at[:steps],
            figures=self.figures[:, :steps],
            is_priced=self.is_priced[:steps],
            reported_at=self.reported_at[:reports],
            report_days=self.report_days.known_by(at),
            dividends=self.dividends.known_by(at),
        )

    @property
    def knows_reports(self) -> bool:
        return bool(len(self.reported_at))


@dataclass(frozen=True, slots=True, kw_only=True)
class CompanyRows:
    """What is stored of a company: every version of its facts in the order in which they became known, its actions and
    dates. `currency` is that of its prices, empty where it is not told; `last` the day of the last bar."""

    symbol: str
    currency: str
    facts: Sequence[FinancialFact]
    actions: Sequence[CorporateAction]
    events: Sequence[CalendarEvent]
    last: date
    raw_prices: bool = True


def company_record(rows: CompanyRows, fields: tuple[FundamentalField, ...]) -> CompanyRecord:
    """`fields` are those of `FIGURES` that are wanted."""
    facts = [fact for fact in rows.facts if fact.statement is not Statement.INDICATOR]
    instants = sorted({fact.known_at for fact in facts})
    figures, priced = np.full((len(fields), len(instants)), np.nan), np.full(len(instants), np.nan)
    footing, place, known = _footing(rows), 0, CountingFacts()
    for step, at in enumerate(instants if fields else ()):
        while place < len(facts) and facts[place].known_at <= at:
            known.add(facts[place])
            place += 1
        reports = KnownReports.of(known.counting, footing)
        figures[:, step] = [_or_nan(FIGURES[field](reports)) for field in fields]
        if rows.raw_prices and (rows.currency in ("", reports.currency) or not reports.currency):
            priced[step] = 1.0
    return CompanyRecord(
        symbol=rows.symbol,
        fields=fields,
        known_at=_instants(instants),
        figures=figures,
        is_priced=priced,
        reported_at=_instants(_first_reports(facts)),
        report_days=_report_days(rows.events),
        dividends=_dividends(rows),
    )


def _or_nan(value: float | None) -> float:
    return np.nan if value is None else value


def _instants(found: Sequence[datetime]) -> Instants:
    return np.array([instant(each) for each in found], dtype="datetime64[us]")


def _first_reports(facts: Sequence[FinancialFact]) -> list[datetime]:
    found: list[datetime] = []
    newest = date.min
    for fact in facts:
        if fact.period_end > newest:
            newest = fact.period_end
            if not found or found[-1] != fact.known_at:
                found.append(fact.known_at)
    return found


def _report_days(events: Sequence[CalendarEvent]) -> DatedDays:
    reports = [event for event in events if event.kind is EventKind.EARNINGS]
    return _dated([(event.known_at, event.day, 1.0) for event in reports])


def _dividends(rows: CompanyRows) -> DatedDays:
    """Cash is paid for a share of the day before."""
    paid = [action for action in rows.actions if action.kind is ActionKind.DIVIDEND]
    values = [float(action.value / _new_shares(rows, action.ex_date, itself=True)) for action in paid]
    return _dated([(each.known_at, each.ex_date, value) for each, value in zip(paid, values, strict=True)])


def _dated(announced: Sequence[tuple[datetime, date, float]]) -> DatedDays:
    ordered = sorted(announced, key=lambda each: each[1])
    days = np.array([day for _, day, _ in ordered], dtype="datetime64[D]")
    values = np.array([value for *_, value in ordered], dtype=np.float64)
    return DatedDays(_instants([at for at, _, _ in ordered]), days, values)


def _footing(rows: CompanyRows) -> ToFooting:
    """A filing restates averages and earnings a share for splits before it; a balance counts what stood that day."""

    def adjusted(fact: FinancialFact) -> Decimal:
        if fact.item not in _LESS and fact.item not in _MORE:
            return fact.value
        filed = local_day(fact.symbol.market, fact.known_at)
        new = _new_shares(rows, fact.period_end if fact.item == "shares_total" else filed)
        return fact.value / new if fact.item in _LESS else fact.value * new

    return adjusted


def _new_shares(rows: CompanyRows, counted: date, *, itself: bool = False) -> Decimal:
    """How many shares on the last bar one of that day has become; `itself`: by splits of the day as well."""
    found = Decimal(1)
    for action in rows.actions:
        behind = action.ex_date > counted or (itself and action.ex_date == counted)
        if action.kind is ActionKind.SPLIT and behind and action.ex_date <= rows.last:
            found *= action.value
    return found
