"""What Tushare's fields are called, and in which unit its documentation says they come (tushare.pro, documents 27, 32,
33, 36, 44, 79, 103 and 370, read in 2026). Statements are in yuan; the indicators' ratios are in per cent."""

from packages.domain.market_data.rows import Statement
from packages.infra.providers.market_data.figures import (
    CNY,
    ONE,
    PER_SHARE,
    PERCENT,
    RATIO,
    SHARES,
    TEN_THOUSAND,
    Figure,
)
from packages.infra.providers.market_data.price_rows import PriceColumns

# `daily`: vol 成交量 (手), a lot of 100 shares; amount 成交额 (千元). `stk_mins`: vol 成交量 (股), amount (元).
DAILY = PriceColumns("open", "high", "low", "close", "vol", "amount", shares=100, yuan=1000)
MINUTE = PriceColumns("open", "high", "low", "close", "vol", "amount", shares=1)

# `daily_basic`: total_mv 总市值 (万元); dv_ttm 股息率 TTM (%); pe_ttm is empty for a loss.
MARKET_VALUE_SCALE = TEN_THOUSAND
DIVIDEND_YIELD_SCALE = PERCENT

INCOME = (
    Figure(Statement.INCOME, "revenue", "revenue", CNY, ONE, "营业收入"),
    Figure(Statement.INCOME, "operating_cost", "oper_cost", CNY, ONE, "减:营业成本"),
    Figure(Statement.INCOME, "operating_profit", "operate_profit", CNY, ONE, "营业利润"),
    Figure(Statement.INCOME, "total_profit", "total_profit", CNY, ONE, "利润总额"),
    Figure(Statement.INCOME, "net_profit", "n_income", CNY, ONE, "净利润(含少数股东损益)"),
    Figure(Statement.INCOME, "net_profit_parent", "n_income_attr_p", CNY, ONE, "净利润(不含少数股东损益)"),
    Figure(Statement.INCOME, "rd_expense", "rd_exp", CNY, ONE, "研发费用"),
    Figure(Statement.INCOME, "eps_basic", "basic_eps", PER_SHARE, ONE, "基本每股收益"),
)

BALANCE = (
    Figure(Statement.BALANCE, "total_assets", "total_assets", CNY, ONE, "资产总计"),
    Figure(Statement.BALANCE, "total_liabilities", "total_liab", CNY, ONE, "负债合计"),
    Figure(Statement.BALANCE, "equity_parent", "total_hldr_eqy_exc_min_int", CNY, ONE, "股东权益合计(不含少数股东)"),
    Figure(Statement.BALANCE, "current_assets", "total_cur_assets", CNY, ONE, "流动资产合计"),
    Figure(Statement.BALANCE, "current_liabilities", "total_cur_liab", CNY, ONE, "流动负债合计"),
    Figure(Statement.BALANCE, "cash", "money_cap", CNY, ONE, "货币资金"),
    Figure(Statement.BALANCE, "receivables", "accounts_receiv", CNY, ONE, "应收账款"),
    Figure(Statement.BALANCE, "inventory", "inventories", CNY, ONE, "存货"),
    Figure(Statement.BALANCE, "goodwill", "goodwill", CNY, ONE, "商誉"),
    Figure(Statement.BALANCE, "short_debt", "st_borr", CNY, ONE, "短期借款"),
    Figure(Statement.BALANCE, "long_debt", "lt_borr", CNY, ONE, "长期借款"),
    Figure(Statement.BALANCE, "shares_total", "total_share", SHARES, ONE, "期末总股本; here in shares, not in 万股"),
)

CASH_FLOW = (
    Figure(Statement.CASH_FLOW, "operating_cash_flow", "n_cashflow_act", CNY, ONE, "经营活动产生的现金流量净额"),
    Figure(Statement.CASH_FLOW, "investing_cash_flow", "n_cashflow_inv_act", CNY, ONE, "投资活动产生的现金流量净额"),
    Figure(Statement.CASH_FLOW, "financing_cash_flow", "n_cash_flows_fnc_act", CNY, ONE, "筹资活动产生的现金流量净额"),
    Figure(
        Statement.CASH_FLOW,
        "capex",
        "c_pay_acq_const_fiolta",
        CNY,
        ONE,
        "购建固定资产、无形资产等支付的现金",
    ),
)

INDICATORS = (
    Figure(Statement.INDICATOR, "roe", "roe_waa", RATIO, PERCENT, "加权平均净资产收益率, as reports disclose it"),
    Figure(Statement.INDICATOR, "roa", "npta", RATIO, PERCENT, "总资产净利润; `roa` is before interest and tax"),
    Figure(
        Statement.INDICATOR,
        "gross_margin",
        "grossprofit_margin",
        RATIO,
        PERCENT,
        "销售毛利率; `gross_margin` is an amount",
    ),
    Figure(Statement.INDICATOR, "net_margin", "netprofit_margin", RATIO, PERCENT, "销售净利率"),
    Figure(Statement.INDICATOR, "debt_to_assets", "debt_to_assets", RATIO, PERCENT, "资产负债率"),
    Figure(Statement.INDICATOR, "current_ratio", "current_ratio", RATIO, ONE, "流动比率, a multiple already"),
    Figure(Statement.INDICATOR, "quick_ratio", "quick_ratio", RATIO, ONE, "速动比率, a multiple already"),
    Figure(Statement.INDICATOR, "book_value_per_share", "bps", PER_SHARE, ONE, "每股净资产"),
    Figure(Statement.INDICATOR, "revenue_yoy", "or_yoy", RATIO, PERCENT, "营业收入同比增长率(%)"),
    Figure(Statement.INDICATOR, "net_profit_yoy", "netprofit_yoy", RATIO, PERCENT, "归母净利润同比增长率(%)"),
)
