"""What all the trials of a lineage say about one result."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from packages.domain.backtest.analysis.sharpe import standard_error
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.lineage import Trial
from packages.domain.stress.findings import OverfittingFinding
from packages.domain.stress.honesty.cscv import BLOCKS, probability_of_overfitting
from packages.domain.stress.honesty.errors import BadOdds, moved, require_returns
from packages.domain.stress.honesty.sharpe_odds import (
    FEWEST_BARS,
    ReturnRecord,
    effective_trials,
    luck_of_the_best,
    minimum_track_bars,
    record_of,
    student_cdf,
)

_FEWEST_BARS_A_BLOCK = 4


@dataclass(frozen=True, slots=True)
class _Search:
    """How many trials there were, how many strangers they are worth, and how far luck alone spreads their ratios."""

    trials: int
    effective: float | None
    spread: float  # of one bar

    @property
    def luck(self) -> float:
        return luck_of_the_best(self.trials if self.effective is None else self.effective, self.spread)


def overfitting(
    returns: Floats,
    bars_per_year: float,
    trials: Sequence[Trial],
    returns_matrix: Floats | None = None,
    *,
    chosen_among: Sequence[int] | None = None,
    seed: int = 0,
) -> OverfittingFinding:
    """`returns` are those of the chosen strategy, by bar, from the first bar that may trade (`returns_of` its equity);
    `returns_matrix` has a row a bar and a column a trial, for those trials of the lineage of which returns were kept.
    `chosen_among` are the columns that somebody could have kept instead of this one (None: all): only among them can a
    choice have been overfitted. The Sharpe ratios of trials are of a year."""
    if not 0 < bars_per_year < math.inf:
        raise BadOdds("stress.bad_bars_per_year", bars=bars_per_year)
    if returns_matrix is not None:
        require_returns(returns_matrix, FEWEST_BARS, dimensions=2)
    record = record_of(returns)
    doubt = _doubt(record, returns)
    search = _search(doubt.alone, bars_per_year, trials, returns_matrix, seed)
    a_year = math.sqrt(bars_per_year)
    return OverfittingFinding(
        trials=search.trials,
        effective_trials=search.effective,
        sharpe=record.sharpe * a_year,
        expected_best_of_luck=search.luck * a_year,
        deflated_sharpe=doubt.odds(record.sharpe - search.luck),
        probabilistic_sharpe=doubt.odds(record.sharpe),
        overfitting_probability=_by_cscv(_columns(returns_matrix, chosen_among), seed),
        minimum_track_bars=minimum_track_bars(record, variance=doubt.error**2 * (record.bars - 1)),
        bars=record.bars,
        weighed=search.trials,
    )


@dataclass(frozen=True, slots=True)
class _Doubt:
    """How far the ratio may be off, how far luck alone would take it, and on how many bars anything happened."""

    error: float
    alone: float
    moving_bars: int

    def odds(self, above: float) -> float:
        """Who was in the market on three days has three days of evidence, however long the record is."""
        return student_cdf(above / self.error, max(1, self.moving_bars - 1))


def _doubt(record: ReturnRecord, returns: Floats) -> _Doubt:
    """The paper's error is that of independent bars, and rare large gains make it small, which is what the luck of a
    few trades looks like: so it is never below what the memory of the bars makes it, nor below that of plain noise."""
    alone = max(1 / math.sqrt(record.bars - 1), standard_error(returns))
    return _Doubt(max(record.error, alone), alone, int(np.count_nonzero(returns)))


def _search(alone: float, bars_per_year: float, trials: Sequence[Trial], matrix: Floats | None, seed: int) -> _Search:
    """`alone` is how far luck spreads the ratio of one trial of this length. Trials that left no returns count as
    strangers to all others. How far the ratios of trials lie apart tells their luck only if none has an edge and none
    is dear to trade, so it is taken where nothing better is known, and never below `alone`: many near copies of one
    trial would bring it down to nothing."""
    kept = 0 if matrix is None else matrix.shape[1]
    count = max(1, sum(trial.count for trial in trials), kept)
    worth = None if matrix is None or kept == 0 else effective_trials(matrix, seed=seed)
    if matrix is not None and worth is not None:
        alike = sum(trial.count for trial in trials if trial.is_of_a_grid)
        return _Search(count, worth_of_all(matrix, worth, alike, seed) + max(0, count - kept - alike), alone)
    return _Search(count, None, max(alone, _recorded_spread(trials) / math.sqrt(bars_per_year)))


def worth_of_all(sample: Floats, worth: float, beside: int, seed: int) -> float:
    """What a sample and the many beside it that it was drawn from are worth together: by how much every other column is
    worth less than all says how the worth grows with each doubling. Strangers double, near copies hardly grow."""
    kept = sample.shape[1]
    half = effective_trials(sample[:, ::2], seed=seed) if beside and kept > 1 else None
    growth = 2.0 if half is None else min(2.0, max(1.0, worth / half))
    return min(float(kept + beside), worth * math.pow(growth, math.log2((kept + beside) / kept)))


def _recorded_spread(trials: Sequence[Trial]) -> float:
    """The standard deviation of the ratios that were recorded one by one; 0 for fewer than two."""
    ratios = [trial.sharpe for trial in trials if trial.sharpe is not None and trial.count == 1]
    return float(np.std(ratios, ddof=1)) if len(ratios) > 1 else 0.0


def _columns(matrix: Floats | None, chosen_among: Sequence[int] | None) -> Floats | None:
    return matrix if matrix is None or chosen_among is None else matrix[:, list(chosen_among)]


def _by_cscv(matrix: Floats | None, seed: int) -> float | None:
    """None where there are fewer than two trials that differ in anything, or too few bars for the blocks."""
    if matrix is None or matrix.shape[0] < BLOCKS * _FEWEST_BARS_A_BLOCK or np.count_nonzero(moved(matrix)) < 2:
        return None
    return probability_of_overfitting(matrix, seed=seed).probability
