"""Splits and dividends as rows, announced before the day from which the price is without them."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from packages.domain.market_data.rows import ActionKind, CorporateAction
from packages.infra.providers.market_data.demo.books import Quarter
from packages.infra.providers.market_data.demo.company import DemoCompany
from packages.infra.providers.market_data.demo.payouts import ex_date_in, per_share
from packages.infra.providers.market_data.demo.reports import SOURCE
from packages.infra.providers.market_data.demo.sessions import local, sessions_before

_NOTICE = {True: 6, False: 20}  # sessions between the announcement and the ex-date, in China and elsewhere


def corporate_actions(company: DemoCompany, books: Sequence[Quarter]) -> tuple[CorporateAction, ...]:
    """In the order of ex-dates."""
    rows = [_action(company, split.ex_date, ActionKind.SPLIT, split.ratio) for split in company.splits]
    for place, quarter in enumerate(books):
        ex_date = ex_date_in(company, quarter.end)
        paid = per_share(company, books[:place], ex_date) if ex_date else Decimal(0)
        if ex_date and paid:
            rows.append(_action(company, ex_date, ActionKind.DIVIDEND, paid))
    return tuple(sorted(rows, key=lambda row: row.ex_date))


def _action(company: DemoCompany, ex_date: date, kind: ActionKind, value: Decimal) -> CorporateAction:
    told_on = sessions_before(company.exchange, ex_date, _NOTICE[company.is_chinese])
    return CorporateAction(
        symbol=company.symbol,
        ex_date=ex_date,
        kind=kind,
        value=value,
        source=SOURCE,
        known_at=local(company.market, told_on, 18),
    )
