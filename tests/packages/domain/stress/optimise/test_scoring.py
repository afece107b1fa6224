"""Which variants are better than others, and which of them are shown."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from packages.domain.backtest.outcome import KeyFigures
from packages.domain.stress.optimise.request import Goal, OptimisationLimits
from packages.domain.stress.optimise.scoring import Find, best_of, excesses, not_dominated, score, shown_of


def figures(trades: int = 20, total: float = 0.1, fall: float = -0.05, sharpe: float = 1.0) -> KeyFigures:
    return KeyFigures(trades, 100_000 * (1 + total), total, fall, sharpe)


def find(number: int, within: bool = True, **told: float) -> Find:
    return Find(number, (number,), figures(**told), within)  # type: ignore[arg-type]


def test_each_goal_reads_its_own_figure() -> None:
    told = figures(total=0.1, fall=-0.05, sharpe=1.5)
    assert [score(told, goal) for goal in Goal] == [1.5, 0.1, 2.0, -0.05]
    assert score(figures(total=0.1, fall=-1e-9), Goal.RETURN_OVER_DRAWDOWN) == pytest.approx(10)


def test_a_broken_limit_is_told_by_how_much() -> None:
    limits = OptimisationLimits(fewest_trades=10, deepest_drawdown=-0.2, least_return=0.0, least_sharpe=0.5)
    assert excesses(figures(5, -0.1, -0.3, 0.1), limits) == pytest.approx(
        {"fewest_trades": 0.5, "deepest_drawdown": 0.1, "least_return": 0.1, "least_sharpe": 0.4}
    )
    assert max(excesses(figures(10, 0.0, -0.2, 0.5), limits).values()) == 0
    assert set(excesses(figures(), OptimisationLimits())) == {"fewest_trades"}


def test_the_best_keeps_the_limits_and_among_equals_is_the_first() -> None:
    finds = [find(0, sharpe=1), find(1, sharpe=2), find(2, sharpe=2), find(3, False, sharpe=9)]
    assert best_of(finds, (Goal.SHARPE,)) == (finds[1],)
    assert best_of(finds[3:], (Goal.SHARPE,)) == ()


def test_a_front_is_told_from_the_best_in_the_first_goal_down() -> None:
    finds = [find(0, total=0.1, fall=-0.1), find(1, total=0.3, fall=-0.3), find(2, total=0.2, fall=-0.4)]
    assert best_of(finds, (Goal.TOTAL_RETURN, Goal.MAX_DRAWDOWN)) == (finds[1], finds[0])


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(0, 2)), min_size=1, max_size=30))
def test_a_row_stays_exactly_if_no_other_beats_it(rows: list[tuple[int, int, int]]) -> None:
    kept = not_dominated(np.array(rows, dtype=np.float64))
    for at, row in enumerate(rows):
        beaten = any(other != row and all(a >= b for a, b in zip(other, row, strict=True)) for other in rows)
        assert kept[at] is (not beaten and row not in rows[:at])


def test_of_a_long_front_both_ends_and_some_between_are_shown() -> None:
    front = [find(number) for number in range(50)]
    shown = shown_of(front, 5)
    assert [each.number for each in shown] == [0, 12, 24, 37, 49]
    assert shown_of(front[:5], 5) == tuple(front[:5])
