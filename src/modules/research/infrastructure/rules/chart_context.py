"""A chart seen from further away: weeks and months, and the market around it."""

from src.modules.research.infrastructure.rules.chart import Chart, reading, rule
from src.modules.research.infrastructure.rules.votes import WeightedReading, leaning_first, sign, within

_AVERAGES = ("week_ma10", "week_ma30", "month_ma10")


def timeframes(chart: Chart) -> WeightedReading:
    """Where the price stands on weekly and monthly charts, and whether they agree with each other."""
    there = [key for key in _AVERAGES if chart.has(key)]
    (close,) = chart.values("close")
    sides = {key: sign(close - value) for key, value in zip(there, chart.values(*there), strict=True)}
    leans = [float(side) for side in sides.values()]
    said = [(float(side), _against(chart, key, side)) for key, side in sides.items()]
    if chart.has("week_rsi14"):
        (strength,) = chart.values("week_rsi14")
        leans.append(within((strength - rule("rsi_middle")) / (rule("rsi_overbought") - rule("rsi_middle")), -1, 1))
        said.append((leans[-1], _weekly_rsi(chart, strength)))
    lean = sum(leans) / len(leans) if leans else 0.0
    return reading("timeframes", lean, chart.known(*_AVERAGES, "week_rsi14"), leaning_first(lean, said))


def _against(chart: Chart, key: str, side: int) -> str:
    name = "average.above" if side > 0 else "average.not_above"
    return chart.write(name, name=chart.write.label(key), average=chart.write.number(key))


def _weekly_rsi(chart: Chart, strength: float) -> str:
    return chart.write("week.weak" if strength <= rule("rsi_middle") else "week.strong")


def relative(chart: Chart) -> WeightedReading:
    """Ahead of the market or behind it; what is within the line says nothing."""
    there = [key for key in ("relative_60d", "relative_20d", "industry_relative_60d") if chart.has(key)]
    leans = [_lean(value) for value in chart.values(*there)]
    lean = sum(leans) / len(leans) if leans else 0.0
    said = [(one, _gap(chart, key)) for one, key in zip(leans, there, strict=True)]
    return reading("relative", lean, chart.known("relative_60d", "relative_20d"), leaning_first(lean, said))


def _lean(value: float) -> float:
    return within(value / (4 * rule("relative_telling")), -1, 1) if abs(value) >= rule("relative_telling") else 0.0


def _gap(chart: Chart, key: str) -> str:
    (value,) = chart.values(key)
    place = ("ahead" if value > 0 else "behind") if abs(value) >= rule("relative_telling") else "in_line"
    if key == "industry_relative_60d":
        return chart.write(f"industry.{place}")
    days = key.removeprefix("relative_").removesuffix("d")
    return chart.write(f"market.{place}", days=days, gap=chart.write.number(key))
