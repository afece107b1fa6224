"""The indicators: running means, bands, momentum, trend and volume; where a window is not full, values are NaN."""

from typing import NamedTuple

import numpy as np

from packages.domain.market_data.bars import BarColumns, Floats


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
    mean, path = start, [start]
    for value in values[first + 1 :].tolist():
        mean += weight * (value - mean)
        path.append(mean)
    means[first:] = path
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


class Bands(NamedTuple):
    """A mean and so many standard deviations on either side."""

    upper: Floats
    middle: Floats
    lower: Floats


def bollinger(close: Floats, length: int = 20, width: float = 2.0) -> Bands:
    """With the standard deviation of the whole window (not of a sample), as Bollinger and TA-Lib have it."""
    middle, spread = simple_mean(close, length), np.full(len(close), np.nan)
    if len(close) >= length:
        spread[length - 1 :] = np.lib.stride_tricks.sliding_window_view(close, length).std(axis=1)
    return Bands(middle + width * spread, middle, middle - width * spread)


def vwap(bars: BarColumns, length: int = 20) -> Floats:
    """The typical price (high, low and close in equal parts) weighted by volume over the last `length` bars; NaN where
    nothing was traded or a volume is not known."""
    price = (bars.high + bars.low + bars.close) / 3.0
    paid, traded = simple_mean(price * bars.volume, length), simple_mean(bars.volume, length)
    prices = np.full(len(bars), np.nan)
    np.divide(paid, traded, out=prices, where=traded > 0)
    return prices


class Macd(NamedTuple):
    """`line` between the two means, its own mean `signal`, and the `histogram` between those."""

    line: Floats
    signal: Floats
    histogram: Floats


class Kdj(NamedTuple):
    """Each in points; J runs beyond 0 and 100."""

    k: Floats
    d: Floats
    j: Floats


def rsi(close: Floats, length: int = 14) -> Floats:
    """Wilder's relative strength; NaN while nothing has moved, because 0 / 0 is neither strong nor weak."""
    strength = np.full(len(close), np.nan)
    if len(close) <= length:
        return strength
    change = np.diff(close)
    gain = wilder_mean(np.maximum(change, 0.0), length)
    loss = wilder_mean(np.maximum(-change, 0.0), length)
    moved = gain + loss
    strength[1:] = np.divide(100.0 * gain, moved, out=np.full(len(change), np.nan), where=moved > 0)
    return strength


def macd(close: Floats, fast: int = 12, slow: int = 26, signal: int = 9) -> Macd:
    """Both means are seeded on the same bar, the first with a full slow window, as TA-Lib does."""
    line = exponential_mean(close, fast, first=slow - 1) - exponential_mean(close, slow)
    signal_line = np.full(len(close), np.nan)
    signal_line[slow - 1 :] = exponential_mean(line[slow - 1 :], signal)
    return Macd(line, signal_line, line - signal_line)


def kdj(bars: BarColumns, length: int = 9, k_smoothing: int = 3, d_smoothing: int = 3) -> Kdj:
    """As A-share terminals draw it: K and D stand at 50 before the first full window and take a third of each new
    value. A window without any range counts as 50."""
    empty = np.full(len(bars), np.nan)
    if len(bars) < length:
        return Kdj(empty, empty.copy(), empty.copy())
    windows = np.lib.stride_tricks.sliding_window_view
    highest, lowest = windows(bars.high, length).max(axis=1), windows(bars.low, length).min(axis=1)
    width = highest - lowest
    place = np.divide(
        100.0 * (bars.close[length - 1 :] - lowest), width, out=np.full(len(width), 50.0), where=width > 0
    )
    k = smoothed(np.concatenate(([50.0], place)), 0, 50.0, 1.0 / k_smoothing)
    d = smoothed(k, 0, 50.0, 1.0 / d_smoothing)
    lines = [np.concatenate((np.full(length - 1, np.nan), line[1:])) for line in (k, d, 3.0 * k - 2.0 * d)]
    return Kdj(lines[0], lines[1], lines[2])


class Adx(NamedTuple):
    """Strength of the trend, and the strength of its upward and downward moves; all from 0 to 100."""

    adx: Floats
    plus: Floats
    minus: Floats


def true_range(bars: BarColumns) -> Floats:
    """From the second bar on: the range including the close before."""
    before = bars.close[:-1]
    return np.maximum(bars.high[1:], before) - np.minimum(bars.low[1:], before)


def atr(bars: BarColumns, length: int = 14) -> Floats:
    return np.concatenate((np.full(min(1, len(bars)), np.nan), wilder_mean(true_range(bars), length)))


def adx(bars: BarColumns, length: int = 14) -> Adx:
    """Wilder's. The sums begin with `length` - 1 moves and the next one is smoothed in, as TA-Lib does."""
    up, down = np.diff(bars.high), -np.diff(bars.low)
    rising = np.where((up > down) & (up > 0), up, 0.0)
    falling = np.where((down > up) & (down > 0), down, 0.0)
    room = _wilder_sum(true_range(bars), length)
    plus, minus = (_share(_wilder_sum(moves, length), room) for moves in (rising, falling))
    direction = _share(np.abs(plus - minus), plus + minus)
    strength = np.full(len(bars), np.nan)
    if len(direction) > length:
        strength[length:] = wilder_mean(direction[length - 1 :], length)
    lead = np.full(min(1, len(bars)), np.nan)
    return Adx(strength, np.concatenate((lead, plus)), np.concatenate((lead, minus)))


def _wilder_sum(moves: Floats, length: int) -> Floats:
    """A sum that loses 1 / `length` of itself with each new move."""
    sums = np.full(len(moves), np.nan)
    total = float(moves[: length - 1].sum())
    for place in range(length - 1, len(moves)):
        total += float(moves[place]) - total / length
        sums[place] = total
    return sums


def _share(part: Floats, whole: Floats) -> Floats:
    """In per cent; nothing moves where there is no room."""
    share = np.divide(100.0 * part, whole, out=np.zeros(len(part)), where=whole > 0)
    share[np.isnan(whole)] = np.nan
    return share


def volume_ratio(volume: Floats, length: int = 5) -> Floats:
    """A bar's volume over the mean of the `length` bars before it; NaN where those traded nothing."""
    before = np.concatenate(([np.nan], simple_mean(volume, length)[:-1]))[: len(volume)]
    ratios = np.full(len(volume), np.nan)
    np.divide(volume, before, out=ratios, where=before > 0)
    return ratios


def on_balance_volume(bars: BarColumns) -> Floats:
    """Volume added on days that close higher and taken away on days that close lower, from the first bar's on."""
    if not len(bars):
        return np.empty(0)
    signs = np.concatenate(([1.0], np.sign(np.diff(bars.close))))
    return np.cumsum(signs * bars.volume)


def obv_trend(bars: BarColumns, length: int = 20) -> float:
    """The slope of the least-squares line through the last `length` values of on-balance volume, in mean volumes a
    day: 1 is buying on every day, -1 selling on every day. Where the count began does not matter."""
    last = bars[-length:]
    mean = float(last.volume.mean()) if len(last) == length else 0.0
    if not mean > 0:
        return float("nan")
    days = np.arange(length) - (length - 1) / 2.0
    balance = on_balance_volume(bars)[-length:]
    return float((days * (balance - balance.mean())).sum() / (days * days).sum() / mean)
