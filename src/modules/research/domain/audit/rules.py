"""The house rules that the auditor reasons by, and what its figures are called."""

from collections.abc import Iterator, Mapping
from decimal import Decimal

from packages.domain.market_data.rows import LARGEST_LEAP
from src.modules.research.domain.audit.scores import HOUSE, NEGATIVE_EQUITY_CAP, SIGNALS, AuditSignal, ScoreCriterion
from src.modules.research.domain.audit.sectors import criteria_of, weights_of
from src.modules.research.domain.business import BusinessKind
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
    "net_interest_margin": ("净息差", "net interest margin"),
    "npl_ratio": ("不良贷款率", "不良率", "NPL ratio", "non-performing loan ratio"),
    "provision_coverage": ("拨备覆盖率", "provision coverage"),
    "provision_burden": ("拨备占营收比", "provisions to revenue"),
    "capital_adequacy": ("资本充足率", "capital adequacy ratio"),
    "core_tier1_ratio": ("核心一级资本充足率", "core tier 1 ratio"),
    "equity_to_assets": ("净资产占总资产比", "equity to assets"),
    "cost_to_income": ("成本收入比", "cost-to-income ratio"),
    "loans_yoy": ("贷款同比", "loan growth"),
    "deposits_yoy": ("存款同比", "deposit growth"),
    "combined_ratio": ("综合成本率", "combined ratio"),
    "claims_ratio": ("赔付率", "医疗成本率", "claims ratio", "medical cost ratio"),
    "premiums_yoy": ("保费同比", "premium growth"),
    "solvency_ratio": ("偿付能力充足率", "solvency ratio"),
    "presales_yoy": ("合同负债同比", "contract liabilities growth"),
    "liabilities_less_presales": ("剔除预收后资产负债率", "debt ratio without presales"),
    "cash_to_short_debt": ("现金短债比", "cash to short-term debt"),
    "accruals": ("应计比率", "accruals ratio"),
    "receivables_yoy": ("应收账款同比", "receivables growth"),
    "inventory_yoy": ("存货同比", "inventory growth"),
    "non_operating_share": ("非经营利润占比", "non-operating share of profit"),
    "net_margin_quarter": ("单季净利率", "quarterly net margin"),
    "operating_cash_flow_quarter": ("单季经营现金流", "quarterly operating cash flow"),
    "score_profitability": ("盈利能力得分", "profitability score"),
    "score_growth": ("成长性得分", "growth score"),
    "score_cash_flow_quality": (
        "现金流质量得分",
        "资产质量得分",
        "承保质量得分",
        "医疗成本得分",
        "cash flow quality score",
        "asset quality score",
        "underwriting score",
        "medical costs score",
    ),
    "score_solvency": ("偿债能力得分", "资本充足得分", "solvency score", "capital score"),
    "score_efficiency": ("营运效率得分", "成本控制得分", "efficiency score", "cost control score"),
    "equity": ("归母净资产", "归属母公司权益", "shareholders' equity"),
    "other_currency": ("其他币种的数据", "figures in another currency"),
    "financial_score": ("财务综合得分", "财务评分", "financial score"),
}


def english(name: str) -> str:
    """The first name that an English text can use."""
    return next(label for label in LABELS[name] if label.isascii())


GOOD_POINTS, WEAK_POINTS = Decimal(70), Decimal(45)
_UNITS = {
    **dict.fromkeys(
        ("cash_conversion", "current_ratio", "interest_cover", "asset_turnover", "cash_to_short_debt"), "x"
    ),
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


def _lines(criterion: ScoreCriterion, kind: BusinessKind) -> Iterator[tuple[str, HouseRule]]:
    name = criterion.figure
    for key, zh, en, good in (("good", "优良线", "good line", True), ("weak", "警戒线", "warning line", False)):
        value, points = line(criterion, good=good)
        space = " " if LABELS[name][0].isascii() else ""
        labels = (f"{LABELS[name][0]}{space}{zh}", f"{english(name)} {en}")
        read_as = f"for a company read as: {kind.called()}"
        because = f"{criterion.source}; worth {points:f} of 100 points in our score table {read_as}"
        yield f"{name}_{key}", HouseRule(value, _UNITS.get(name, "ratio"), labels, because)


def _weights(kind: BusinessKind) -> Iterator[tuple[str, HouseRule]]:
    for dimension, weight in weights_of(kind).items():
        score = f"score_{dimension}"
        labels = (LABELS[score][0].replace("得分", "权重"), english(score).replace("score", "weight"))
        yield f"weight_{dimension}", HouseRule(weight, "ratio", labels, HOUSE)


def _common() -> Iterator[tuple[str, HouseRule]]:
    for least, signal in SIGNALS:
        yield f"signal_{signal.lower()}", HouseRule(Decimal(least), "points", _SIGNAL_NAMES[signal], HOUSE)
    for name, value, unit, zh, en, because in _PLAIN:
        yield name, HouseRule(Decimal(value), unit, (zh, en), because)


_TWO_QUARTERS = "two quarters and the time to announce them"
_SLOAN = "Sloan (1996): profit that does not arrive as cash tends not to last; the line is our judgement"
_SLIP = "a slip of a unit more often than a fact"
_PLAIN = (
    ("audit_confidence_floor", "0.30", "ratio", "审计置信度下限", "audit confidence floor", HOUSE),
    ("audit_confidence_cap", "0.90", "ratio", "审计置信度上限", "audit confidence cap", HOUSE),
    ("report_stale_days", "200", "days", "报告陈旧线", "stale-report line", _TWO_QUARTERS),
    ("report_stale_discount", "0.60", "ratio", "陈旧报告折扣", "stale-report discount", HOUSE),
    ("flag_accruals", "0.10", "ratio", "应计预警线", "accruals alert line", _SLOAN),
    ("flag_outrun", "0.15", "ratio", "增速背离线", "growth-gap alert line", HOUSE),
    ("flag_goodwill", "0.30", "ratio", "商誉预警线", "goodwill alert line", HOUSE),
    ("flag_cash_cover", "1", "x", "短债覆盖线", "short-debt cover line", HOUSE),
    ("flag_interest", "1.5", "x", "利息预警线", "interest alert line", HOUSE),
    ("flag_non_operating", "0.30", "ratio", "非经营利润预警线", "non-operating alert line", HOUSE),
    ("flag_gearing", "1", "ratio", "净负债预警线", "gearing alert line", HOUSE),
    ("flag_underwriting", "1", "ratio", "承保盈亏线", "underwriting break-even line", "costs eat up all premiums"),
    ("negative_equity_cap", str(NEGATIVE_EQUITY_CAP), "points", "资不抵债评分上限", "negative-equity score cap", HOUSE),
    ("leap_line", str(LARGEST_LEAP), "x", "年度倍增存疑线", "doubtful-leap line", _SLIP),
    ("flag_provisions", "0.25", "ratio", "拨备预警线", "provisions alert line", HOUSE),
)  # fmt: skip


def rules_of(kind: BusinessKind) -> Mapping[str, HouseRule]:
    """The lines that a company of this kind is held against."""
    criteria = (one for group in criteria_of(kind).values() for one in group)
    lines = (pair for one in criteria for pair in _lines(one, kind))
    return {**dict(lines), **dict(_common()), **dict(_weights(kind))}


def _of_all_kinds() -> dict[str, HouseRule]:
    """An ordinary company's where a rule of the same name differs by kind: names are the same for all."""
    merged: dict[str, HouseRule] = {}
    for kind in (*(one for one in BusinessKind if one is not BusinessKind.ORDINARY), BusinessKind.ORDINARY):
        merged.update(rules_of(kind))
    return merged


RULES: Mapping[str, HouseRule] = _of_all_kinds()
