"""Crises by name, windows of one's own, and what may stand in for an instrument."""

from datetime import date, timedelta

import pytest

from packages.domain.market_data.symbols import Market, parse_symbol
from packages.domain.stress.crises.run import proxies_for
from packages.domain.stress.crises.windows import (
    BadWindow,
    CrisisWindow,
    UnknownCrisis,
    crises_of,
    crisis,
    custom_window,
    refuse_doubles,
)

ALL = list(dict.fromkeys(window for market in Market for window in crises_of(market)))
DAY = date(2020, 3, 2)


@pytest.mark.parametrize("market", list(Market))
def test_every_market_has_crises_in_the_order_in_which_they_happened(market: Market) -> None:
    windows = crises_of(market)
    assert len(windows) >= 4
    assert [window.start for window in windows] == sorted(window.start for window in windows)
    own = market.value.removesuffix("_stocks")
    assert {window.key.partition("_")[0] for window in windows} in ({own}, {"world"})


def test_a_key_stands_for_one_crisis_in_all_markets() -> None:
    refuse_doubles(ALL)
    assert [crisis(window.key) for window in ALL] == ALL


def test_every_crisis_has_a_chinese_name_and_an_english_one() -> None:
    assert all(window.name_en.isascii() and not window.name_zh.isascii() for window in ALL)


def test_the_crash_of_2015_begins_at_the_peak_and_holds_the_circuit_breakers() -> None:
    window = crisis("cn_2015")
    assert window.start == date(2015, 6, 12)
    assert window.start < date(2016, 1, 4) < date(2016, 1, 7) < window.end


def test_a_crisis_that_nobody_knows_is_not_found() -> None:
    with pytest.raises(UnknownCrisis, match="'cn_1929'"):
        crisis("cn_1929")


def test_a_window_of_ones_own_is_named_by_its_days_unless_it_has_a_name() -> None:
    assert custom_window(DAY, DAY).name_zh == "2020-03-02 … 2020-03-02"
    named = custom_window(DAY, date(2020, 4, 1), "  My worst spring ")
    assert (named.key, named.name_en) == ("own_20200302_20200401", "My worst spring")


def test_a_window_that_ends_before_it_begins_is_refused() -> None:
    with pytest.raises(BadWindow, match="exchange them"):
        custom_window(DAY, DAY - timedelta(days=1))


def test_a_window_of_decades_is_refused() -> None:
    with pytest.raises(BadWindow, match="15 years at most"):
        custom_window(date(1990, 1, 1), DAY)


@pytest.mark.parametrize("name", ["", "   ", "x" * 81])
def test_a_name_that_says_nothing_or_too_much_is_refused(name: str) -> None:
    with pytest.raises(BadWindow, match="name of 1 to 80"):
        custom_window(DAY, DAY, name)


@pytest.mark.parametrize("key", ["", "Covid", "a b", "x" * 41, "../etc"])
def test_a_key_that_is_none_is_refused(key: str) -> None:
    with pytest.raises(BadWindow, match="no key"):
        CrisisWindow(key, "Name", "名字", DAY, DAY)


def test_a_window_that_is_asked_for_twice_is_refused() -> None:
    with pytest.raises(BadWindow, match="us_2008 is asked for twice"):
        refuse_doubles([crisis("us_2008"), crisis("us_2000"), crisis("us_2008")])


@pytest.mark.parametrize("market", list(Market))
def test_what_stands_in_is_an_instrument_of_the_same_market_in_our_spelling(market: Market) -> None:
    symbols = [parse_symbol(proxy) for proxy in proxies_for(market, ())]
    assert symbols
    assert {symbol.market for symbol in symbols} == {market}
    assert tuple(symbol.text for symbol in symbols) == proxies_for(market, ())


def test_what_is_traded_already_stands_in_for_nothing_else() -> None:
    assert proxies_for(Market.US_STOCKS, ["AAPL"]) == ("SPY", "QQQ")
    assert proxies_for(Market.US_STOCKS, ["AAPL", "SPY"]) == ("QQQ",)
