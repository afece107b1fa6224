"""Candle patterns by TA-Lib's definitions: bodies and shadows are long or short against the ten candles before.

Each pattern gives 1 (bullish), -1 (bearish) or 0 for every bar. Signs are the patterns of the last five days and the
gaps of the last twenty.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal

import numpy as np
import numpy.typing as npt

from packages.domain.market_data.bars import BarColumns, Floats
from src.modules.research.domain.figures import Operation, ResearchFigure
from src.modules.research.domain.technical.bars_in_use import BarsInUse

Flags = npt.NDArray[np.bool_]
Marks = npt.NDArray[np.int8]
_STAR_PENETRATION, _COVER_PENETRATION = 0.3, 0.5


@dataclass(frozen=True, slots=True, eq=False)
class Candles:
    """Measures of every candle, and what counts as long, short, near and far on its day."""

    bars: BarColumns
    top: Floats
    bottom: Floats
    body: Floats
    upper: Floats
    lower: Floats
    white: Flags
    usual_body: Floats
    doji_body: Floats
    no_shadow: Floats
    near: Floats
    far: Floats


def candles(bars: BarColumns) -> Candles:
    top, bottom = np.maximum(bars.open, bars.close), np.minimum(bars.open, bars.close)
    height, body = bars.high - bars.low, top - bottom
    return Candles(
        bars=bars,
        top=top,
        bottom=bottom,
        body=body,
        upper=bars.high - top,
        lower=bottom - bars.low,
        white=bars.close >= bars.open,
        usual_body=_mean_before(body, 10),
        doji_body=0.1 * _mean_before(height, 10),
        no_shadow=0.1 * _mean_before(height, 10),
        near=0.2 * _mean_before(height, 5),
        far=0.6 * _mean_before(height, 5),
    )


def doji(c: Candles) -> Marks:
    """Opened and closed at nearly the same price: undecided, so marked 1 without a direction."""
    return _marked(c.body <= c.doji_body, 1)


def hammer(c: Candles) -> Marks:
    low_before = ago(c.bars.low, 1) + ago(c.near, 1)
    shape = (c.body < c.usual_body) & (c.lower > c.body) & (c.upper < c.no_shadow)
    return _marked(shape & (c.bottom <= low_before), 1)


def shooting_star(c: Candles) -> Marks:
    shape = (c.body < c.usual_body) & (c.upper > c.body) & (c.lower < c.no_shadow)
    return _marked(shape & (c.bottom > ago(c.top, 1)), -1)


def engulfing(c: Candles) -> Marks:
    """The body covers the one before, of the other colour; at most one end may coincide."""
    covers = (c.top >= ago(c.top, 1)) & (c.bottom <= ago(c.bottom, 1))
    wider = (c.top > ago(c.top, 1)) | (c.bottom < ago(c.bottom, 1))
    turned = c.white != was(c.white, 1)
    found = covers & wider & turned & _known(c, 1)
    return np.where(found, np.where(c.white, 1, -1), 0).astype(np.int8)


def morning_star(c: Candles) -> Marks:
    fell = ~was(c.white, 2) & (ago(c.body, 2) > ago(c.usual_body, 2))
    star = (ago(c.body, 1) <= ago(c.usual_body, 1)) & (ago(c.top, 1) < ago(c.bottom, 2))
    rose = c.white & (c.body > c.usual_body)
    far_in = c.bars.close > ago(c.bars.close, 2) + ago(c.body, 2) * _STAR_PENETRATION
    return _marked(fell & star & rose & far_in, 1)


def evening_star(c: Candles) -> Marks:
    rose = was(c.white, 2) & (ago(c.body, 2) > ago(c.usual_body, 2))
    star = (ago(c.body, 1) <= ago(c.usual_body, 1)) & (ago(c.bottom, 1) > ago(c.top, 2))
    fell = ~c.white & (c.body > c.usual_body)
    far_in = c.bars.close < ago(c.bars.close, 2) - ago(c.body, 2) * _STAR_PENETRATION
    return _marked(rose & star & fell & far_in, -1)


def piercing(c: Candles) -> Marks:
    long = (c.body > c.usual_body) & (ago(c.body, 1) > ago(c.usual_body, 1))
    opened = c.white & ~was(c.white, 1) & (c.bars.open < ago(c.bars.low, 1))
    middle = ago(c.bars.close, 1) + ago(c.body, 1) * _COVER_PENETRATION
    return _marked(long & opened & (c.bars.close < ago(c.bars.open, 1)) & (c.bars.close > middle), 1)


def dark_cloud_cover(c: Candles) -> Marks:
    opened = ~c.white & was(c.white, 1) & (c.bars.open > ago(c.bars.high, 1))
    middle = ago(c.bars.close, 1) - ago(c.body, 1) * _COVER_PENETRATION
    inside = (c.bars.close > ago(c.bars.open, 1)) & (c.bars.close < middle)
    return _marked((ago(c.body, 1) > ago(c.usual_body, 1)) & opened & inside, -1)


def three_white_soldiers(c: Candles) -> Marks:
    close, open_ = c.bars.close, c.bars.open
    found = c.white & was(c.white, 1) & was(c.white, 2) & (c.body > c.usual_body)
    for days in (0, 1, 2):
        found = found & (ago(c.upper, days) < ago(c.no_shadow, days))
    for now, then in ((0, 1), (1, 2)):
        higher = (ago(close, now) > ago(close, then)) & (ago(open_, now) > ago(open_, then))
        joined = ago(open_, now) <= ago(close, then) + ago(c.near, then)
        as_long = ago(c.body, now) > ago(c.body, then) - ago(c.far, then)
        found = found & higher & joined & as_long
    return _marked(found, 1)


def three_black_crows(c: Candles) -> Marks:
    close, open_ = c.bars.close, c.bars.open
    found = was(c.white, 3) & ~c.white & ~was(c.white, 1) & ~was(c.white, 2) & (ago(c.bars.high, 3) > ago(close, 2))
    for days in (0, 1, 2):
        found = found & (ago(c.lower, days) < ago(c.no_shadow, days))
    for now, then in ((0, 1), (1, 2)):
        inside = (ago(open_, now) < ago(open_, then)) & (ago(open_, now) > ago(close, then))
        found = found & inside & (ago(close, now) < ago(close, then))
    return _marked(found, -1)


# The pattern, and over how many candles it runs.
PATTERNS: Mapping[str, tuple[Callable[[Candles], Marks], int]] = {
    "doji": (doji, 1),
    "hammer": (hammer, 2),
    "shooting_star": (shooting_star, 2),
    "engulfing": (engulfing, 2),
    "piercing": (piercing, 2),
    "dark_cloud_cover": (dark_cloud_cover, 2),
    "morning_star": (morning_star, 3),
    "evening_star": (evening_star, 3),
    "three_white_soldiers": (three_white_soldiers, 3),
    "three_black_crows": (three_black_crows, 4),
}


def ago(values: Floats, days: int) -> Floats:
    """The values of so many bars before; NaN before the first."""
    return np.concatenate((np.full(min(days, len(values)), np.nan), values[: max(0, len(values) - days)]))


def was(flags: Flags, days: int) -> Flags:
    return np.concatenate((np.zeros(min(days, len(flags)), dtype=np.bool_), flags[: max(0, len(flags) - days)]))


def _mean_before(values: Floats, length: int) -> Floats:
    """The mean of the `length` values before each one."""
    means = np.full(len(values), np.nan)
    if len(values) > length:
        means[length:] = np.lib.stride_tricks.sliding_window_view(values, length)[:-1].mean(axis=1)
    return means


def _known(c: Candles, days: int) -> Flags:
    return ~np.isnan(ago(c.body, days))


def _marked(found: Flags, mark: int) -> Marks:
    return np.where(found, mark, 0).astype(np.int8)


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
