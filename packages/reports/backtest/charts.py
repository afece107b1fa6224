"""The charts of a backtest: equity beside the benchmark, drawdown, the Sharpe ratio over time, and the returns of
trades by size."""

import math
from dataclasses import dataclass, replace
from html import escape

import numpy as np

from packages.domain.backtest.analysis.report import Report
from packages.domain.backtest.panel import Counts
from packages.domain.market_data.bars import Floats
from packages.reports.drawing import svg
from packages.reports.drawing.axes import Scale, date_ticks, linear, round_step, scale_of
from packages.reports.drawing.page import note_html
from packages.reports.drawing.wording import Wording, exact_percent, number, percent, signed

_BARS = 40
_ENOUGH_FOR_TAILS = 20
_SMALLEST_STEP = 0.0001


def equity_scale(report: Report) -> Scale:
    """By ratio where equity or benchmark span more than ten times."""
    return scale_of(report.equity, report.benchmark.equity, may_be_log=True)


def equity_chart(report: Report, wording: Wording) -> str:
    scale = equity_scale(report)
    marks = svg.line(report.benchmark.equity, scale, "benchmark") + svg.line(report.equity, scale, "strategy")
    axes = svg.values_axis(scale, map(wording.axis_amount, scale.ticks)) + _dates(report, wording)
    return _legend(report, wording) + svg.chart(equity_caption(report, wording), marks, axes, 280)


def equity_caption(report: Report, wording: Wording) -> str:
    known = report.equity
    caption = wording.say(
        "equity_caption",
        **_span(report, wording),
        first=wording.money(float(known[0])),
        last=wording.money(float(known[-1])),
        low=wording.money(float(known.min())),
        high=wording.money(float(known.max())),
    )
    benchmark = report.benchmark.equity
    last = wording.money(float(benchmark[-1])) if len(benchmark) else wording.money(None)
    return f"{caption} {wording.say('beside', last=last)}"


def drawdown_chart(report: Report, wording: Wording) -> str:
    scale = drawdown_scale(report)
    trough = int(np.argmin(report.drawdown))
    axes = svg.values_axis(scale, (percent(tick, _digits(scale)) for tick in scale.ticks), emphasis=0.0)
    axes += _dates(report, wording)
    if report.drawdown[trough] < 0:
        share = trough / max(len(report.time) - 1, 1)
        axes += svg.dot(share, scale.place(float(report.drawdown[trough])), percent(float(report.drawdown[trough])))
    return svg.chart(drawdown_caption(report, wording), svg.area(report.drawdown, scale, 0.0, "down"), axes, 170)


def drawdown_scale(report: Report) -> Scale:
    # Room below the trough for the text that names it.
    deepest = min(float(report.drawdown.min()) * 1.1, -0.01)
    return linear(deepest, 0.0, most=4)


def drawdown_caption(report: Report, wording: Wording) -> str:
    trough = int(np.argmin(report.drawdown))
    depth = percent(float(report.drawdown[trough]))
    return wording.say("drawdown_caption", **_span(report, wording), depth=depth, day=wording.day(report.time[trough]))


def rolling_chart(report: Report, wording: Wording) -> str:
    """A sentence instead where the history is shorter than the window."""
    values = report.rolling.sharpe
    known = values[np.isfinite(values)]
    if not len(known):
        short = wording.say("rolling_short", bars=wording.bars(report.rolling.window))
        return note_html(short)
    scale = scale_of(known, np.zeros(1), most=5)
    caption = wording.say("rolling_caption", **_span(report, wording), **_range(known))
    axes = svg.values_axis(scale, (f"{tick:g}" for tick in scale.ticks), emphasis=0.0) + _dates(report, wording)
    return svg.chart(caption, svg.line(values, scale, "strategy"), axes, 170)


def _range(known: Floats) -> dict[str, str]:
    return {"low": number(float(known.min())), "high": number(float(known.max())), "last": number(float(known[-1]))}


def _span(report: Report, wording: Wording) -> dict[str, str]:
    return {"start": wording.day(report.time[0]), "end": wording.day(report.time[-1])}


def _dates(report: Report, wording: Wording) -> str:
    return svg.dates_axis(date_ticks(report.time, wording), len(report.time))


def _digits(scale: Scale) -> int:
    return 1 if scale.high - scale.low < 0.05 else 0


def _legend(report: Report, wording: Wording) -> str:
    label = wording.label(report.benchmark.label)
    strategy = f'<span class="key strategy"></span>{escape(wording.say("strategy"))}'
    return f'<p class="legend">{strategy}<span class="key benchmark"></span>{escape(label)}</p>'


@dataclass(frozen=True, slots=True, eq=False)
class Histogram:
    """Columns of equal width, one edge at zero; `beyond` trades lie outside and are counted in the outermost."""

    edges: Floats
    counts: Counts
    step: float
    beyond: int


def histogram_of(returns: Floats) -> Histogram:
    """Where a few trades lie very far out, the columns end before them, so that the others can be distinguished."""
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
    return svg.chart(histogram_caption(returns, found, wording), columns, axes, 200)


def histogram_caption(returns: Floats, found: Histogram, wording: Wording) -> str:
    return wording.say(
        "histogram_caption",
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
