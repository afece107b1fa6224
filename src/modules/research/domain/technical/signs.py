"""What the newest bars show: candle patterns of the last five days, gaps of the last twenty."""

from dataclasses import dataclass
from datetime import date
from typing import Literal

import numpy as np

from packages.domain.market_data.bars import BarColumns
from src.modules.research.domain.figures import Operation, ResearchFigure
from src.modules.research.domain.technical.bars_in_use import BarsInUse
from src.modules.research.domain.technical.candles import PATTERNS, Candles, candles

CANDLE_DAYS, GAP_DAYS = 5, 20
_USUAL = 10
Direction = Literal["bullish", "bearish", "neutral"]


@dataclass(frozen=True, slots=True)
class CandleSign:
    """A pattern, on the day that completed it; the figure is 1 (bullish), -1 (bearish) or 0 (undecided)."""

    name: str
    direction: Direction
    day: date
    figure: ResearchFigure


@dataclass(frozen=True, slots=True)
class PriceGap:
    """A day that traded wholly above or below the day before; `filled` when a later day came back to its far edge."""

    direction: Literal["up", "down"]
    day: date
    lower: float
    upper: float
    filled: bool
    figure: ResearchFigure


def candle_signs(bars: BarsInUse) -> tuple[CandleSign, ...]:
    """The newest of each kind, newest first."""
    measured = candles(bars.columns)
    found = [sign for name in PATTERNS if (sign := _newest(bars, measured, name))]
    return tuple(sorted(found, key=lambda sign: sign.day, reverse=True))


def candle_mark(bars: BarColumns, name: str) -> float:
    """The mark of the last bar of a window."""
    mark = int(PATTERNS[name][0](candles(bars))[-1])
    return 0.0 if name == "doji" else float(mark)


def _newest(bars: BarsInUse, measured: Candles, name: str) -> CandleSign | None:
    pattern, span = PATTERNS[name]
    places = np.flatnonzero(pattern(measured)[-CANDLE_DAYS:])
    if not len(places):
        return None
    last = len(bars) - CANDLE_DAYS + int(places[-1])
    window = bars.columns[last - span - _USUAL + 1 : last + 1]
    value = candle_mark(window, name)
    figure = bars.figure(f"candle_{name}", value, "plain", Operation.CANDLE, bars=span + _USUAL, last=last)
    direction: Direction = "bullish" if value > 0 else "bearish" if value < 0 else "neutral"
    return CandleSign(name, direction, figure.ends, figure)


def price_gaps(bars: BarsInUse) -> tuple[PriceGap, ...]:
    """Newest first."""
    high, low = bars.columns.high, bars.columns.low
    found = []
    for place in range(len(bars) - 1, max(0, len(bars) - GAP_DAYS) - 1, -1):
        if place and (low[place] > high[place - 1] or high[place] < low[place - 1]):
            found.append(_gap(bars, place))
    return tuple(found)


def gap_size(bars: BarColumns) -> float:
    """Of the last of two bars against the first: positive upwards, as a share of the edge that was left."""
    up, down = bars.low[1] / bars.high[0] - 1.0, bars.high[1] / bars.low[0] - 1.0
    return float(up if up > 0 else min(down, 0.0))


def _gap(bars: BarsInUse, place: int) -> PriceGap:
    columns = bars.columns
    size = gap_size(columns[place - 1 : place + 1])
    figure = bars.figure(f"gap@{bars.day(place)}", size, "ratio", Operation.GAP, bars=2, last=place)
    if size > 0:
        lower, upper = float(columns.high[place - 1]), float(columns.low[place])
        filled = bool((columns.low[place + 1 :] <= lower).any())
        return PriceGap("up", figure.ends, lower, upper, filled, figure)
    lower, upper = float(columns.high[place]), float(columns.low[place - 1])
    filled = bool((columns.high[place + 1 :] >= upper).any())
    return PriceGap("down", figure.ends, lower, upper, filled, figure)
