"""What the valuation's figures are called."""

from collections.abc import Iterator, Mapping


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
