"""Prices that were paid, worked out again from adjusted ones."""

import csv
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from benchmarks.walkback_data import SHARED, DayRow, undone
from packages.domain.market_data.rows import ActionKind, CorporateAction
from packages.domain.market_data.symbols import parse_symbol

SYMBOL = parse_symbol("000001.SZ")


def action(day: date, kind: ActionKind, value: str) -> CorporateAction:
    known = datetime(2020, 1, 1, tzinfo=UTC)
    return CorporateAction(symbol=SYMBOL, ex_date=day, kind=kind, value=Decimal(value), source="test", known_at=known)


def row(day: str, price: float) -> DayRow:
    return (day, price, price, price, price, 1000.0)


def test_before_an_ex_date_the_price_is_that_of_the_old_share_and_its_dividend() -> None:
    """Two shares for one and 0.10 in cash: 10 × 2 + 0.10 = 20.10 the day before; 9 the day before that is scaled by the
    same 2.01, which gives 18.09. The volume goes the other way."""
    ex_date = date(2015, 6, 10)
    actions = [action(ex_date, ActionKind.SPLIT, "2"), action(ex_date, ActionKind.DIVIDEND, "0.1")]
    paid = undone(SYMBOL, [row("2015-06-08", 9.0), row("2015-06-09", 10.0), row("2015-06-10", 10.2)], actions)
    assert paid.prices[:, 3].tolist() == [18.09, 20.1, 10.2]
    assert paid.prices[1, 4] == pytest.approx(1000 / 2.01)


def test_two_ex_dates_are_undone_one_after_the_other() -> None:
    """0.50 in cash first undone: 8 + 0.5 = 8.50, a factor of 1.0625; then three for two: 6 × 1.0625 × 1.5 = 9.56."""
    actions = [
        action(date(2015, 6, 10), ActionKind.SPLIT, "1.5"),
        action(date(2015, 6, 12), ActionKind.DIVIDEND, "0.5"),
    ]
    rows = [row("2015-06-09", 6.0), row("2015-06-10", 7.0), row("2015-06-11", 8.0), row("2015-06-12", 8.1)]
    assert undone(SYMBOL, rows, actions).prices[:, 3].tolist() == [9.56, 7.44, 8.5, 8.1]


def test_a_share_without_actions_was_paid_as_it_is_stored() -> None:
    file = SHARED / "cn_000002.SZ_daily.csv"
    if not file.is_file():
        pytest.skip("the real market data are not beside the checkout")
    with file.open() as lines:
        told = [row(one["datetime"][:10], float(one["close"])) for one in csv.DictReader(lines)]
    assert undone(parse_symbol("000002.SZ"), told, []).prices[:, 3].tolist() == [one[4] for one in told]
