"""Returns by week, by hand and by their properties."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from packages.domain.backtest.jobs.trial_returns import week_numbers, weekly


def days(*told: str) -> np.ndarray:
    return np.array(told, dtype="datetime64[us]")


def test_weeks_begin_on_monday_and_are_compounded() -> None:
    # Thursday and Friday, then Monday and Wednesday of the week after.
    time = days("2024-01-04", "2024-01-05", "2024-01-08", "2024-01-10")
    first, returns = weekly(time, np.array([100.0, 110.0, 99.0, 121.0]))
    assert first == week_numbers(days("2024-01-01"))[0]
    assert returns == pytest.approx([0.10, 0.10])


def test_the_week_of_the_first_day_of_1970_is_number_0() -> None:
    assert week_numbers(days("1969-12-28", "1969-12-29", "1970-01-04T23:59", "1970-01-05")).tolist() == [-1, 0, 0, 1]


def test_a_week_without_bars_returns_nothing() -> None:
    _, returns = weekly(days("2024-01-02", "2024-01-03", "2024-01-16"), np.array([100.0, 120.0, 60.0]))
    assert returns == pytest.approx([0.2, 0.0, -0.5])


def test_an_account_that_is_gone_stays_gone() -> None:
    time = days("2024-01-01", "2024-01-08", "2024-01-15", "2024-01-22")
    _, returns = weekly(time, np.array([100.0, -5.0, -5.0, -1.0]))
    assert returns.tolist() == [0.0, -1.0, 0.0, 0.0]


def test_many_runs_are_told_as_each_by_itself() -> None:
    rng = np.random.default_rng(1)
    time = np.datetime64("2020-01-01", "us") + np.arange(300) * np.timedelta64(1, "D")
    equity = 100 * np.exp(np.cumsum(rng.normal(0, 0.01, (5, 300)), axis=1))
    together = weekly(time, equity)
    for row, run in zip(together.returns, equity, strict=True):
        assert row.tolist() == weekly(time, run).returns.tolist()


@given(st.lists(st.floats(0.5, 2.0), min_size=2, max_size=60), st.integers(0, 20_000), st.integers(1, 30))
def test_the_weeks_compound_to_the_whole_and_a_later_end_changes_only_the_last_of_them(
    steps: list[float], first_day: int, cut: int
) -> None:
    equity = np.cumprod(steps, dtype=np.float64) * 1000.0
    time = (np.datetime64(first_day, "D") + np.arange(len(equity))).astype("datetime64[us]")
    _, whole = weekly(time, equity)
    assert np.prod(1 + whole) == pytest.approx(equity[-1] / equity[0])
    shorter = max(1, len(equity) - cut)
    _, early = weekly(time[:shorter], equity[:shorter])
    assert early[:-1] == pytest.approx(whole[: len(early) - 1])
