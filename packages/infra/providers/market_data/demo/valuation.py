"""Daily valuations from the close and from the reports of that day, and nothing later."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

from packages.domain.market_data.rows import ActionKind, CorporateAction, FinancialFact, Statement, Valuation
from packages.domain.market_data.sessions import session_close
from packages.infra.providers.market_data.demo.company import DemoCompany
from packages.infra.providers.market_data.demo.prices import DayPrice
from packages.infra.providers.market_data.demo.reports import SOURCE

_FINE = Decimal("0.0001")
_YEAR = timedelta(days=365)
_KnownValues = dict[tuple[str, date], Decimal]
_NEEDED = ("net_profit_parent", "revenue", "equity_parent", "shares_total")


@dataclass(frozen=True, slots=True)
class _Basis:
    """What stood in the reports that were known from `since` on; None where a year is not complete."""

    since: datetime
    period_end: date
    profit: Decimal | None
    sales: Decimal | None
    equity: Decimal
    shares: Decimal


def valuations(
    company: DemoCompany,
    path: Sequence[DayPrice],
    facts: Sequence[FinancialFact],
    actions: Sequence[CorporateAction],
) -> Iterator[Valuation]:
    """One row for each session with a bar, known at its close."""
    bases = _bases(company, facts)
    splits = [action for action in actions if action.kind is ActionKind.SPLIT]
    dividends = [action for action in actions if action.kind is ActionKind.DIVIDEND]
    place = -1
    for price in path:
        close_at = session_close(company.market, price.day)
        while place + 1 < len(bases) and bases[place + 1].since <= close_at:
            place += 1
        if place >= 0:
            yield _value(company, price, bases[place], splits, dividends, close_at)


def _value(
    company: DemoCompany,
    price: DayPrice,
    basis: _Basis,
    splits: Sequence[CorporateAction],
    dividends: Sequence[CorporateAction],
    close_at: datetime,
) -> Valuation:
    close = Decimal(price.close) / 100
    worth = close * basis.shares * _split_since(splits, basis.period_end, price.day)
    return Valuation(
        symbol=company.symbol,
        day=price.day,
        pe_ttm=_ratio(worth, basis.profit),
        pb=_ratio(worth, basis.equity),
        ps_ttm=_ratio(worth, basis.sales),
        market_value=worth,
        dividend_yield=(_paid(splits, dividends, price.day) / close).quantize(_FINE),
        source=SOURCE,
        known_at=close_at.astimezone(UTC),
    )


def _ratio(worth: Decimal, per: Decimal | None) -> Decimal | None:
    return (worth / per).quantize(_FINE) if per is not None and per > 0 else None


def _split_since(splits: Sequence[CorporateAction], after: date, until: date) -> Decimal:
    """How many shares one share of `after` has become."""
    ratio = Decimal(1)
    for split in splits:
        if after < split.ex_date <= until:
            ratio *= split.value
    return ratio


def _paid(splits: Sequence[CorporateAction], dividends: Sequence[CorporateAction], day: date) -> Decimal:
    """Cash a share over the year before, in terms of today's shares; dividends are in the order of ex-dates."""
    first, last = (bisect_right(dividends, end, key=_ex_date) for end in (day - _YEAR, day))
    paid = dividends[first:last]
    return sum((dividend.value / _split_since(splits, dividend.ex_date, day) for dividend in paid), Decimal(0))


def _ex_date(action: CorporateAction) -> date:
    return action.ex_date


def _bases(company: DemoCompany, facts: Sequence[FinancialFact]) -> list[_Basis]:
    """What was known after each announcement, oldest first; a later version takes the place of an earlier one."""
    needed = [fact for fact in facts if fact.item in _NEEDED and fact.statement is not Statement.INDICATOR]
    known: _KnownValues = {}
    bases = []
    for instant in sorted({fact.known_at for fact in needed}):
        fresh = [fact for fact in needed if fact.known_at == instant]
        known.update({(f.item, f.period_end): f.value for f in sorted(fresh, key=lambda fact: fact.version)})
        bases.append(_basis(company, known, instant))
    return bases


def _basis(company: DemoCompany, known: _KnownValues, since: datetime) -> _Basis:
    newest = max(end for _, end in known)
    trailing = _year_to_date if company.is_chinese else _single_quarters
    return _Basis(
        since=since,
        period_end=newest,
        profit=trailing(known, "net_profit_parent", newest),
        sales=trailing(known, "revenue", newest),
        equity=known["equity_parent", newest],
        shares=known["shares_total", newest],
    )


def _year_to_date(known: _KnownValues, item: str, end: date) -> Decimal | None:
    """This year so far, and what is missing of the year before."""
    if end.month == 12:
        return known[item, end]
    last_year, same_day = (
        known.get((item, date(end.year - 1, 12, 31))),
        known.get((item, end.replace(year=end.year - 1))),
    )
    return None if last_year is None or same_day is None else known[item, end] + last_year - same_day


def _single_quarters(known: _KnownValues, item: str, end: date) -> Decimal | None:
    ends = sorted(day for name, day in known if name == item and day <= end)[-4:]
    return sum((known[item, day] for day in ends), Decimal(0)) if len(ends) == 4 else None
