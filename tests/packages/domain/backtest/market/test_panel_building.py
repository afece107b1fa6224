"""Instruments side by side on one axis, with the lots and duties of their market."""

from datetime import date

import numpy as np
import pytest

from packages.domain.backtest.market.instrument_bars import instrument_bars
from packages.domain.backtest.market.panel_building import (
    MOST_BARS,
    PanelTooLarge,
    build_panel,
    duties,
    refuse_more_bars,
)
from packages.domain.backtest.panel import Panel
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.market_rules import RULEBOOK
from packages.domain.market_data.rows import ActionKind
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from tests.packages.domain.backtest.stored_bars import action, series, told

CHINA = RULEBOOK[Market.CN_STOCKS]


def panel(*all_series: BarSeries) -> Panel:
    first = all_series[0]
    return build_panel(first.symbol.market, first.timeframe, [instrument_bars(told(one)) for one in all_series])


def test_the_axis_is_the_union_and_absent_bars_are_nan() -> None:
    found = panel(
        series("AAPL", ["2024-01-02", "2024-01-04"], [1, 2]), series("NVDA", ["2024-01-03", "2024-01-04"], [3, 4])
    )
    assert [str(day)[:10] for day in found.time] == ["2024-01-02", "2024-01-03", "2024-01-04"]
    np.testing.assert_array_equal(found.close, [[1, np.nan, 2], [np.nan, 3, 4]])
    np.testing.assert_array_equal(np.isnan(found.volume), np.isnan(found.close))
    assert found.tickers == ("AAPL", "NVDA")
    assert not found.is_whole


def test_absent_bars_have_no_limit_and_no_dividend() -> None:
    days = ["2024-01-02", "2024-01-03", "2024-01-04"]
    paid = told(series("000001.SZ", days), action("000001.SZ", days[2], ActionKind.DIVIDEND, "0.1"))
    late = told(series("000002.SZ", days[2:]))
    found = build_panel(Market.CN_STOCKS, Timeframe.D1, [instrument_bars(paid), instrument_bars(late)])
    assert found.upper_limit is not None
    assert found.lower_limit is not None
    assert found.dividend is not None
    assert found.upper_limit[1].tolist() == [np.inf] * 3
    assert found.lower_limit[1].tolist() == [0.0] * 3
    assert found.dividend.tolist() == [[0, 0, 0.1], [0, 0, 0]]


def test_a_market_without_limits_dividends_and_duties_has_none() -> None:
    found = panel(series("BTC-USD", ["2024-01-02", "2024-01-03"]))
    assert (found.lower_limit, found.upper_limit, found.dividend, found.buy_duty, found.sell_duty) == (None,) * 5
    assert found.sell_after_sessions == 0


def test_matrices_are_contiguous_and_of_doubles() -> None:
    found = panel(series("000001.SZ", ["2024-01-02", "2024-01-03"]), series("000002.SZ", ["2024-01-02", "2024-01-03"]))
    for matrix in (found.open, found.high, found.low, found.close, found.volume, found.lower_limit, found.upper_limit):
        assert matrix is not None
        assert matrix.dtype == np.float64
        assert matrix.flags.c_contiguous
    assert found.sell_after_sessions == 1


def test_duties_are_those_of_the_rule_book_on_every_day() -> None:
    days = np.arange("2004-12-01", "2024-02-01", 7, dtype="datetime64[D]")
    for side in ("buy", "sell"):
        due = duties(CHINA, side, days)
        assert due is not None
        assert due.tolist() == [float(CHINA.duty(side, day)) for day in days.tolist()]


def test_a_duty_that_was_abolished_before_the_first_day_is_none() -> None:
    days = np.array([date(2020, 1, 2)], dtype="datetime64[D]")
    assert duties(CHINA, "buy", days) is None


def test_more_bars_than_a_backtest_takes_are_refused() -> None:
    refuse_more_bars(MOST_BARS)
    with pytest.raises(PanelTooLarge, match=r"12,000,001 bars .*choose fewer tickers"):
        refuse_more_bars(MOST_BARS + 1)
