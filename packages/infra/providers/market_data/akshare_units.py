"""What AkShare's columns are called, and in which unit they come. Prices: as documented for stock_zh_a_hist and
stock_zh_a_hist_min_em. Statements and indicators pass Eastmoney's own names through; statements are in yuan, the main
indicators' ratios in per cent. Share capital is left out: it is an amount of par value, not a number of shares."""

from packages.domain.market_data.rows import Statement
from packages.infra.providers.market_data.figures import CNY, ONE, PER_SHARE, PERCENT, RATIO, Figure
from packages.infra.providers.market_data.price_rows import PriceColumns

# 成交量, 注意单位: 手 (100 shares), for days and for minutes; 成交额, 注意单位: 元.
PRICES = PriceColumns("开盘", "最高", "最低", "收盘", "成交量", "成交额", shares=100)

# stock_fhps_detail_em: both per ten shares, as its column of descriptions says («10转10.00派5.00元»).
DISTRIBUTION_SHARES = 10

INCOME = (
    Figure(Statement.INCOME, "revenue", "OPERATE_INCOME", CNY, ONE, "营业收入"),
    Figure(Statement.INCOME, "operating_cost", "OPERATE_COST", CNY, ONE, "营业成本"),
    Figure(Statement.INCOME, "operating_profit", "OPERATE_PROFIT", CNY, ONE, "营业利润"),
    Figure(Statement.INCOME, "total_profit", "TOTAL_PROFIT", CNY, ONE, "利润总额"),
    Figure(Statement.INCOME, "net_profit", "NETPROFIT", CNY, ONE, "净利润"),
    Figure(Statement.INCOME, "net_profit_parent", "PARENT_NETPROFIT", CNY, ONE, "归属于母公司股东的净利润"),
    Figure(Statement.INCOME, "rd_expense", "RESEARCH_EXPENSE", CNY, ONE, "研发费用"),
    Figure(Statement.INCOME, "eps_basic", "BASIC_EPS", PER_SHARE, ONE, "基本每股收益"),
)

BALANCE = (
    Figure(Statement.BALANCE, "total_assets", "TOTAL_ASSETS", CNY, ONE, "资产总计"),
    Figure(Statement.BALANCE, "total_liabilities", "TOTAL_LIABILITIES", CNY, ONE, "负债合计"),
    Figure(Statement.BALANCE, "equity_parent", "TOTAL_PARENT_EQUITY", CNY, ONE, "归母股东权益合计"),
    Figure(Statement.BALANCE, "current_assets", "TOTAL_CURRENT_ASSETS", CNY, ONE, "流动资产合计"),
    Figure(Statement.BALANCE, "current_liabilities", "TOTAL_CURRENT_LIAB", CNY, ONE, "流动负债合计"),
    Figure(Statement.BALANCE, "cash", "MONETARYFUNDS", CNY, ONE, "货币资金"),
    Figure(Statement.BALANCE, "receivables", "ACCOUNTS_RECE", CNY, ONE, "应收账款"),
    Figure(Statement.BALANCE, "inventory", "INVENTORY", CNY, ONE, "存货"),
    Figure(Statement.BALANCE, "goodwill", "GOODWILL", CNY, ONE, "商誉"),
    Figure(Statement.BALANCE, "short_debt", "SHORT_LOAN", CNY, ONE, "短期借款"),
    Figure(Statement.BALANCE, "long_debt", "LONG_LOAN", CNY, ONE, "长期借款"),
)

CASH_FLOW = (
    Figure(Statement.CASH_FLOW, "operating_cash_flow", "NETCASH_OPERATE", CNY, ONE, "经营活动产生的现金流量净额"),
    Figure(Statement.CASH_FLOW, "investing_cash_flow", "NETCASH_INVEST", CNY, ONE, "投资活动产生的现金流量净额"),
    Figure(Statement.CASH_FLOW, "financing_cash_flow", "NETCASH_FINANCE", CNY, ONE, "筹资活动产生的现金流量净额"),
    Figure(Statement.CASH_FLOW, "capex", "CONSTRUCT_LONG_ASSET", CNY, ONE, "购建固定资产等支付的现金"),
)

INDICATORS = (
    Figure(Statement.INDICATOR, "roe", "ROEJQ", RATIO, PERCENT, "净资产收益率(加权)(%)"),
    Figure(Statement.INDICATOR, "roa", "ZZCJLL", RATIO, PERCENT, "总资产净利率(%)"),
    Figure(Statement.INDICATOR, "gross_margin", "XSMLL", RATIO, PERCENT, "销售毛利率(%)"),
    Figure(Statement.INDICATOR, "net_margin", "XSJLL", RATIO, PERCENT, "销售净利率(%)"),
    Figure(Statement.INDICATOR, "debt_to_assets", "ZCFZL", RATIO, PERCENT, "资产负债率(%)"),
    Figure(Statement.INDICATOR, "current_ratio", "LD", RATIO, ONE, "流动比率, a multiple already"),
    Figure(Statement.INDICATOR, "quick_ratio", "SD", RATIO, ONE, "速动比率, a multiple already"),
    Figure(Statement.INDICATOR, "book_value_per_share", "BPS", PER_SHARE, ONE, "每股净资产"),
    Figure(Statement.INDICATOR, "revenue_yoy", "TOTALOPERATEREVETZ", RATIO, PERCENT, "营业总收入同比增长(%)"),
    Figure(Statement.INDICATOR, "net_profit_yoy", "PARENTNETPROFITTZ", RATIO, PERCENT, "归母净利润同比增长(%)"),
)
