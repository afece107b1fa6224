"""What the figures of a valuation are called, Chinese first."""

from collections.abc import Iterator, Mapping

from packages.core.messages import Language, render, word
from src.modules.research.domain.valuation.assumptions import GrowthCase
from src.modules.research.domain.valuation.scenarios import TargetCase

METHODS = ("dcf", "pb_roe", "ddm", "mid_cycle", "nav", "embedded")  # of three cases each


def in_both(kind: str, value: str) -> tuple[str, str]:
    """A word of the catalogue, Chinese first."""
    zh, en = (render(word(kind, value), language) for language in Language)
    return zh, en


def _of_multiple(short: str, key: str, zh: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """A multiple, its place in its own history, and what a share is worth at its usual levels."""
    name = short.lower().replace("/", "_")
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


def _of_peers(short: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    name = short.lower()
    yield f"{name}_vendor", (f"数据商 {short}", f"vendor {short}")
    yield f"peer_{name}_count", (f"{short} 可比公司数", f"{short} peer count")
    yield f"peer_{name}_median", (f"同业 {short} 中位数", f"peer-median {short}")
    yield f"peer_{name}_premium", (f"较同业 {short} 溢价", f"{short} premium to peers")
    yield f"peer_{name}_place", (f"同业 {short} 名次", f"{short} rank among peers")


def _of_cases(name: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    zh, en = in_both("valuation_method", name)
    space = " " if zh[-1].isascii() else ""
    for case in GrowthCase:
        zh_case, en_case = in_both("growth_case", case)
        yield f"{name}_{case}", (f"{zh}{space}{zh_case}值", f"{en} {en_case} case")


def _of_targets() -> Iterator[tuple[str, tuple[str, ...]]]:
    for case in TargetCase:
        zh, en = in_both("target_case", case)
        yield f"target_change_{case}", (f"{zh}涨跌幅", f"{en}-case move")


def _of_terminals() -> Iterator[tuple[str, tuple[str, ...]]]:
    for case in GrowthCase:
        zh, en = in_both("growth_case", case)
        yield f"dcf_terminal_{case}", (f"DCF {zh}永续增速", f"DCF {en}-case growth for ever")


LABELS: Mapping[str, tuple[str, ...]] = {
    "price": ("现价", "股价", "当前股价", "share price", "current price"),
    "shares": ("总股本", "shares outstanding"),
    "eps_ttm": ("滚动每股收益", "trailing EPS"),
    "eps_diluted_ttm": ("滚动稀释每股收益", "trailing diluted EPS"),
    "book_value_per_share": ("每股净资产", "book value per share"),
    "sales_per_share_ttm": ("每股营收", "滚动每股营收", "sales per share"),
    "ebitda_per_share_ttm": ("每股 EBITDA", "EBITDA per share"),
    "prior_claims_per_share": ("每股优先索偿", "prior claims per share"),
    "dividend_per_share_ttm": ("近一年每股股息", "trailing dividend per share"),
    "dividend_yield": ("股息率", "dividend yield"),
    "profit_growth_1y": ("一年利润增速", "近一年利润增速", "one-year profit growth"),
    "profit_growth_3y": ("三年利润复合增速", "three-year profit growth"),
    "revenue_growth_1y": ("一年营收增速", "近一年营收增速", "one-year revenue growth"),
    "revenue_growth_3y": ("三年营收复合增速", "three-year revenue growth"),
    **dict(_of_multiple("PE", "pe_ttm", "市盈率")),
    **dict(_of_multiple("PB", "pb", "市净率")),
    **dict(_of_multiple("PS", "ps_ttm", "市销率")),
    **dict(_of_multiple("EV/EBITDA", "ev_ebitda", "企业价值倍数")),
    "ev_sales": ("EV/营收", "EV/sales"),
    "pe_diluted": ("稀释 PE", "稀释市盈率", "diluted PE"),
    **dict(_of_peers("PE")),
    **dict(_of_peers("PB")),
    **dict(_of_peers("PS")),
    "roe_newest": ("最新 ROE", "newest ROE"),
    "roe_sustained": ("平均 ROE", "mean ROE"),
    "roe_lasting": ("可持续 ROE", "lasting ROE"),
    "mid_cycle_margin": ("周期平均净利率", "mid-cycle margin"),
    "market_value": ("按现价市值", "market value at the price"),
    "enterprise_value": ("企业价值", "enterprise value"),
    "debt_total": ("有息负债合计", "total borrowing"),
    "cash_total": ("现金及短期投资", "cash and short-term investments"),
    "net_debt": ("净有息负债", "net debt"),
    "minority_interest": ("少数股东权益", "minority interest"),
    "net_gearing": ("净负债率", "net gearing"),
    "dcf_flow": ("DCF 现金流", "DCF 现金流基数", "DCF cash flow"),
    "dcf_growth": ("DCF 起始增速", "DCF starting rate"),
    **dict(_of_terminals()),
    "dcf_lower_bound": ("DCF 下限", "DCF lower bound"),
    "dcf_upper_bound": ("DCF 上限", "DCF upper bound"),
    **{key: names for method in METHODS for key, names in _of_cases(method)},
    "peg": ("PEG", "市盈增长比"),
    "peg_3y": ("三年 PEG", "three-year PEG"),
    "graham_number": ("格雷厄姆数", "Graham number"),
    "value_lower": ("综合估值下沿", "lower end of the weighted value"),
    "target_bear": ("悲观目标价", "bear-case target"),
    "preferred_untold": ("未单列的优先股", "preferred stock that is not told"),
    "value_middle": ("综合估值中枢", "中性目标价", "middle of the weighted value"),
    "value_upper": ("综合估值上沿", "乐观目标价", "upper end of the weighted value"),
    "graham_margin": ("格雷厄姆安全边际", "Graham margin"),
    "dcf_margin": ("DCF 安全边际", "DCF margin"),
    "safety_margin": ("安全边际", "综合安全边际", "margin of safety"),
    "target_expected": ("概率加权目标价", "probability-weighted target"),
    "target_upside": ("概率加权空间", "probability-weighted move"),
    **dict(_of_targets()),
}


def english(name: str) -> str:
    """The first name that an English text can use."""
    return next(label for label in LABELS[name] if label.isascii())
