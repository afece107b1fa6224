"""Every indicator as a line of a table: how many bars it needs, which window it reads, and its kernel.

A kernel reads a window and gives the value of its last bar, so the same line computes a figure and checks it again.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from packages.domain.market_data.bars import BarColumns, Floats
from src.modules.research.domain.figures import Operation
from src.modules.research.domain.technical.indicators import (
    Bands,
    adx,
    atr,
    bollinger,
    kdj,
    macd,
    obv_trend,
    on_balance_volume,
    rsi,
    simple_mean,
    volume_ratio,
    vwap,
)

Kernel: TypeAlias = Callable[[BarColumns], float]
PRICE, POINTS, PLAIN, RATIO, TIMES, SHARES = "price", "points", "plain", "ratio", "x", "shares"
_NO_VOLUME = "nothing was traded in its window, or the volume is not known"
_FLAT = "the price did not move in its window"


@dataclass(frozen=True, slots=True)
class Formula:
    """`window` None: all bars, because each value goes back to the first. `undefined`: when there is no value."""

    key: str
    operation: Operation
    unit: str
    needs: int
    window: int | None
    kernel: Kernel
    undefined: str = _FLAT
    needs_year: bool = False


def _formulas() -> Iterator[Formula]:
    for length in (5, 10, 20, 60, 120, 200):
        yield Formula(f"ma{length}", Operation.SMA, PRICE, length, length, _mean_of(length))
    yield Formula("rsi14", Operation.RSI, POINTS, 15, None, lambda bars: _last(rsi(bars.close)))
    yield Formula("macd_line", Operation.MACD, PRICE, 34, None, lambda bars: _last(macd(bars.close).line))
    yield Formula("macd_signal", Operation.MACD, PRICE, 34, None, lambda bars: _last(macd(bars.close).signal))
    yield Formula("macd_histogram", Operation.MACD, PRICE, 34, None, lambda bars: _last(macd(bars.close).histogram))
    yield Formula("kdj_k", Operation.KDJ, POINTS, 9, None, lambda bars: _last(kdj(bars).k))
    yield Formula("kdj_d", Operation.KDJ, POINTS, 9, None, lambda bars: _last(kdj(bars).d))
    yield Formula("kdj_j", Operation.KDJ, POINTS, 9, None, lambda bars: _last(kdj(bars).j))
    yield Formula("adx14", Operation.ADX, POINTS, 28, None, lambda bars: _last(adx(bars).adx))
    yield Formula("plus_di14", Operation.ADX, POINTS, 15, None, lambda bars: _last(adx(bars).plus))
    yield Formula("minus_di14", Operation.ADX, POINTS, 15, None, lambda bars: _last(adx(bars).minus))
    yield Formula("atr14", Operation.ATR, PRICE, 15, None, lambda bars: _last(atr(bars)))
    yield Formula("bollinger_upper", Operation.BOLLINGER, PRICE, 20, 20, lambda b: _last(bollinger(b.close).upper))
    yield Formula("bollinger_middle", Operation.BOLLINGER, PRICE, 20, 20, lambda b: _last(bollinger(b.close).middle))
    yield Formula("bollinger_lower", Operation.BOLLINGER, PRICE, 20, 20, lambda b: _last(bollinger(b.close).lower))
    yield Formula("bollinger_percent_b", Operation.BOLLINGER, RATIO, 20, 20, _place_in_bands)
    yield Formula("vwap20", Operation.VWAP, PRICE, 20, 20, lambda bars: _last(vwap(bars)), _NO_VOLUME)
    yield Formula("volume_ratio", Operation.VOLUME_RATIO, TIMES, 6, 6, _volume_ratio, _NO_VOLUME)
    yield Formula("obv", Operation.OBV, SHARES, 1, None, _balance, _NO_VOLUME)
    yield Formula("obv_trend", Operation.OBV_TREND, PLAIN, 20, 20, obv_trend, _NO_VOLUME)
    yield Formula("return_20d", Operation.RETURN, RATIO, 21, 21, _return)
    yield Formula("return_60d", Operation.RETURN, RATIO, 61, 61, _return)
    yield Formula("high_52w", Operation.HIGHEST, PRICE, 1, None, lambda b: float(b.high.max()), needs_year=True)
    yield Formula("low_52w", Operation.LOWEST, PRICE, 1, None, lambda b: float(b.low.min()), needs_year=True)
    yield Formula("from_high_52w", Operation.HIGHEST, RATIO, 1, None, _from_high, needs_year=True)
    yield Formula("from_low_52w", Operation.LOWEST, RATIO, 1, None, _from_low, needs_year=True)


def _last(values: Floats) -> float:
    return float(values[-1])


def _mean_of(length: int) -> Kernel:
    return lambda bars: _last(simple_mean(bars.close, length))


def _place_in_bands(bars: BarColumns) -> float:
    """0 on the lower band, 1 on the upper one."""
    bands: Bands = bollinger(bars.close)
    width = _last(bands.upper) - _last(bands.lower)
    return (_last(bars.close) - _last(bands.lower)) / width if width > 0 else float("nan")


def _volume_ratio(bars: BarColumns) -> float:
    return _last(volume_ratio(bars.volume))


def _balance(bars: BarColumns) -> float:
    return _last(on_balance_volume(bars)) if np.any(bars.volume > 0) else float("nan")


def _return(bars: BarColumns) -> float:
    return _last(bars.close) / float(bars.close[0]) - 1.0


def _from_high(bars: BarColumns) -> float:
    return _last(bars.close) / float(bars.high.max()) - 1.0


def _from_low(bars: BarColumns) -> float:
    return _last(bars.close) / float(bars.low.min()) - 1.0


FORMULAS: tuple[Formula, ...] = tuple(_formulas())
