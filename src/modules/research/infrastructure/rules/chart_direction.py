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
    words = (
        (over, "站上", "above", "收盘价仍站上", "still above", 1),
        (under, "未站上", "not above", "收盘价未站上", "not above", -1),
    )
    first, second = sorted(words, key=lambda one: -len(one[0]))
    closed = chart.write(
        f"收盘价 {{close}} {first[1]} {_listed(first[0], '、', '、')}。",
        f"The closing price of {{close}} is {first[2]} {_listed(first[0], ', ', ' and ')}.",
    )
    said = [(first[5], closed)]
    if second[0]:
        rest_zh, rest_en = _listed(second[0], "、", "、"), _listed(second[0], ", ", " and ")
        said.append((second[5], chart.write(f"{second[3]} {rest_zh}。", f"The price is {second[4]} {rest_en}.")))
    return said


def _listed(keys: Sequence[str], separator: str, last: str) -> str:
    named = [f"{key.upper()} {{{key}}}" for key in keys]
    return last.join([*([separator.join(named[:-1])] if named[:-1] else []), named[-1]])


def _ordered(chart: Chart, order: int) -> list[str]:
    if not chart.has(*_ORDERED_AVERAGES):
        return []
    zh = {1: "自短至长呈多头排列", -1: "自短至长呈空头排列", 0: "相互交错，方向不一"}[order]
    en = {1: "in bullish order, short over long", -1: "in bearish order, short under long", 0: "tangled"}[order]
    return [chart.write(f"MA20、MA60 与 MA120 {zh}。", f"MA20, MA60 and MA120 are {en}.")]


def _returns(chart: Chart) -> list[str]:
    if chart.has("return_20d", "return_60d"):
        return [
            chart.write(
                "20 日收益率为 {return_20d}，60 日收益率为 {return_60d}。",
                "The 20-day return is {return_20d} and the 60-day return {return_60d}.",
            )
        ]
    if chart.has("return_20d"):
        return [chart.write("20 日收益率为 {return_20d}。", "The 20-day return is {return_20d}.")]
    return []


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
        return -0.3, chart.write(
            "RSI14 为 {rsi14}，已进入 RSI 超买线 {rule.rsi_overbought} 以上。",
            "RSI14 is {rsi14}, beyond the RSI overbought line {rule.rsi_overbought}.",
        )
    if value <= under:
        return 0.3, chart.write(
            "RSI14 为 {rsi14}，已落入 RSI 超卖线 {rule.rsi_oversold} 以下。",
            "RSI14 is {rsi14}, beneath the RSI oversold line {rule.rsi_oversold}.",
        )
    zh, en = ("高于", "above") if value > middle else ("不高于", "not above")
    return within((value - middle) / (over - middle), -1, 1), chart.write(
        f"RSI14 为 {{rsi14}}，{zh} RSI 中线 {{rule.rsi_middle}}。",
        f"RSI14 is {{rsi14}}, {en} the RSI middle line {{rule.rsi_middle}}.",
    )


def _macd(chart: Chart) -> tuple[float, str] | None:
    if not chart.has("macd_line", "macd_signal", "macd_histogram"):
        return None
    line, histogram = chart.values("macd_line", "macd_histogram")
    zh = f"{'快线在信号线之上' if histogram > 0 else '快线不在信号线之上'}，{'零轴上方' if line > 0 else '零轴下方'}"
    en = f"{'above' if histogram > 0 else 'not above'} its signal and {'above' if line > 0 else 'below'} the zero line"
    return 0.6 * sign(histogram) + 0.4 * sign(line), chart.write(
        f"DIF 为 {{macd_line~macd_signal}}，DEA 为 {{macd_signal}}，MACD 柱为 {{macd_histogram}}，即{zh}。",
        f"The MACD line of {{macd_line~macd_signal}} against the MACD signal line of {{macd_signal}} leaves a MACD "
        f"histogram of {{macd_histogram}}: {en}.",
    )


def _kdj(chart: Chart) -> tuple[float, str] | None:
    if not chart.has("kdj_k", "kdj_d", "kdj_j"):
        return None
    k, d, j = chart.values("kdj_k", "kdj_d", "kdj_j")
    stretched = j >= rule("kdj_overbought") or j <= rule("kdj_oversold")
    zh, en = ("高于", "above") if k > d else ("不高于", "not above")
    ending_zh, ending_en = ("", "")
    if stretched:
        line = "kdj_overbought" if j >= rule("kdj_overbought") else "kdj_oversold"
        zh_side, en_side = ("超出 J 值超买线", "beyond the J overbought line")
        if line == "kdj_oversold":
            zh_side, en_side = ("低于 J 值超卖线", "beneath the J oversold line")
        ending_zh, ending_en = f"，{zh_side} {{rule.{line}}}", f", {en_side} {{rule.{line}}}"
    return (0.0 if stretched else 0.5 * sign(k - d)), chart.write(
        f"K 值 {{kdj_k~kdj_d}} {zh} D 值 {{kdj_d}}，J 值为 {{kdj_j}}{ending_zh}。",
        f"The K value of {{kdj_k~kdj_d}} is {en} the D value of {{kdj_d}}, with a J value of {{kdj_j}}{ending_en}.",
    )


def strength(chart: Chart) -> WeightedReading:
    """Which side drives, as far as there is a trend at all."""
    keys = ("adx14", "plus_di14", "minus_di14")
    if not chart.has(*keys):
        return reading("strength", 0.0, 0.0, ())
    value, up, down = chart.values(*keys)
    power = within((value - rule("adx_weak")) / (rule("adx_trending") - rule("adx_weak")), 0, 1)
    driver = chart.write(
        f"PDI 为 {{plus_di14}}，MDI 为 {{minus_di14}}，{'多方' if up > down else '空方'}占优。",
        f"The plus DI of {{plus_di14}} against the minus DI of {{minus_di14}} puts "
        f"{'buyers' if up > down else 'sellers'} in the lead.",
    )
    return reading("strength", power * sign(up - down), 1.0, (driver, _adx(chart, value)))


def _adx(chart: Chart, value: float) -> str:
    if value >= rule("adx_trending"):
        return chart.write(
            "ADX14 为 {adx14}，不低于趋势成立线 {rule.adx_trending}，行情有方向可循。",
            "ADX14 is {adx14}, no lower than the trending line {rule.adx_trending}: there is a trend to follow.",
        )
    if value < rule("adx_weak"):
        return chart.write(
            "ADX14 为 {adx14}，低于无趋势线 {rule.adx_weak}，均线信号容易反复。",
            "ADX14 is {adx14}, under the no-trend line {rule.adx_weak}: signals of averages tend to whipsaw.",
        )
    return chart.write(
        "ADX14 为 {adx14}，介于无趋势线 {rule.adx_weak} 与趋势成立线 {rule.adx_trending} 之间，趋势尚未确认。",
        "ADX14 is {adx14}, between the no-trend line {rule.adx_weak} and the trending line {rule.adx_trending}: "
        "the trend is not confirmed.",
    )
