"""The curves of a backtest: equity beside the benchmark, drawdown, and the Sharpe ratio over time."""

from html import escape

import numpy as np

from packages.domain.backtest.analysis.report import Report
from packages.domain.backtest.pictures import svg
from packages.domain.backtest.pictures.date_ticks import date_ticks
from packages.domain.backtest.pictures.scale import Scale, linear, scale_of
from packages.domain.backtest.pictures.wording import Wording, number, percent
from packages.domain.market_data.bars import Floats


def equity_scale(report: Report) -> Scale:
    """By ratio where equity or benchmark span more than ten times."""
    return scale_of(report.equity, report.benchmark.equity, may_be_log=True)


def equity_chart(report: Report, wording: Wording) -> str:
    scale = equity_scale(report)
    marks = svg.line(report.benchmark.equity, scale, "benchmark") + svg.line(report.equity, scale, "strategy")
    axes = svg.values_axis(scale, map(wording.axis_amount, scale.ticks)) + _dates(report, wording)
    return _legend(report, wording) + svg.chart(equity_told(report, wording), marks, axes, 280)


def equity_told(report: Report, wording: Wording) -> str:
    known = report.equity
    told = wording.say(
        "equity_told",
        **_span(report, wording),
        first=wording.money(float(known[0])),
        last=wording.money(float(known[-1])),
        low=wording.money(float(known.min())),
        high=wording.money(float(known.max())),
    )
    benchmark = report.benchmark.equity
    last = wording.money(float(benchmark[-1])) if len(benchmark) else wording.money(None)
    return f"{told} {wording.say('beside', last=last)}"


def drawdown_chart(report: Report, wording: Wording) -> str:
    scale = drawdown_scale(report)
    trough = int(np.argmin(report.drawdown))
    axes = svg.values_axis(scale, (percent(tick, _digits(scale)) for tick in scale.ticks), emphasis=0.0)
    axes += _dates(report, wording)
    if report.drawdown[trough] < 0:
        share = trough / max(len(report.time) - 1, 1)
        axes += svg.dot(share, scale.place(float(report.drawdown[trough])), percent(float(report.drawdown[trough])))
    return svg.chart(drawdown_told(report, wording), svg.area(report.drawdown, scale, 0.0, "down"), axes, 170)


def drawdown_scale(report: Report) -> Scale:
    # Room below the trough for the text that names it.
    deepest = min(float(report.drawdown.min()) * 1.1, -0.01)
    return linear(deepest, 0.0, most=4)


def drawdown_told(report: Report, wording: Wording) -> str:
    trough = int(np.argmin(report.drawdown))
    depth = percent(float(report.drawdown[trough]))
    return wording.say("drawdown_told", **_span(report, wording), depth=depth, day=wording.day(report.time[trough]))


def rolling_chart(report: Report, wording: Wording) -> str:
    """A sentence instead where the history is shorter than the window."""
    values = report.rolling.sharpe
    known = values[np.isfinite(values)]
    if not len(known):
        short = wording.say("rolling_short", bars=wording.bars(report.rolling.window))
        return f'<p class="note">{escape(short)}</p>'
    scale = scale_of(known, np.zeros(1), most=5)
    told = wording.say("rolling_told", **_span(report, wording), **_range(known))
    axes = svg.values_axis(scale, (f"{tick:g}" for tick in scale.ticks), emphasis=0.0) + _dates(report, wording)
    return svg.chart(told, svg.line(values, scale, "strategy"), axes, 170)


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
