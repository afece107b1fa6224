"""How the strategy answers to other numbers and to worse conditions."""

from collections.abc import Iterator

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.domain.stress.findings import CurvePoint, Friction, Heatmap, SensitivityCurve, SensitivityFinding
from packages.domain.stress.report import StressTestReport
from packages.reports.drawing import svg
from packages.reports.drawing.axes import linear, scale_of
from packages.reports.drawing.blocks import (
    Block,
    Heading,
    Picture,
    ShadedTable,
    TableBlock,
    WordsBlock,
    WrappedTable,
    shade,
)
from packages.reports.drawing.wording import NOTHING, number, percent, plain, signed
from packages.reports.stress.wording import StressWording

_DRAWN = 3  # curves, the most fragile ones
_LISTED = 40


def sensitivity_pages(report: StressTestReport, wording: StressWording) -> Iterator[Block]:
    found = report.parts.sensitivity
    yield Heading(wording.say("part.sensitivity"))
    if found is None:
        yield WordsBlock(wording.say("part_missing"), "note")
        return
    for curve in found.curves[:_DRAWN]:
        if len(curve.points) > 1:
            yield Heading(wording.say("response_title", place=wording.place(curve.pointer)), 3)
            yield response_picture(curve, wording)
    yield WrappedTable(_numbers(found, wording)) if found.curves else WordsBlock(wording.say("no_numbers"), "note")
    if found.heatmap is not None:
        yield heat_table(found.heatmap, wording)
    yield WrappedTable(_frictions(found, wording))


def response_picture(curve: SensitivityCurve, wording: StressWording) -> Picture:
    values = np.array([point.value for point in curve.points])
    sharpe = np.array([point.sharpe for point in curve.points])
    low, high = np.nanmin(sharpe, initial=0.0), np.nanmax(sharpe, initial=0.0)
    # Room above the curve for the text that names the chosen value.
    scale, wide = linear(low, high + (high - low) * 0.2, most=4), scale_of(values, most=6)
    caption = _caption(curve, values, sharpe, wording)
    marks = _line(wide.share(values), scale.share(sharpe))
    axes = svg.values_axis(scale, (f"{tick:g}" for tick in scale.ticks), emphasis=0.0)
    axes += "".join(svg.below(wide.place(tick), f"{tick:g}", at) for at, tick in enumerate(wide.ticks))
    chosen = min(max(wide.place(curve.chosen), 0.0), 1.0)
    axes += svg.upright(chosen, wording.say("chosen", value=f"{curve.chosen:g}"))
    return Picture(svg.chart(caption, marks, axes, 150), caption)


def _line(across: Floats, up: Floats) -> str:
    known = np.isfinite(up)
    points = zip((across[known] * svg.UNITS).tolist(), ((1 - up[known]) * svg.UNITS).tolist(), strict=True)
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return f'<path class="line strategy" d="M{path}"/>' if path else ""


def _caption(curve: SensitivityCurve, values: Floats, sharpe: Floats, wording: StressWording) -> str:
    low, high = _reach(sharpe)
    return wording.say(
        "response_caption",
        place=wording.place(curve.pointer),
        first=f"{values[0]:g}",
        last=f"{values[-1]:g}",
        low=number(low),
        high=number(high),
        chosen=f"{curve.chosen:g}",
    )


def _numbers(found: SensitivityFinding, wording: StressWording) -> TableBlock:
    head = tuple(wording.say(name) for name in ("number_head", "chosen_head", "fragility", "sharpe_range"))
    rows = tuple(_number(curve, wording) for curve in found.curves[:_LISTED])
    more = len(found.curves) - len(rows)
    note = f"{wording.say('numbers_note')} {wording.say('more_numbers', count=str(more)) if more else ''}".strip()
    return TableBlock(wording.say("numbers_table"), head, rows, note=note)


def _number(curve: SensitivityCurve, wording: StressWording) -> tuple[str, ...]:
    low, high = _reach(np.array([point.sharpe for point in curve.points]))
    between = wording.say("between", low=number(low), high=number(high))
    return wording.place(curve.pointer), f"{curve.chosen:g}", number(curve.fragility), between


def heat_table(of: Heatmap, wording: StressWording) -> ShadedTable:
    first, second = wording.place(of.first), wording.place(of.second)
    head = ("", *(f"{value:g}" for value in of.second_values))
    rows = tuple(
        (f"{value:g}", *(_signed_number(each) for each in row))
        for value, row in zip(of.first_values, of.sharpe.tolist(), strict=True)
    )
    strongest = float(np.nanmax(np.abs(of.sharpe), initial=0.0, where=np.isfinite(of.sharpe))) or 1.0
    shades = tuple(tuple(shade(each, strongest, 2) for each in row) for row in of.sharpe.tolist())
    note = wording.say("heatmap_note", first=first, second=second)
    return ShadedTable(TableBlock(wording.say("heatmap_title"), head, rows, note=note), shades)


def _signed_number(value: float) -> str:
    if not np.isfinite(value):
        return NOTHING
    return f"{value:+.2f}" if round(value, 2) else "0.00"


def _frictions(found: SensitivityFinding, wording: StressWording) -> TableBlock:
    names = ("condition", "total_return", "sharpe", "max_drawdown", "trades")
    head = tuple(wording.say(name) for name in names)
    base = _condition(wording.say("friction.base"), found.base)
    rows = tuple(_condition(plain(wording.label(f"friction.{each.kind}")), each) for each in found.frictions)
    return TableBlock(wording.say("frictions_table"), head, (base, *rows))


def _condition(name: str, of: CurvePoint | Friction) -> tuple[str, ...]:
    return name, signed(of.total_return), number(of.sharpe), percent(of.max_drawdown), f"{of.trades:,}"


def _reach(values: Floats) -> tuple[float | None, float | None]:
    known = values[np.isfinite(values)]
    return (float(known.min()), float(known.max())) if len(known) else (None, None)
