"""What the audit's figures are called."""

from collections.abc import Mapping

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
