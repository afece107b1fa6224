"""Return, volatility and Sharpe over the last bars, at every bar."""

import math

import numpy as np

from packages.core.errors import Invalid
from packages.domain.backtest.analysis.curve import Curve
from packages.domain.backtest.analysis.report import Rolling
from packages.domain.market_data.bars import Floats


class BadRollingWindow(Invalid):
    """A window that nothing can be measured over."""

    code = "bad_window"


def usual_window(bars: int, bars_per_year: float) -> int:
    """Half a year, or a quarter of the bars where that is less."""
    return max(2, min(round(bars_per_year / 2), bars // 4))


def rolling(curve: Curve, window: int | None = None) -> Rolling:
    """Each value is of the last `window` returns, so the first stands at bar `window`."""
    width = usual_window(len(curve.equity), curve.bars_per_year) if window is None else window
    if width < 2:
        raise BadRollingWindow("backtest.window_too_short", width=width)
    columns = [np.full(len(curve.equity), np.nan) for _ in range(3)]
    if len(curve.returns) >= width:
        for column, values in zip(columns, _measured(curve, width), strict=True):
            column[width:] = values
    return Rolling(width, *columns)


def _measured(curve: Curve, width: int) -> tuple[Floats, Floats, Floats]:
    mean, spread = _moments(curve.returns, width)
    scale = math.sqrt(curve.bars_per_year)
    sharpe = np.divide(mean * scale, spread, out=np.zeros(len(mean)), where=spread > 0)
    before = curve.equity[:-width]
    total = np.divide(curve.equity[width:] - before, before, out=np.zeros(len(before)), where=before > 0)
    return total, spread * scale, sharpe


def _moments(returns: Floats, width: int) -> tuple[Floats, Floats]:
    """Mean and standard deviation (n - 1) of every window; the deviation is exactly 0 where nothing moved."""
    mean = window_sums(returns, width) / width
    squares = window_sums(returns * returns, width)
    variance = np.maximum(squares - width * mean * mean, 0.0) / (width - 1)
    # What is left below this is rounding: a window of equal returns has no deviation.
    variance[variance * (width - 1) <= squares * width * np.finfo(float).eps] = 0.0
    return mean, np.sqrt(variance)


def window_sums(values: Floats, width: int) -> Floats:
    """The sum of every `width` values in a row. Sums are taken within blocks and never subtracted, so a wild stretch
    leaves no rounding behind in the calm that follows."""
    blocks = -(-len(values) // width)
    padded = np.zeros(blocks * width)
    padded[: len(values)] = values
    grid = padded.reshape(blocks, width)
    until = grid.cumsum(axis=1).ravel()
    onwards = grid[:, ::-1].cumsum(axis=1)[:, ::-1]
    rest = np.where(np.arange(width) > 0, onwards, 0.0).ravel()
    count = len(values) - width + 1
    return until[width - 1 : width - 1 + count] + rest[:count]
