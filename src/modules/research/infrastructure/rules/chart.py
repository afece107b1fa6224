"""A chart as a rules analyst sees it: figures and a writer that cites them, and what surrounds the price."""

from collections.abc import Sequence

from src.modules.research.domain.brief import Brief
from src.modules.research.domain.figures import ResearchFigure
from src.modules.research.domain.technical.rules import RULES
from src.modules.research.infrastructure.rules.votes import WeightedReading, leaning_first, sign, within
from src.modules.research.infrastructure.rules.writing import ExactWriter


class Chart:
    """The figures of a brief as plain numbers, and a writer that cites them."""

    def __init__(self, brief: Brief) -> None:
        self.brief = brief
        self.write = ExactWriter(brief, "chart")

    def value(self, key: str) -> float | None:
        figure = self.brief.figures.get(key)
        return None if figure is None else float(figure.value)

    def has(self, *keys: str) -> bool:
        return all(key in self.brief.figures for key in keys)

    def values(self, *keys: str) -> list[float]:
        return [float(self.brief.figures[key].value) for key in keys]

    def known(self, *keys: str) -> float:
        return sum(key in self.brief.figures for key in keys) / len(keys)


def rule(name: str) -> float:
    return float(RULES[name].value)


def reading(topic: str, lean: float, known: float, sentences: Sequence[str]) -> WeightedReading:
    return WeightedReading(topic, rule(f"weight_{topic}"), within(lean, -1, 1), known, tuple(sentences))


def volume(chart: Chart) -> WeightedReading:
    """What is said to be balanced does not lean."""
    said: list[tuple[float, str]] = []
    lean = 0.0
    if chart.has("obv_trend"):
        (slope,) = chart.values("obv_trend")
        flow = within(slope / (3 * rule("obv_telling")), -1, 1) if abs(slope) >= rule("obv_telling") else 0.0
        lean += flow
        said.append((flow, _flow(chart, slope)))
    if chart.has("volume_ratio", "ma5"):
        ratio, close, mean = chart.values("volume_ratio", "close", "ma5")
        heavy, light = ratio >= rule("volume_heavy"), ratio <= rule("volume_light")
        push = 0.5 * sign(close - mean) if heavy else 0.0
        lean = 0.5 * lean if light else lean + push
        said.append((push, _turnover(chart, heavy=heavy, light=light, above=close > mean)))
    known = chart.known("obv_trend", "volume_ratio")
    return reading("volume", within(lean, -1, 1), known, leaning_first(lean, said))


def _flow(chart: Chart, slope: float) -> str:
    if abs(slope) < rule("obv_telling"):
        return chart.write("flow.balanced")
    return chart.write("flow.buying" if slope > 0 else "flow.selling")


def _turnover(chart: Chart, *, heavy: bool, light: bool, above: bool) -> str:
    if heavy:
        return chart.write("turnover.heavy_above" if above else "turnover.heavy")
    return chart.write("turnover.light" if light else "turnover.ordinary")


def place(chart: Chart) -> WeightedReading:
    sentences, lean = [], 0.0
    if chart.has("bollinger_percent_b", "bollinger_upper", "bollinger_lower"):
        (inside,) = chart.values("bollinger_percent_b")
        lean += within(inside - 0.5, -0.5, 0.5) if 0 <= inside <= 1 else 0.0
        sentences.append(_bands(chart, inside))
    if chart.has("from_high_52w", "from_low_52w", "high_52w", "low_52w"):
        high, low = chart.values("from_high_52w", "from_low_52w")
        lean += 0.5 * (high >= rule("near_high")) - 0.5 * (low <= rule("near_low"))
        sentences.append(_year(chart, high, low))
    return reading("place", lean, chart.known("bollinger_percent_b", "from_high_52w"), sentences)


def _bands(chart: Chart, inside: float) -> str:
    if inside > rule("band_top"):
        return chart.write("bands.above")
    if inside < rule("band_bottom"):
        return chart.write("bands.below")
    return chart.write("bands.upper" if inside > 0.5 else "bands.lower")


def _year(chart: Chart, high: float, low: float) -> str:
    if high >= rule("near_high"):
        return chart.write("year.near_high")
    return chart.write("year.near_low" if low <= rule("near_low") else "year.between")


def signs(chart: Chart) -> WeightedReading:
    """Candles of the last days and open gaps; none of them is an answer too, so nothing is missing."""
    figures = chart.brief.figures.values()
    marks = [(figure, _mark(figure)) for figure in figures if _is_gap(figure) or figure.key.startswith("candle_")]
    lean = within(sum(mark for _, mark in marks), -1, 1)
    ranked = sorted(marks, key=lambda mark: -lean * mark[1])
    sentences = [(_gap if one.name == "gap" else _candle)(chart, one, sign(mark)) for one, mark in ranked]
    return reading("signs", lean, 1.0, sentences or [chart.write("no_signs")])


def _is_gap(figure: ResearchFigure) -> bool:
    """A gap that is wide enough to be seen."""
    return figure.name == "gap" and abs(float(figure.value)) >= rule("gap_telling")


def _mark(figure: ResearchFigure) -> float:
    """A pattern counts whole, a gap half; an undecided candle not at all."""
    return 0.5 * sign(float(figure.value)) if figure.name == "gap" else float(figure.value)


def _candle(chart: Chart, candle: ResearchFigure, direction: int) -> str:
    way = {1: "way.up", -1: "way.down", 0: "way.undecided"}[direction]
    return chart.write(candle.name, day=candle.period, way=chart.write(way))


def _gap(chart: Chart, gap: ResearchFigure, direction: int) -> str:
    return chart.write("gap.up" if direction > 0 else "gap.down", day=gap.period, gap=chart.write.number(gap.key))
