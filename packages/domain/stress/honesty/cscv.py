"""The probability that the best trial in sample is no better than the middle out of sample.

Combinatorially symmetric cross-validation, after Bailey, Borwein, López de Prado and Zhu, "The Probability of Backtest
Overfitting" (2015): time is cut into blocks, every half of the blocks is once what was seen and once what came after.
"""

import math
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from packages.domain.market_data.bars import Floats
from packages.domain.stress.honesty.errors import BadOdds, NothingMoved, moved, require_returns

BLOCKS = 16
MOST_SPLITS = 20_000
_MOST_BLOCKS = 64
_BARS_A_BLOCK = 2
_CELLS_AT_ONCE = 2_000_000  # sixteen megabytes a matrix
_TIED = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Overfit:
    """A value a split in `logits`, `seen` and `after`; the last two are Sharpe ratios of one bar, of the trial that
    was the best in what was seen."""

    probability: float  # that it comes out no better than the middle of all trials
    loss_probability: float  # that it loses
    slope: float | None  # of `after` on `seen`; None where `seen` is always the same
    logits: Floats
    seen: Floats
    after: Floats


def probability_of_overfitting(
    returns: Floats, *, blocks: int = BLOCKS, most_splits: int = MOST_SPLITS, seed: int = 0
) -> Overfit:
    """`returns` has a row a bar and a column a trial. Bars that do not fill the blocks are left out, the oldest first;
    where there are more splits than `most_splits`, so many are drawn."""
    _check(returns, blocks, most_splits)
    count, total, squared = _sums(_ordered(returns[len(returns) % blocks :]), blocks)
    halves = splits(blocks, most_splits, seed)
    at_once = max(1, _CELLS_AT_ONCE // returns.shape[1])
    pieces = [_judge(halves[at : at + at_once], count, total, squared) for at in range(0, len(halves), at_once)]
    logits, seen, after = (np.concatenate(column) for column in zip(*pieces, strict=True))
    return Overfit(
        probability=float((logits <= 0).mean()),
        loss_probability=float((after < 0).mean()),
        slope=_slope(seen, after),
        logits=logits,
        seen=seen,
        after=after,
    )


def splits(blocks: int, most: int, seed: int) -> npt.NDArray[np.bool_]:
    """A row a way to halve the blocks, true for the half with the first block; each is two splits, one each way."""
    if math.comb(blocks, blocks // 2) <= most:
        chosen = list(combinations(range(1, blocks), blocks // 2 - 1))
    else:
        chosen = _drawn(blocks, most // 2, np.random.Generator(np.random.PCG64(seed)))
    rows = np.zeros((len(chosen), blocks), dtype=np.bool_)
    rows[:, 0] = True
    rows[np.arange(len(chosen))[:, np.newaxis], np.array(chosen, dtype=np.int64)] = True
    return rows


def _drawn(blocks: int, ways: int, rng: np.random.Generator) -> list[tuple[int, ...]]:
    """Different ones, in the order in which they were drawn."""
    found: dict[tuple[int, ...], None] = {}
    while len(found) < ways:
        others = rng.permutation(blocks - 1)[: blocks // 2 - 1] + 1
        found[tuple(sorted(others.tolist()))] = None
    return list(found)


def _check(returns: Floats, blocks: int, most_splits: int) -> None:
    if blocks % 2 or not 2 <= blocks <= _MOST_BLOCKS:
        raise BadOdds("stress.blocks_not_halved", blocks=blocks, most=_MOST_BLOCKS)
    if most_splits < 2:
        raise BadOdds("stress.too_few_splits", most=most_splits)
    require_returns(returns, blocks * _BARS_A_BLOCK, dimensions=2)
    if returns.shape[1] < 2:
        raise BadOdds("stress.one_trial_only")
    if not moved(returns).any():
        raise NothingMoved("stress.trials_never_moved")


def _ordered(returns: Floats) -> Floats:
    """In an order that does not depend on the one they were tried in."""
    return returns[:, np.lexsort(returns)]


def _sums(returns: Floats, blocks: int) -> tuple[int, Floats, Floats]:
    """The bars of a block, and by block and trial the sum of the returns and of their squares."""
    scale = returns.std(axis=0)
    unit = np.divide(returns, scale, out=np.zeros_like(returns), where=moved(returns))
    cut = unit.reshape(blocks, -1, returns.shape[1])
    return cut.shape[1], cut.sum(axis=1), (cut**2).sum(axis=1)


def _judge(halves: npt.NDArray[np.bool_], count: int, total: Floats, squared: Floats) -> tuple[Floats, Floats, Floats]:
    """By split the logit of the rank, and the best trial's ratio before and after; all one way, then all the other."""
    one, other = (_ratios(each.astype(np.float64), count, total, squared) for each in (halves, ~halves))
    logits, seen, after = zip(_chosen(one, other), _chosen(other, one), strict=True)
    return np.concatenate(logits), np.concatenate(seen), np.concatenate(after)


def _chosen(seen: Floats, after: Floats) -> tuple[Floats, Floats, Floats]:
    rows, best = np.arange(len(seen)), seen.argmax(axis=1)
    got = after[rows, best]
    margin = after - got[:, np.newaxis]
    below, not_above = np.count_nonzero(margin < -_TIED, axis=1), np.count_nonzero(margin <= _TIED, axis=1)
    rank = (below + not_above + 1) / 2 / (after.shape[1] + 1)  # the middle one of those that are tied
    return np.log(rank / (1 - rank)), seen[rows, best], got


def _ratios(halves: Floats, count: int, total: Floats, squared: Floats) -> Floats:
    """The Sharpe ratio of each trial over the blocks of each half; 0 where nothing moved."""
    bars = count * halves.shape[1] // 2
    mean = halves @ total / bars
    variance = (halves @ squared / bars - mean**2) * bars / (bars - 1)
    ratios: Floats = np.where(variance > _TIED, mean / np.sqrt(np.maximum(variance, _TIED)), 0.0)
    return ratios


def _slope(seen: Floats, after: Floats) -> float | None:
    """Below 0: the better it looked, the worse it did."""
    centred = seen - seen.mean()
    spread = float(centred @ centred)
    return float(centred @ after) / spread if spread > _TIED else None
