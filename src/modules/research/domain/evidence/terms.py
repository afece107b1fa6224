"""Names of figures that reports often bring up: unless the label table has them, the desk does not."""

from collections.abc import Mapping, Sequence

UNKNOWN = "?"

# A loss is negative profit: these name the figure and say its sign at once.
LOSSES: Mapping[str, Sequence[str]] = {
    "net_profit": ("净亏损", "归母净亏损", "net loss"),
    "net_profit_quarter": ("单季净亏损", "quarterly net loss"),
    "net_profit_ttm": ("滚动净亏损", "trailing net loss"),
}
LOSS_NAMES = frozenset(name for names in LOSSES.values() for name in names)

_ZH = """
息税折旧摊销前利润 息税前利润 毛利 毛利润 毛利额 净利率 营业利润 利润总额 税前利润 扣非净利润
扣非归母净利润 核心净利润 每股经营现金流 净现金流 投资资本回报率 资本回报率 已动用资本回报率 股息率
派息率 分红率 股利支付率 市现率 企业价值倍数 企业价值 总市值 流通市值 换手率 贝塔系数 夏普比率
最大回撤 年化波动率 波动率 隐含波动率 存货周转率 应收账款周转率 权益乘数 产权比率 现金比率 净息差
不良贷款率 拨备覆盖率 资本充足率 核心一级资本充足率 研发费用率 销售费用率 管理费用率 财务费用率
期间费用率 有效税率 市占率 市场份额 客户留存率 产能利用率 订单金额 在手订单 同店销售 活跃用户
市盈率分位 动态市盈率 静态市盈率 前瞻市盈率 预期市盈率 目标价 一致预期 人均营收 合同负债 资本开支
资本支出 商誉 货币资金 有息负债 总资产 净资产 所有者权益
"""
_EN = """
EBITDA; EBITDA margin; EBITA; EBIT; EBIT margin; EV/EBITDA; EV/sales; enterprise value; market cap;
market capitalization; market capitalisation; gross profit; operating profit; operating income;
pre-tax profit; pretax profit; pretax margin; profit before tax; core profit; adjusted profit;
ROIC; ROCE; return on invested capital; return on capital; dividend yield; payout ratio;
price-to-cash-flow; forward PE; forward P/E; P/E; P/B; P/S; price-to-earnings; price-to-book;
target price; price target; consensus EPS; beta; Sharpe ratio; maximum drawdown; volatility;
implied volatility; turnover rate; inventory turnover; receivables turnover; cash ratio;
equity multiplier; net interest margin; non-performing loan ratio; NPL ratio;
capital adequacy ratio; R&D ratio; R&D intensity; SG&A ratio; effective tax rate; market share;
churn rate; capacity utilisation; capacity utilization; order backlog; backlog; same-store sales;
active users; ARPU; capex; capital expenditure; contract liabilities; total assets; net assets;
book-to-bill; net cash flow; cash flow per share; net profit margin; net margin; gross margin;
operating margin;
"""
FOREIGN_TERMS: tuple[str, ...] = (*_ZH.split(), *(" ".join(term.split()) for term in _EN.split(";") if term.strip()))

# Words that make another figure of the one that they stand before.
QUALIFIERS = (
    "扣非", "扣非后", "调整后", "经调整", "核心", "预期", "预计", "预测", "一致预期", "行业", "行业平均",
    "行业均值", "同业", "同业平均", "可比公司", "目标", "历史平均", "adjusted", "core", "underlying",
    "expected", "forecast", "projected", "consensus", "target", "industry", "industry-average",
    "industry average", "peer", "peer-average", "peer average", "sector", "pro forma", "non-gaap",
)  # fmt: skip
# Words behind a name that make another figure of it.
EXTENSIONS = ("率", "增速", "增长率", "增幅", "占比", "分位", "中位数", "环比")

MEAN_OF = "mean of "

_CHANGES = ("_yoy", "_qoq", "_change", "_year_change", "_growth")


def is_change_of(metric: str, other: str) -> bool:
    """Whether a figure tells how another one changed: `revenue_yoy` of `revenue`."""
    bases = {other, other.removesuffix("_ttm")}
    return any(metric == f"{base}{change}" for base in bases for change in _CHANGES)


def changes_of(metrics: frozenset[str]) -> frozenset[str]:
    """All figures that tell how these changed."""
    bases = {base for metric in metrics - {UNKNOWN} for base in (metric, metric.removesuffix("_ttm"))}
    return frozenset(f"{base}{change}" for base in bases for change in _CHANGES)


def is_difference(metric: str) -> bool:
    """Whether a ratio is a distance between two ratios, so that it is told in percentage points too."""
    return metric.endswith("_change")
