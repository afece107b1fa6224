"""The house rules that the valuation modeler reasons by, and what its figures are called."""

from collections.abc import Iterator, Mapping
from decimal import Decimal

from src.modules.research.domain.rulebook import HouseRule
from src.modules.research.domain.valuation.assumptions import (
    CHEAP_BELOW,
    DEAR_ABOVE,
    HIGHEST_GROWTH,
    LOWEST_GROWTH,
    METHODS,
    SCENARIOS,
    STAGE_YEARS,
    GrowthCase,
)

_OURS = "our judgement, stated and not measured"
_CASES: Mapping[GrowthCase, tuple[str, str]] = {
    GrowthCase.LOW: ("悲观", "low-case"),
    GrowthCase.BASE: ("中性", "base-case"),
    GrowthCase.HIGH: ("乐观", "high-case"),
}
_METHODS: Mapping[str, tuple[str, str]] = {
    "dcf": ("DCF", "DCF"),
    "pe": ("PE 法", "PE"),
    "pb": ("PB 法", "PB"),
    "ps": ("PS 法", "PS"),
    "graham": ("格雷厄姆法", "Graham"),
}


def _rule(value: Decimal | str, unit: str, zh: str, en: str, because: str = _OURS) -> HouseRule:
    return HouseRule(Decimal(value), unit, (zh, en), because)


def _scenarios() -> Iterator[tuple[str, HouseRule]]:
    for scenario in SCENARIOS:
        zh, en = _CASES[scenario.case]
        case = scenario.case
        yield f"dcf_discount_{case}", _rule(scenario.discount, "ratio", f"{zh}折现率", f"{en} discount rate")
        yield f"dcf_terminal_{case}", _rule(scenario.terminal, "ratio", f"{zh}永续增速", f"{en} terminal rate")
        yield f"dcf_shift_{case}", _rule(scenario.growth_shift, "ratio", f"{zh}增速调整", f"{en} shift")


def _weights() -> Iterator[tuple[str, HouseRule]]:
    for method in METHODS:
        zh, en = _METHODS[method.name]
        space = "" if zh.endswith("法") else " "
        yield f"weight_{method.name}", _rule(method.weight, "ratio", f"{zh}{space}权重", f"{en} weight")


RULES: Mapping[str, HouseRule] = {
    **dict(_scenarios()),
    "dcf_stage_years": _rule(STAGE_YEARS, "plain", "首阶段年数", "first-stage years"),
    "dcf_lowest_growth": _rule(LOWEST_GROWTH, "ratio", "增速下限", "lowest starting rate"),
    "dcf_highest_growth": _rule(HIGHEST_GROWTH, "ratio", "增速上限", "highest starting rate"),
    **dict(_weights()),
    # The verdict compares the price with the value; these are the same lines as margins of safety.
    "cheap_margin": _rule(1 - CHEAP_BELOW, "ratio", "低估线", "undervalued line"),
    "dear_margin": _rule(1 - DEAR_ABOVE, "ratio", "高估线", "overvalued line"),
    "percentile_low": _rule("0.30", "ratio", "历史低位线", "low-percentile line"),
    "percentile_high": _rule("0.70", "ratio", "历史高位线", "high-percentile line"),
    "peg_fair": _rule("1", "x", "PEG 合理线", "fair-PEG line", "Lynch, One Up on Wall Street: PE equal to growth"),
    "peg_dear": _rule("2", "x", "PEG 偏贵线", "dear-PEG line", "Lynch, One Up on Wall Street: PE of twice growth"),
    "valuation_confidence_floor": _rule("0.25", "ratio", "估值置信度下限", "valuation confidence floor"),
    "valuation_confidence_cap": _rule("0.80", "ratio", "估值置信度上限", "valuation confidence cap"),
    "valuation_stale_days": _rule(
        "200", "days", "估值报告陈旧线", "stale-accounts line", "two quarters and the time to announce them"
    ),
    "valuation_stale_discount": _rule("0.60", "ratio", "估值陈旧折扣", "stale-accounts discount"),
}


def _of_multiple(short: str, key: str, zh: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """A multiple, its place in its own history, and what a share is worth at its usual levels."""
    name = short.lower()
    yield key, (short, zh, f"{short} TTM", f"{short} ratio")
    yield f"{name}_percentile", (f"{short} 分位", f"{short} 历史分位", f"{zh}分位", f"{short} percentile")
    for place, zh_place, en_place in (
        ("p25", "下四分位", "lower-quartile"),
        ("median", "中位数", "median"),
        ("p75", "上四分位", "upper-quartile"),
    ):
        yield f"{name}_{place}", (f"{short} {zh_place}", f"{zh}{zh_place}", f"{en_place} {short}")
    for place, zh_place, en_place in (("p25", "低值", "low"), ("median", "中值", "middle"), ("p75", "高值", "high")):
        yield f"value_{name}_{place}", (f"{short} 法{zh_place}", f"{short}-implied {en_place} value")


LABELS: Mapping[str, tuple[str, ...]] = {
    "price": ("现价", "股价", "当前股价", "share price", "current price"),
    "shares": ("总股本", "shares outstanding"),
    "eps_ttm": ("滚动每股收益", "trailing EPS"),
    "book_value_per_share": ("每股净资产", "book value per share"),
    "sales_per_share_ttm": ("每股营收", "滚动每股营收", "sales per share"),
    "profit_growth_1y": ("一年利润增速", "近一年利润增速", "one-year profit growth"),
    "profit_growth_3y": ("三年利润复合增速", "three-year profit growth"),
    "revenue_growth_3y": ("三年营收复合增速", "three-year revenue growth"),
    **dict(_of_multiple("PE", "pe_ttm", "市盈率")),
    **dict(_of_multiple("PB", "pb", "市净率")),
    **dict(_of_multiple("PS", "ps_ttm", "市销率")),
    "dcf_flow": ("DCF 现金流", "DCF 现金流基数", "DCF cash flow"),
    "dcf_growth": ("DCF 起始增速", "DCF starting rate"),
    "dcf_low": ("DCF 悲观值", "DCF low case"),
    "dcf_base": ("DCF 中性值", "DCF base case"),
    "dcf_high": ("DCF 乐观值", "DCF high case"),
    "dcf_lower_bound": ("DCF 下限", "DCF lower bound"),
    "dcf_upper_bound": ("DCF 上限", "DCF upper bound"),
    "peg": ("PEG", "市盈增长比"),
    "peg_3y": ("三年 PEG", "three-year PEG"),
    "graham_number": ("格雷厄姆数", "Graham number"),
    "value_lower": ("综合估值下沿", "lower end of the weighted value"),
    "value_middle": ("综合估值中枢", "middle of the weighted value"),
    "value_upper": ("综合估值上沿", "upper end of the weighted value"),
    "graham_margin": ("格雷厄姆安全边际", "Graham margin"),
    "dcf_margin": ("DCF 安全边际", "DCF margin"),
    "safety_margin": ("安全边际", "综合安全边际", "margin of safety"),
}


def english(name: str) -> str:
    """The first name that an English text can use."""
    return next(label for label in LABELS[name] if label.isascii())
