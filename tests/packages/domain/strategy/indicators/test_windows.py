"""Windows and recursions against plain loops, and what a running total would get wrong."""

from collections.abc import Callable

import numpy as np
import pytest

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators import windows
from packages.domain.strategy.indicators.windows import recursion, smoothed, streak
from tests.packages.domain.strategy.indicators.slowly import windowed

RULES: dict[str, tuple[Callable[[Floats, int], Floats], Callable[..., float]]] = {
    "sum": (windows.rolling_sum, lambda part: float(np.sum(part))),
    "mean": (windows.rolling_mean, lambda part: float(np.mean(part))),
    "variance": (windows.rolling_variance, lambda part: float(np.var(part))),
    "deviation": (windows.rolling_deviation, lambda part: float(np.std(part))),
}


@pytest.mark.parametrize("n", [1, 2, 3, 7, 64, 299, 300, 301])
@pytest.mark.parametrize("name", RULES)
def test_a_window_is_what_a_loop_says(name: str, n: int) -> None:
    ours, rule = RULES[name]
    values = np.random.default_rng(n).normal(3.0, 1.0, 300)
    np.testing.assert_allclose(ours(values, n), windowed(rule, n, values), rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("name", RULES)
def test_pieces_change_no_bit(name: str) -> None:
    ours = RULES[name][0]
    values = np.random.default_rng(0).normal(3.0, 1.0, 30_000)
    for n in (2, 20, 5000):
        whole = ours(values, n)
        for cut in (4095, 4096, 4097, 12_345, 20_000):
            np.testing.assert_array_equal(ours(values[:cut], n), whole[:cut])
    np.testing.assert_allclose(ours(values, 20)[-1], RULES[name][1](values[-20:]), rtol=1e-10)


def test_a_huge_value_is_forgotten_when_it_leaves_the_window() -> None:
    values = np.ones(200)
    values[10] = 1e18
    np.testing.assert_array_equal(windows.rolling_sum(values, 5)[15:], 5.0)
    np.testing.assert_array_equal(windows.rolling_variance(values, 5)[15:], 0.0)


def test_an_unknown_value_is_forgotten_when_it_leaves_the_window() -> None:
    values = np.arange(50.0)
    values[10] = np.nan
    known = ~np.isnan(windows.rolling_mean(values, 5))
    assert not known[10:15].any()
    assert known[15:].all()


def test_a_small_spread_on_a_high_level_keeps_its_digits() -> None:
    noise = np.random.default_rng(1).normal(0.0, 1.0, 400)
    told = windows.rolling_deviation(1e9 + noise, 20)[19:]
    np.testing.assert_allclose(told, windows.rolling_deviation(noise, 20)[19:], rtol=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("length", [1, 63, 64, 65, 1000, 40_000])
def test_a_recursion_is_what_a_loop_says_and_a_prefix_has_the_same_bits(length: int) -> None:
    rng = np.random.default_rng(length)
    keep, add = rng.uniform(0.0, 1.0, length), rng.normal(0.0, 1.0, length)
    ours, state = recursion(keep, add, 2.5), 2.5
    for i in range(length):
        state = keep[i] * state + add[i]
        assert ours[i] == pytest.approx(state, rel=1e-9, abs=1e-12)
    np.testing.assert_array_equal(recursion(keep[: length // 2], add[: length // 2], 2.5), ours[: length // 2])


def test_smoothing_passes_over_what_is_unknown() -> None:
    values = np.array([np.nan, 4.0, np.nan, 8.0, 8.0])
    np.testing.assert_allclose(smoothed(values, 0.5, 1), [np.nan, 4.0, 4.0, 6.0, 7.0])


def test_a_streak_counts_from_one_and_starts_again() -> None:
    held = np.array([True, True, False, True, True, True, False])
    assert streak(held).tolist() == [1, 2, 0, 1, 2, 3, 0]


@pytest.mark.parametrize("n", [1, 2, 14, 50, 60, 61])
def test_the_place_in_a_window_is_what_a_loop_says(n: int) -> None:
    rng = np.random.default_rng(n)
    close = np.concatenate((np.full(20, 50.0), 50.0 + rng.normal(0.0, 1.0, 40).cumsum()))
    high, low = close + rng.integers(0, 2, 60).astype(float), close - rng.integers(0, 2, 60).astype(float)
    high[:3] = np.nan
    expected = np.full(60, np.nan)
    for at in range(n + 2, 60):
        top, bottom = high[at - n + 1 : at + 1].max(), low[at - n + 1 : at + 1].min()
        if top > bottom:
            expected[at] = (close[at] - bottom) / (top - bottom)
    np.testing.assert_array_equal(windows.place(close, high, low, n), expected)


def test_a_mean_and_a_deviation_are_alike_alone_and_together_and_in_rows() -> None:
    values = np.random.default_rng(1).normal(3.0, 1.0, (3, 400))
    mean, deviation = windows.rolling_mean_and_deviation(values, 20)
    for row in range(3):
        np.testing.assert_array_equal(windows.rolling_mean(values[row], 20), mean[row])
        np.testing.assert_array_equal(np.sqrt(windows.rolling_variance(values[row], 20)), deviation[row])
