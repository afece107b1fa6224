"""The part of a backtest that is taken for out of sample."""

import numpy as np
import pytest

from packages.domain.backtest.analysis.curve import sharpe_of
from packages.domain.backtest.analysis.sharpe import held_out_sharpe


def _equity(returns: list[float]) -> np.ndarray:
    return 100 * np.cumprod([1.0, *(1 + each for each in returns)])


def test_only_the_last_thirty_percent_of_the_bars_count() -> None:
    late = [0.01, -0.02, 0.03]
    for early in ([0.0] * 6, [0.5, -0.4, 0.1, 0.2, -0.3, 0.9]):
        assert held_out_sharpe(_equity([*early, *late]), 252) == pytest.approx(sharpe_of(np.array(late), 252))


def test_a_part_that_is_too_short_or_does_not_move_is_not_measured() -> None:
    moving = [0.01, -0.02, 0.03, 0.02, -0.01, 0.01, 0.02, -0.03, 0.01]
    assert held_out_sharpe(_equity(moving), 252) is not None
    assert held_out_sharpe(_equity(moving[:8]), 252) is None
    assert held_out_sharpe(_equity([*moving, *[0.0] * 12]), 252) is None
    assert held_out_sharpe(np.array([100.0]), 252) is None
    assert held_out_sharpe(np.array([]), 252) is None
