"""Words for the volume indicators."""

from packages.domain.strategy.indicators.words.model import IndicatorWords

WORDS = {
    "obv": IndicatorWords(
        "能量潮",
        "On-balance volume",
        "上涨加量、下跌减量的累计，起点随数据而定。",
        "Volume added on rises and taken off on falls; it starts with the data.",
    ),
    "ad": IndicatorWords(
        "累积派发线",
        "Accumulation/distribution",
        "按收盘位置累计的成交量，起点随数据而定。",
        "Volume by the place of the close, added up; it starts with the data.",
    ),
    "chaikin_oscillator": IndicatorWords(
        "佳庆振荡",
        "Chaikin oscillator",
        "累积派发线的快慢指数均线之差。",
        "The difference of two exponential means of accumulation/distribution.",
    ),
    "pvt": IndicatorWords(
        "量价趋势",
        "Price volume trend",
        "成交量乘涨幅的累计，起点随数据而定。",
        "Volume times return, added up; it starts with the data.",
    ),
    "nvi": IndicatorWords(
        "负成交量指数",
        "Negative volume index",
        "只在缩量时计入涨幅，从1000起。",
        "Returns of bars with less volume than before, from 1000.",
    ),
    "pvi": IndicatorWords(
        "正成交量指数",
        "Positive volume index",
        "只在放量时计入涨幅，从1000起。",
        "Returns of bars with more volume than before, from 1000.",
    ),
    "klinger": IndicatorWords(
        "克林格振荡",
        "Klinger oscillator",
        "量能的快慢指数均线之差及信号线。",
        "The difference of two exponential means of volume force, with a signal.",
    ),
    "williams_ad": IndicatorWords(
        "威廉累积派发",
        "Williams accumulation/distribution",
        "按真实高低价累计的买卖力量，不用成交量。",
        "Rises from the true low and falls from the true high, added up, without volume.",
    ),
    "cmf": IndicatorWords(
        "佳庆资金流",
        "Chaikin money flow",
        "窗口内按收盘位置加权的成交量占比。",
        "Volume by the place of the close, against all volume of the window.",
    ),
    "mfi": IndicatorWords(
        "资金流量指数", "Money flow index", "以成交额计的强弱指数。", "A strength index of money rather than price."
    ),
    "twiggs_money_flow": IndicatorWords(
        "特维格斯资金流",
        "Twiggs money flow",
        "用真实波幅和威尔德平均改进的资金流。",
        "Money flow over true ranges with Wilder's means.",
    ),
    "force_index": IndicatorWords(
        "强力指数", "Force index", "价格变化乘成交量的指数平均。", "An exponential mean of price change times volume."
    ),
    "ease_of_movement": IndicatorWords(
        "简易波动", "Ease of movement", "单位成交量推动价格的程度。", "How far a unit of volume moves the price."
    ),
    "vwap": IndicatorWords(
        "滚动成交量加权价",
        "Rolling VWAP",
        "最近若干根的成交量加权均价及收盘偏离；不按交易日重置。",
        "The volume-weighted price of the last bars and the distance from it; no daily reset.",
    ),
    "pvo": IndicatorWords(
        "成交量百分比振荡",
        "Percentage volume oscillator",
        "成交量快慢均线之差占慢线的百分比。",
        "The difference of two means of volume in percent of the slower.",
    ),
    "relative_volume": IndicatorWords(
        "量比", "Relative volume", "成交量与此前平均之比。", "Volume against the mean of the bars before."
    ),
    "volume_zscore": IndicatorWords(
        "成交量标准分",
        "Volume z-score",
        "成交量偏离均值多少个标准差。",
        "How many deviations the volume is from its mean.",
    ),
    "volume_average": IndicatorWords("均量线", "Average volume", "成交量的简单平均。", "The plain mean of volume."),
    "volume_zone": IndicatorWords(
        "成交量区间振荡",
        "Volume zone oscillator",
        "涨跌有向成交量与总量的指数平均之比。",
        "Signed against whole volume, as exponential means, in percent.",
    ),
    "volume_ratio": IndicatorWords(
        "容量比率",
        "Volume ratio (VR)",
        "上涨与下跌成交量之比，平盘各计一半。",
        "Volume of rising against falling bars, unchanged ones by half.",
    ),
    "turnover": IndicatorWords(
        "平均成交额", "Average turnover", "收盘价乘成交量的平均。", "The mean of close times volume."
    ),
    "amihud_illiquidity": IndicatorWords(
        "阿米胡德非流动性",
        "Amihud illiquidity",
        "每百万成交额对应的收益绝对值。",
        "The size of the return for a million of turnover.",
    ),
    "market_facilitation": IndicatorWords(
        "市场便利指数",
        "Market facilitation index",
        "单位成交量对应的振幅。",
        "The range of the bar per unit of volume.",
    ),
    "price_volume_correlation": IndicatorWords(
        "量价相关",
        "Price–volume correlation",
        "价格与成交量的滚动相关系数。",
        "The rolling correlation of price and volume.",
    ),
}
