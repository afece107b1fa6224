"""Adjusted prices: a holder's returns, computed from what had happened by the read."""

from datetime import UTC, date, datetime
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from packages.domain.market_data.adjustment import Adjustment, adjusted
from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.quality import assemble
from packages.domain.market_data.rows import ActionKind, CorporateAction
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.timeframe import Timeframe

SYMBOL = parse_symbol("DEMO5")


def series(*closes: float) -> BarSeries:
    close = np.array(closes, dtype=np.float64)
    time = np.datetime64("2024-01-01", "us") + np.arange(len(closes)) * np.timedelta64(1, "D")
    return assemble(
        SYMBOL, Timeframe.D1, "test", time=time, open_=close, high=close, low=close, close=close, volume=close * 0 + 700
    )


def action(kind: ActionKind, day: int, value: str) -> CorporateAction:
    known = datetime(2023, 12, 1, tzinfo=UTC)
    ex_date = date(2024, 1, day)
    return CorporateAction(
        source="test", known_at=known, symbol=SYMBOL, ex_date=ex_date, kind=kind, value=Decimal(value)
    )


def test_a_split_scales_prices_down_and_volumes_up_before_its_ex_date() -> None:
    split = action(ActionKind.SPLIT, 3, "7")
    result = adjusted(series(700, 714, 102), [split], Adjustment.SPLITS).columns
    assert result.close.tolist() == [100.0, 102.0, 102.0]
    assert result.volume.tolist() == [4900.0, 4900.0, 700.0]


def test_a_dividend_makes_the_return_that_of_a_holder() -> None:
    dividend = action(ActionKind.DIVIDEND, 2, "5")
    result = adjusted(series(100, 95), [dividend], Adjustment.TOTAL).columns.close
    assert result[1] / result[0] == pytest.approx(1.0)


def test_dividends_are_left_alone_where_only_splits_are_asked_for() -> None:
    dividend = action(ActionKind.DIVIDEND, 2, "5")
    assert adjusted(series(100, 95), [dividend], Adjustment.SPLITS).columns.close.tolist() == [100.0, 95.0]


def test_raw_prices_stay_raw() -> None:
    result = adjusted(series(700, 100), [action(ActionKind.SPLIT, 2, "7")], Adjustment.RAW)
    assert (result.columns.close.tolist(), result.adjusted) == ([700.0, 100.0], "raw")


def test_an_action_that_is_still_to_come_changes_nothing() -> None:
    split = action(ActionKind.SPLIT, 20, "7")
    assert adjusted(series(700, 710), [split], Adjustment.SPLITS).columns.close.tolist() == [700.0, 710.0]


def test_an_ex_date_without_a_bar_counts_from_the_next_one() -> None:
    whole = series(700, 700, 100)
    without_second = BarSeries(SYMBOL, Timeframe.D1, "test", "raw", whole.columns[::2])
    result = adjusted(without_second, [action(ActionKind.SPLIT, 2, "7")], Adjustment.SPLITS)
    assert result.columns.close.tolist() == [100.0, 100.0]


@given(st.lists(st.floats(1, 1000), min_size=2, max_size=12), st.integers(2, 12), st.sampled_from(["2", "3", "0.5"]))
def test_the_newest_price_is_never_scaled_and_returns_elsewhere_are_kept(
    closes: list[float], day: int, ratio: str
) -> None:
    raw = series(*closes)
    result = adjusted(raw, [action(ActionKind.SPLIT, day, ratio)], Adjustment.SPLITS).columns
    assert result.close[-1] == raw.columns.close[-1]
    returns, raw_returns = np.diff(np.log(result.close)), np.diff(np.log(raw.columns.close))
    untouched = [i for i in range(len(closes) - 1) if i != day - 2]
    np.testing.assert_allclose(returns[untouched], raw_returns[untouched], atol=1e-9)
