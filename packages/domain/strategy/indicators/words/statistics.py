"""Words for the statistics and prices."""

from packages.domain.strategy.indicators.words.model import IndicatorWords

WORDS = {
    "zscore": IndicatorWords(
        "标准分", "Z-score", "数值偏离均值多少个标准差。", "How many deviations a value is from its mean."
    ),
    "percentile_rank": IndicatorWords(
        "百分位排名",
        "Percentile rank",
        "此前若干值中低于当前值的百分比，相等计一半。",
        "The share of the values before that are lower, equal ones by half.",
    ),
    "quantile": IndicatorWords(
        "分位数",
        "Quantile",
        "窗口的指定分位数（最近秩）；默认取中位。",
        "A quantile of the window (nearest rank); the middle one by default.",
    ),
    "variance": IndicatorWords(
        "方差", "Variance", "窗口内数值的总体方差。", "The variance of the window's values (population)."
    ),
    "mean_deviation": IndicatorWords(
        "平均绝对偏差", "Mean absolute deviation", "与均值距离的平均。", "The mean distance from the mean."
    ),
    "skewness": IndicatorWords("偏度", "Skewness", "对数收益的偏度。", "The skewness of log returns."),
    "kurtosis": IndicatorWords(
        "超额峰度", "Excess kurtosis", "对数收益的峰度减3。", "The kurtosis of log returns less 3."
    ),
    "autocorrelation": IndicatorWords(
        "自相关",
        "Autocorrelation",
        "收益与其若干根前收益的相关系数。",
        "The correlation of returns with those some bars before.",
    ),
    "lag_beta": IndicatorWords(
        "滞后贝塔",
        "Beta to own lag",
        "收益对其若干根前收益的回归系数。",
        "The regression of returns on those some bars before.",
    ),
    "r_squared": IndicatorWords(
        "决定系数", "R squared", "窗口价格被直线解释的比例。", "How much of the window a straight line explains."
    ),
    "linear_intercept": IndicatorWords(
        "回归截距",
        "Regression intercept",
        "回归线在窗口起点的值。",
        "The regression line at the beginning of the window.",
    ),
    "hurst": IndicatorWords(
        "赫斯特指数",
        "Hurst exponent",
        "0.5为随机游走，之上趋势延续，之下均值回复。",
        "0.5 for a random walk, above it trending, below it reverting.",
    ),
    "variance_ratio": IndicatorWords(
        "方差比",
        "Variance ratio",
        "多根收益方差与单根方差倍数之比，1为随机游走。",
        "The variance of longer moves against that of single ones; 1 for a random walk.",
    ),
    "rolling_sharpe": IndicatorWords(
        "滚动夏普比率",
        "Rolling Sharpe ratio",
        "窗口收益的年化夏普比率，无风险利率取零。",
        "The yearly Sharpe ratio of the window's returns, with a riskless rate of zero.",
    ),
    "highest": IndicatorWords("最高值", "Highest", "窗口内的最高值。", "The highest value of the window."),
    "lowest": IndicatorWords("最低值", "Lowest", "窗口内的最低值。", "The lowest value of the window."),
    "bars_since_highest": IndicatorWords(
        "距最高根数", "Bars since the highest", "距窗口最高值的K线根数。", "Bars since the highest value of the window."
    ),
    "bars_since_lowest": IndicatorWords(
        "距最低根数", "Bars since the lowest", "距窗口最低值的K线根数。", "Bars since the lowest value of the window."
    ),
    "sum": IndicatorWords("求和", "Sum", "窗口内数值之和。", "The sum of the window's values."),
    "price": IndicatorWords("价格", "Price", "所选来源本身。", "The chosen source itself."),
    "typical_price": IndicatorWords(
        "典型价格", "Typical price", "最高、最低与收盘的平均。", "The mean of high, low and close."
    ),
    "weighted_close": IndicatorWords(
        "加权收盘", "Weighted close", "收盘计两次的平均。", "The mean of high, low and twice the close."
    ),
    "midprice": IndicatorWords(
        "中价", "Midprice", "窗口最高价与最低价的中点。", "Halfway between the highest high and the lowest low."
    ),
    "log_return": IndicatorWords(
        "对数收益", "Log return", "与前一根之比的自然对数。", "The natural logarithm of the ratio to the bar before."
    ),
    "gap_percent": IndicatorWords(
        "跳空百分比", "Gap percent", "开盘相对前收盘的百分比。", "The open against the close before, in percent."
    ),
    "streak": IndicatorWords(
        "连涨连跌",
        "Streak",
        "连续上涨（正）或下跌（负）的根数。",
        "Bars in a row that rose (positive) or fell (negative).",
    ),
    "pivot_points": IndicatorWords(
        "枢轴点",
        "Pivot points",
        "由此前K线得出的枢轴与三档支撑阻力。",
        "The pivot of the bars before, with three supports and resistances.",
    ),
    "heikin_ashi": IndicatorWords(
        "平均K线", "Heikin-Ashi", "平滑后的四个价格。", "The four prices of smoothed candles."
    ),
}
