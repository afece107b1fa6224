"""The returns of trades by size: losses to the left of zero, gains to the right."""

import math
from dataclasses import dataclass, replace

import numpy as np

from packages.domain.backtest.panel import Counts
from packages.domain.backtest.pictures import svg
from packages.domain.backtest.pictures.scale import Scale, linear, round_step
from packages.domain.backtest.pictures.wording import Wording, exact_percent, signed
from packages.domain.market_data.bars import Floats

_BARS = 40
_ENOUGH_FOR_TAILS = 20
_SMALLEST_STEP = 0.0001


@dataclass(frozen=True, slots=True, eq=False)
class Histogram:
    """Columns of equal width, one edge at zero; `beyond` trades lie outside and are counted in the outermost."""

    edges: Floats
    counts: Counts
    step: float
    beyond: int


def histogram_of(returns: Floats) -> Histogram:
    """Where a few trades lie very far out, the columns end before them, so that the others can be told apart."""
    low, high = _reach(returns)
    step = round_step(max((high - low) / _BARS, _SMALLEST_STEP))
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    # However far out a loss lies, it is never counted among the gains.
    first = min(first, -1 if (returns < 0).any() else 0)
    edges: Floats = np.arange(first, max(last, 1) + 1, dtype=np.float64) * step
    inside = np.clip(returns, edges[0] + step / 2, edges[-1] - step / 2)
    near = np.where((returns >= edges[0]) & (returns < edges[-1]), returns, inside)
    # A return of exactly one step belongs to the column that begins there, however it was rounded.
    column = np.clip(np.floor(near / step + 1e-9).astype(np.int64) - round(edges[0] / step), 0, len(edges) - 2)
    counts = np.bincount(column, minlength=len(edges) - 1)
    slack = step * 1e-6
    beyond = int(((returns < edges[0] - slack) | (returns > edges[-1] + slack)).sum())
    return Histogram(edges, counts, step, beyond)


def histogram_chart(returns: Floats, wording: Wording) -> str:
    found = histogram_of(returns)
    heights = _whole(linear(0.0, float(found.counts.max()) * 1.12, most=4))
    low, width = float(found.edges[0]), float(found.edges[-1] - found.edges[0])
    columns = "".join(
        svg.bar(at / len(found.counts), (at + 1) / len(found.counts), heights.place(count), _side(left))
        for at, (left, count) in enumerate(zip(found.edges.tolist(), found.counts.tolist(), strict=False))
        if count
    )
    axes = svg.values_axis(heights, (f"{tick:,.0f}" for tick in heights.ticks), emphasis=0.0)
    across = linear(low, low + width, most=6)
    for at, tick in enumerate(across.ticks):
        axes += svg.below((tick - low) / width, exact_percent(tick), at)
    mean = float(returns.mean())
    axes += svg.upright(min(max((mean - low) / width, 0), 1), wording.say("histogram_mean", mean=signed(mean, 2)))
    return svg.chart(histogram_told(returns, found, wording), columns, axes, 200)


def histogram_told(returns: Floats, found: Histogram, wording: Wording) -> str:
    return wording.say(
        "histogram_told",
        count=f"{len(returns):,}",
        losses=f"{int((returns < 0).sum()):,}",
        gains=f"{int((returns > 0).sum()):,}",
        mean=signed(float(returns.mean()), 2),
        step=exact_percent(found.step),
    )


def _reach(returns: Floats) -> tuple[float, float]:
    low, high = float(returns.min()), float(returns.max())
    if len(returns) >= _ENOUGH_FOR_TAILS:
        quarter, three = np.percentile(returns, [25, 75])
        room = 3 * float(three - quarter)
        if room > 0:
            low, high = max(low, float(quarter) - room), min(high, float(three) + room)
    return min(low, 0.0), max(high, 0.0)


def _whole(heights: Scale) -> Scale:
    """Half a trade is no mark."""
    return replace(heights, ticks=tuple(tick for tick in heights.ticks if tick.is_integer()))


def _side(left: float) -> str:
    return "loss" if left < 0 else "gain"
