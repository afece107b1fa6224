"""Buying everything and holding it."""

import math

import numpy as np
import pytest

from packages.domain.backtest.analysis.benchmark import compare, holding
from packages.domain.backtest.analysis.curve import curve_of
from tests.packages.domain.backtest.analysis.worlds import CASH, compounded, days, panel_of, wandering

NOT = math.nan


def test_each_instrument_takes_an_equal_part() -> None:
    equity = holding(panel_of([[10.0, 20.0, 30.0], [5.0, 5.0, 2.5]]), 100.0)
    assert equity.tolist() == pytest.approx([100.0, 150.0, 175.0])


def test_the_part_of_a_late_listing_waits_as_cash_and_one_that_never_comes_stays_cash() -> None:
    equity = holding(panel_of([[10.0, 20.0, 20.0, 20.0], [NOT, NOT, 4.0, 8.0], [NOT] * 4]), 90.0)
    assert equity.tolist() == pytest.approx([90.0, 120.0, 120.0, 150.0])


def test_without_a_bar_an_instrument_is_marked_at_its_last_close() -> None:
    assert holding(panel_of([[10.0, 12.0, NOT, NOT, 9.0, NOT]]), 100.0).tolist() == pytest.approx(
        [100.0, 120.0, 120.0, 120.0, 90.0, 90.0]
    )


def test_dividends_after_the_purchase_are_kept_as_cash() -> None:
    paid = np.array([[1.0, 0.5, NOT, 0.5]])
    assert holding(panel_of([[10.0, 9.5, NOT, 9.0]], dividend=paid), 100.0).tolist() == pytest.approx(
        [100.0, 100.0, 100.0, 100.0]
    )


def test_an_account_that_is_twice_the_benchmark_has_a_beta_of_two_and_moves_with_it() -> None:
    held = wandering(2, 400)
    steps = np.diff(held) / held[:-1]
    equity = compounded(2 * steps + 0.0001)
    told = compare(curve_of(days(400), equity, CASH, 252.0), held)
    assert told.beta == pytest.approx(2.0)
    assert told.alpha == pytest.approx(0.0001 * 252)
    assert told.correlation == pytest.approx(1.0)
    ahead = steps + 0.0001
    assert told.information_ratio == pytest.approx(ahead.mean() / ahead.std(ddof=1) * math.sqrt(252))
    assert told.excess_return == pytest.approx(equity[-1] / CASH - held[-1] / CASH)


def test_beside_a_benchmark_that_never_moves_there_is_no_beta() -> None:
    told = compare(curve_of(days(50), wandering(2, 50), CASH, 252.0), np.full(50, CASH))
    assert (told.beta, told.alpha, told.correlation) == (None, None, None)
