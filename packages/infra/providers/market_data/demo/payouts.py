"""Which dividends a company pays and when: once a year in China, every quarter in the United States."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Protocol

from packages.infra.providers.market_data.demo.company import DemoCompany
from packages.infra.providers.market_data.demo.sessions import on_or_after


class Earned(Protocol):
    """What a payout is decided on: a finished quarter."""

    @property
    def end(self) -> date: ...

    @property
    def net_profit(self) -> int: ...


def ex_date_in(company: DemoCompany, until: date) -> date | None:
    """The ex-date within the quarter that ends on `until`, None in quarters without a dividend."""
    if company.business.payout == 0 or (company.is_chinese and until.month != 9):
        return None
    spread = sum(map(ord, company.symbol.text)) % 12
    month = 7 if company.is_chinese else until.month - 1
    return on_or_after(company.exchange, date(until.year, month, 6 + spread))


def per_share(company: DemoCompany, earned: Sequence[Earned], ex_date: date) -> Decimal:
    """In cents, from the profit of the last year that is finished and told; 0 after a loss."""
    if company.is_chinese:
        told = [quarter for quarter in earned if quarter.end.year == ex_date.year - 1]
        periods = 1
    else:
        told = list(earned)[-5:-1]
        periods = 4
    profit = sum(quarter.net_profit for quarter in told)
    if len(told) < 4 or profit <= 0:
        return Decimal(0)
    cents = int(profit * company.business.payout * 100 / periods / company.shares_on(ex_date))
    return Decimal(cents) / 100


def dividends_paid(company: DemoCompany, earned: Sequence[Earned], until: date) -> int:
    """The whole amount that leaves the company in the quarter that ends on `until`."""
    ex_date = ex_date_in(company, until)
    if ex_date is None:
        return 0
    return int(per_share(company, earned, ex_date) * company.shares_on(ex_date))
