"""Moving calculations done the slow way: bar after bar, window after window, straight from their definitions."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

import numpy as np

from packages.domain.market_data.bars import Floats
from tests.packages.domain.strategy.indicators.markets import Market

NAN = float("nan")

Reference: TypeAlias = Callable[[Market], Floats | Mapping[str, Floats]]


def column(values: Iterable[float]) -> Floats:
    return np.array(list(values), dtype=np.float64)


def windowed(rule: Callable[..., float], n: int, *columns: Floats) -> Floats:
    """The rule on the last `n` values of each column; NaN until the windows are full."""
    length = len(columns[0])

    def at(i: int) -> float:
        parts = [each[i - n + 1 : i + 1] for each in columns]
        return NAN if i < n - 1 or any(np.isnan(part).any() for part in parts) else float(rule(*parts))

    return column(at(i) for i in range(length))


def mean(values: Floats, n: int) -> Floats:
    return windowed(np.mean, n, values)


def total(values: Floats, n: int) -> Floats:
    return windowed(np.sum, n, values)


def top(values: Floats, n: int) -> Floats:
    return windowed(np.max, n, values)


def bottom(values: Floats, n: int) -> Floats:
    return windowed(np.min, n, values)


def deviation(values: Floats, n: int, ddof: int = 0) -> Floats:
    return windowed(lambda part: float(np.std(part, ddof=ddof)), n, values)


def ago(values: Floats, bars: int) -> Floats:
    return column(values[i - bars] if i >= bars else NAN for i in range(len(values)))


def step(values: Floats, bars: int = 1) -> Floats:
    return values - ago(values, bars)


def recursive(values: Floats, n: int, share: float) -> Floats:
    """The plain mean of the first `n` numbers, then a share of each new value."""
    out, seen, state = [], [], NAN
    for value in values.tolist():
        if np.isnan(value):
            out.append(NAN)
            continue
        seen.append(value)
        if len(seen) == n:
            state = float(np.mean(seen))
        elif len(seen) > n:
            state += share * (value - state)
        out.append(state)
    return column(out)


def ema(values: Floats, n: int) -> Floats:
    return recursive(values, n, 2.0 / (n + 1.0))


def wilder(values: Floats, n: int) -> Floats:
    return recursive(values, n, 1.0 / n)


def wma(values: Floats, n: int) -> Floats:
    return windowed(lambda part: np.average(part, weights=np.arange(1, n + 1)), n, values)


def line(values: Floats, n: int) -> tuple[Floats, Floats]:
    """Slope and intercept of the regression line through each window."""
    fits = [
        np.polyfit(np.arange(n), values[i - n + 1 : i + 1], 1)
        if i >= n - 1 and not np.isnan(values[i - n + 1 : i + 1]).any()
        else (NAN, NAN)
        for i in range(len(values))
    ]
    return column(fit[0] for fit in fits), column(fit[1] for fit in fits)


def true_range(high: Floats, low: Floats, close: Floats) -> Floats:
    before = ago(close, 1)
    told = np.max([high - low, np.abs(high - before), np.abs(low - before)], axis=0)
    return np.where(np.isnan(before), NAN, told)


def chosen(condition: Floats, yes: Floats | float, no: Floats | float) -> Floats:
    """`np.where` that keeps what is unknown unknown."""
    return np.where(np.isnan(condition), NAN, np.where(condition > 0, yes, no))


def true_ranges(m: Market) -> Floats:
    return true_range(m["high"], m["low"], m["close"])


def log_returns(m: Market) -> Floats:
    return np.log(m["close"] / ago(m["close"], 1))


def typical(m: Market) -> Floats:
    return (m["high"] + m["low"] + m["close"]) / 3


def rises(values: Floats) -> Floats:
    return chosen(values, values, 0.0)


def runs(values: Floats) -> Floats:
    """The length of the run of equal signs up to each value; NaN where the value is."""
    out, count = [], 0.0
    for value in values.tolist():
        count = (count + 1 if count > 0 else 1) if value > 0 else (count - 1 if count < 0 else -1) if value < 0 else 0
        out.append(NAN if np.isnan(value) else float(count))
    return column(out)
