"""Each figure of a regime over its own stretch of the newest bars, by plain functions of returns, prices and volumes
that do not see the scale of prices."""

import math
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import numpy as np

from packages.domain.market_data.bars import BarColumns, Floats
from packages.domain.market_data.regime.model import FigureName, RegimeAbsence, RegimeFigure

YEAR = 252  # bars: a year of sessions for stocks; the same count for everything else
STEP = 5
_NAME = FigureName
Measured = float | RegimeAbsence


def figures_of(columns: BarColumns) -> tuple[RegimeFigure, ...]:
    """All figures, in the order of their names; `columns` holds what may be known and no more."""
    returns = log_returns(columns.close)
    return tuple(figure for part in (_trend, _volatility, _reversion, _liquidity) for figure in part(columns, returns))


def bar_time(columns: BarColumns, place: int) -> datetime:
    """When the bar began, in UTC."""
    begins: datetime = columns.time[place].astype("datetime64[us]").item()
    return begins.replace(tzinfo=UTC)


def _figure(name: FigureName, columns: BarColumns, bars: int, measure: Callable[[], Measured]) -> RegimeFigure:
    there = min(bars, len(columns))
    measured = measure() if there == bars else RegimeAbsence.TOO_FEW_BARS
    stretch = bars, bar_time(columns, -there), bar_time(columns, -1)
    return (
        RegimeFigure(name, None, *stretch, measured)
        if isinstance(measured, RegimeAbsence)
        else RegimeFigure(name, measured, *stretch)
    )


def _trend(columns: BarColumns, returns: Floats) -> Iterator[RegimeFigure]:
    close = columns.close
    yield _figure(_NAME.RETURN_20, columns, 21, lambda: float(close[-1] / close[-21] - 1))
    yield _figure(_NAME.RETURN_60, columns, 61, lambda: float(close[-1] / close[-61] - 1))
    yield _figure(_NAME.ABOVE_AVERAGE_50, columns, 50, lambda: float(close[-1] / close[-50:].mean() - 1))
    yield _figure(_NAME.ABOVE_AVERAGE_200, columns, 200, lambda: float(close[-1] / close[-200:].mean() - 1))
    yield _figure(_NAME.EFFICIENCY_60, columns, 61, lambda: _moved(efficiency(returns[-60:])))


def _volatility(columns: BarColumns, returns: Floats) -> Iterator[RegimeFigure]:
    high, low, close = columns.high, columns.low, columns.close
    yield _figure(_NAME.TRUE_RANGE_14, columns, 15, lambda: true_range_share(high[-15:], low[-15:], close[-15:]))
    yield _figure(_NAME.VOLATILITY_20, columns, 21, lambda: float(returns[-20:].std(ddof=1)))
    yield _figure(_NAME.VOLATILITY_RANK, columns, YEAR + 20, lambda: _rank(returns[-(YEAR + 19) :]))
    yield _figure(_NAME.VOLATILITY_RATIO, columns, 121, lambda: _ratio(returns[-120:]))
    yield _figure(_NAME.VOLATILITY_MEMORY, columns, YEAR + 1, lambda: _moved(memory(returns[-YEAR:])))


def _reversion(columns: BarColumns, returns: Floats) -> Iterator[RegimeFigure]:
    year = variance_ratio(returns[-YEAR:], STEP) if len(returns) >= YEAR else None
    pull = pull_back(returns[-120:]) if len(returns) >= 120 else None
    yield _figure(_NAME.VARIANCE_RATIO_5, columns, YEAR + 1, lambda: _moved(year[0] if year else None))
    yield _figure(_NAME.VARIANCE_RATIO_Z, columns, YEAR + 1, lambda: _moved(year[1] if year else None))
    yield _figure(_NAME.PULL_BACK_T, columns, 121, lambda: _moved(pull[1] if pull else None))
    yield _figure(_NAME.HALF_LIFE, columns, 121, lambda: _half_life(pull))


def _liquidity(columns: BarColumns, _returns: Floats) -> Iterator[RegimeFigure]:
    turnover, volume = (columns.close * columns.volume)[-20:], columns.volume[-60:]
    yield _figure(_NAME.TURNOVER_20, columns, 20, lambda: float(np.median(turnover)))
    yield _figure(_NAME.BARS_WITHOUT_VOLUME_60, columns, 60, lambda: float(np.mean(volume == 0)))


def _rank(returns: Floats) -> Measured:
    volatility = rolling_volatility(returns, 20)
    return rank_of_last(volatility) if volatility.max() > 0 else RegimeAbsence.NO_MOVEMENT


def _ratio(returns: Floats) -> Measured:
    usual = float(returns.std(ddof=1))
    return float(returns[-20:].std(ddof=1)) / usual if usual > 0 else RegimeAbsence.NO_MOVEMENT


def _moved(value: float | None) -> Measured:
    return RegimeAbsence.NO_MOVEMENT if value is None else value


def _half_life(pull: tuple[float, float] | None) -> Measured:
    if pull is None:
        return RegimeAbsence.NO_MOVEMENT
    life = half_life(pull[0])
    return RegimeAbsence.NO_PULL_BACK if life is None else life


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
