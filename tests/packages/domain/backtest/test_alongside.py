"""What is seen of another instrument on a bar: never what is not over yet, and nothing where its bar is missing."""

from dataclasses import replace

import numpy as np

from packages.domain.backtest.alongside import Alongside, ReferencedBars, seen, seen_places
from packages.domain.backtest.jobs.fingerprint import fingerprint
from packages.domain.market_data.bars import Instants
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from tests.reference.by_hand import flat, panel_of


def days(*texts: str) -> Instants:
    return np.array(texts, dtype="datetime64[us]")


def other(market: Market, time: Instants, symbol: str = "SPY") -> ReferencedBars:
    prices = np.arange(len(time), dtype=np.float64) + 100.0
    return ReferencedBars(symbol, market, time, prices, prices, prices, prices, prices)


def test_in_the_same_market_the_bar_of_the_same_time_is_seen_or_none() -> None:
    own = days("2024-03-04", "2024-03-05", "2024-03-06")
    spy = other(Market.US_STOCKS, days("2024-03-04", "2024-03-06"))
    places = seen_places(spy, Market.US_STOCKS, Timeframe.D1, own)
    assert places.tolist() == [0, -1, 1]
    assert np.array_equal(seen(spy.close, places), [100.0, np.nan, 101.0], equal_nan=True)


def test_new_york_is_seen_in_shanghai_a_day_later() -> None:
    own = days("2024-03-04", "2024-03-05", "2024-03-06")
    spy = other(Market.US_STOCKS, days("2024-03-01", "2024-03-04", "2024-03-05"))
    assert seen_places(spy, Market.CN_STOCKS, Timeframe.D1, own).tolist() == [0, 1, 2]
    shanghai = other(Market.CN_STOCKS, own)
    assert seen_places(shanghai, Market.US_STOCKS, Timeframe.D1, own).tolist() == [0, 1, 2]


def test_a_holiday_elsewhere_is_bridged_and_a_bar_of_long_ago_is_not() -> None:
    spy = other(Market.US_STOCKS, days("2024-03-01"))
    own = days("2024-03-04", "2024-03-08", "2024-03-25")
    assert seen_places(spy, Market.CN_STOCKS, Timeframe.D1, own).tolist() == [0, 0, -1]


def test_nothing_is_seen_before_the_first_bar() -> None:
    spy, early = other(Market.US_STOCKS, days("2024-03-05")), days("2024-03-04")
    assert seen_places(spy, Market.CN_STOCKS, Timeframe.D1, early).tolist() == [-1]
    nothing = other(Market.US_STOCKS, days())
    assert seen_places(nothing, Market.US_STOCKS, Timeframe.D1, early).tolist() == [-1]
    assert np.isnan(seen(nothing.close, np.array([-1]))).all()


def test_a_panel_cut_short_knows_no_later_bar_of_others() -> None:
    panel = panel_of([flat(10.0)] * 4)
    beside = Alongside((other(panel.market, panel.time),))
    cut = replace(panel, alongside=beside).until(2)
    assert cut.alongside is not None
    assert len(cut.alongside.others[0].time) == 2


def test_a_panel_that_reads_nothing_else_keeps_its_fingerprint_and_others_change_it() -> None:
    panel = panel_of([flat(10.0)] * 4)
    beside = replace(panel, alongside=Alongside((other(panel.market, panel.time),)))
    moved = replace(panel, alongside=Alongside((other(panel.market, panel.time, "QQQ"),)))
    digests = [fingerprint(each, {}).digest for each in (panel, beside, moved)]
    assert len(set(digests)) == 3
    assert digests[0] == fingerprint(replace(panel, alongside=None), {}).digest
