import numpy as np

from packages.domain.backtest.thinning import MOST_POINTS, kept


def test_a_short_series_keeps_every_value_that_is_known() -> None:
    values = np.array([np.nan, 1.0, 2.0, np.nan, 3.0])
    assert kept(values).tolist() == [1, 2, 4]


def test_a_long_series_keeps_its_ends_and_its_extremes_in_order() -> None:
    values = np.cumsum(np.random.default_rng(1).normal(size=100_000))
    values[33_333], values[66_666] = 1e6, -1e6
    values[:5] = np.nan
    places = kept(values)
    assert len(places) <= MOST_POINTS
    assert (np.diff(places) > 0).all()
    assert {5, 33_333, 66_666, 99_999} <= set(places.tolist())


def test_every_stretch_of_a_long_series_keeps_its_own_lowest_and_highest_value() -> None:
    values = np.random.default_rng(2).normal(size=40_000)
    places = kept(values, points=402)
    for start in range(0, 40_000, 200):
        stretch = values[start : start + 200]
        shown = values[places[(places >= start) & (places < start + 200)]]
        assert (shown.min(), shown.max()) == (stretch.min(), stretch.max())
