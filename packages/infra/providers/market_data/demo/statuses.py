"""Splits, dividends, suspensions and special treatment as rows: announced beforehand, in terms of known length, so that
no row says how long a later one lasts."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from packages.domain.market_data.rows import ActionKind, CorporateAction, StatusKind, StatusPeriod
from packages.infra.providers.market_data.demo.books import Quarter, ex_date_in, per_share
from packages.infra.providers.market_data.demo.companies import CYCLICAL, GROWER, SHAKY
from packages.infra.providers.market_data.demo.company import DemoCompany
from packages.infra.providers.market_data.demo.reports import SOURCE
from packages.infra.providers.market_data.demo.sessions import local, sessions_before

_NOTICE = {True: 6, False: 20}  # sessions between the announcement and the ex-date, in China and elsewhere


def corporate_actions(company: DemoCompany, books: Sequence[Quarter]) -> tuple[CorporateAction, ...]:
    """In the order of ex-dates."""
    rows = [
        _action(company, split.ex_date, ActionKind.SPLIT, split.ratio)
        for split in company.splits
        if split.ex_date <= books[-1].end
    ]
    for place, quarter in enumerate(books):
        ex_date = ex_date_in(company, quarter.end)
        paid = per_share(company, books[:place], ex_date) if ex_date else Decimal(0)
        if ex_date and paid:
            rows.append(_action(company, ex_date, ActionKind.DIVIDEND, paid))
    return tuple(sorted(rows, key=lambda row: row.ex_date))


def _action(company: DemoCompany, ex_date: date, kind: ActionKind, value: Decimal) -> CorporateAction:
    announced_on = sessions_before(company.exchange, ex_date, _NOTICE[company.is_chinese])
    return CorporateAction(
        symbol=company.symbol,
        ex_date=ex_date,
        kind=kind,
        value=value,
        source=SOURCE,
        known_at=local(company.market, announced_on, 18),
    )


_Terms = tuple[tuple[date, date], ...]

# SHAKY missed the deadline of its annual report, so trading stopped until four months later, renewed month by month.
_SUSPENDED: tuple[tuple[DemoCompany, _Terms], ...] = (
    (CYCLICAL, ((date(2017, 9, 11), date(2017, 9, 22)),)),
    (GROWER, ((date(2015, 8, 3), date(2015, 8, 14)), (date(2022, 3, 7), date(2022, 3, 8)))),
    (
        SHAKY,
        (
            (date(2019, 5, 6), date(2019, 5, 31)),
            (date(2019, 6, 3), date(2019, 6, 28)),
            (date(2019, 7, 1), date(2019, 7, 31)),
            (date(2019, 8, 1), date(2019, 8, 30)),
        ),
    ),
)
# Special treatment is looked at again after each annual report.
_SPECIAL: tuple[tuple[DemoCompany, _Terms], ...] = (
    (SHAKY, ((date(2019, 9, 2), date(2020, 4, 30)), (date(2020, 5, 6), date(2021, 4, 30)))),
)


def status_periods() -> tuple[StatusPeriod, ...]:
    """Each known on the evening of the session before it begins."""
    suspended = [_period(who, StatusKind.SUSPENDED, *term) for who, terms in _SUSPENDED for term in terms]
    special = [_period(who, StatusKind.SPECIAL_TREATMENT, *term) for who, terms in _SPECIAL for term in terms]
    return tuple(suspended + special)


def days_under(company: DemoCompany, kind: StatusKind, days: tuple[date, ...]) -> frozenset[date]:
    """Those of `days` that lie within a period of this kind."""
    terms = [(row.since, row.until) for row in status_periods() if row.symbol == company.symbol and row.kind is kind]
    return frozenset(day for since, until in terms for day in days if since <= day <= (until or day))


def _period(company: DemoCompany, kind: StatusKind, since: date, until: date) -> StatusPeriod:
    return StatusPeriod(
        symbol=company.symbol,
        kind=kind,
        since=since,
        until=until,
        source=SOURCE,
        known_at=local(company.market, sessions_before(company.exchange, since, 1), 18),
    )
