"""What could make a reading of the chart wrong, where its levels are, and what is missing."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Literal

from packages.core.messages import Language
from packages.domain.market_data.sessions import local_day
from src.modules.research.domain.absence import Absence
from src.modules.research.domain.figures import AbsentFigure
from src.modules.research.domain.macro.economies import economy_of
from src.modules.research.domain.points import Point, ReportedLevel, Side, caveat, warning
from src.modules.research.domain.technical.rules import LABELS
from src.modules.research.infrastructure.rules.chart import Chart, rule


def warnings(chart: Chart, signal: str, *, stale: bool) -> list[Point]:
    unlikely_to_last = [warning(text, likely=True) for text in _weak(chart)]
    risks = [*map(warning, _stale(chart, stale=stale)), *_stretched(chart, signal), *_range(chart), *unlikely_to_last]
    return [*risks, *_level(chart, signal)]


def _stale(chart: Chart, *, stale: bool) -> list[str]:
    if not stale:
        return []
    day = chart.brief.figures["close"].period
    today = local_day(chart.brief.company.symbol.market, chart.brief.as_of)
    return [
        chart.write(
            f"最近一笔行情是 {day}，早于分析日 {today}，此后的行情缺失；以下读数只反映该日及以前的情形。",
            f"The last stored price is of {day}, well before the analysis of {today}: the days since are missing, and "
            "everything here describes the time before.",
        )
    ]


def _stretched(chart: Chart, signal: str) -> list[Point]:
    """Overbought against a bullish signal, oversold against a bearish one, or stretched at all."""
    rsi, inside = chart.value("rsi14"), chart.value("bollinger_percent_b")
    risks = []
    if rsi is not None and rsi >= rule("rsi_overbought"):
        zh, en = ("与偏多信号相冲突，", "conflicts with the bullish signal and ") if signal == "BULLISH" else ("", "")
        said = chart.write(
            f"RSI14 {{rsi14}} 处于超买区，{zh}追高有回调风险。",
            f"RSI14 of {{rsi14}} is overbought, which {en}makes a pullback likelier.",
        )
        risks.append(_back(said, "bear"))
    if rsi is not None and rsi <= rule("rsi_oversold"):
        zh, en = ("与偏空信号相冲突，", "conflicts with the bearish signal and ") if signal == "BEARISH" else ("", "")
        said = chart.write(
            f"RSI14 {{rsi14}} 处于超卖区，{zh}随时可能出现技术性反弹。",
            f"RSI14 of {{rsi14}} is oversold, which {en}makes a rebound likelier.",
        )
        risks.append(_back(said, "bull"))
    if inside is not None and not rule("band_bottom") <= inside <= rule("band_top"):
        said = chart.write(
            "布林带位置 {bollinger_percent_b} 已在带外，价格向中轨回归的可能性上升。",
            "A Bollinger %B of {bollinger_percent_b} is outside the bands: a return to the middle is likelier.",
        )
        risks.append(_back(said, "bear" if inside > rule("band_top") else "bull"))
    return risks


def _back(text: str, side: Side) -> Point:
    """The price is likelier than not to turn to this side."""
    return Point(text=text, side=side, kind="warning", probability="MEDIUM")


def _range(chart: Chart) -> list[Point]:
    share = chart.value("atr_share")
    if share is None:
        return []
    zh, en = ("超过", "above") if share > rule("wide_range") else ("未超过", "not above")
    end_zh, end_en = ("，仓位宜轻", ", so positions should be small") if share > rule("wide_range") else ("", "")
    said = chart.write(
        f"ATR14 为 {{atr14}}，ATR 占比为 {{atr_share}}，{zh}高波动线 {{rule.wide_range}}{end_zh}。",
        f"ATR14 is {{atr14}}, an ATR share of the price of {{atr_share}}, {en} the wide-range line "
        f"{{rule.wide_range}}{end_en}.",
    )
    return [warning(said) if share > rule("wide_range") else caveat(said)]


def _weak(chart: Chart) -> list[str]:
    adx = chart.value("adx14")
    if adx is None or adx >= rule("adx_weak"):
        return []
    return [
        chart.write(
            "ADX14 仅 {adx14}，低于无趋势线 {rule.adx_weak}，假突破的概率较高。",
            "ADX14 of just {adx14} is under the no-trend line {rule.adx_weak}: false breakouts are likelier.",
        )
    ]


def _level(chart: Chart, signal: str) -> list[Point]:
    """The level whose break would turn the signal, and how near it is; the stop of a call is the judge's to set. Where
    a bearish reading would fail is no reason to buy."""
    side: Literal["support", "resistance"] = "resistance" if signal == "BEARISH" else "support"
    zh, en = ("阻力", "resistance") if side == "resistance" else ("支撑", "support")
    distance = chart.value(f"{side}_distance")
    if distance is None:
        said = chart.write(
            f"近一年没有可用的{zh}位作为止损参照，判断失效的位置需另行设定。",
            f"The last year shows no {en} to set a stop by, so the point of being wrong must be chosen otherwise.",
        )
        return [warning(said)]
    broken_zh, broken_en = ("站上", "above") if side == "resistance" else ("失守", "below")
    near = distance <= rule("near_level")
    near_zh = "，已在贴近关键位线 {rule.near_level} 之内" if near else ""
    near_en = ", within the near-level line {rule.near_level}" if near else ""
    said = chart.write(
        f"第一{zh}位为 {{{side}_1}}，{zh}距离为 {{{side}_distance}}{near_zh}，收盘{broken_zh}该位则图形判断改变，"
        "但不等于止损位。",
        f"The first {en} is at {{{side}_1}}, a distance to {en} of {{{side}_distance}}{near_en}; a finish "
        f"{broken_en} it would turn the chart's reading, which is not the stop of a call.",
    )
    against: Side | None = "bear" if side == "support" else None
    return [Point(text=said, side=against, kind="refutation", level=_reported(chart, side))]


def _reported(chart: Chart, side: Literal["support", "resistance"]) -> ReportedLevel:
    """The first level of a side, as the report calls it and its price."""
    price, name = chart.write.number(f"{side}_1").partition("[")[0], LABELS[f"{side}_1"]
    return ReportedLevel(kind=side, name=name[0 if chart.brief.language is Language.ZH else -1], price=price)


def level_sentences(chart: Chart) -> list[str]:
    return [_side(chart, "support", "支撑", "below"), _side(chart, "resistance", "阻力", "above")]


def _side(chart: Chart, side: str, zh_side: str, en_where: str) -> str:
    keys = [key for place in (1, 2, 3) if chart.has(key := f"{side}_{place}")]
    if not keys:
        where = "下方" if side == "support" else "上方"
        return chart.write(
            f"收盘价{where}近一年没有形成转折点，{zh_side}位缺失。",
            f"The price has not turned {en_where} its last close within a year: there is no {side}.",
        )
    zh = "，".join(f"{LABELS[key][0]} {{{key}}}" for key in keys)
    en = ", ".join(f"{LABELS[key][2]} {{{key}}}" for key in keys)
    return chart.write(f"{zh}。", f"{en[0].upper()}{en[1:]}.")


# In the order in which they are told; `{index}` and `{days}` are filled in.
_WORDS: Mapping[Absence, tuple[str, str]] = {
    Absence.INDEX_NOT_STORED: (
        "没有存储基准指数的近期日K线，可用 `parley data import {index}.csv` 导入",
        "no recent bars of the market's index are stored; import them with `parley data import {index}.csv`",
    ),
    Absence.INDEX_TOO_SHORT: ("基准指数的K线根数不足", "there are too few bars of the index"),
    Absence.INDEX_OTHER_DAY: ("与基准指数的最后交易日不一致", "the index ends on another day"),
    Absence.SESSIONS_MISSING: (
        "缺少 {days} 的行情，其后的K线不够",
        "bars of {days} are missing, and those after do not suffice",
    ),
    Absence.DAYS_SINCE_MISSING: (
        "{days} 之后的行情缺失，近一年的K线不够",
        "bars after {days} are missing, so the year is not covered",
    ),
    Absence.YEAR_NOT_COVERED: ("行情未满一年", "the bars do not reach back a year"),
    Absence.TOO_FEW_BARS: ("K 线根数不足", "there are too few bars"),
    Absence.NOTHING_MOVED: ("窗口内没有成交量或价格没有变动", "nothing was traded, or the price did not move"),
}
IN_ORDER = tuple(_WORDS)
# Levels have a sentence of their own; what arithmetic of bars refuses is not told.
PASSED_OVER = frozenset(
    {
        *(Absence.NO_TURN, Absence.NO_PERCENTAGE, Absence.UNITS_DIFFER),
        *(Absence.DIVISOR_NOT_POSITIVE, Absence.DIVISOR_ZERO),
    }
)


def absences(chart: Chart) -> list[str]:
    """What cannot be had, by reason."""
    found = [one for one in chart.brief.absent.values() if one.why.code not in PASSED_OVER]
    grouped = groupby(sorted(found, key=_place), key=_place)
    return [_absence(chart, list(some)) for _, some in grouped]


def _place(absent: AbsentFigure) -> int:
    return IN_ORDER.index(absent.why.code)


def _absence(chart: Chart, absent: Sequence[AbsentFigure]) -> str:
    economy = economy_of(chart.brief.company.symbol)
    index = economy.benchmark if economy else ""
    days = " – ".join(dict.fromkeys(map(str, absent[0].why.ends)))  # all figures of a chart lack the same
    zh, en = (text.replace("{days}", days).replace("{index}", index) for text in _WORDS[absent[0].why.code])
    names = [chart.brief.book.labels[one.name] for one in absent]
    return chart.write(
        f"{'、'.join(name[0] for name in names)} 暂缺：{zh}。", f"{', '.join(_english(name) for name in names)}: {en}."
    )


def _english(names: Sequence[str]) -> str:
    return next((name for name in names if name.isascii()), names[0])
