"""The whole verdict on invented histories: the best of many without an edge is refused, a real edge is not."""

import numpy as np
import pytest

from benchmarks.stress_odds import COMMISSION, Amount, Task, measured, passes, tasks_of, told
from packages.domain.backtest.analysis.curve import sharpe_of
from packages.domain.backtest.engine import compile_strategy
from packages.domain.backtest.terms import Terms
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.stress.verdict.parts import StressPart
from tests.packages.domain.stress.honesty.edgeless_worlds import (
    A_YEAR,
    garch,
    persistent,
    returns_matrix,
    trend_follower,
    variants,
)
from tests.packages.domain.stress.honesty.whole_verdict import (
    PROFILES,
    backtested,
    deployed,
    fallen_windows,
    fitted_parts,
    verdicts,
    whole_parts,
)

SMALL = Amount(edgeless=1, whole=1, planted=1, planted_whole=1, paths=100, counts=(1, 12))


def rng(*seed: int) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(list(seed)))


def test_the_best_of_thirty_without_an_edge_does_not_pass() -> None:
    for at in range(2):
        panel = garch(rng(3, at))
        assert passes(backtested(variants(30, size=0.3), panel, Terms()), panel, Terms(), paths=100) == ()


def test_a_strong_edge_at_a_small_size_passes() -> None:
    """Of fewer than two hundred paths, none ruined is not sure to be less than two in a hundred."""
    panel = persistent(drift=0.6)(rng(4))
    found = backtested([compile_strategy(trend_follower(0.3), CATALOGUE)], panel, COMMISSION)
    of = deployed(found, panel, COMMISSION, paths=200)
    parts = whole_parts(of, fitted_parts(of))
    assert parts.missing() == ()
    assert {name: each.ruling for name, each in verdicts(parts).items()} == dict.fromkeys(PROFILES, "pass")


def test_the_windows_are_cut_where_the_market_fell() -> None:
    panel = garch(rng(5))
    windows = fallen_windows(panel)
    assert len(windows) == 2
    days = panel.time.astype("datetime64[D]")
    for window in windows:
        first, last = np.searchsorted(days, np.array([window.start, window.end], dtype="datetime64[D]"))
        assert panel.close[0, last] < panel.close[0, first]


def test_every_part_of_a_stress_test_is_measured() -> None:
    panel = persistent()(rng(6))
    of = deployed(
        backtested([compile_strategy(trend_follower(), CATALOGUE)], panel, COMMISSION), panel, COMMISSION, paths=100
    )
    parts = fitted_parts(of)
    assert set(parts.missing()) == {StressPart.CRISES, StressPart.MONTE_CARLO}
    assert parts.overfitting is not None
    assert parts.overfitting.trials > 200


def test_the_benchmark_of_odds_runs_small_and_tells_every_cell() -> None:
    tasks = tasks_of(SMALL)
    assert [task.world for task in tasks] == ["garch", "shuffled", "bootstrap", "planted"]
    pieces = [measured(task) for task in (Task("garch", 0, 1, SMALL), Task("planted", 0, 1, SMALL))]
    lines = list(told(pieces, SMALL))
    [row] = [line for line in lines if line.startswith("| garch | 12 |")]
    assert row.count("/1)") == 4
    assert sum(line.startswith("| planted") for line in lines) == 3


@pytest.mark.trust
def test_the_persistent_edge_has_the_sharpe_ratio_it_says() -> None:
    compiled = (compile_strategy(trend_follower(), CATALOGUE),)
    earned = [
        sharpe_of(returns_matrix(compiled, persistent(20_000)(rng(8, at)), COMMISSION)[:, 0], A_YEAR)
        for at in range(150)
    ]
    assert np.mean(earned) == pytest.approx(1.5, abs=0.06)
