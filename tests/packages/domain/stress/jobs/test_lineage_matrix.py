"""Trials on data of other lengths, side by side on the weeks that they share."""

import numpy as np

from packages.domain.backtest.jobs.trial_returns import TrialReturn
from packages.domain.stress.jobs.lineage_matrix import FEWEST_WEEKS, lineage_matrix


def trial(key: str, first: int, weeks: int) -> TrialReturn:
    """Each week returns its own number, so that one sees which weeks were taken."""
    return TrialReturn(key, first, np.arange(first, first + weeks, dtype=np.float64))


def shape_and_weeks(chosen: str, *trials: TrialReturn, most: int = 2000) -> tuple[int, float, float]:
    matrix = lineage_matrix(chosen, trials, most).returns
    assert matrix is not None
    assert (matrix == matrix[:, :1]).all()
    return matrix.shape[1], matrix[0, 0], matrix[-1, 0]


def test_trials_are_joined_on_the_weeks_that_all_have() -> None:
    told = shape_and_weeks("a", trial("a", 100, 200), trial("b", 90, 205), trial("c", 105, 400))
    assert told == (3, 105, 294)


def test_a_trial_that_shares_too_few_weeks_is_a_stranger() -> None:
    stranger = trial("b", 300 - FEWEST_WEEKS + 1, 500)
    assert shape_and_weeks("a", trial("a", 100, 200), stranger) == (1, 100, 299)
    neighbour = trial("b", 300 - FEWEST_WEEKS, 500)
    assert shape_and_weeks("a", trial("a", 100, 200), neighbour, trial("c", 300 - FEWEST_WEEKS, 300))[0] == 1


def test_one_short_trial_does_not_cost_the_others_their_weeks() -> None:
    many = [trial(f"{number}", 100, 200) for number in range(9)]
    assert shape_and_weeks("0", *many, trial("short", 200, 70)) == (9, 100, 299)


def test_many_trials_on_a_part_are_worth_more_than_one_on_the_whole() -> None:
    many = [trial(f"{number}", 150, 150) for number in range(9)]
    assert shape_and_weeks("base", trial("base", 100, 200), *many) == (10, 150, 299)


def test_what_an_optimiser_tried_on_the_fitted_part_only_is_kin_and_not_a_stranger() -> None:
    whole = [trial(f"whole {number}", 100, 200) for number in range(9)]
    fitted = [trial(f"fitted {number}", 100, 140) for number in range(4)]
    assert shape_and_weeks("whole 0", *whole, *fitted) == (13, 100, 239)


def test_a_short_history_has_no_matrix_and_neither_has_an_unknown_one() -> None:
    assert lineage_matrix("a", [trial("a", 0, FEWEST_WEEKS - 1), trial("b", 0, 300)]).returns is None
    assert lineage_matrix("a", [trial("b", 0, 300)]).returns is None
    assert shape_and_weeks("a", trial("a", 0, FEWEST_WEEKS)) == (1, 0, FEWEST_WEEKS - 1)


def test_beyond_the_cap_trials_are_left_out_and_counted_but_never_the_chosen_one() -> None:
    told = [TrialReturn(f"{number:02d}", 0, np.full(80, float(number))) for number in range(10)]
    joined = lineage_matrix("09", told, most=4)
    assert joined.returns is not None
    assert joined.returns[0].tolist() == [9.0, 0.0, 1.0, 2.0]
    assert joined.left_out == 6
