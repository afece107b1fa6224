"""One instrument's bars: only what was traded, splits taken out, dividends and limits in the terms of the prices."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from packages.domain.backtest.market.instrument_bars import BadBars, instrument_bars
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.rows import ActionKind
from packages.domain.market_data.timeframe import Timeframe
from tests.packages.domain.backtest.stored_bars import action, series, suspension, told

DAYS = ["2024-06-03", "2024-06-04", "2024-06-05", "2024-06-06"]


def test_an_a_share_without_volume_was_suspended() -> None:
    found = instrument_bars(told(series("000001.SZ", DAYS, volume=[100, 0, 0, 100])))
    assert [str(day)[:10] for day in found.time] == [DAYS[0], DAYS[3]]
    assert len(found.left_out) == 2


def test_an_index_future_without_volume_is_traded_all_the_same() -> None:
    assert len(instrument_bars(told(series("ES=F", DAYS, volume=0)))) == 4


def test_bars_within_a_suspension_are_left_out() -> None:
    found = instrument_bars(told(series("AAPL", DAYS), suspension("AAPL", DAYS[1], DAYS[2])))
    assert [str(day)[:10] for day in found.time] == [DAYS[0], DAYS[3]]


def test_a_split_is_taken_out_of_prices_and_volumes() -> None:
    found = instrument_bars(
        told(series("AAPL", DAYS, close=[20, 20, 10, 10]), action("AAPL", DAYS[2], ActionKind.SPLIT, "2"))
    )
    assert found.close.tolist() == [10, 10, 10, 10]
    assert found.volume.tolist() == [2000, 2000, 1000, 1000]


def test_a_dividend_is_in_the_terms_of_the_prices() -> None:
    rows = (action("AAPL", DAYS[1], ActionKind.DIVIDEND, "1"), action("AAPL", DAYS[3], ActionKind.SPLIT, "4"))
    found = instrument_bars(told(series("AAPL", DAYS, close=[41, 40, 40, 10]), *rows))
    assert found.dividend.tolist() == [0, 0.25, 0, 0]


def test_cash_and_new_shares_of_one_day_are_both_for_the_shares_of_the_eve() -> None:
    rows = (action("000001.SZ", DAYS[1], ActionKind.SPLIT, "2"), action("000001.SZ", DAYS[1], ActionKind.DIVIDEND, "1"))
    found = instrument_bars(told(series("000001.SZ", DAYS, close=[21, 10, 10, 10]), *rows))
    # A holder of one old share has two new ones, and one yuan for both.
    assert found.close[0] == found.close[1] + found.dividend[1] == 10.5


def test_a_dividend_during_a_suspension_is_paid_on_the_day_of_return() -> None:
    bars = series("000001.SZ", DAYS, volume=[100, 0, 0, 100])
    found = instrument_bars(told(bars, action("000001.SZ", DAYS[1], ActionKind.DIVIDEND, "0.5")))
    assert found.dividend.tolist() == [0, 0.5]


@given(cents=st.integers(100, 100_000), split=st.sampled_from(["1.2", "1.3", "1.5", "1.8", "3"]), up=st.booleans())
def test_a_close_at_the_limit_equals_the_limit_after_any_split(cents: int, split: str, up: bool) -> None:
    limit = (cents * (110 if up else 90) + 50) // 100 / 100
    bars = series("000001.SZ", DAYS, close=[cents / 100, limit, limit, 1.0])
    found = instrument_bars(told(bars, action("000001.SZ", DAYS[3], ActionKind.SPLIT, split)))
    limits = found.upper_limit if up else found.lower_limit
    assert limits is not None
    assert found.close[1] == limits[1]


def test_markets_without_limits_and_weekly_bars_carry_none() -> None:
    assert instrument_bars(told(series("AAPL", DAYS))).upper_limit is None
    weekly = series("000001.SZ", ["2024-06-03", "2024-06-10"], timeframe=Timeframe.W1)
    assert instrument_bars(told(weekly)).upper_limit is None


def test_lots_follow_the_board() -> None:
    assert instrument_bars(told(series("688001.SH", DAYS), board="star")).lot.minimum == 200


def test_a_cut_keeps_what_was_left_out_behind_it() -> None:
    found = instrument_bars(told(series("000001.SZ", DAYS, volume=[100, 0, 100, 100]))).since(1)
    assert len(found) == 2
    assert len(found.left_out) == 0


def _with(bars: BarSeries, **columns: object) -> BarSeries:
    return replace(bars, columns=replace(bars.columns, **columns))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("column", "value", "reason"),
    [("close", np.nan, "a price is missing"), ("low", -1.0, "not positive"), ("high", 9.0, "high is below")],
)
def test_an_impossible_bar_is_refused_with_ticker_day_and_remedy(column: str, value: float, reason: str) -> None:
    bars = series("AAPL", DAYS)
    prices = np.array([10.0, 10.0, value, 10.0])
    with pytest.raises(BadBars, match=f"AAPL .*2024-06-05.*{reason}.*parley data sync AAPL.*--since 2024-06-05"):
        instrument_bars(told(_with(bars, **{column: prices})))


def test_a_high_that_a_vendor_rounded_below_the_open_reaches_it() -> None:
    bars = _with(series("AAPL", DAYS), high=np.full(4, 10.0 - 1e-7))
    assert instrument_bars(told(bars)).high.tolist() == [10.0] * 4
