"""Growth, swings and reward, against the same written out in plain Python."""

import math
from datetime import datetime
from itertools import pairwise

import numpy as np
import pytest

from packages.domain.backtest.analysis.curve import curve_of
from packages.domain.backtest.analysis.drawdowns import deepest, drawdown_of, longest
from packages.domain.backtest.analysis.report import DrawdownPeriod
from tests.effort import seeds
from tests.packages.domain.backtest.analysis.worlds import CASH, days, wandering


def _returns(equity: list[float]) -> list[float]:
    return [now / before - 1 if before > 0 else 0.0 for before, now in pairwise(equity)]


def _sharpe(returns: list[float], bars_per_year: float) -> float:
    mean = math.fsum(returns) / len(returns)
    variance = math.fsum((each - mean) ** 2 for each in returns) / (len(returns) - 1)
    return mean / math.sqrt(variance) * math.sqrt(bars_per_year)


def _sortino(returns: list[float], bars_per_year: float) -> float:
    mean = math.fsum(returns) / len(returns)
    downside = math.sqrt(math.fsum(each**2 for each in returns if each < 0) / len(returns))
    return mean / downside * math.sqrt(bars_per_year)


def _max_drawdown(equity: list[float]) -> float:
    peak, worst = equity[0], 0.0
    for value in equity:
        peak = max(peak, value)
        worst = min(worst, value / peak - 1)
    return worst


def _cagr(equity: list[float], first: datetime, last: datetime) -> float:
    years: float = (last - first).total_seconds() / (365.25 * 86_400)
    return float((equity[-1] / equity[0]) ** (1 / years) - 1)


@pytest.mark.parametrize("seed", seeds(8, 25))
def test_the_figures_of_a_curve_are_those_of_plain_python(seed: int) -> None:
    column = wandering(seed, 30 + 37 * seed, drift=0.002 * math.sin(seed), spread=0.001 * 2 ** (seed % 6))
    equity, time = column.tolist(), days(len(column))
    curve = curve_of(time, column, CASH, 252.0)
    assert curve.sharpe == pytest.approx(_sharpe(_returns(equity), 252.0), rel=1e-9, abs=1e-9)
    assert curve.sortino == pytest.approx(_sortino(_returns(equity), 252.0), rel=1e-9, abs=1e-9)
    assert curve.max_drawdown == pytest.approx(_max_drawdown(equity), rel=1e-9)
    assert curve.cagr == pytest.approx(_cagr(equity, time[0].item(), time[-1].item()), rel=1e-9)
    assert curve.calmar == pytest.approx(curve.cagr / -curve.max_drawdown if curve.cagr else None, rel=1e-9)


def test_growth_is_counted_in_real_time_whatever_the_bars_are() -> None:
    time = np.array(["2020-01-01", "2020-01-02", "2022-01-01"], dtype="datetime64[us]")
    curve = curve_of(time, np.array([100.0, 110.0, 121.0]), 100.0, 252.0)
    assert curve.years == pytest.approx(731 / 365.25)
    assert curve.cagr == pytest.approx(1.21 ** (365.25 / 731) - 1)


def test_what_is_gone_has_lost_everything_and_moves_no_more() -> None:
    curve = curve_of(days(5), np.array([100.0, 50.0, -20.0, -20.0, -20.0]), 100.0, 252.0)
    assert curve.returns.tolist() == pytest.approx([-0.5, -1.4, 0.0, 0.0])
    assert curve.cagr == -1.0
    assert curve.total_return == pytest.approx(-1.2)
    assert curve.max_drawdown == pytest.approx(-1.2)


def test_a_growth_too_large_for_a_number_is_not_told() -> None:
    time = np.array(["2020-01-01T10:00", "2020-01-01T10:01"], dtype="datetime64[us]")
    assert curve_of(time, np.array([100.0, 101.0]), 100.0, 100_000.0).cagr is None


def test_without_a_loss_there_is_no_sortino_and_no_calmar() -> None:
    curve = curve_of(days(4), np.array([100.0, 101.0, 101.0, 103.0]), 100.0, 252.0)
    assert (curve.sortino, curve.calmar) == (None, None)


def test_drawdowns_run_from_the_peak_to_the_bar_that_is_back() -> None:
    drawdown = drawdown_of(np.array([100.0, 75.0, 95.0, 100.0, 120.0, 60.0, 110.0, 119.0]))
    assert deepest(drawdown) == (DrawdownPeriod(4, 5, None, -0.5), DrawdownPeriod(0, 1, 3, -0.25))
    assert longest(drawdown) == 3


def test_only_the_five_deepest_are_told_deepest_first_and_the_earlier_of_equals() -> None:
    falls = [0.3, 0.1, 0.2, 0.1, 0.5, 0.1, 0.4]
    equity = np.array([value for fall in falls for value in (100.0, 100.0 * (1 - fall))] + [100.0])
    told = deepest(drawdown_of(equity))
    assert [round(each.depth, 9) for each in told] == [-0.5, -0.4, -0.3, -0.2, -0.1]
    assert told[-1].peak_bar == 2


def test_a_curve_that_only_rises_has_no_drawdown() -> None:
    drawdown = drawdown_of(np.array([1.0, 2.0, 2.0, 3.0]))
    assert (deepest(drawdown), longest(drawdown)) == ((), 0)
