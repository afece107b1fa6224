"""Figures of lines: a multiple over its history, how the probability moved, and what lies on the calendar."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

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
    clipped,
)
from packages.reports.research.plot import COMPACT, Plot, month_marks, month_name, padded

_MOST_POINTS = 400
_AXIS = 0.3  # of the width; the rest is for what happened
_LANES = 7


@dataclass(frozen=True, slots=True)
class MultipleCurve:
    """A multiple by day, oldest first, with its quartiles over these days."""

    name: str
    days: tuple[date, ...]
    values: tuple[float, ...]

    def quantile(self, share: float) -> float:
        ordered = sorted(self.values)
        at = share * (len(ordered) - 1)
        low = int(at)
        high = min(low + 1, len(ordered) - 1)
        return ordered[low] + (ordered[high] - ordered[low]) * (at - low)


@dataclass(frozen=True, slots=True)
class TimelineEvent:
    day: date
    text: str
    tone: Tone


def multiple_chart(history: MultipleCurve, say: Phrases) -> Drawing:
    """The band holds the middle half of the days."""
    step = max(len(history.values) // _MOST_POINTS, 1)
    days, values = history.days[::step], history.values[::step]
    low, middle, high = (history.quantile(share) for share in (0.25, 0.5, 0.75))
    plot = Plot(46, 22, COMPACT - 66, 204, padded(values))
    band = BoxMark(plot.left, plot.y(high), plot.right - plot.left, plot.y(low) - plot.y(high), "accent", 0.14)
    shapes: list[Shape] = [*plot.grid(lambda tick: f"{tick:g}x"), band]
    shapes.append(LineMark(plot.left, plot.y(middle), plot.right, plot.y(middle), "soft", 1.2, dashed=True))
    shapes.append(
        TextMark(plot.right + 6, plot.y(middle) + 4, say.say("figure.median", value=f"{middle:.1f}"), "soft", 12)
    )
    shapes.append(PathMark(plot.points(values), "accent", 1.6))
    shapes.append(DotMark(plot.right, plot.y(values[-1]), 3.5, "accent"))
    shapes += month_marks(days, plot, say.language, 4)
    now, title = f"{history.values[-1]:.1f}", say.say("figure.multiple", name=history.name)
    description = say.say("figure.multiple_text", now=now, low=f"{low:.1f}", middle=f"{middle:.1f}", high=f"{high:.1f}")
    return Drawing(COMPACT, 230, title, description, tuple(shapes))


def probability_path(stages: Sequence[tuple[str, float]], say: Phrases) -> Drawing:
    """From before the debate to the verdict; the line at one half is where neither side is favoured."""
    plot = Plot(46, 26, COMPACT - 30, 196, padded([*(value for _, value in stages), 0.5], most=5, share=0.25))
    shapes: list[Shape] = plot.grid(lambda tick: f"{tick:.0%}")
    shapes.append(LineMark(plot.left, plot.y(0.5), plot.right, plot.y(0.5), "soft", 1.2, dashed=True))
    last = max(len(stages) - 1, 1)
    points = tuple((plot.x(0.06 + 0.88 * at / last), plot.y(value)) for at, (_, value) in enumerate(stages))
    shapes.append(PathMark(points, "accent", 2))
    for at, ((x, y), (name, value)) in enumerate(zip(points, stages, strict=True)):
        shapes.append(DotMark(x, y, 4, "accent"))
        shapes.append(TextMark(x, y - 9, f"{value:.0%}", size=12.5, side="middle", bold=at == last))
        shapes.append(TextMark(x, plot.bottom + 18, clipped(name, 86, 11.5), "soft", 11.5, "middle"))
    between = "；" if say.language == "zh" else "; "
    description = between.join(f"{name} {value:.0%}" for name, value in stages)
    return Drawing(COMPACT, 224, say.say("figure.probability_path"), description, tuple(shapes))


def timeline(events: Sequence[TimelineEvent], today: date, say: Phrases) -> Drawing:
    """Newest last, one lane an event, its text beside the axis; the line stands at the day of the report."""
    shown = sorted(events, key=lambda event: event.day)[-_LANES:]
    first, last = min(shown[0].day, today), max(shown[-1].day, today)
    span = max((last - first).days, 1)
    first, last = first - timedelta(days=span // 20 + 2), last + timedelta(days=span // 20 + 2)
    lane, top, end = 26.0, 26.0, COMPACT * _AXIS
    bottom = top + lane * len(shown)

    def across(day: date) -> float:
        return 14 + (end - 14) * (day - first).days / max((last - first).days, 1)

    now = across(today)
    shapes: list[Shape] = [BoxMark(now, top - 6, end - now, bottom - top + 6, "accent", 0.08)]
    shapes += [LineMark(14, bottom, end, bottom, "soft"), LineMark(now, top - 6, now, bottom, "warn", 1.4)]
    shapes.append(TextMark(14, top - 11, say.say("figure.today", day=str(today)), "warn", 12))
    for at, event in enumerate(shown):
        shapes += _lane(event, across(event.day), end, top + lane * at + 12)
    shapes.append(TextMark(14, bottom + 17, month_name(first, say.language), "soft", 12))
    shapes.append(TextMark(end, bottom + 17, month_name(last, say.language), "soft", 12, "end"))
    between = "；" if say.language == "zh" else "; "
    description = between.join(f"{event.day} {event.text}" for event in shown)
    return Drawing(COMPACT, bottom + 24, say.say("figure.timeline"), description, tuple(shapes))


def _lane(event: TimelineEvent, x: float, end: float, y: float) -> list[Shape]:
    text = clipped(f"{event.day:%m-%d} {event.text}", COMPACT - end - 14, 12)
    guide = LineMark(x, y, end, y, "grid")
    return [guide, DotMark(x, y, 4.5, event.tone), TextMark(end + 8, y + 4, text, size=12)]
