"""Words for the volatility indicators."""

from packages.domain.strategy.indicators.words.model import IndicatorWords

WORDS = {
    "true_range": IndicatorWords("真实波幅", "True range", "含跳空的单根振幅。", "The range of a bar with its gap."),
    "atr": IndicatorWords(
        "平均真实波幅", "Average true range", "真实波幅的威尔德平均。", "Wilder's mean of the true range."
    ),
    "atr_percent": IndicatorWords(
        "真实波幅百分比",
        "ATR percent",
        "平均真实波幅占收盘价的百分比。",
        "The average true range in percent of the close.",
    ),
    "average_range": IndicatorWords("平均振幅", "Average range", "最高最低价差的平均。", "The mean of high less low."),
    "range_percent": IndicatorWords(
        "振幅百分比", "Range percent", "平均振幅占平均收盘价的百分比。", "The mean range in percent of the mean close."
    ),
    "chaikin_volatility": IndicatorWords(
        "佳庆波动率", "Chaikin volatility", "平滑振幅的百分比变化。", "The change of the smoothed range in percent."
    ),
    "choppiness": IndicatorWords(
        "震荡指数",
        "Choppiness index",
        "总路程与区间之比，越高越震荡。",
        "The way travelled against the range; the higher, the choppier.",
    ),
    "mass_index": IndicatorWords(
        "梅斯线", "Mass index", "振幅扩张的累计，用于发现反转。", "A sum of widening ranges that warns of reversals."
    ),
    "ulcer_index": IndicatorWords(
        "溃疡指数",
        "Ulcer index",
        "距窗口高点回撤的均方根。",
        "The root mean square of drawdowns from the window's high.",
    ),
    "relative_volatility": IndicatorWords(
        "相对波动指数",
        "Relative volatility index",
        "上涨K线的标准差占全部的百分比。",
        "The share of deviation on rising bars, in percent.",
    ),
    "squeeze": IndicatorWords(
        "挤压",
        "Squeeze",
        "布林带缩入肯特纳通道为1，并给出动量。",
        "1 while Bollinger bands lie inside Keltner channels, with momentum.",
    ),
    "drawdown": IndicatorWords(
        "回撤",
        "Drawdown",
        "距窗口最高值的百分比，零或负。",
        "The distance from the window's highest value in percent, zero or below.",
    ),
    "standard_deviation": IndicatorWords(
        "标准差", "Standard deviation", "窗口内数值的总体标准差。", "The deviation of the window's values (population)."
    ),
    "realised_volatility": IndicatorWords(
        "已实现波动率", "Realised volatility", "对数收益的年化标准差。", "The yearly deviation of log returns."
    ),
    "parkinson_volatility": IndicatorWords(
        "帕金森波动率",
        "Parkinson volatility",
        "由最高最低价估计的年化波动率。",
        "Yearly volatility from highs and lows.",
    ),
    "garman_klass_volatility": IndicatorWords(
        "加曼-克拉斯波动率",
        "Garman–Klass volatility",
        "由四个价格估计的年化波动率，假设无漂移无跳空。",
        "Yearly volatility from all four prices, without drift and gaps.",
    ),
    "rogers_satchell_volatility": IndicatorWords(
        "罗杰斯-萨切尔波动率",
        "Rogers–Satchell volatility",
        "允许漂移的四价年化波动率。",
        "Yearly volatility from all four prices that allows for drift.",
    ),
    "yang_zhang_volatility": IndicatorWords(
        "杨-张波动率",
        "Yang–Zhang volatility",
        "兼顾隔夜跳空与漂移的年化波动率。",
        "Yearly volatility that allows for drift and overnight gaps.",
    ),
    "ewma_volatility": IndicatorWords(
        "指数加权波动率",
        "EWMA volatility",
        "对数收益平方的指数加权年化波动率。",
        "Yearly volatility from exponentially weighted squared returns.",
    ),
    "downside_volatility": IndicatorWords(
        "下行波动率", "Downside volatility", "只计负收益的年化波动率。", "Yearly volatility of negative returns alone."
    ),
    "volatility_ratio": IndicatorWords(
        "波动率之比",
        "Volatility ratio",
        "短期与长期收益标准差之比。",
        "Short-term against long-term deviation of returns.",
    ),
    "bollinger": IndicatorWords(
        "布林带",
        "Bollinger bands",
        "均线上下若干倍标准差，及带宽与价格位置。",
        "Standard deviations around a mean, with their width and the place of the price.",
    ),
    "keltner": IndicatorWords(
        "肯特纳通道", "Keltner channels", "指数均线上下若干倍真实波幅。", "True ranges around an exponential mean."
    ),
    "acceleration_bands": IndicatorWords(
        "加速带", "Acceleration bands", "随高低价差扩张的带。", "Bands that widen with the bars' own ranges."
    ),
}
