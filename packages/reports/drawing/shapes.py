"""A figure as a few shapes in named tones: drawn as SVG on a page, on paper by the PDF printer, and by the web page."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Literal, TypeAlias, assert_never

from packages.reports.drawing.wording import plain

Tone = Literal["ink", "soft", "grid", "accent", "second", "rise", "fall", "warn", "paper"]
Side = Literal["start", "middle", "end"]
Point: TypeAlias = tuple[float, float]
TEXT_SIZE = 13.0


@dataclass(frozen=True, slots=True)
class LineMark:
    x1: float
    y1: float
    x2: float
    y2: float
    tone: Tone
    width: float = 1.0
    dashed: bool = False
    type: Literal["line"] = "line"


@dataclass(frozen=True, slots=True)
class PathMark:
    """A line through points; `filled` closes it and colours what lies inside."""

    points: tuple[Point, ...]
    tone: Tone
    width: float = 1.6
    filled: bool = False
    opacity: float = 1.0
    type: Literal["path"] = "path"


@dataclass(frozen=True, slots=True)
class BoxMark:
    x: float
    y: float
    width: float
    height: float
    tone: Tone
    opacity: float = 1.0
    type: Literal["box"] = "box"


@dataclass(frozen=True, slots=True)
class DotMark:
    x: float
    y: float
    radius: float
    tone: Tone
    type: Literal["dot"] = "dot"


@dataclass(frozen=True, slots=True)
class TextMark:
    """`y` is the base line of the letters."""

    x: float
    y: float
    text: str
    tone: Tone = "ink"
    size: float = TEXT_SIZE
    side: Side = "start"
    bold: bool = False
    type: Literal["text"] = "text"


Shape: TypeAlias = LineMark | PathMark | BoxMark | DotMark | TextMark


@dataclass(frozen=True, slots=True)
class Drawing:
    """`title` names what is shown, `description` says what is to be seen, for those who do not see it."""

    width: float
    height: float
    title: str
    description: str
    shapes: tuple[Shape, ...]


def svg_of(drawing: Drawing, name: str) -> str:
    """`name` is unique on the page: title and description are found by it."""
    inside = "".join(map(_shape, drawing.shapes))
    return (
        f'<svg role="img" viewBox="0 0 {_figure(drawing.width)} {_figure(drawing.height)}" '
        f'aria-labelledby="{name}-t {name}-d"><title id="{name}-t">{_text(drawing.title)}</title>'
        f'<desc id="{name}-d">{_text(drawing.description)}</desc>{inside}</svg>'
    )


def text_width(text: str, size: float = TEXT_SIZE) -> float:
    """About: a Chinese character is as wide as it is tall, a Latin letter a little over half."""
    return sum(size if ord(letter) > 0x2E7F else size * 0.56 for letter in text)


def clipped(text: str, width: float, size: float = TEXT_SIZE) -> str:
    """So much of the text as fits, with an ellipsis where some of it does not."""
    if text_width(text, size) <= width:
        return text
    kept = text
    while kept and text_width(kept + "…", size) > width:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places near the wanted ones, at least `gap` apart, between `low` and `high`; in the order of `wanted`."""
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    placed = [0.0] * len(wanted)
    floor = low
    for at in order:
        placed[at] = max(wanted[at], floor)
        floor = placed[at] + gap
    ceiling = high
    for at in reversed(order):
        placed[at] = min(placed[at], ceiling)
        ceiling = placed[at] - gap
    return placed


def _shape(shape: Shape) -> str:
    match shape:
        case LineMark():
            dash = ' stroke-dasharray="5 4"' if shape.dashed else ""
            places = " ".join(f'{key}="{_figure(getattr(shape, key))}"' for key in ("x1", "y1", "x2", "y2"))
            return f'<line class="s-{shape.tone}" {places} stroke-width="{_figure(shape.width)}"{dash}/>'
        case PathMark():
            return _path(shape)
        case BoxMark():
            place = " ".join(f'{key}="{_figure(getattr(shape, key))}"' for key in ("x", "y", "width", "height"))
            return f'<rect class="f-{shape.tone}" {place}{_faint(shape.opacity)}/>'
        case DotMark():
            place = f'cx="{_figure(shape.x)}" cy="{_figure(shape.y)}" r="{_figure(shape.radius)}"'
            return f'<circle class="f-{shape.tone}" {place}/>'
        case TextMark():
            weight = ' font-weight="600"' if shape.bold else ""
            place = f'x="{_figure(shape.x)}" y="{_figure(shape.y)}" font-size="{_figure(shape.size)}"'
            return f'<text class="f-{shape.tone}" {place} text-anchor="{shape.side}"{weight}>{_text(shape.text)}</text>'
        case _:
            assert_never(shape)


def _path(shape: PathMark) -> str:
    points = "L".join(f"{_figure(x)} {_figure(y)}" for x, y in shape.points)
    if shape.filled:
        return f'<path class="f-{shape.tone}" d="M{points}Z"{_faint(shape.opacity)}/>'
    return f'<path class="s-{shape.tone} open" d="M{points}" stroke-width="{_figure(shape.width)}"/>'


def _faint(opacity: float) -> str:
    return f' opacity="{_figure(opacity)}"' if opacity < 1 else ""


def _figure(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _text(text: str) -> str:
    return escape(plain(text))
