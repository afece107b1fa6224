"""Dividends and bonus shares from a vendor's rows: per share, one action of a kind for one ex-date."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from packages.domain.market_data.rows import ActionKind, CorporateAction
from packages.domain.market_data.statutory import known_before_open
from packages.domain.market_data.symbols import Symbol


@dataclass(frozen=True, slots=True)
class Distribution:
    """What one share got on one ex-date, for one fiscal period: cash before tax, and new shares."""

    period: str
    ex_date: date
    announced: date | None
    cash: Decimal
    new_shares: Decimal


def actions_of(
    source: str, symbol: Symbol, distributions: Iterable[Distribution], days: tuple[date, date]
) -> tuple[CorporateAction, ...]:
    """Actions whose ex-date lies in the days, both ends included. Vendors repeat rows, so equal ones count once;
    different ones for the same ex-date add up."""
    first, last = days
    by_day: dict[date, dict[tuple[str, Decimal, Decimal], Distribution]] = defaultdict(dict)
    for each in distributions:
        if first <= each.ex_date <= last:
            by_day[each.ex_date].setdefault((each.period, each.cash, each.new_shares), each)
    return tuple(
        action for day in sorted(by_day) for action in _actions(source, symbol, day, list(by_day[day].values()))
    )


def _actions(source: str, symbol: Symbol, ex_date: date, same_day: list[Distribution]) -> Iterable[CorporateAction]:
    known_at = max(known_before_open(ex_date, each.announced) for each in same_day)
    new_shares = sum((each.new_shares for each in same_day), Decimal(0))
    cash = sum((each.cash for each in same_day), Decimal(0))
    if new_shares > 0:
        yield _action(source, symbol, ex_date, known_at, ActionKind.SPLIT, 1 + new_shares)
    if cash > 0:
        yield _action(source, symbol, ex_date, known_at, ActionKind.DIVIDEND, cash)


def _action(
    source: str, symbol: Symbol, ex_date: date, known_at: datetime, kind: ActionKind, value: Decimal
) -> CorporateAction:
    return CorporateAction(source=source, known_at=known_at, symbol=symbol, ex_date=ex_date, kind=kind, value=value)
