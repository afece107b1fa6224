"""Running means: plain, exponential and Wilder's. The first values, where a window is not full, are NaN."""

import numpy as np

from packages.domain.market_data.bars import Floats


def simple_mean(values: Floats, length: int) -> Floats:
    """The mean of the last `length` values."""
    means = np.full(len(values), np.nan)
    if len(values) >= length:
        means[length - 1 :] = np.lib.stride_tricks.sliding_window_view(values, length).mean(axis=1)
    return means


def smoothed(values: Floats, first: int, start: float, weight: float) -> Floats:
    """A recursive mean that stands at `start` on index `first` and then takes `weight` of each new value."""
    means = np.full(len(values), np.nan)
    if first >= len(values):
        return means
    mean, told = start, [start]
    for value in values[first + 1 :].tolist():
        mean += weight * (value - mean)
        told.append(mean)
    means[first:] = told
    return means


def exponential_mean(values: Floats, length: int, first: int | None = None) -> Floats:
    """Seeded with the plain mean of the `length` values up to index `first` (the first full window by default)."""
    begin = length - 1 if first is None else first
    if begin >= len(values):
        return np.full(len(values), np.nan)
    return smoothed(values, begin, float(values[begin - length + 1 : begin + 1].mean()), 2.0 / (length + 1))


def wilder_mean(values: Floats, length: int) -> Floats:
    """Wilder's: seeded with the plain mean of the first `length` values, then 1 / `length` of each new one."""
    if len(values) < length:
        return np.full(len(values), np.nan)
    return smoothed(values, length - 1, float(values[:length].mean()), 1.0 / length)
