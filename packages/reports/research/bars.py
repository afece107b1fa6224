"""Figures of bars: which way each expert leans, scores of the accounts, and revenue with profit by quarter."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from packages.core.messages import Language, Phrases
from packages.reports.drawing.shapes import BoxMark, Drawing, LineMark, Shape, TextMark, Tone, clipped
from packages.reports.research.plot import COMPACT, Plot, from_zero

_LARGE = {Language.ZH: ((1e8, "亿"), (1e4, "万")), Language.EN: ((1e9, "bn"), (1e6, "m"), (1e3, "k"))}


@dataclass(frozen=True, slots=True)
class Leaning:
    """`direction` is 1, 0 or -1; `word` is the expert's call as people read it."""

    name: str
    direction: int
    confidence: float
    word: str


@dataclass(frozen=True, slots=True)
class QuarterBars:
    """Of one quarter; None where no row has it."""

    end: date
    revenue: float | None
    profit: float | None


def leaning_bars(experts: Sequence[Leaning], say: Phrases) -> Drawing:
    """Bars to the right lean bullish, to the left bearish; their length is the confidence."""
    names, step, top = 142.0, 32.0, 30.0
    bottom = top + step * len(experts)
    middle = names + (COMPACT - names - 8) / 2
    half = (COMPACT - names - 8) / 2 - 44
    shapes: list[Shape] = [
        TextMark(middle - half, 16, say.say("figure.bearish"), "fall", 12, bold=True),
        TextMark(middle + half, 16, say.say("figure.bullish"), "rise", 12, "end", bold=True),
        LineMark(middle, top - 6, middle, bottom, "soft"),
    ]
    for at, one in enumerate(experts):
        y = top + step * at
        shapes.append(TextMark(names - 8, y + 15, clipped(one.name, names - 10), size=12.5, side="end"))
        shapes += _leaning(one, middle, half, y)
    labels = (
        say.say("figure.expert", name=one.name, call=one.word, confidence=f"{one.confidence:.0%}") for one in experts
    )
    between = "；" if say.language == "zh" else "; "
    return Drawing(COMPACT, bottom + 8, say.say("figure.experts"), between.join(labels), tuple(shapes))


def _leaning(one: Leaning, middle: float, half: float, y: float) -> list[Shape]:
    long, text = max(one.confidence * half, 3), f"{one.confidence:.0%}"
    if one.direction == 0:
        box = BoxMark(middle - long / 2, y, long, 20, "soft", 0.5)
        return [box, TextMark(middle + long / 2 + 6, y + 15, text, "soft", 12)]
    if one.direction > 0:
        return [BoxMark(middle, y, long, 20, "rise", 0.8), TextMark(middle + long + 6, y + 15, text, "rise", 12)]
    left = middle - long
    return [BoxMark(left, y, long, 20, "fall", 0.8), TextMark(left - 6, y + 15, text, "fall", 12, "end")]


def score_bars(scores: Sequence[tuple[str, float]], say: Phrases) -> Drawing:
    """Scores from 0 to 100."""
    names, step, top = 128.0, 30.0, 8.0
    width = COMPACT - names - 50
    shapes: list[Shape] = []
    for at, (name, score) in enumerate(scores):
        y, tone = top + step * at, _score_tone(score)
        shapes.append(TextMark(names - 8, y + 15, clipped(name, names - 10), size=12.5, side="end"))
        shapes.append(BoxMark(names, y, width, 20, "grid"))
        shapes.append(BoxMark(names, y, max(width * score / 100, 1), 20, tone, 0.85))
        shapes.append(TextMark(names + width + 8, y + 15, f"{score:.0f}", size=12.5, bold=True))
    between = "；" if say.language == "zh" else "; "
    description = between.join(f"{name} {score:.0f}" for name, score in scores)
    return Drawing(COMPACT, top + step * len(scores), say.say("figure.scores"), description, tuple(shapes))


def _score_tone(score: float) -> Tone:
    return "accent" if score >= 50 else "warn"


def quarter_bars(quarters: Sequence[QuarterBars], unit: str, say: Phrases) -> Drawing:
    """Revenue and profit side by side, each quarter with its end below; one that is missing leaves its place."""
    values = [value for one in quarters for value in (one.revenue, one.profit) if value is not None]
    scale_by, word = _scale(max(map(abs, values)), say.language)
    plot = Plot(52, 34, COMPACT - 8, 208, from_zero([value / scale_by for value in values]))
    shapes: list[Shape] = plot.grid(lambda tick: f"{tick:g}")
    first = _quarter(quarters[0])
    step = (plot.right - plot.left) / (_quarter(quarters[-1]) - first + 1)
    for one in quarters:
        x = plot.left + step * (_quarter(one) - first)
        shapes += _column(one.revenue, scale_by, plot, x + step * 0.14, step * 0.36, "accent")
        profit: Tone = "fall" if (one.profit or 0) < 0 else "second"
        shapes += _column(one.profit, scale_by, plot, x + step * 0.52, step * 0.36, profit)
        shapes.append(
            TextMark(x + step / 2, plot.bottom + 17, f"{one.end:%y}Q{(one.end.month + 2) // 3}", "soft", 12, "middle")
        )
    shapes += [
        BoxMark(plot.left, 8, 11, 11, "accent"),
        TextMark(plot.left + 16, 18, say.say("figure.revenue"), size=12),
    ]
    shapes += [
        BoxMark(plot.x(0.3), 8, 11, 11, "second"),
        TextMark(plot.x(0.3) + 16, 18, say.say("figure.profit"), size=12),
    ]
    shapes.append(
        TextMark(plot.right, 18, f"{word}{unit}" if say.language == "zh" else f"{unit} {word}", "soft", 12, "end")
    )
    shapes.append(LineMark(plot.left, plot.y(0), plot.right, plot.y(0), "soft"))
    between = "；" if say.language == "zh" else "; "
    lines = [f"{one.end}: {_short(one.revenue, scale_by)} / {_short(one.profit, scale_by)}" for one in quarters]
    return Drawing(COMPACT, 234, say.say("figure.quarters"), between.join(lines), tuple(shapes))


def _quarter(one: QuarterBars) -> int:
    return one.end.year * 4 + (one.end.month + 2) // 3


def _column(value: float | None, by: float, plot: Plot, x: float, width: float, tone: Tone) -> list[Shape]:
    if value is None:
        return []
    zero, end = plot.y(0), plot.y(value / by)
    return [BoxMark(x, min(zero, end), width, max(abs(end - zero), 1), tone, 0.85)]


def _scale(most: float, language: Language) -> tuple[float, str]:
    return next(((size, word) for size, word in _LARGE[language] if most >= size), (1.0, ""))


def _short(value: float | None, by: float) -> str:
    return "–" if value is None else f"{value / by:.2f}"
