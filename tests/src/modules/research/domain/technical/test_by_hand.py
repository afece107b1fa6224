"""Examples that were worked out on paper."""

import numpy as np
import pytest

from src.modules.research.domain.technical.indicators import kdj, obv_trend, on_balance_volume, rsi, volume_ratio, vwap
from src.modules.research.domain.technical.levels import turning_highs
from tests.src.modules.research.domain.builders import columns


def test_kdj_starts_at_50_and_takes_a_third_of_each_new_value() -> None:
    # Nine bars between 10 and 20. First window: close 18, so (18-10)/(20-10) = 80 and K = 50*2/3 + 80/3 = 60,
    # D = 50*2/3 + 60/3 = 53.333, J = 3*60 - 2*53.333 = 73.333.
    # The next bar closes at 10: 0, so K = 40, D = 48.889, J = 22.222.
    close = [15.0] * 8 + [18.0, 10.0]
    told = kdj(columns(close, high=[20.0] * 10, low=[10.0] * 10))
    assert np.isnan(told.k[:8]).all()
    assert told.k[8:] == pytest.approx([60.0, 40.0])
    assert told.d[8:] == pytest.approx([160 / 3, 440 / 9])
    assert told.j[8:] == pytest.approx([220 / 3, 200 / 9])


def test_kdj_of_a_price_without_any_range_stays_in_the_middle() -> None:
    told = kdj(columns([7.0] * 12))
    assert told.k[8:] == pytest.approx([50.0] * 4)


def test_vwap_weighs_the_typical_price_by_volume() -> None:
    # Typical prices (12+9+9)/3 = 10 and (24+18+18)/3 = 20 on volumes 100 and 300: (1000 + 6000) / 400 = 17.5.
    bars = columns([9.0, 18.0], high=[12.0, 24.0], low=[9.0, 18.0], volume=[100.0, 300.0])
    assert vwap(bars, 2)[-1] == pytest.approx(17.5)
    assert np.isnan(vwap(bars, 2)[0])


def test_volume_ratio_is_todays_volume_over_the_mean_of_the_five_days_before() -> None:
    # (100+200+300+400+500)/5 = 300, today 450.
    told = volume_ratio(np.array([100.0, 200.0, 300.0, 400.0, 500.0, 450.0]))
    assert np.isnan(told[:5]).all()
    assert told[5] == pytest.approx(1.5)


def test_on_balance_volume_adds_rising_days_and_takes_falling_days_away() -> None:
    bars = columns([10.0, 11.0, 10.5, 10.5, 12.0], volume=[5.0, 3.0, 2.0, 9.0, 4.0])
    assert on_balance_volume(bars).tolist() == [5.0, 8.0, 6.0, 6.0, 10.0]


def test_the_trend_of_obv_is_one_when_every_day_rises_and_minus_one_when_every_day_falls() -> None:
    rising = columns(np.arange(1.0, 21.0), volume=[50.0] * 20)
    falling = columns(np.arange(20.0, 0.0, -1.0), volume=[50.0] * 20)
    assert obv_trend(rising) == pytest.approx(1.0)
    assert obv_trend(falling) == pytest.approx(-1.0)


def test_the_trend_of_obv_over_three_days_by_hand() -> None:
    # OBV 6, 6+4=10, 10-2=8. Slope of the least-squares line: ((-1)*6 + 0*10 + 1*8) / 2 = 1; mean volume 4: 0.25.
    bars = columns([1.0, 2.0, 1.5], volume=[6.0, 4.0, 2.0])
    assert obv_trend(bars, 3) == pytest.approx(0.25)


def test_a_price_that_does_not_move_has_no_relative_strength() -> None:
    assert np.isnan(rsi(np.full(40, 9.0))).all()


def test_a_turn_tops_five_bars_before_and_is_not_topped_in_five_after() -> None:
    highs = np.array([1, 2, 3, 4, 5, 9, 5, 4, 3, 2, 1, 2, 8, 8, 1, 1, 1, 1, 1], dtype=np.float64)
    assert turning_highs(highs) == [5, 12]
    assert turning_highs(highs[:10]) == []
