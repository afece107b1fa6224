"""What Baostock's fields are called, and in which unit they come. Its documentation has headed ratios with (%) and
amounts with 万元, but the sample rows on the same pages (baostock.com, 季频盈利能力, 季频成长能力, 季频偿债能力) are
fractions and yuan: the samples are believed."""

from packages.domain.market_data.rows import Statement
from packages.infra.providers.market_data.figures import CNY, ONE, PER_SHARE, RATIO, SHARES, Figure
from packages.infra.providers.market_data.price_rows import PriceColumns

# volume 成交数量, 单位:股; amount 成交金额, 单位:人民币元.
PRICES = PriceColumns("open", "high", "low", "close", "volume", "amount", shares=1)

PROFIT = (
    Figure(Statement.INCOME, "revenue", "MBRevenue", CNY, ONE, "主营营业收入; told for half and whole years only"),
    Figure(Statement.INCOME, "net_profit", "netProfit", CNY, ONE, "净利润, sample 28522000000.000000"),
    Figure(Statement.BALANCE, "shares_total", "totalShare", SHARES, ONE, "总股本, sample 28103763899.00"),
    Figure(Statement.INDICATOR, "roe", "roeAvg", RATIO, ONE, "净资产收益率(平均), sample 0.074617"),
    Figure(Statement.INDICATOR, "net_margin", "npMargin", RATIO, ONE, "销售净利率, sample 0.342179"),
    Figure(Statement.INDICATOR, "gross_margin", "gpMargin", RATIO, ONE, "销售毛利率"),
    Figure(Statement.INDICATOR, "eps_ttm", "epsTTM", PER_SHARE, ONE, "每股收益, of the last twelve months"),
)

GROWTH = (Figure(Statement.INDICATOR, "net_profit_yoy", "YOYPNI", RATIO, ONE, "归母净利润同比增长率, sample 0.052111"),)

BALANCE = (
    Figure(Statement.INDICATOR, "current_ratio", "currentRatio", RATIO, ONE, "流动比率"),
    Figure(Statement.INDICATOR, "quick_ratio", "quickRatio", RATIO, ONE, "速动比率"),
    Figure(Statement.INDICATOR, "debt_to_assets", "liabilityToAsset", RATIO, ONE, "资产负债率, sample 0.933703"),
)
