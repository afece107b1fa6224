"""A chart as a rules analyst sees it: figures and a writer that cites them, and what surrounds the price."""

from collections.abc import Sequence

from src.modules.research.domain.brief import Brief
from src.modules.research.domain.figures import ResearchFigure
from src.modules.research.domain.technical.rules import LABELS, RULES
from src.modules.research.infrastructure.rules.votes import WeightedReading, leaning_first, sign, within
from src.modules.research.infrastructure.rules.writing import ExactWriter


class Chart:
    """The figures of a brief as plain numbers, and a writer that cites them."""

    def __init__(self, brief: Brief) -> None:
        self.brief = brief
        self.write = ExactWriter(brief)

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
    clear = abs(slope) >= rule("obv_telling")
    zh = ("资金偏向买入" if slope > 0 else "资金偏向卖出") if clear else "买卖力量大致均衡"
    en = ("volume leans to buying" if slope > 0 else "volume leans to selling") if clear else "volume is balanced"
    return chart.write(
        f"OBV 趋势值为 {{obv_trend}}（量能倾斜线 {{rule.obv_telling}}），{zh}。",
        f"The OBV trend is {{obv_trend}} (telling-flow line {{rule.obv_telling}}): {en}.",
    )


def _turnover(chart: Chart, *, heavy: bool, light: bool, above: bool) -> str:
    if heavy:
        zh, en = ("站上 MA5，当日量能偏多", "above MA5: the day's volume leans to buying")
        if not above:
            zh, en = ("未站上 MA5，当日量能偏空", "not above MA5: the day's volume leans to selling")
        return chart.write(
            f"量比为 {{volume_ratio}}，达到放量线 {{rule.volume_heavy}}，且收盘{zh}。",
            "The volume ratio is {volume_ratio}, at or over the heavy-volume line {rule.volume_heavy}, with the price "
            f"{en}.",
        )
    if light:
        return chart.write(
            "量比为 {volume_ratio}，不高于缩量线 {rule.volume_light}，量能信号打折看待。",
            "The volume ratio is {volume_ratio}, at or under the light-volume line {rule.volume_light}, so volume "
            "counts for less.",
        )
    return chart.write("量比为 {volume_ratio}，处于常态。", "The volume ratio is {volume_ratio}, an ordinary day.")


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
        zh, en = "，已越过布林上轨，短线偏离较大", ", beyond the upper band and stretched"
    elif inside < rule("band_bottom"):
        zh, en = "，已跌出布林下轨，短线偏离较大", ", beneath the lower band and stretched"
    else:
        zh, en = ("，偏向上轨", ", in the upper half") if inside > 0.5 else ("，偏向下轨", ", in the lower half")
    return chart.write(
        f"布林下轨 {{bollinger_lower}}、布林上轨 {{bollinger_upper}}，布林带位置为 {{bollinger_percent_b}}{zh}。",
        "Between the lower Bollinger band {bollinger_lower} and the upper Bollinger band {bollinger_upper} the "
        f"Bollinger %B is {{bollinger_percent_b}}{en}.",
    )


def _year(chart: Chart, high: float, low: float) -> str:
    zh, en = "", ""
    if high >= rule("near_high"):
        zh, en = "，进入近高点线 {rule.near_high} 之内", ", within the near-high line {rule.near_high}"
    elif low <= rule("near_low"):
        zh, en = "，进入近低点线 {rule.near_low} 之内", ", within the near-low line {rule.near_low}"
    return chart.write(
        f"52 周最高价 {{high_52w}}、52 周最低价 {{low_52w}}，距 52 周高点 {{from_high_52w}}，"
        f"距 52 周低点 {{from_low_52w}}{zh}。",
        f"Against a 52-week high of {{high_52w}} and a 52-week low of {{low_52w}}, the distance from the 52-week high "
        f"is {{from_high_52w}} and the distance from the 52-week low {{from_low_52w}}{en}.",
    )


def signs(chart: Chart) -> WeightedReading:
    """Candles of the last days and open gaps; none of them is an answer too, so nothing is missing."""
    figures = chart.brief.figures.values()
    marks = [(figure, _mark(figure)) for figure in figures if _is_gap(figure) or figure.key.startswith("candle_")]
    lean = within(sum(mark for _, mark in marks), -1, 1)
    ranked = sorted(marks, key=lambda mark: -lean * mark[1])
    sentences = [(_gap if one.name == "gap" else _candle)(chart, one, sign(mark)) for one, mark in ranked]
    nothing = chart.write(
        "近期没有可识别的 K 线形态，也没有未回补的缺口。", "No candle pattern and no open gap stands out."
    )
    return reading("signs", lean, 1.0, sentences or [nothing])


def _is_gap(figure: ResearchFigure) -> bool:
    """A gap that is wide enough to be seen."""
    return figure.name == "gap" and abs(float(figure.value)) >= rule("gap_telling")


def _mark(figure: ResearchFigure) -> float:
    """A pattern counts whole, a gap half; an undecided candle not at all."""
    return 0.5 * sign(float(figure.value)) if figure.name == "gap" else float(figure.value)


def _candle(chart: Chart, candle: ResearchFigure, direction: int) -> str:
    zh_name, en_name = LABELS[candle.name][:2]
    zh = {1: "偏多", -1: "偏空", 0: "多空未决"}[direction]
    en = {1: "bullish", -1: "bearish", 0: "undecided"}[direction]
    article = "An" if en_name[0] in "aeiou" else "A"
    return chart.write(
        f"{candle.period} 收出{zh_name}（{zh}）。", f"{article} {en_name} ({en}) was completed on {candle.period}."
    )


def _gap(chart: Chart, gap: ResearchFigure, direction: int) -> str:
    zh, en = ("向上", "an upward") if direction > 0 else ("向下", "a downward")
    return chart.write(
        f"{gap.period} 留下{zh}跳空缺口 {{{gap.key}}}，至今未回补。",
        f"Since {gap.period} {en} price gap of {{{gap.key}}} has stood open.",
    )
