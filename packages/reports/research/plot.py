"""The frame of a figure: the plot inside its margins, a scale with grid lines, and days along the bottom."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from packages.core.messages import Language
from packages.reports.drawing.axes import Scale, linear
from packages.reports.drawing.shapes import LineMark, Point, Shape, TextMark

COMPACT = 480.0
WIDE = 960.0
_SMALL = 12.0


@dataclass(frozen=True, slots=True)
class Plot:
    """Where the marks go; y grows downwards, as on a page."""

    left: float
    top: float
    right: float
    bottom: float
    scale: Scale

    def y(self, value: float) -> float:
        return self.bottom - self.scale.place(value) * (self.bottom - self.top)

    def x(self, share: float) -> float:
        return self.left + share * (self.right - self.left)

    def points(self, values: Sequence[float]) -> tuple[Point, ...]:
        """The values evenly along the plot."""
        last = max(len(values) - 1, 1)
        return tuple((self.x(at / last), self.y(value)) for at, value in enumerate(values))

    def grid(self, text: Callable[[float], str]) -> list[Shape]:
        """A line for each tick, its value to the left."""
        shapes: list[Shape] = []
        for tick in self.scale.ticks:
            y = self.y(tick)
            shapes.append(LineMark(self.left, y, self.right, y, "grid"))
            shapes.append(TextMark(self.left - 6, y + 4, text(tick), "soft", _SMALL, "end"))
        return shapes


def padded(values: Sequence[float], most: int = 5, share: float = 0.06) -> Scale:
    """A scale that leaves a little room above and below."""
    low, high = min(values), max(values)
    room = (high - low) * share or abs(high) * share or 1.0
    return linear(low - room, high + room, most)


def from_zero(values: Sequence[float], most: int = 4) -> Scale:
    """Bars stand on zero."""
    low, high = min(0.0, *values), max(0.0, *values)
    room = (high - low) * 0.08 or 1.0
    return linear(low - (room if low < 0 else 0.0), high + (room if high > 0 else 0.0), most)


def month_marks(days: Sequence[date], plot: Plot, language: Language, most: int) -> list[Shape]:
    """The first day of every so many months, along the bottom."""
    starts = [at for at in range(1, len(days)) if days[at].month != days[at - 1].month]
    step = -(-len(starts) // most) if starts else 1
    shapes: list[Shape] = []
    for at in starts[::step]:
        x = plot.x(at / max(len(days) - 1, 1))
        shapes.append(LineMark(x, plot.bottom, x, plot.bottom + 4, "soft"))
        shapes.append(TextMark(x, plot.bottom + 18, month_name(days[at], language), "soft", _SMALL, "middle"))
    return shapes


def month_name(day: date, language: Language) -> str:
    return f"{day.year}-{day.month:02d}" if language is Language.ZH else f"{day:%b} ’{day:%y}"


def amount(value: float) -> str:
    """A price on an axis or beside a mark: as many digits as distinguish it."""
    size = abs(value)
    return f"{value:,.0f}" if size >= 1000 else f"{value:.4g}" if size >= 100 else f"{value:.2f}"


def note(x: float, y: float, text: str, side: str = "start") -> TextMark:
    """Small print inside a figure."""
    return TextMark(x, y, text, "soft", _SMALL, "end" if side == "end" else "start")
