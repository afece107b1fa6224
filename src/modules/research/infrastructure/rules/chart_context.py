"""A chart seen from further away: weeks and months, and the market around it."""

from src.modules.research.domain.technical.rules import LABELS
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
    zh, en = LABELS[key][0], LABELS[key][-1]
    return chart.write(
        f"收盘价{'站上' if side > 0 else '未站上'} {zh} {{{key}}}。",
        f"The price is {'above' if side > 0 else 'not above'} the {en} of {{{key}}}.",
    )


def _weekly_rsi(chart: Chart, strength: float) -> str:
    zh, en = ("中期动能偏强", "medium-term momentum is strong")
    if strength <= rule("rsi_middle"):
        zh, en = ("中期动能偏弱", "medium-term momentum is weak")
    return chart.write(f"周线 RSI14 为 {{week_rsi14}}，{zh}。", f"The weekly RSI14 is {{week_rsi14}}: {en}.")


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
    if key == "industry_relative_60d":
        return _among_its_own(chart)
    (value,) = chart.values(key)
    days = key.removeprefix("relative_").removesuffix("d")
    is_material = abs(value) >= rule("relative_telling")
    zh = ("跑赢大盘" if value > 0 else "跑输大盘") if is_material else "与大盘基本同步"
    en = (
        ("ahead of the market" if value > 0 else "behind the market")
        if is_material
        else "about in line with the market"
    )
    return chart.write(
        f"{days} 日超额收益为 {{{key}}}，{zh}。", f"The {days}-day return over the index is {{{key}}}: {en}."
    )


def _among_its_own(chart: Chart) -> str:
    (value,) = chart.values("industry_relative_60d")
    is_material = abs(value) >= rule("relative_telling")
    zh = ("跑赢同业" if value > 0 else "跑输同业") if is_material else "与同业基本同步"
    en = ("ahead of its industry" if value > 0 else "behind its industry") if is_material else "about in line with it"
    return chart.write(
        f"60 日相对同业收益为 {{industry_relative_60d}}（同业 60 日收益率中位数 {{industry_return_60d}}），{zh}。",
        f"The 60-day return over the industry is {{industry_relative_60d}} (industry's median 60-day return "
        f"{{industry_return_60d}}): {en}.",
    )
