"""What each figure and each text says about the economy, as signals with their sentences."""

from collections.abc import Iterator
from dataclasses import dataclass

from src.modules.research.domain.figures import ResearchFigure
from src.modules.research.domain.macro.collect import CHANGE, YEAR_CHANGE
from src.modules.research.domain.macro.rules import RULES
from src.modules.research.infrastructure.rules.macro.macro_flows import figure_signal, flow_signals
from src.modules.research.infrastructure.rules.tone import tone_of
from src.modules.research.infrastructure.rules.votes import StanceSignal, freshness, standing
from src.modules.research.infrastructure.rules.writing import PressWriter

_STALE_DAYS = int(RULES["macro_stale_days"].value)
_NEWS_DAYS = int(RULES["macro_news_days"].value)
_NEWS_WEIGHT = 0.8


@dataclass(frozen=True, slots=True)
class _Trend:
    """A figure that speaks by its change. `good`: 1 where a rise helps shares. The endings, (Chinese, English), are for
    a change that helps, that does not matter, that hurts."""

    key: str
    dimension: str
    weight: float
    good: int
    rule: str
    names: tuple[str, str]
    endings: tuple[tuple[str, str], tuple[str, str], tuple[str, str]]


_TRENDS = (
    _Trend(
        "policy_rate", "liquidity", 1.0, -1, "macro_rate_change", ("政策利率", "the policy rate"),
        (("资金成本在走低，有利于估值", "money is getting cheaper, which supports valuations"),
         ("资金成本大体稳定", "the price of money is about stable"),
         ("资金成本在抬高，压制估值", "money is getting dearer, which weighs on valuations")),
    ),
    _Trend(
        "m2_growth", "liquidity", 0.8, 1, "macro_money_change", ("M2 增速", "M2 growth"),
        (("货币供给在加快", "money is growing faster"),
         ("货币供给节奏未变", "the pace of money has not changed"),
         ("货币供给在放慢", "money is growing more slowly")),
    ),
    _Trend(
        "gdp_growth", "economy", 0.8, 1, "macro_growth_change", ("GDP 增速", "GDP growth"),
        (("总需求在改善", "overall demand is improving"),
         ("总需求大体平稳", "overall demand is about steady"),
         ("总需求在转弱", "overall demand is weakening")),
    ),
)  # fmt: skip


def macro_signals(w: PressWriter) -> list[StanceSignal]:
    """Those of figures first, then those of texts, newest first."""
    trends = [signal for trend in _TRENDS for signal in _trend(w, trend)]
    return [*trends, *_inflation(w), *flow_signals(w), *_activity(w), *_index(w), *_news(w)]


def _trend(w: PressWriter, trend: _Trend) -> Iterator[StanceSignal]:
    figure = w.brief.figures.get(trend.key)
    if figure is None:
        return
    if _is_stale(w, figure):
        yield _stale(w, figure, trend.dimension)
        return
    change = next((key for key in (trend.key + YEAR_CHANGE, trend.key + CHANGE) if key in w.brief.figures), None)
    if change is None:
        yield figure_signal(w, figure, trend.dimension, 0.0, trend.weight, w(*_level(trend.key, figure)))
        return
    value, step = float(w.brief.figures[change].value), float(RULES[trend.rule].value)
    leans = 0 if abs(value) < step else (trend.good if value > 0 else -trend.good)
    yield figure_signal(
        w, figure, trend.dimension, float(leans), trend.weight, _sentence(w, trend, figure, change, leans)
    )


def _sentence(w: PressWriter, trend: _Trend, figure: ResearchFigure, change: str, leans: int) -> str:
    zh_name, en_name = trend.names
    zh_since, en_since = (
        ("上年同期", "a year before") if change.endswith(YEAR_CHANGE) else ("上期", "the release before")
    )
    zh_end, en_end = trend.endings[1 - leans]
    zh_over, en_over = ("超过", "beyond") if leans else ("未超过", "within")
    zh_rule, en_rule = RULES[trend.rule].labels[:2]
    level_zh, level_en = _level(trend.key, figure)
    if w.brief.figures[change].value == 0:
        return w(
            f"{level_zh[:-1]}，与{zh_since}持平，{zh_end}。", f"{level_en[:-1]}, the same as {en_since}: {en_end}."
        )
    return w(
        f"{level_zh[:-1]}，{zh_name}较{zh_since}变动 {{{change}}}，"
        f"{zh_over}{zh_rule} {{rule.{trend.rule}}}，{zh_end}。",
        f"{level_en[:-1]}; the change in {en_name} from {en_since} is {{{change}}}, {en_over} the {en_rule} "
        f"{{rule.{trend.rule}}}: {en_end}.",
    )


def _level(key: str, figure: ResearchFigure) -> tuple[str, str]:
    zh, en = _LEVEL_NAMES[key]
    return f"截至 {figure.ends}，{zh}为 {{{key}}}。", f"At {figure.ends}, {en} stands at {{{key}}}."


_LEVEL_NAMES = {
    "policy_rate": ("政策利率", "the policy rate"),
    "m2_growth": ("M2 同比增速", "M2 growth"),
    "cpi_inflation": ("CPI 同比涨幅", "CPI inflation"),
    "pmi": ("制造业 PMI ", "the PMI"),
    "gdp_growth": ("GDP 同比增速", "GDP growth"),
}


def _inflation(w: PressWriter) -> Iterator[StanceSignal]:
    figure = w.brief.figures.get("cpi_inflation")
    if figure is None:
        return
    if _is_stale(w, figure):
        yield _stale(w, figure, "liquidity")
        return
    value = float(figure.value)
    zh, en = (part[:-1] for part in _level("cpi_inflation", figure))
    if value > float(RULES["macro_cpi_high"].value):
        leans, zh_end, en_end = (
            -1.0,
            "高于通胀警戒线 {rule.macro_cpi_high}，宽松空间受限",
            ("above the inflation alert line {rule.macro_cpi_high}: there is little room to ease"),
        )
    elif value < float(RULES["macro_cpi_low"].value):
        leans, zh_end, en_end = (
            -1.0,
            "低于通缩线 {rule.macro_cpi_low}，企业定价能力偏弱",
            ("below the deflation line {rule.macro_cpi_low}: companies have little power over prices"),
        )
    else:
        leans, zh_end, en_end = (
            0.0,
            "未越过通胀警戒线 {rule.macro_cpi_high}，物价不构成约束",
            ("within the inflation alert line {rule.macro_cpi_high}: prices are no constraint"),
        )
    yield figure_signal(w, figure, "liquidity", leans, 0.6, w(f"{zh}，{zh_end}。", f"{en}, {en_end}."))


def _activity(w: PressWriter) -> Iterator[StanceSignal]:
    figure = w.brief.figures.get("pmi")
    if figure is None:
        return
    if _is_stale(w, figure):
        yield _stale(w, figure, "economy")
        return
    expanding = figure.value >= RULES["macro_pmi_line"].value
    zh, en = (part[:-1] for part in _level("pmi", figure))
    zh += "，不低于荣枯线 {rule.macro_pmi_line}" if expanding else "，低于荣枯线 {rule.macro_pmi_line}"
    en += f", {'at or above' if expanding else 'below'} the expansion line {{rule.macro_pmi_line}}"
    if "pmi_change" in w.brief.figures and w.brief.figures["pmi_change"].value != 0:
        zh += "，PMI 较上期变动 {pmi_change}"
        en += "; the change in the PMI from the release before is {pmi_change}"
    zh += f"，制造业处于{'扩张' if expanding else '收缩'}一侧。"
    en += f": manufacturing is on the side of {'expansion' if expanding else 'contraction'}."
    yield figure_signal(w, figure, "economy", 1.0 if expanding else -1.0, 1.0, w(zh, en))


_MARKETS = {
    1: ("市场风险偏好较强", "the market is willing to take risk"),
    0: ("市场方向不明", "the market shows no direction"),
    -1: ("市场风险偏好较弱", "the market shuns risk"),
}


def _index(w: PressWriter) -> Iterator[StanceSignal]:
    figure = w.brief.figures.get("index_return_60d")
    if figure is None:
        return
    move, value = float(RULES["macro_index_move"].value), float(figure.value)
    leans = 0.0 if abs(value) < move else (1.0 if value > 0 else -1.0)
    zh_end, en_end = _MARKETS[int(leans)]
    zh_over, en_over = ("超过", "beyond") if leans else ("未超过", "within")
    moved = "{index_return_60d~rule.macro_index_move}"
    sentence = w(
        f"截至 {figure.ends}，基准指数近 60 日涨跌幅为 {moved}，"
        f"{zh_over}指数涨跌门槛 {{rule.macro_index_move}}，{zh_end}。",
        f"At {figure.ends}, the benchmark index return over 60 days is {moved}, {en_over} the index-move "
        f"threshold {{rule.macro_index_move}}: {en_end}.",
    )
    yield figure_signal(w, figure, "industry_cycle", leans, 1.0, sentence)


def _news(w: PressWriter) -> Iterator[StanceSignal]:
    brief = w.brief
    for document in brief.news:
        fresh = freshness(document.published_at, brief.as_of, _NEWS_DAYS)
        leans = tone_of(document.title, document.text).score
        mood_zh, mood_en = {1: ("偏暖", "warm"), 0: ("中性", "neutral"), -1: ("偏冷", "cold")}[
            (leans > 0) - (leans < 0)
        ]
        sentence = w(
            f"{w.headline(document)}（{w.dated(document)}，语气{mood_zh}）。",
            f"{w.headline(document)} ({w.dated(document)}, {mood_en} in tone).",
        )
        weight = _NEWS_WEIGHT * fresh * standing(document)
        yield StanceSignal(document.topic, leans, weight, fresh, sentence, document)


def _is_stale(w: PressWriter, figure: ResearchFigure) -> bool:
    return (w.today - figure.ends).days > _STALE_DAYS


def _stale(w: PressWriter, figure: ResearchFigure, dimension: str) -> StanceSignal:
    zh, en = (part[:-1] for part in _level(figure.key, figure))
    sentence = w(
        f"{zh}，已超过宏观数据时效线 {{rule.macro_stale_days}}，不计入判断。",
        f"{en}, which is past the age limit of macro data {{rule.macro_stale_days}} and does not count.",
    )
    return StanceSignal(dimension, 0.0, 0.0, 0.0, sentence)
