"""Columns that exported rules are made of: one value a bar, NaN where it is not known, nothing that looks ahead."""

import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import sliding_window_view

Floats = npt.NDArray[np.float64]
Truths = npt.NDArray[np.bool_]
Value = Floats | float


def windows(x: Floats, bars: int) -> Floats:
    """The last `bars` values of each bar that has as many."""
    return sliding_window_view(x, bars)


def rolled(values: Floats, length: int) -> Floats:
    """Values of the last bars, NaN before them."""
    return np.concatenate((np.full(length - len(values), np.nan), values)) if len(values) else np.full(length, np.nan)


def constant(value: float, like: Floats) -> Floats:
    return np.full(len(like), float(value))


def lag(x: Floats, bars: int) -> Floats:
    return np.concatenate((np.full(min(bars, len(x)), np.nan), x[: max(0, len(x) - bars)]))


def after(x: Floats, bars: int) -> Floats:
    """Not known on the first bars."""
    return np.where(np.arange(len(x)) < bars, np.nan, x)


def add(x: Value, y: Value) -> Floats:
    return np.asarray(x + y, dtype=np.float64)


def subtract(x: Value, y: Value) -> Floats:
    return np.asarray(x - y, dtype=np.float64)


def multiply(x: Value, y: Value) -> Floats:
    return np.asarray(x * y, dtype=np.float64)


def divide(x: Value, y: Value) -> Floats:
    with np.errstate(all="ignore"):
        found = np.asarray(np.true_divide(x, y), dtype=np.float64)
    return np.where(np.isfinite(found), found, np.nan)


def smaller(x: Value, y: Value) -> Floats:
    return np.asarray(np.minimum(x, y), dtype=np.float64)


def larger(x: Value, y: Value) -> Floats:
    return np.asarray(np.maximum(x, y), dtype=np.float64)


def absolute(x: Floats) -> Floats:
    return np.abs(x)


def logarithm(x: Floats) -> Floats:
    return np.log(np.where(x > 0, x, np.nan))


def known_or(x: Floats, value: float) -> Floats:
    return np.where(np.isnan(x), value, x)


def window_sums(x: Floats, bars: int, power: int, from_edge: bool) -> tuple[Floats, Floats]:
    """The sums of all windows, of distances from a value inside each, and that value: block by block, from the last bar
    of a block back to where the window begins, then on to where it ends."""
    sums, edges = np.full(len(x), np.nan), np.full(len(x), np.nan)
    for first in range(0, len(x) - bars + 1, bars):
        after = first + bars
        own = float(x[after - 1]) if from_edge else 0.0
        back = np.cumsum(((x[first:after] - own) ** power)[::-1])[::-1]
        on = np.cumsum((x[after : after + bars - 1] - own) ** power)
        sums[after - 1 : after + len(on)] = back[: len(on) + 1]
        sums[after : after + len(on)] += on
        edges[after - 1 : after + len(on)] = own
    return sums, edges


def mean(x: Floats, bars: int) -> Floats:
    """Of equal values exactly their value."""
    sums, edges = window_sums(x, bars, 1, True)
    return sums / bars + edges


def running_mean(x: Floats, bars: int) -> Floats:
    """By one sum that goes along, begun on the first known value."""
    out, held = np.full(len(x), np.nan), 0.0
    known = np.flatnonzero(~np.isnan(x))
    for place, at in enumerate(known):
        held += float(x[at])
        if place >= bars - 1:
            out[at] = held / bars
            held -= float(x[known[place - bars + 1]])
    return out


def total(x: Floats, bars: int) -> Floats:
    return window_sums(x, bars, 1, False)[0]


def spread(x: Floats, bars: int, divisor: int) -> Floats:
    sums, squares = window_sums(x, bars, 1, True)[0], window_sums(x, bars, 2, True)[0]
    return np.sqrt(np.maximum(squares - sums * sums / bars, 0.0) / divisor)


def deviation(x: Floats, bars: int) -> Floats:
    """Of the population."""
    return spread(x, bars, bars)


def sample_deviation(x: Floats, bars: int) -> Floats:
    return spread(x, bars, bars - 1)


def highest(x: Floats, bars: int) -> Floats:
    return rolled(windows(x, bars).max(axis=1), len(x)) if len(x) >= bars else np.full(len(x), np.nan)


def lowest(x: Floats, bars: int) -> Floats:
    return rolled(windows(x, bars).min(axis=1), len(x)) if len(x) >= bars else np.full(len(x), np.nan)


def weighted_mean(x: Floats, bars: int) -> Floats:
    """The newest value has the weight `bars`, the oldest 1."""
    if len(x) < bars:
        return np.full(len(x), np.nan)
    weights = np.arange(1.0, bars + 1)
    return rolled((windows(x, bars) * weights).sum(axis=1) / weights.sum(), len(x))


def zscore(x: Floats, bars: int) -> Floats:
    """Not known where the values stand still but for rounding."""
    middle, moved = mean(x, bars), deviation(x, bars)
    return divide(x - middle, np.where(moved <= 1e-10 * np.abs(middle), np.nan, moved))


def percent_rank(x: Floats, bars: int) -> Floats:
    """How many of the window's other values are lower, in percent, equal ones by half."""
    if len(x) < bars:
        return np.full(len(x), np.nan)
    seen = windows(x, bars)
    now, others = seen[:, -1:], seen[:, :-1]
    ranks = 100.0 * ((others < now).sum(axis=1) + (others == now).sum(axis=1) / 2.0) / (bars - 1)
    return rolled(np.where(np.isnan(seen).any(axis=1), np.nan, ranks), len(x))


def carried_on(x: Floats, bars: int, weight: float, first: int) -> Floats:
    """An average that takes a share of each new value, begun on the known value number `first` (from 0) with the plain
    mean of the last `bars`. What is not known is passed over."""
    out, known = np.full(len(x), np.nan), np.flatnonzero(~np.isnan(x))
    if len(known) <= first:
        return out
    held = float(np.cumsum(x[known[first - bars + 1 : first + 1]])[-1]) / bars
    out[known[first]] = held
    for at in known[first + 1 :]:
        held += weight * (float(x[at]) - held)
        out[at] = held
    return out


def exponential_mean(x: Floats, bars: int, first: int) -> Floats:
    return carried_on(x, bars, 2.0 / (bars + 1), first)


def wilder_mean(x: Floats, bars: int) -> Floats:
    """A share of 1 / bars for each new value, begun with the plain mean of the first ones."""
    out, known = np.full(len(x), np.nan), np.flatnonzero(~np.isnan(x))
    if len(known) < bars:
        return out
    held = float(np.cumsum(x[known[:bars]])[-1]) / bars
    out[known[bars - 1]] = held
    for at in known[bars:]:
        held = (held * (bars - 1) + float(x[at])) / bars
        out[at] = held
    return out


def smoothed(x: Floats, bars: int, start: float) -> Floats:
    """Like Wilder's, but begun before the first known value with `start`."""
    out, held = np.full(len(x), np.nan), start
    for at in np.flatnonzero(~np.isnan(x)):
        held += (float(x[at]) - held) / bars
        out[at] = held
    return out


def above(x: Value, y: Value) -> Truths:
    return np.greater(x, y)


def at_least(x: Value, y: Value) -> Truths:
    return np.greater_equal(x, y)


def below(x: Value, y: Value) -> Truths:
    return np.less(x, y)


def at_most(x: Value, y: Value) -> Truths:
    return np.less_equal(x, y)


def equal(x: Value, y: Value) -> Truths:
    return np.equal(x, y)


def unequal(x: Value, y: Value) -> Truths:
    return np.not_equal(x, y) & ~np.isnan(x) & ~np.isnan(y)


def both(x: Truths, y: Truths) -> Truths:
    return x & y


def either(x: Truths, y: Truths) -> Truths:
    return x | y


def negated(x: Truths) -> Truths:
    return ~x


def bars_since(x: Truths) -> Floats:
    """How many bars ago it was last true; not known if it never was."""
    at = np.arange(len(x), dtype=np.float64)
    last = np.maximum.accumulate(np.where(x, at, -1.0))
    return np.where(last < 0, np.nan, at - last)


def first_step(x: Truths) -> Floats:
    """The last bar on which the first step of a sequence came true."""
    at = np.arange(len(x), dtype=np.float64)
    last = np.maximum.accumulate(np.where(x, at, -1.0))
    return np.where(last < 0, np.nan, last)


def next_step(began: Floats, x: Truths) -> Floats:
    """Where the latest beginning lies from which this step has come true after the one before."""
    before = lag(began, 1)
    last = np.maximum.accumulate(np.where(x & ~np.isnan(before), np.nan_to_num(before), -1.0))
    return np.where(last < 0, np.nan, last)


def last_step(began: Floats, x: Truths, bars: int) -> Truths:
    """Whether the last step comes true now, and all of them within `bars` bars."""
    return x & np.greater_equal(lag(began, 1), np.arange(len(x)) - bars + 1)
