"""The numbers of a regime: plain functions of returns, prices and volumes, none of which sees the scale of prices."""

import math

import numpy as np

from packages.domain.market_data.bars import Floats


def log_returns(close: Floats) -> Floats:
    """By ratios of neighbours, so that the unit of the prices drops out before anything is rounded."""
    returns: Floats = np.log(close[1:] / close[:-1])
    return returns


def efficiency(returns: Floats) -> float | None:
    """How far the price came against how far it went: 1 is a straight line, a random walk of n steps comes to about
    1/√n."""
    path = float(np.abs(returns).sum())
    return abs(float(returns.sum())) / path if path > 0 else None


def true_range_share(high: Floats, low: Floats, close: Floats) -> float:
    """The mean true range of all bars but the first, as a share of the last close."""
    before = close[:-1]
    ranges = np.maximum(high[1:], before) - np.minimum(low[1:], before)
    return float(np.mean(ranges / close[-1]))


def rolling_volatility(returns: Floats, window: int) -> Floats:
    """The standard deviation of each `window` returns in a row, oldest first."""
    windows: Floats = np.lib.stride_tricks.sliding_window_view(returns, window)
    spread: Floats = windows.std(axis=1, ddof=1)
    return spread


def rank_of_last(values: Floats) -> float:
    """The share of the values before the last that lie below it."""
    return float(np.mean(values[:-1] < values[-1]))


def memory(returns: Floats) -> float | None:
    """The correlation of the size of a move with that of the move before."""
    sizes = np.abs(returns)
    spread = sizes - sizes.mean()
    total = float((spread**2).sum())
    return float((spread[1:] * spread[:-1]).sum()) / total if _moves(total, sizes) else None


def variance_ratio(returns: Floats, step: int) -> tuple[float, float] | None:
    """The variance of `step` bars over `step` times that of one, and its z by Lo and MacKinlay (1988), which allows for
    volatility that changes. Above 1 moves go on, below 1 they are taken back."""
    count, mean = len(returns), float(returns.mean())
    squares = (returns - mean) ** 2
    total = float(squares.sum())
    if not _moves(total, returns):
        return None
    sums = np.convolve(returns, np.ones(step), mode="valid") - step * mean
    scale = step * (count - step + 1) * (1 - step / count)
    ratio = float((sums**2).sum()) / scale / (total / (count - 1))
    weights = [(2 * (step - lag) / step) ** 2 for lag in range(1, step)]
    spread = sum(w * float((squares[lag:] * squares[:-lag]).sum()) for lag, w in enumerate(weights, start=1))
    error = math.sqrt(spread) / total
    return (ratio, (ratio - 1) / error) if error > 0 else None


def pull_back(returns: Floats) -> tuple[float, float] | None:
    """How much of its distance from the mean the log price takes back in a bar (below zero: it pulls back), and the t
    of that, to be read by Dickey and Fuller's table."""
    level = np.concatenate(([0.0], np.cumsum(returns)))
    before = level[:-1] - level[:-1].mean()
    total = float((before**2).sum())
    if not _moves(total, returns):
        return None
    pull = float((before * returns).sum()) / total
    rest = returns - returns.mean() - pull * before
    error = math.sqrt(float((rest**2).sum()) / (len(returns) - 2) / total)
    return (pull, pull / error) if error > 0 else None


def half_life(pull: float) -> float | None:
    """In how many bars half of a distance is taken back; None where nothing is."""
    return -math.log(2) / math.log1p(pull) if -1 < pull < 0 else None


def _moves(total: float, values: Floats) -> bool:
    """Whether there is more in the squares than the rounding of equal numbers."""
    return total > len(values) * (1e-12 * float(np.abs(values).max())) ** 2
