"""Figures of cells: what the value comes to under other assumptions, and risks by probability and impact."""

from collections.abc import Sequence
from dataclasses import dataclass

from packages.core.messages import Phrases
from packages.reports.drawing.shapes import BoxMark, DotMark, Drawing, Shape, TextMark, Tone
from packages.reports.research.plot import COMPACT, amount

LEVELS = ("HIGH", "MEDIUM", "LOW")  # the highest on top


@dataclass(frozen=True, slots=True)
class GridCell:
    """The value of a share under one pair of assumptions, each a ratio."""

    down: float
    across: float
    value: float


@dataclass(frozen=True, slots=True)
class RiskPoint:
    """`number` is that of the risk in the list below the figure."""

    number: int
    probability: str
    impact: str


def sensitivity_grid(
    cells: Sequence[GridCell], axes: tuple[str, str], price: float, title: str, say: Phrases
) -> Drawing:
    """`axes` are the assumptions down and across; coloured by how far the value lies from the price."""
    rows, columns = sorted({cell.down for cell in cells}), sorted({cell.across for cell in cells})
    values = {(cell.down, cell.across): cell.value for cell in cells}
    left, top, tall = 92.0, 52.0, 32.0
    wide = (COMPACT - left - 6) / len(columns)
    shapes: list[Shape] = [
        TextMark(left + wide * len(columns) / 2, 16, axes[1], "soft", 12, "middle"),
        TextMark(8, 40, axes[0], "soft", 12),
    ]
    for at, column in enumerate(columns):
        shapes.append(TextMark(left + wide * (at + 0.5), 40, f"{column:.1%}", size=12.5, side="middle", bold=True))
    for down, row in enumerate(rows):
        y = top + tall * down
        shapes.append(TextMark(left - 10, y + 21, f"{row:.1%}", size=12.5, side="end", bold=True))
        for across, column in enumerate(columns):
            shapes += _value(values.get((row, column)), price, left + wide * across, y, wide, tall)
    shown = [cell.value for cell in cells]
    text = say.say("figure.sensitivity_text", low=amount(min(shown)), high=amount(max(shown)), price=amount(price))
    return Drawing(COMPACT, top + tall * len(rows) + 4, title, text, tuple(shapes))


def _value(value: float | None, price: float, x: float, y: float, wide: float, tall: float) -> list[Shape]:
    if value is None:
        return [TextMark(x + wide / 2, y + 21, "–", "soft", 12.5, "middle")]
    away = value / price - 1
    strength = 0.12 + min(abs(away), 0.5) * 0.9
    box = BoxMark(x + 1, y + 1, wide - 2, tall - 2, "rise" if away >= 0 else "fall", strength)
    return [box, TextMark(x + wide / 2, y + 21, amount(value), size=12.5, side="middle")]


def risk_grid(risks: Sequence[RiskPoint], say: Phrases) -> Drawing:
    """Probability up, impact across, each risk as its number."""
    left, top, tall = 92.0, 8.0, 58.0
    wide = (COMPACT - left - 6) / 3
    shapes: list[Shape] = []
    for down, probability in enumerate(LEVELS):
        y = top + tall * down
        shapes.append(TextMark(left - 10, y + tall / 2 + 5, say.word("level", probability), size=12.5, side="end"))
        for across, impact in enumerate(reversed(LEVELS)):
            x = left + wide * across
            shapes.append(BoxMark(x + 1, y + 1, wide - 2, tall - 2, *_heat(2 - down + across)))
            here = [risk.number for risk in risks if (risk.probability, risk.impact) == (probability, impact)]
            shapes += _numbers(here, x, y, wide, tall)
    bottom = top + tall * 3
    for across, impact in enumerate(reversed(LEVELS)):
        shapes.append(
            TextMark(left + wide * (across + 0.5), bottom + 18, say.word("level", impact), size=12.5, side="middle")
        )
    shapes.append(TextMark(8, top + 14, say.say("figure.probability"), "soft", 12))
    shapes.append(TextMark(left + wide * 1.5, bottom + 36, say.say("figure.impact"), "soft", 12, "middle"))
    text = say.say("figure.risks_text", count=len(risks))
    return Drawing(COMPACT, bottom + 44, say.say("figure.risks"), text, tuple(shapes))


def _heat(step: int) -> tuple[Tone, float]:
    """From calm (0) to pressing (4)."""
    return ("grid", 0.9) if step == 0 else ("warn", 0.16 + 0.17 * step)


def _numbers(numbers: Sequence[int], x: float, y: float, wide: float, tall: float) -> list[Shape]:
    shapes: list[Shape] = []
    for at, number in enumerate(numbers):
        cx, cy = x + 22 + (at % 4) * 28, y + tall / 2 + (at // 4) * 26 - (13 if len(numbers) > 4 else 0)
        shapes.append(DotMark(cx, cy, 11, "ink"))
        shapes.append(TextMark(cx, cy + 4.5, str(number), "paper", 12.5, "middle", bold=True))
    return shapes
