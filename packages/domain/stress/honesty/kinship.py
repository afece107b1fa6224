"""How many independent trials a number of related ones are worth.

Trials of one strategy move together, so the best of them is less lucky than the best of as many strangers. What that
luck is, is drawn rather than guessed: every bar's returns are multiplied by one normal number for all trials, which
keeps how they move together and takes every edge away; the largest ratio of each such world is averaged.
"""

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.domain.stress.honesty.errors import moved, require_returns
from packages.domain.stress.honesty.sharpe_odds import FEWEST_BARS, expected_best

_WORLDS = 2000
_WORLDS_AT_ONCE = 250
_HALVINGS = 60


def effective_trials(returns: Floats, *, seed: int = 0) -> float | None:
    """The number of independent trials whose best would be as lucky; `returns` has a row a bar and a column a trial.
    None where no trial moved."""
    require_returns(returns, FEWEST_BARS, dimensions=2)
    moving = returns[:, moved(returns)]
    if moving.shape[1] == 0:
        return None
    return _as_lucky_as(luck_of_relatives(moving, seed=seed), moving.shape[1])


def luck_of_relatives(returns: Floats, *, seed: int = 0) -> float:
    """The expected largest of the trials' ratios without any edge, in units of the error of one ratio."""
    rng = np.random.Generator(np.random.PCG64(seed))
    unit = (returns - returns.mean(axis=0)) / returns.std(axis=0) / np.sqrt(len(returns))
    best = [(rng.standard_normal((_WORLDS_AT_ONCE, len(unit))) @ unit).max(axis=1) for _ in range(_PIECES)]
    return float(np.mean(best))


_PIECES = _WORLDS // _WORLDS_AT_ONCE


def _as_lucky_as(luck: float, most: int) -> float:
    """Between one trial and all of them, by halving."""
    low, high = 1.0, float(most)
    if luck >= expected_best(high):
        return high
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if expected_best(middle) > luck else (middle, high)
    return low
