"""Price limits by board, status, day and listing, to the tick, as the rule book has them."""

from datetime import UTC, date, datetime
from decimal import ROUND_HALF_UP, Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from packages.domain.backtest.market.price_limits import Listing, limit_fractions, on_ticks, price_limits, within
from packages.domain.market_data.calendar import Days
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.market_data.rows import ActionKind, CorporateAction, StatusKind, StatusPeriod
from packages.domain.market_data.symbols import Market, parse_symbol
from tests.corpus.price_limits import limit_prices

CHINA = RULEBOOK[Market.CN_STOCKS]
SYMBOL = parse_symbol("DEMO1.SZ")
OLD = Listing("main", date(1991, 4, 3))
LONG_AGO = datetime(1990, 1, 1, tzinfo=UTC)


def days(*told: str) -> Days:
    return np.array(told, dtype="datetime64[D]")


def action(day: str, kind: ActionKind, value: str) -> CorporateAction:
    return CorporateAction(
        source="test",
        known_at=LONG_AGO,
        symbol=SYMBOL,
        ex_date=date.fromisoformat(day),
        kind=kind,
        value=Decimal(value),
    )


def special(since: str, until: str | None) -> StatusPeriod:
    return StatusPeriod(
        source="test",
        known_at=LONG_AGO,
        symbol=SYMBOL,
        kind=StatusKind.SPECIAL_TREATMENT,
        since=date.fromisoformat(since),
        until=None if until is None else date.fromisoformat(until),
    )


def limits(
    told: Days, close: list[float], *actions: CorporateAction, listing: Listing = OLD
) -> tuple[list[float], list[float]]:
    found = price_limits(CHINA, listing, told, np.array(close), actions)
    return found.lower.tolist(), found.upper.tolist()


def test_limits_stand_around_the_close_before_and_the_first_bar_has_none() -> None:
    assert limits(days("2024-01-02", "2024-01-03"), [10.05, 11.0]) == ([0.0, 9.05], [np.inf, 11.06])


def test_tokyo_limits_are_yen_by_the_price_before_and_cash_that_goes_ex_leaves_them() -> None:
    told, paid = days("2024-01-04", "2024-01-05", "2024-01-08"), action("2024-01-05", ActionKind.DIVIDEND, "20")
    found = price_limits(RULEBOOK[Market.JP_STOCKS], OLD, told, np.array([990.0, 1000.0, 1100.0]), [paid])
    assert found.lower.tolist() == [0.0, 840.0, 700.0]
    assert found.upper.tolist() == [np.inf, 1140.0, 1300.0]


def test_tokyo_had_another_table_before_2010_and_none_is_guessed() -> None:
    found = price_limits(
        RULEBOOK[Market.JP_STOCKS], OLD, days("2009-12-29", "2009-12-30"), np.array([990.0, 980.0]), []
    )
    assert found.upper.tolist() == [np.inf, np.inf]


def test_what_goes_ex_lowers_the_reference() -> None:
    told = days("2024-06-03", "2024-06-04")
    cash, shares = action("2024-06-04", ActionKind.DIVIDEND, "0.5"), action("2024-06-04", ActionKind.SPLIT, "1.5")
    assert limits(told, [10.0, 9.5], cash) == ([0.0, 8.55], [np.inf, 10.45])
    assert limits(told, [10.0, 6.3], shares, cash) == ([0.0, 5.7], [np.inf, 6.96])  # (10 - 0.5) / 1.5 = 6.33


def test_what_went_ex_during_a_suspension_counts_on_the_day_of_return() -> None:
    told = days("2024-06-03", "2024-06-11", "2024-06-12")
    lower, upper = limits(told, [10.0, 5.0, 5.0], action("2024-06-05", ActionKind.SPLIT, "2"))
    assert (lower[1:], upper[1:]) == ([4.5, 4.5], [5.5, 5.5])


def test_special_treatment_halves_the_limit_while_it_lasts() -> None:
    told = days("2024-01-02", "2024-01-03", "2024-01-04", "2024-01-05")
    listing = Listing("main", OLD.listed_on, (special("2024-01-03", "2024-01-04"),))
    assert limits(told, [10.0] * 4, listing=listing)[1] == [np.inf, 10.5, 10.5, 11.0]


def test_special_treatment_without_an_end_is_still_on() -> None:
    assert within([special("2024-01-03", None)], days("2024-01-02", "2024-01-03", "2030-01-01")).tolist() == [0, 1, 1]


def test_a_new_listing_is_free_in_its_first_five_sessions_however_long_it_was_suspended() -> None:
    told = days("2024-01-02", "2024-01-03", "2024-02-05", "2024-02-06", "2024-02-07", "2024-02-08")
    upper = limits(told, [10.0] * 6, listing=Listing("star", date(2024, 1, 2)))[1]
    assert upper == [np.inf] * 5 + [12.0]


def test_bars_that_begin_long_after_the_listing_are_not_free() -> None:
    upper = limits(days("2024-02-05", "2024-02-06"), [10.0] * 2, listing=Listing("star", date(2024, 1, 2)))[1]
    assert upper == [np.inf, 12.0]


def test_all_bars_of_a_day_share_the_limits_of_the_day() -> None:
    told = days("2024-01-02", "2024-01-02", "2024-01-03", "2024-01-03", "2024-01-04")
    assert limits(told, [9.0, 10.0, 10.5, 11.0, 11.0])[1] == [np.inf, np.inf, 11.0, 11.0, 12.1]


def test_a_board_without_a_rule_has_no_limit() -> None:
    assert limits(days("2024-01-02", "2024-01-03"), [10.0, 11.0], listing=Listing("index", None))[1] == [np.inf] * 2


def test_prices_in_single_precision_are_set_on_their_ticks_and_others_stay() -> None:
    told = np.array([np.float32(15.9), np.float32(1798.88), 7.123, 11.06], dtype=np.float64)
    assert on_ticks(CHINA, told).tolist() == [15.9, 1798.88, 7.123, 11.06]


@given(
    board=st.sampled_from(["main", "chinext", "star", "bse", "index"]),
    listed_on=st.dates(date(1991, 1, 1), date(2025, 1, 1)),
    ordered=st.lists(st.dates(date(1991, 1, 1), date(2026, 1, 1)), min_size=2, max_size=30, unique=True).map(sorted),
    cents=st.integers(50, 300_000),
    is_special=st.booleans(),
)
def test_limits_are_those_of_the_rule_book(
    board: str, listed_on: date, ordered: list[date], cents: int, is_special: bool
) -> None:
    told = np.array(ordered, dtype="datetime64[D]")
    listing = Listing(board, listed_on, (special("1991-01-01", None),) if is_special else ())
    before = max(0, int(np.busday_count(listed_on, ordered[0])))
    close = np.full(len(told), cents / 100)
    found = price_limits(CHINA, listing, told, close, ())
    for place, day in enumerate(ordered[1:], start=1):
        fraction = CHINA.limit(board, day, st=is_special, sessions_listed=before + place)
        lower, upper = (0.0, np.inf) if fraction is None else limit_prices(CHINA, Decimal(cents) / 100, fraction)
        assert (found.lower[place], found.upper[place]) == (float(lower), float(upper))


@given(
    cents=st.integers(200, 300_000),
    cash=st.decimals("0.001", "1.5", places=4),
    shares=st.decimals("1.01", "4", places=2),
)
def test_the_reference_is_rounded_as_decimal_arithmetic_rounds_it(cents: int, cash: Decimal, shares: Decimal) -> None:
    both = [action("2024-06-04", ActionKind.SPLIT, str(shares)), action("2024-06-04", ActionKind.DIVIDEND, str(cash))]
    close = Decimal(cents) / 100
    reference = ((close - cash) / shares).quantize(Decimal("0.01"), ROUND_HALF_UP)
    lower, upper = limit_prices(CHINA, reference, Decimal("0.10"))
    found = limits(days("2024-06-03", "2024-06-04"), [float(close)] * 2, *both)
    assert (found[0][1], found[1][1]) == (float(lower), float(upper))


@pytest.mark.parametrize(("day", "fraction"), [("2020-08-21", 1000), ("2020-08-24", 2000)])
def test_a_rule_holds_from_its_day_on(day: str, fraction: int) -> None:
    assert limit_fractions(CHINA, Listing("chinext", date(2011, 1, 4)), days(day)).tolist() == [fraction]
