"""The crises, as bars beside what the market did, and as a table."""

from collections.abc import Iterator
from html import escape

import numpy as np

from packages.domain.stress.findings import CrisisFinding, WindowStatus
from packages.domain.stress.report import StressTestReport
from packages.reports.drawing import svg
from packages.reports.drawing.axes import Scale, linear
from packages.reports.drawing.blocks import Block, Heading, Picture, TableBlock, WordsBlock
from packages.reports.drawing.wording import NOTHING, exact_percent, number, percent, plain, signed
from packages.reports.stress.wording import StressWording

_ROW = 54  # pixels of a crisis: its name, and two bars
_COLUMNS = (
    *("crisis", "period_head", "state", "total_return", "market_return", "max_drawdown"),
    *("worst_loss", "worst_day", "under_water", "trades"),
)


def crisis_pages(report: StressTestReport, wording: StressWording) -> Iterator[Block]:
    crises = report.parts.crises
    yield Heading(wording.say("part.crises"))
    if not crises:
        yield WordsBlock(wording.say("part_missing"), "note")
        return
    if report.parts.windows:
        yield crisis_bars(report.parts.windows, wording)
    head = tuple(wording.say(name) for name in _COLUMNS)
    rows = tuple(_row(each, wording) for each in crises)
    yield TableBlock(wording.say("crises_table"), head, rows, words=3, note=wording.say("crises_note"))


def crisis_bars(windows: tuple[CrisisFinding, ...], wording: StressWording) -> Picture:
    """Two bars a crisis on one scale: the strategy, and below it the market."""
    scale = _scale(windows)
    marks, axes = [], [svg.below(scale.place(tick), exact_percent(tick), at) for at, tick in enumerate(scale.ticks)]
    for at, window in enumerate(windows):
        marks.append(_bar(window.total_return, scale, (at + 0.42) / len(windows), len(windows), "strategy"))
        marks.append(_bar(window.market_return, scale, (at + 0.68) / len(windows), len(windows), "held"))
        axes.append(_name(window, at / len(windows), wording))
        axes.append(_value(window.total_return, scale, (at + 0.42) / len(windows)))
        axes.append(_value(window.market_return, scale, (at + 0.68) / len(windows)))
    caption = _caption(windows, wording)
    drawn = svg.chart(caption, "".join(marks), "".join(axes), _ROW * len(windows))
    return Picture(f'<div class="crises">{_legend(wording)}{drawn}</div>', caption)


def _scale(windows: tuple[CrisisFinding, ...]) -> Scale:
    """From the deepest to the highest, with room on either side of zero for the texts."""
    returns = [value for each in windows for value in (each.total_return, each.market_return) if value is not None]
    low, high = min([0.0, *returns]), max([0.0, *returns])
    span = max(high - low, 0.02)
    # A text stands on the other side of zero from its bar, so both sides need the width of one.
    return linear(min(low, -span * 0.3), max(high, span * 0.3), most=6)


def _bar(value: float | None, scale: Scale, top: float, count: int, name: str) -> str:
    if value is None or not np.isfinite(value):
        return ""
    zero, end = scale.place(0.0), scale.place(value)
    left, width = min(zero, end) * svg.UNITS, abs(end - zero) * svg.UNITS
    place = f'x="{left:.1f}" y="{top * svg.UNITS:.1f}" width="{width:.1f}"'
    return f'<rect class="{name}" {place} height="{0.22 / count * svg.UNITS:.1f}"/>'


def _value(value: float | None, scale: Scale, top: float) -> str:
    if value is None or not np.isfinite(value):
        return ""
    side, shift = ("start", 5) if value < 0 else ("end", -5)
    place = f'x="{scale.place(0.0):.2%}" y="{top:.2%}" dx="{shift}" dy="10"'
    return f'<text class="tick {side}" {place}>{signed(value)}</text>'


def _name(window: CrisisFinding, top: float, wording: StressWording) -> str:
    text = f"{wording.window(window.key)} · {window.start:%Y-%m}–{window.end:%Y-%m}"
    if window.status is WindowStatus.NOT_EXERCISED:
        text = f"{text} · {wording.say('status.not_exercised')}"
    return f'<text class="label start" x="0" y="{top:.2%}" dy="16">{escape(text)}</text>'


def _caption(windows: tuple[CrisisFinding, ...], wording: StressWording) -> str:
    ones = [
        wording.say(
            "crisis_one",
            name=wording.window(each.key),
            value=signed(each.total_return),
            market=signed(each.market_return),
        )
        for each in windows
    ]
    return wording.say("crisis_bars_caption", count=str(len(windows)), crises="; ".join(ones))


def _legend(wording: StressWording) -> str:
    strategy, held = escape(wording.say("strategy")), escape(wording.say("market"))
    return f'<p class="legend"><span class="box strategy"></span>{strategy}<span class="box held"></span>{held}</p>'


def _row(of: CrisisFinding, wording: StressWording) -> tuple[str, ...]:
    state = wording.say(f"status.{of.status.value}")
    if of.proxy is not None:
        state = f"{state} · {wording.say('stood_in', proxy=plain(of.proxy))}"
    under = of.longest_under_water_bars
    return (
        wording.window(of.key),
        wording.say("period", start=of.start.isoformat(), end=of.end.isoformat()),
        state,
        signed(of.total_return),
        signed(of.market_return),
        percent(of.max_drawdown),
        wording.money(of.worst_loss),
        signed(of.worst_day),
        NOTHING if under is None else number(float(under), 0),
        f"{of.trades:,}",
    )
