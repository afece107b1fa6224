"""The trials of a pool laid side by side, week by week.

Trials were made on data of different lengths. Of all stretches with at least half of the chosen one's weeks, the one is
taken that the most trials have returns for; who lacks a week of it is a stranger, and counts as one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from packages.domain.backtest.jobs.trial_returns import TrialReturn
from packages.domain.market_data.bars import Floats

FEWEST_WEEKS = 64  # sixteen blocks of four: what cross-validation needs
MOST_COLUMNS = 2_000


@dataclass(frozen=True, slots=True, eq=False)
class LineageMatrix:
    """A row a week and a column a trial, the chosen one first; None where the chosen one has too few weeks. `keys` are
    those of the columns; `left_out` counts trials that had the weeks and found no place."""

    returns: Floats | None
    keys: tuple[str, ...] = ()
    left_out: int = 0


def lineage_matrix(chosen: str, trials: Sequence[TrialReturn], most: int = MOST_COLUMNS) -> LineageMatrix:
    """`chosen` is the key of the trial that is judged."""
    known = {each.key: each for each in trials}
    base = known.pop(chosen, None)
    if base is None or len(base.returns) < FEWEST_WEEKS:
        return LineageMatrix(None)
    others = [known[key] for key in sorted(known)]
    first, end = _stretch(base, others)
    fitting = [base, *(each for each in others if each.first_week <= first and each.end_week >= end)]
    placed = fitting[:most]
    columns = [each.returns[first - each.first_week : end - each.first_week] for each in placed]
    left_out = len(fitting) - len(placed)
    return LineageMatrix(np.column_stack(columns).astype(np.float64), tuple(each.key for each in placed), left_out)


def _stretch(base: TrialReturn, others: Sequence[TrialReturn]) -> tuple[int, int]:
    """The first week and the one after the last; of stretches with as many trials the longest, then the last."""
    fewest = max(FEWEST_WEEKS, len(base.returns) // 2)
    ranges = [(max(each.first_week, base.first_week), min(each.end_week, base.end_week)) for each in others]
    long = np.array([each for each in ranges if each[1] - each[0] >= fewest], dtype=np.int64).reshape(-1, 2)
    firsts, ends = ({own, *each.tolist()} for own, each in zip((base.first_week, base.end_week), long.T, strict=True))
    stretches = [(first, end) for first in firsts for end in ends if end - first >= fewest]
    return max(stretches, key=lambda each: (_covering(long, *each), each[1] - each[0], each[1]))


def _covering(ranges: np.ndarray, first: int, end: int) -> int:
    return int(np.count_nonzero((ranges[:, 0] <= first) & (ranges[:, 1] >= end)))
