"""Where a chart points: its trend, its momentum, and how strong the trend is."""

from collections.abc import Sequence

from src.modules.research.infrastructure.rules.chart import Chart, reading, rule
from src.modules.research.infrastructure.rules.votes import WeightedReading, leaning_first, sign, within

_LONG_AVERAGES = ("ma20", "ma60", "ma200")
_ORDERED_AVERAGES = ("ma20", "ma60", "ma120")


def trend(chart: Chart) -> WeightedReading:
    _, sides = _sides(chart)
    order = _order(chart)
    parts = [*map(float, sides), *([float(order)] if chart.has(*_ORDERED_AVERAGES) else [])]
    against = chart.write.joined([text for _, text in against_averages(chart)])
    sentences = [*([against] if against else []), *_ordered(chart, order), *_returns(chart)]
    known = chart.known(*_LONG_AVERAGES, "ma120")
    return reading("trend", sum(parts) / len(parts) if parts else 0.0, known, sentences)


def _sides(chart: Chart) -> tuple[list[str], list[int]]:
    """The long averages that are known, and on which side of each the price stands."""
    there = [key for key in _LONG_AVERAGES if chart.has(key)]
    (close,) = chart.values("close")
    return there, [sign(close - value) for value in chart.values(*there)]


def _order(chart: Chart) -> int:
    """1 when the short averages stand above the long ones, -1 the other way round, 0 when they are mixed."""
    if not chart.has(*_ORDERED_AVERAGES):
        return 0
    short, middle, long = chart.values(*_ORDERED_AVERAGES)
    return 1 if short > middle > long else (-1 if short < middle < long else 0)


def against_averages(chart: Chart) -> list[tuple[int, str]]:
    """One sentence for those below the price and one for those above it: each speaks for one side."""
    there, sides = _sides(chart)
    over = [key for key, side in zip(there, sides, strict=True) if side > 0]
    under = [key for key, side in zip(there, sides, strict=True) if side <= 0]
    if not there:
        return []
    parts = (
        (over, "averages.above", "averages.still_above", 1),
        (under, "averages.not_above", "averages.rest_not_above", -1),
    )
    first, second = sorted(parts, key=lambda one: -len(one[0]))
    said = [(first[3], chart.write(first[1], averages=_listed(chart, first[0])))]
    if second[0]:
        said.append((second[3], chart.write(second[2], averages=_listed(chart, second[0]))))
    return said


def _listed(chart: Chart, keys: Sequence[str]) -> str:
    *others, last = (f"{key.upper()} {chart.write.number(key)}" for key in keys)
    return chart.write("averages.two", all_but_last=others, last=last) if others else last


def _ordered(chart: Chart, order: int) -> list[str]:
    if not chart.has(*_ORDERED_AVERAGES):
        return []
    return [chart.write({1: "order.bullish", -1: "order.bearish", 0: "order.tangled"}[order])]


def _returns(chart: Chart) -> list[str]:
    if chart.has("return_20d", "return_60d"):
        return [chart.write("returns.both")]
    return [chart.write("returns.short")] if chart.has("return_20d") else []


def momentum(chart: Chart) -> WeightedReading:
    readings = [found for read in (_rsi, _macd, _kdj) if (found := read(chart))]
    lean = sum(lean for lean, _ in readings) / len(readings) if readings else 0.0
    known = chart.known("rsi14", "macd_line", "macd_histogram", "kdj_k")
    return reading("momentum", lean, known, leaning_first(lean, readings))


def _rsi(chart: Chart) -> tuple[float, str] | None:
    """Between the outer lines strength follows through; beyond them it is stretched and leans a little back."""
    if not chart.has("rsi14"):
        return None
    (value,) = chart.values("rsi14")
    over, middle, under = rule("rsi_overbought"), rule("rsi_middle"), rule("rsi_oversold")
    if value >= over:
        return -0.3, chart.write("rsi.overbought")
    if value <= under:
        return 0.3, chart.write("rsi.oversold")
    name = "rsi.above" if value > middle else "rsi.not_above"
    return within((value - middle) / (over - middle), -1, 1), chart.write(name)


def _macd(chart: Chart) -> tuple[float, str] | None:
    if not chart.has("macd_line", "macd_signal", "macd_histogram"):
        return None
    line, histogram = chart.values("macd_line", "macd_histogram")
    against, zero = "above" if histogram > 0 else "not_above", "positive" if line > 0 else "negative"
    return 0.6 * sign(histogram) + 0.4 * sign(line), chart.write(f"macd.{against}_{zero}")


def _kdj(chart: Chart) -> tuple[float, str] | None:
    if not chart.has("kdj_k", "kdj_d", "kdj_j"):
        return None
    k, d, j = chart.values("kdj_k", "kdj_d", "kdj_j")
    beyond = "_overbought" if j >= rule("kdj_overbought") else "_oversold" if j <= rule("kdj_oversold") else ""
    name = f"kdj.{'above' if k > d else 'not_above'}{beyond}"
    return (0.0 if beyond else 0.5 * sign(k - d)), chart.write(name)


def strength(chart: Chart) -> WeightedReading:
    """Which side drives, as far as there is a trend at all."""
    keys = ("adx14", "plus_di14", "minus_di14")
    if not chart.has(*keys):
        return reading("strength", 0.0, 0.0, ())
    value, up, down = chart.values(*keys)
    power = within((value - rule("adx_weak")) / (rule("adx_trending") - rule("adx_weak")), 0, 1)
    driver = chart.write("driver.buyers" if up > down else "driver.sellers")
    return reading("strength", power * sign(up - down), 1.0, (driver, _adx(chart, value)))


def _adx(chart: Chart, value: float) -> str:
    if value >= rule("adx_trending"):
        return chart.write("adx.trending")
    return chart.write("adx.weak" if value < rule("adx_weak") else "adx.between")
