"""What a share may be worth by each method beside its price, and where bear, base and bull end."""

from collections.abc import Sequence
from dataclasses import dataclass

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
    spread,
)
from packages.reports.research.plot import COMPACT, Plot, amount, padded
from packages.reports.research.price import PriceSeries

_CASES: dict[str, Tone] = {"bear": "fall", "base": "accent", "bull": "rise"}


@dataclass(frozen=True, slots=True)
class ValueRange:
    """What one method says; `middle` None where it has none, a single value where both ends are the same."""

    name: str
    low: float
    high: float
    middle: float | None = None
    is_whole: bool = False


@dataclass(frozen=True, slots=True)
class ScenarioTarget:
    """`case` is bear, base or bull; `probability` None where nobody gave one."""

    case: str
    name: str
    target: float
    probability: float | None


def football_field(ranges: Sequence[ValueRange], price: float, say: Phrases) -> Drawing:
    """One bar a method, the price as a line through all of them."""
    names, step = 138.0, 27.0
    bottom = 34 + step * len(ranges)
    ends = [end for one in ranges for end in (one.low, one.high)]
    scale = padded([*ends, price], most=5, share=0.1)
    plot = Plot(names, 28, COMPACT - 14, bottom, scale)
    shapes: list[Shape] = []
    for tick in scale.ticks:
        x = plot.x(scale.place(tick))
        shapes += [
            LineMark(x, plot.top, x, bottom, "grid"),
            TextMark(x, bottom + 16, amount(tick), "soft", 12, "middle"),
        ]
    for at, one in enumerate(ranges):
        shapes += _bar(one, plot, plot.top + 6 + step * at)
    x = plot.x(scale.place(price))
    shapes.append(LineMark(x, plot.top - 4, x, bottom, "warn", 1.8, dashed=True))
    shapes.append(
        TextMark(x, plot.top - 10, say.say("figure.price_now", price=amount(price)), "warn", 12, "middle", bold=True)
    )
    lines = [f"{one.name} {amount(one.low)}–{amount(one.high)}" for one in ranges]
    between = "；" if say.language == "zh" else "; "
    return Drawing(COMPACT, bottom + 26, say.say("figure.football"), between.join(lines), tuple(shapes))


def _bar(one: ValueRange, plot: Plot, y: float) -> list[Shape]:
    left, right = (plot.x(plot.scale.place(end)) for end in (one.low, one.high))
    label = TextMark(plot.left - 8, y + 12, clipped(one.name, plot.left - 12), "ink", 12.5, "end", one.is_whole)
    if right - left < 1:
        return [label, DotMark(left, y + 8, 5, "accent")]
    shapes: list[Shape] = [label, BoxMark(left, y, right - left, 16, "accent", 0.85 if one.is_whole else 0.45)]
    if one.middle is not None:
        x = plot.x(plot.scale.place(one.middle))
        shapes.append(LineMark(x, y - 2, x, y + 18, "ink", 2))
    return shapes


def scenario_fan(series: PriceSeries, scenarios: Sequence[ScenarioTarget], say: Phrases) -> Drawing:
    """The price of the last half year, and a ray to each target."""
    closes = series.closes[-126:]
    targets = [one.target for one in scenarios]
    plot = Plot(52, 14, COMPACT - 120, 220, padded([*closes, *targets]))
    turn = 0.62
    shapes: list[Shape] = plot.grid(amount)
    last = max(len(closes) - 1, 1)
    past = tuple((plot.x(turn * at / last), plot.y(close)) for at, close in enumerate(closes))
    shapes.append(PathMark(past, "ink", 1.6))
    now, edges = past[-1], [(plot.right, plot.y(target)) for target in (max(targets), min(targets))]
    shapes.append(PathMark((now, *edges), "accent", filled=True, opacity=0.12))
    places = spread([plot.y(target) for target in targets], 30, plot.top + 6, plot.bottom - 8)
    for one, y in zip(scenarios, places, strict=True):
        tone = _CASES.get(one.case, "accent")
        shapes.append(LineMark(*now, plot.right, plot.y(one.target), tone, 1.6, dashed=True))
        shapes.append(DotMark(plot.right, plot.y(one.target), 4, tone))
        shapes.append(TextMark(plot.right + 9, y, f"{one.name} {amount(one.target)}", tone, 12, bold=True))
        if one.probability is not None:
            shapes.append(TextMark(plot.right + 9, y + 14, f"{one.probability:.0%}", "soft", 12))
    description = (say.say("figure.scenario", name=one.name, target=amount(one.target)) for one in scenarios)
    between = "；" if say.language == "zh" else "; "
    return Drawing(COMPACT, 236, say.say("figure.scenarios"), between.join(description), tuple(shapes))
