"""The rules of each market, on the days they held."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packages.core.messages import Language, render
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.market_data.symbols import Market
from tests.corpus.price_limits import limit_prices

CHINA = RULEBOOK[Market.CN_STOCKS]


def test_every_market_has_rules() -> None:
    assert set(RULEBOOK) == set(Market)


@pytest.mark.parametrize(
    ("board", "st_", "day", "limit"),
    [
        ("main", False, date(2015, 6, 1), "0.10"),
        ("main", True, date(2015, 6, 1), "0.05"),
        ("main", False, date(1995, 1, 1), None),
        ("chinext", False, date(2020, 8, 21), "0.10"),
        ("chinext", False, date(2020, 8, 24), "0.20"),
        ("star", False, date(2019, 7, 22), "0.20"),
        ("bse", False, date(2021, 11, 15), "0.30"),
    ],
)
def test_price_limits_follow_board_status_and_day(board: str, st_: bool, day: date, limit: str | None) -> None:
    assert CHINA.limit(board, day, st=st_) == (Decimal(limit) if limit else None)


def test_a_new_listing_is_free_in_its_first_sessions() -> None:
    day = date(2024, 1, 8)
    assert CHINA.limit("star", day, st=False, sessions_listed=4) is None
    assert CHINA.limit("star", day, st=False, sessions_listed=5) == Decimal("0.20")


@pytest.mark.parametrize(
    ("day", "buy", "sell"),
    [
        (date(2007, 5, 29), "0.001", "0.001"),
        (date(2007, 5, 30), "0.003", "0.003"),
        (date(2008, 9, 18), "0.001", "0.001"),
        (date(2008, 9, 19), "0", "0.001"),
        (date(2023, 8, 27), "0", "0.001"),
        (date(2023, 8, 28), "0", "0.0005"),
    ],
)
def test_stamp_duty_changed_with_the_years(day: date, buy: str, sell: str) -> None:
    assert CHINA.duty("buy", day) == Decimal(buy)
    assert CHINA.duty("sell", day) == Decimal(sell)


def test_lots_differ_by_board() -> None:
    assert (CHINA.lot("main").minimum, CHINA.lot("main").step) == (Decimal(100), Decimal(100))
    assert (CHINA.lot("star").minimum, CHINA.lot("star").step) == (Decimal(200), Decimal(1))
    assert RULEBOOK[Market.US_STOCKS].lot("main").minimum == 1


def test_shares_bought_today_are_sold_tomorrow_at_the_earliest_in_china_only() -> None:
    assert [market for market, rules in RULEBOOK.items() if rules.sell_after_sessions] == [Market.CN_STOCKS]


@pytest.mark.parametrize(
    ("market", "day", "buy", "sell"),
    [
        (Market.HK_STOCKS, date(2022, 1, 3), "0.0013", "0.0013"),
        (Market.HK_STOCKS, date(2024, 1, 2), "0.001", "0.001"),
        (Market.UK_STOCKS, date(2024, 1, 2), "0.005", "0"),
        (Market.FR_STOCKS, date(2024, 1, 2), "0.003", "0"),
        (Market.FR_STOCKS, date(2025, 4, 1), "0.004", "0"),
        (Market.IT_STOCKS, date(2025, 1, 2), "0.001", "0"),
        (Market.ES_STOCKS, date(2021, 1, 15), "0", "0"),
        (Market.ES_STOCKS, date(2021, 1, 16), "0.002", "0"),
        (Market.IN_STOCKS, date(2021, 1, 4), "0.00115", "0.001"),
        (Market.DE_STOCKS, date(2024, 1, 2), "0", "0"),
        (Market.JP_STOCKS, date(2024, 1, 4), "0", "0"),
    ],
)
def test_duties_elsewhere_are_those_of_the_day(market: Market, day: date, buy: str, sell: str) -> None:
    rules = RULEBOOK[market]
    assert (rules.duty("buy", day), rules.duty("sell", day)) == (Decimal(buy), Decimal(sell))


def test_what_a_market_does_not_model_is_said_in_both_languages() -> None:
    for market in Market:
        for said in RULEBOOK[market].sentences():
            assert render(said, Language.EN) != render(said, Language.ZH)
    hong_kong = " ".join(render(said, Language.EN) for said in RULEBOOK[Market.HK_STOCKS].sentences())
    assert "board lots" in hong_kong


def test_tokyo_has_limits_in_yen_that_rise_with_the_price() -> None:
    table = RULEBOOK[Market.JP_STOCKS].bands
    assert table is not None
    steps = [band.below for band in table.bands[:-1] if band.below is not None]
    amounts = [band.amount for band in table.bands]
    assert (steps, amounts) == (sorted(steps), sorted(amounts))
    assert table.bands[-1].below is None


def test_limit_prices_are_rounded_to_the_fen_half_up() -> None:
    assert limit_prices(CHINA, Decimal("10.05"), Decimal("0.10")) == (Decimal("9.05"), Decimal("11.06"))


@given(st.decimals(min_value="0.50", max_value="3000", places=2))
def test_limit_prices_lie_around_the_close_before(close: Decimal) -> None:
    down, up = limit_prices(CHINA, close, Decimal("0.10"))
    assert down < close < up
    assert abs(up - close * Decimal("1.1")) <= Decimal("0.005")
