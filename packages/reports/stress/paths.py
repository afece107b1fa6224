"""The simulated paths: a fan of equity for each method, and what they did to the account."""

from collections.abc import Callable, Iterator

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.domain.stress.findings import MonteCarloFinding
from packages.domain.stress.report import StressTestReport
from packages.reports.drawing import svg
from packages.reports.drawing.axes import Scale, scale_of
from packages.reports.drawing.blocks import Block, Heading, Picture, TableBlock, WordsBlock, WrappedTable
from packages.reports.drawing.page import note_html
from packages.reports.drawing.wording import exact_percent, number, percent
from packages.reports.stress.wording import StressWording

_Cell = Callable[[MonteCarloFinding], str]


def world_pages(report: StressTestReport, wording: StressWording) -> Iterator[Block]:
    worlds = report.parts.monte_carlo
    yield Heading(wording.say("part.monte_carlo"))
    if not worlds:
        yield WordsBlock(wording.say("part_missing"), "note")
        return
    yield WordsBlock(wording.say("fan_key"), "note")
    for world in worlds:
        name = wording.say(f"world.{world.world.value}")
        yield Heading(wording.say("fan_title", world=name, paths=f"{world.paths:,}"), 3)
        yield fan_picture(world, wording)
    yield WrappedTable(_table(worlds, wording))


def fan_picture(of: MonteCarloFinding, wording: StressWording) -> Picture:
    """Bands of 90% and of 50% of the paths, and the median."""
    caption = _caption(of, wording)
    # A checkpoint without values (no path lasted so long) has nothing to draw.
    known = np.isfinite(of.fan).all(axis=0) if of.fan.size else np.zeros(0, dtype=bool)
    if known.sum() < 2:
        return Picture(note_html(caption), caption)
    fan, bars = of.fan[:, known], np.array(of.fan_bars, dtype=np.float64)[known]
    scale = scale_of(fan.ravel(), may_be_log=True)
    across = (bars - bars[0]) / (bars[-1] - bars[0])
    marks = _band(fan[0], fan[4], across, scale, "outer") + _band(fan[1], fan[3], across, scale, "inner")
    marks += f'<path class="line strategy" d="M{_points(fan[2], across, scale)}"/>'
    axes = svg.values_axis(scale, map(wording.axis_amount, scale.ticks)) + _bars_axis(bars, wording)
    return Picture(svg.chart(caption, marks, axes, 220), caption)


def _band(low: Floats, high: Floats, across: Floats, scale: Scale, name: str) -> str:
    way, back = _points(high, across, scale), _points(low[::-1], across[::-1], scale)
    return f'<path class="band {name}" d="M{way}L{back}Z"/>'


def _points(values: Floats, across: Floats, scale: Scale) -> str:
    downs = (1 - scale.share(values)) * svg.UNITS
    rights = across * svg.UNITS
    return "L".join(f"{x:.1f} {y:.1f}" for x, y in zip(rights.tolist(), downs.tolist(), strict=True))


def _bars_axis(bars: Floats, wording: StressWording) -> str:
    ticks = scale_of(bars, most=5).ticks
    span = bars[-1] - bars[0]
    texts = (wording.say("fan_bar", bar=f"{tick:,.0f}") for tick in ticks)
    return "".join(
        svg.below((tick - bars[0]) / span, text, at) for at, (tick, text) in enumerate(zip(ticks, texts, strict=True))
    )


def _caption(of: MonteCarloFinding, wording: StressWording) -> str:
    last = of.fan[:, -1].tolist() if of.fan.size else [float("nan")] * 5
    ends = [wording.money(value) for value in last]
    lowest, low, middle, high, highest = ends
    bars = wording.bars(of.fan_bars[-1] if of.fan_bars else 0)
    return wording.say("fan_caption", bars=bars, middle=middle, low=low, high=high, lowest=lowest, highest=highest)


def _whole(bars: float) -> str:
    return number(bars, 0)


def _table(worlds: tuple[MonteCarloFinding, ...], wording: StressWording) -> TableBlock:
    head = (wording.say("measure"), *(wording.say(f"world.{each.world.value}") for each in worlds))
    level = exact_percent(worlds[0].ruin_level)
    measures: tuple[tuple[str, _Cell], ...] = (
        (wording.say("paths"), lambda of: f"{of.paths:,}"),
        (wording.say("median_return_all"), lambda of: wording.estimate(of.total_return)),
        (wording.say("loss_share"), lambda of: wording.estimate(of.loss_share)),
        (wording.say("median_drawdown"), lambda of: wording.estimate(of.drawdown)),
        (wording.say("bad_drawdown"), lambda of: wording.estimate(of.bad_drawdown)),
        (wording.say("recovery_bars"), lambda of: wording.estimate(of.recovery_bars, _whole)),
        (wording.say("never_recovered"), lambda of: wording.estimate(of.never_recovered)),
        (wording.say("ruin_share", level=level), lambda of: wording.estimate(of.ruin)),
        (wording.say("median_sharpe"), lambda of: wording.estimate(of.sharpe, number)),
        (wording.say("traded_on"), lambda of: percent(of.traded_share)),
    )
    rows = tuple((name, *map(cell, worlds)) for name, cell in measures)
    return TableBlock(wording.say("worlds_table"), head, rows, note=wording.say("worlds_note"))
