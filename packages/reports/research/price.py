"""The price of a year with its levels and events, and how it did against its benchmark."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from packages.core.messages import Phrases
from packages.reports.drawing.shapes import (
    BoxMark,
    DotMark,
    Drawing,
    LineMark,
    PathMark,
    Shape,
    TextMark,
    Tone,
    spread,
    text_width,
)
from packages.reports.research.plot import COMPACT, WIDE, Plot, amount, month_marks, padded

_MOST_POINTS = 260
_MARK = 16.0  # how wide the mark of an event is


@dataclass(frozen=True, slots=True)
class PriceSeries:
    """Closes and volumes by day, oldest first."""

    days: tuple[date, ...]
    closes: tuple[float, ...]
    volumes: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class PriceLevel:
    """A price to watch, drawn across the chart."""

    name: str
    value: float
    tone: Tone


@dataclass(frozen=True, slots=True)
class PriceEvent:
    """What happened on a day, or will; `number` stands beside it in the list of events."""

    day: date
    number: int
    tone: Tone = "accent"


def price_chart(
    series: PriceSeries, levels: Sequence[PriceLevel], events: Sequence[PriceEvent], say: Phrases, *, wide: bool
) -> Drawing:
    """Levels far from all prices would flatten the chart: they are left to the table beside it."""
    width, height = (WIDE, 380.0) if wide else (COMPACT, 320.0)
    closes = series.closes
    low, high = min(closes), max(closes)
    near = [level for level in levels if low * 0.75 <= level.value <= high * 1.3]
    scale = padded([*closes, *(level.value for level in near)])
    beside = max((text_width(_level_label(level), 12) for level in near), default=60.0)
    plot = Plot(52, 22, width - beside - 16, height - 66, scale)
    shapes: list[Shape] = plot.grid(amount)
    shapes += _volumes(series, plot, height)
    shapes += _levels(near, plot)
    shapes.append(PathMark(plot.points(closes), "accent", 1.8))
    shapes += _events(series, events, plot)
    shapes += month_marks(series.days, plot, say.language, 8 if wide else 4)
    last = (plot.right, plot.y(closes[-1]))
    shapes.append(DotMark(*last, 3.5, "accent"))
    span = {"first": str(series.days[0]), "until": str(series.days[-1])}
    description = say.say("figure.price_text", low=amount(low), high=amount(high), last=amount(closes[-1]), **span)
    return Drawing(width, height, say.say("figure.price"), description, tuple(shapes))


def strength_chart(series: PriceSeries, benchmark: PriceSeries, name: str, say: Phrases) -> Drawing:
    """Both from 100 on the first day that both have."""
    days = [day for day in series.days if day in set(benchmark.days)]
    own, other = (
        dict(zip(series.days, series.closes, strict=True)),
        dict(zip(benchmark.days, benchmark.closes, strict=True)),
    )
    mine = [own[day] / own[days[0]] * 100 for day in days]
    theirs = [other[day] / other[days[0]] * 100 for day in days]
    plot = Plot(46, 36, COMPACT - 58, 210, padded([*mine, *theirs]))
    shapes: list[Shape] = plot.grid(lambda value: f"{value:.0f}")
    shapes.append(PathMark(plot.points(theirs), "second", 1.6))
    shapes.append(PathMark(plot.points(mine), "accent", 1.8))
    ends = spread([plot.y(mine[-1]), plot.y(theirs[-1])], 16, plot.top, plot.bottom)
    shapes.append(TextMark(plot.right + 6, ends[0] + 4, f"{mine[-1] - 100:+.1f}%", "accent", 12, bold=True))
    shapes.append(TextMark(plot.right + 6, ends[1] + 4, f"{theirs[-1] - 100:+.1f}%", "second", 12))
    shapes += [
        LineMark(plot.left, 14, plot.left + 22, 14, "accent", 2),
        TextMark(plot.left + 28, 18, say.say("figure.share"), size=12),
    ]
    shapes += [
        LineMark(plot.x(0.42), 14, plot.x(0.42) + 22, 14, "second", 2),
        TextMark(plot.x(0.42) + 28, 18, name, size=12),
    ]
    shapes += month_marks(days, plot, say.language, 4)
    description = say.say(
        "figure.strength_text", own=f"{mine[-1] - 100:+.1f}%", other=f"{theirs[-1] - 100:+.1f}%", benchmark=name
    )
    return Drawing(COMPACT, 240, say.say("figure.strength"), description, tuple(shapes))


def year_of(series: PriceSeries) -> PriceSeries:
    """The last year of trading days."""
    cut = slice(-_MOST_POINTS, None)
    return PriceSeries(series.days[cut], series.closes[cut], series.volumes[cut])


def _levels(levels: Sequence[PriceLevel], plot: Plot) -> list[Shape]:
    places = spread([plot.y(level.value) for level in levels], 15, plot.top, plot.bottom + 8)
    shapes: list[Shape] = []
    for level, y in zip(levels, places, strict=True):
        at = plot.y(level.value)
        shapes.append(LineMark(plot.left, at, plot.right, at, level.tone, 1.2, dashed=True))
        shapes.append(LineMark(plot.right, at, plot.right + 8, y, level.tone, 0.8))
        shapes.append(TextMark(plot.right + 10, y + 4, _level_label(level), level.tone, 12))
    return shapes


def _level_label(level: PriceLevel) -> str:
    return f"{level.name} {amount(level.value)}"


def _volumes(series: PriceSeries, plot: Plot, height: float) -> list[Shape]:
    most = max(series.volumes, default=0.0)
    if most <= 0:
        return []
    wide = max((plot.right - plot.left) / len(series.volumes) * 0.7, 0.6)
    base, tall, last = height - 6, 34.0, max(len(series.volumes) - 1, 1)
    shapes: list[Shape] = []
    for at, volume in enumerate(series.volumes):
        rose = at == 0 or series.closes[at] >= series.closes[at - 1]
        size = volume / most * tall
        x = plot.x(at / last) - wide / 2
        shapes.append(BoxMark(x, base - size, wide, size, "rise" if rose else "fall", 0.55))
    return shapes


def _events(series: PriceSeries, events: Sequence[PriceEvent], plot: Plot) -> list[Shape]:
    shapes: list[Shape] = []
    last = max(len(series.days) - 1, 1)
    drawn = [event for event in events if series.days[0] <= event.day <= series.days[-1]]
    places = [next(at for at, day in enumerate(series.days) if day >= event.day) for event in drawn]
    marks = spread([plot.x(at / last) for at in places], _MARK + 1, plot.left, plot.right)
    for event, at, mark in zip(drawn, places, marks, strict=True):
        shapes += [
            LineMark(mark, plot.top - 4, plot.x(at / last), plot.y(series.closes[at]), event.tone, 0.8, dashed=True),
            DotMark(mark, plot.top - 8, _MARK / 2, event.tone),
        ]
        shapes.append(TextMark(mark, plot.top - 4, str(event.number), "paper", 10.5, "middle", bold=True))
    return shapes
