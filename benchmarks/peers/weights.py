"""The target weights of portfolios, by what was known on each close; a row without a value decides nothing."""

from collections.abc import Callable

import numpy as np
import pandas as pd

from benchmarks.peers import formulas as f
from benchmarks.peers.bars import Bars

YEAR = 252


def momentum_ranking(bars: Bars) -> pd.DataFrame:
    closes = bars.prices["close"]
    moves = closes.shift(20) / closes.shift(140) - 1
    calm = (closes / closes.shift(1) - 1).apply(lambda each: f.deviation(each.to_numpy(), 60))
    return _best_two(_ranks(moves) - 0.5 * _ranks(calm))


def low_pe_high_roe(bars: Bars) -> pd.DataFrame:
    return _best_two(_ranks(bars.known["roe"]) - _ranks(bars.known["pe"]))


def dual_momentum(bars: Bars) -> pd.DataFrame:
    closes = bars.prices["close"]
    moves = (closes / closes.shift(120) - 1).dropna()
    best = moves.eq(moves.max(axis=1), axis=0)
    return (best & moves.gt(0)).astype(float)


def long_short_neutral(bars: Bars) -> pd.DataFrame:
    closes = bars.prices["close"]
    moves = (closes.shift(5) / closes.shift(65) - 1).dropna()
    best, worst = (moves.eq(each, axis=0).astype(float) for each in (moves.max(axis=1), moves.min(axis=1)))
    return 0.5 * best - 0.5 * worst


def risk_parity(bars: Bars) -> pd.DataFrame:
    return _of_windows(bars, 60, lambda moves: f.equal_risk(np.cov(np.log1p(moves), rowvar=False)))


def volatility_target(bars: Bars) -> pd.DataFrame:
    def weigh(moves: f.Floats) -> f.Floats:
        third = np.full(moves.shape[1], 1 / moves.shape[1])
        spread = np.std(np.log1p(moves) @ third, ddof=1) * np.sqrt(YEAR)
        return np.asarray(third * min(0.1 / spread, 1.0))

    return _of_windows(bars, 60, weigh)


def half_kelly(bars: Bars) -> pd.DataFrame:
    def weigh(moves: f.Floats) -> f.Floats:
        wanted = np.maximum(0.5 * moves.mean(axis=0) / moves.var(axis=0), 0)
        return np.asarray(np.minimum(wanted / max(wanted.sum(), 1.0), 0.3))

    return _of_windows(bars, 250, weigh)


def sixty_forty(bars: Bars) -> pd.DataFrame:
    return pd.DataFrame([[0.6, 0.4]] * len(bars.index), index=bars.index, columns=list(bars.tickers))


def pair_by_zscore(bars: Bars) -> pd.DataFrame:
    one, other = (np.log(bars.prices["close"][each].to_numpy()) for each in bars.tickers)
    score = f.zscore(one - other, 60)
    side = -0.5 * np.sign(score)
    inside = _held(np.abs(score) > 2, np.abs(score) < 0.5)
    return _legs(bars, np.where(inside, side, 0 * score), np.where(inside, -side, 0 * score))


def cointegrated_pair(bars: Bars) -> pd.DataFrame:
    one, other = (bars.prices["close"][each].to_numpy() for each in bars.tickers)
    hedge = f.slope(one, other, 60)
    rest = one - hedge * other
    score, reverts = f.zscore(rest, 60), f.slope(np.diff(rest, prepend=np.nan), np.roll(rest, 1), 60)
    inside = _held((np.abs(score) > 2) & (reverts < -0.1), np.abs(score) < 0.5)
    side = np.sign(score)
    legs = np.array([-0.5 * side, 0.5 * side * hedge * other / one])
    legs *= np.where(np.abs(legs).sum(axis=0) > 1, 1 / np.abs(legs).sum(axis=0), 1)
    return _legs(bars, *np.where(inside, legs, 0 * score))


def _held(begins: np.ndarray, ends: np.ndarray) -> np.ndarray:
    found, inside = np.zeros(len(begins), dtype=bool), False
    for at in range(len(begins)):
        inside = not ends[at] and (inside or begins[at])
        found[at] = inside
    return found


def _legs(bars: Bars, one: np.ndarray, other: np.ndarray) -> pd.DataFrame:
    return pd.DataFrame({bars.tickers[0]: one, bars.tickers[1]: other}, index=bars.index).dropna()


def _ranks(values: pd.DataFrame) -> pd.DataFrame:
    """From 0 to 100 among those that have one, equal ones in the middle of their places."""
    count = values.count(axis=1)
    return values.rank(axis=1).sub(1).mul(100).div((count - 1).where(count > 1), axis=0)


def _best_two(scores: pd.DataFrame) -> pd.DataFrame:
    """The one that stands first in the list where scores are equal."""
    known = scores.dropna(how="all")
    return known.rank(axis=1, ascending=False, method="first").le(2).astype(float) * 0.5


def _of_windows(bars: Bars, count: int, weigh: Callable[[f.Floats], f.Floats]) -> pd.DataFrame:
    moves = bars.prices["close"].pct_change().to_numpy()
    rows = {bars.index[at]: weigh(moves[at - count + 1 : at + 1]) for at in range(count, len(moves))}
    return pd.DataFrame.from_dict(rows, orient="index", columns=list(bars.tickers))
