"""Pieces of a chart: marks that stretch with the page, and texts beside them that keep their size.

A chart is an SVG as wide as the page. Its marks stand in an inner SVG of 1,000 by 1,000 units that is stretched over
the plot; grid lines and texts are placed by percent, so a phone shows the same letters as a desk.
"""

from collections.abc import Iterable
from html import escape

import numpy as np

from packages.domain.backtest.thinning import kept
from packages.domain.market_data.bars import Floats
from packages.reports.drawing.axes import DateTick, Scale

UNITS = 1_000


def chart(caption: str, marks: str, axes: str, height: int) -> str:
    """`caption` says what the picture shows, for those who do not see it."""
    return (
        f'<div class="chart"><svg role="img" aria-label="{escape(caption)}" width="100%" height="{height}">'
        f'<title>{escape(caption)}</title>{axes}<svg viewBox="0 0 {UNITS} {UNITS}" preserveAspectRatio="none" '
        f'width="100%" height="100%">{marks}</svg></svg></div>'
    )


def line(values: Floats, scale: Scale, name: str) -> str:
    """The series by its bars, thinned; what is not known is left out."""
    return f'<path class="line {name}" d="M{_points(values, scale)}"/>' if np.isfinite(values).any() else ""


def area(values: Floats, scale: Scale, base: float, name: str) -> str:
    """The series, and what lies between it and the base."""
    bars = kept(values)
    if not len(bars):
        return ""
    base_line = _percent(1 - scale.place(base), UNITS)
    first, last = _across(bars[[0, -1]], len(values))
    path = _points(values, scale)
    return f'<path class="area {name}" d="M{first:.1f} {base_line}L{path}L{last:.1f} {base_line}Z"/>'


def bar(left: float, right: float, height: float, name: str, gap: float = 1.0) -> str:
    """A column from the base line up; all as shares of the plot."""
    width = max((right - left) * UNITS - 2 * gap, gap)
    top, tall = _percent(1 - height, UNITS), _percent(height, UNITS)
    return f'<rect class="{name}" x="{left * UNITS + gap:.1f}" y="{top}" width="{width:.1f}" height="{tall}"/>'


def values_axis(scale: Scale, texts: Iterable[str], emphasis: float | None = None) -> str:
    """A grid line and a text for each tick; the line at `emphasis` is stronger."""
    return "".join(
        _level(scale.place(tick), text, tick == emphasis) for tick, text in zip(scale.ticks, texts, strict=True)
    )


def dates_axis(ticks: Iterable[DateTick], bars: int) -> str:
    return "".join(below(tick.bar / max(bars - 1, 1), tick.text, at) for at, tick in enumerate(ticks))


def below(share: float, text: str, at: int) -> str:
    """A text under the plot; every second one gives way where the page is narrow."""
    name = "tick odd" if at % 2 else "tick"
    place = _percent(share)
    return (
        f'<line class="grid" x1="{place}%" x2="{place}%" y1="0" y2="100%"/>'
        f'<text class="{name} {_side(share)}" x="{place}%" y="100%" dy="18">{escape(text)}</text>'
    )


def dot(across: float, up: float, text: str) -> str:
    """A point with a text beside it, on the side where there is room."""
    side, shift = ("end", -8) if across > 0.7 else ("start", 8)
    x, y = _percent(across), _percent(1 - up)
    return (
        f'<circle class="dot" cx="{x}%" cy="{y}%" r="3.5"/>'
        f'<text class="label {side}" x="{x}%" y="{y}%" dx="{shift}" dy="4">{escape(text)}</text>'
    )


def upright(across: float, text: str) -> str:
    """A dashed line through the plot, with a text at its top."""
    side, shift = ("end", -5) if across > 0.6 else ("start", 5)
    x = _percent(across)
    return (
        f'<line class="mean" x1="{x}%" x2="{x}%" y1="0" y2="100%"/>'
        f'<text class="label {side}" x="{x}%" y="0" dx="{shift}" dy="11">{escape(text)}</text>'
    )


def _level(share: float, text: str, is_strong: bool) -> str:
    place, name = _percent(1 - share), "base" if is_strong else "grid"
    return (
        f'<line class="{name}" x1="0" x2="100%" y1="{place}%" y2="{place}%"/>'
        f'<text class="tick end" x="-8" y="{place}%" dy="4">{escape(text)}</text>'
    )


def _points(values: Floats, scale: Scale) -> str:
    bars = kept(values)
    downs = (1 - scale.share(values[bars])) * UNITS
    across = _across(bars, len(values))
    return "L".join(f"{x:.1f} {y:.1f}" for x, y in zip(across.tolist(), downs.tolist(), strict=True))


def _across(bars: np.ndarray, count: int) -> Floats:
    return np.asarray(bars * (UNITS / max(count - 1, 1)), dtype=np.float64)


def _percent(share: float, of: int = 100) -> str:
    return f"{share * of:.2f}".rstrip("0").rstrip(".")


def _side(share: float) -> str:
    return "start" if share < 0.03 else "end" if share > 0.97 else "middle"
