"""The house rules that the auditor reasons by, and what its figures are called."""

from collections.abc import Iterator, Mapping
from decimal import Decimal

from src.modules.research.domain.audit.scores import CRITERIA, HOUSE, SIGNALS, WEIGHTS, AuditSignal, ScoreCriterion
from src.modules.research.domain.rulebook import HouseRule

LABELS: Mapping[str, tuple[str, ...]] = {
    "revenue": ("营业收入", "营收", "revenue"),
    "revenue_quarter": ("单季营收", "单季营业收入", "quarterly revenue"),
    "revenue_ttm": ("滚动营收", "TTM 营收", "trailing revenue", "TTM revenue"),
    "net_profit": ("净利润", "归母净利润", "net profit", "net income"),
    "net_profit_quarter": ("单季净利润", "单季归母净利润", "quarterly net profit"),
    "net_profit_ttm": ("滚动净利润", "TTM 净利润", "trailing net profit", "TTM net profit"),
    "gross_margin": ("毛利率", "gross margin"),
    "operating_margin": ("营业利润率", "operating margin"),
    "net_margin": ("净利率", "销售净利率", "net margin"),
    "roe": ("ROE", "净资产收益率", "return on equity"),
    "roa": ("ROA", "总资产收益率", "总资产报酬率", "return on assets"),
    "eps_ttm": ("滚动每股收益", "TTM 每股收益", "每股收益（TTM）", "trailing EPS", "TTM EPS"),
    "eps": ("每股收益", "基本每股收益", "basic EPS", "reported EPS"),
    "revenue_yoy": ("营收同比", "营业收入同比", "营收同比增速", "revenue growth", "year-on-year revenue growth"),
    "revenue_quarter_yoy": ("单季营收同比", "单季营收同比增速", "quarterly revenue growth"),
    "net_profit_yoy": ("净利润同比", "归母净利润同比", "净利润同比增速", "net profit growth"),
    "net_profit_quarter_yoy": ("单季净利润同比", "单季净利润同比增速", "quarterly net profit growth"),
    "net_profit_change": ("净利润同比变动额", "净利润变动额", "change in net profit"),
    "operating_cash_flow_yoy": ("经营现金流同比", "经营现金流同比增速", "operating cash flow growth"),
    "operating_cash_flow_ttm": ("滚动经营现金流", "经营现金流", "经营活动现金流净额", "operating cash flow"),
    "free_cash_flow_ttm": ("自由现金流", "滚动自由现金流", "free cash flow"),
    "cash_conversion": ("净现比", "利润现金含量", "cash conversion"),
    "free_cash_flow_margin": ("自由现金流率", "自由现金流占营收比", "free cash flow margin"),
    "debt_ratio": ("资产负债率", "debt ratio"),
    "current_ratio": ("流动比率", "current ratio"),
    "quick_ratio": ("速动比率", "quick ratio"),
    "net_debt_to_equity": ("净负债权益比", "净有息负债权益比", "net debt to equity"),
    "interest_cover": ("利息保障倍数", "interest cover", "interest coverage"),
    "goodwill_to_equity": ("商誉净资产比", "商誉占净资产比", "goodwill to equity"),
    "receivable_days": ("应收账款周转天数", "应收周转天数", "receivable days"),
    "inventory_days": ("存货周转天数", "inventory days"),
    "asset_turnover": ("总资产周转率", "资产周转率", "asset turnover"),
    "score_profitability": ("盈利能力得分", "profitability score"),
    "score_growth": ("成长性得分", "growth score"),
    "score_cash_flow_quality": ("现金流质量得分", "cash flow quality score"),
    "score_solvency": ("偿债能力得分", "solvency score"),
    "score_efficiency": ("营运效率得分", "efficiency score"),
    "financial_score": ("财务综合得分", "财务评分", "financial score"),
}


def english(name: str) -> str:
    """The first name that an English text can use."""
    return next(label for label in LABELS[name] if label.isascii())


GOOD_POINTS, WEAK_POINTS = Decimal(70), Decimal(45)
_UNITS = {
    **dict.fromkeys(("cash_conversion", "current_ratio", "interest_cover", "asset_turnover"), "x"),
    **dict.fromkeys(("receivable_days", "inventory_days"), "days"),
}
_SIGNAL_NAMES: Mapping[AuditSignal, tuple[str, str]] = {
    AuditSignal.STRONG_BULLISH: ("强烈看多线", "strong-bullish line"),
    AuditSignal.BULLISH: ("看多线", "bullish line"),
    AuditSignal.NEUTRAL: ("中性线", "neutral line"),
    AuditSignal.BEARISH: ("看空线", "bearish line"),
}


def line(criterion: ScoreCriterion, *, good: bool) -> tuple[Decimal, Decimal]:
    """The knot of the score table from which a figure counts as good, or up to which it counts as weak: the value
    and its points."""
    pairs = list(zip(criterion.knots[::2], criterion.knots[1::2], strict=True))
    if good:
        return min((pair for pair in pairs if pair[1] >= GOOD_POINTS), key=lambda pair: pair[1])
    return max((pair for pair in pairs if pair[1] <= WEAK_POINTS), key=lambda pair: pair[1])


def _lines(criterion: ScoreCriterion) -> Iterator[tuple[str, HouseRule]]:
    name = criterion.figure
    for key, zh, en, good in (("good", "优良线", "good line", True), ("weak", "警戒线", "warning line", False)):
        value, points = line(criterion, good=good)
        space = " " if LABELS[name][0].isascii() else ""
        labels = (f"{LABELS[name][0]}{space}{zh}", f"{english(name)} {en}")
        because = f"{criterion.source}; worth {points:f} of 100 points in our score table, the same for every industry"
        yield f"{name}_{key}", HouseRule(value, _UNITS.get(name, "ratio"), labels, because)


def _rules() -> Iterator[tuple[str, HouseRule]]:
    for criteria in CRITERIA.values():
        for criterion in criteria:
            yield from _lines(criterion)
    for least, signal in SIGNALS:
        yield f"signal_{signal.lower()}", HouseRule(Decimal(least), "points", _SIGNAL_NAMES[signal], HOUSE)
    for dimension, weight in WEIGHTS.items():
        score = f"score_{dimension}"
        labels = (LABELS[score][0].replace("得分", "权重"), english(score).replace("score", "weight"))
        yield f"weight_{dimension}", HouseRule(weight, "ratio", labels, HOUSE)
    yield (
        "audit_confidence_floor",
        HouseRule(Decimal("0.30"), "ratio", ("审计置信度下限", "audit confidence floor"), HOUSE),
    )
    yield "audit_confidence_cap", HouseRule(Decimal("0.90"), "ratio", ("审计置信度上限", "audit confidence cap"), HOUSE)
    yield (
        "report_stale_days",
        HouseRule(
            Decimal(200), "days", ("报告陈旧线", "stale-report line"), "two quarters and the time to announce them"
        ),
    )
    yield "report_stale_discount", HouseRule(Decimal("0.60"), "ratio", ("陈旧报告折扣", "stale-report discount"), HOUSE)


RULES: Mapping[str, HouseRule] = dict(_rules())
