"""The red flags of an audit: what is beyond its alert line, by how much, and on which line of the statements."""

from collections.abc import Sequence
from dataclasses import dataclass

from packages.core.messages import Phrases
from packages.reports.drawing.shapes import BoxMark, Drawing, LineMark, Shape, TextMark, Tone, clipped
from packages.reports.research.plot import COMPACT

_STEP, _TOP = 46.0, 10.0


@dataclass(frozen=True, slots=True)
class FlagMark:
    """`figures`: each with its value, as people read them; `line`: the line of the statements that they rest on."""

    figures: tuple[str, ...]
    line: str
    severe: bool


def flag_board(flags: Sequence[FlagMark], say: Phrases) -> Drawing:
    """One row a flag, the severe ones first and in the stronger colour."""
    ordered = sorted(flags, key=lambda one: not one.severe)
    shapes: list[Shape] = []
    for at, one in enumerate(ordered):
        shapes += _row(one, _TOP + _STEP * at)
    between = "；" if say.language == "zh" else "; "
    description = between.join(f"{_joined(one, say)} ({one.line})" for one in ordered)
    return Drawing(COMPACT, _TOP + _STEP * len(ordered), say.say("figure.flags"), description, tuple(shapes))


def _row(one: FlagMark, y: float) -> list[Shape]:
    tone: Tone = "fall" if one.severe else "warn"
    return [
        LineMark(14, y, 14, y + 32, "soft", 1.6),
        BoxMark(14, y, 16, 12, tone, 0.95),
        TextMark(42, y + 12, clipped(" · ".join(one.figures), COMPACT - 52), size=13, bold=True),
        TextMark(42, y + 30, clipped(one.line, COMPACT - 52), "soft", 12),
    ]


def _joined(one: FlagMark, say: Phrases) -> str:
    return ("，" if say.language == "zh" else ", ").join(one.figures)
