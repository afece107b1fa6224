"""Words for the momentum indicators."""

from packages.domain.strategy.indicators.words.model import IndicatorWords

WORDS = {
    "rsi": IndicatorWords(
        "相对强弱指数",
        "Relative strength index",
        "涨幅占涨跌幅总和的百分比，威尔德平滑。",
        "Rises in percent of all moves, with Wilder's smoothing.",
    ),
    "stochastic": IndicatorWords(
        "随机指标",
        "Stochastic",
        "收盘在近期区间中的位置及其平均。",
        "Where the close stands in the recent range, and its mean.",
    ),
    "stochastic_rsi": IndicatorWords(
        "随机RSI", "Stochastic RSI", "RSI在其近期区间中的位置。", "Where the RSI stands in its own recent range."
    ),
    "kdj": IndicatorWords(
        "KDJ指标",
        "KDJ",
        "国内行情软件的随机指标，K与D从50起算。",
        "The stochastic of A-share terminals; K and D start from 50.",
    ),
    "williams_r": IndicatorWords(
        "威廉指标",
        "Williams %R",
        "收盘距近期最高价的位置，-100到0。",
        "Where the close stands below the recent high, from -100 to 0.",
    ),
    "cci": IndicatorWords(
        "顺势指标", "Commodity channel index", "典型价格偏离均值的程度。", "How far the typical price is from its mean."
    ),
    "cmo": IndicatorWords(
        "钱德动量",
        "Chande momentum oscillator",
        "涨跌之差占涨跌总和的百分比。",
        "Rises less falls, in percent of all moves.",
    ),
    "ultimate_oscillator": IndicatorWords(
        "终极指标", "Ultimate oscillator", "三个周期的买压加权平均。", "Buying pressure over three spans, weighted."
    ),
    "balance_of_power": IndicatorWords(
        "多空力量",
        "Balance of power",
        "实体占全幅的比例，-1到1。",
        "The body against the range of the bar, from -1 to 1.",
    ),
    "intraday_momentum": IndicatorWords(
        "日内动量指数",
        "Intraday momentum index",
        "阳线实体占全部实体的百分比。",
        "Rising bodies in percent of all bodies.",
    ),
    "relative_momentum": IndicatorWords(
        "相对动量指数", "Relative momentum index", "以多根前价格为基准的RSI。", "An RSI of moves over several bars."
    ),
    "fisher": IndicatorWords(
        "费舍变换",
        "Fisher transform",
        "把区间位置变换得近似正态，突出转折。",
        "The place in the range, stretched so that turns stand out.",
    ),
    "connors_rsi": IndicatorWords(
        "康纳斯RSI",
        "Connors RSI",
        "短RSI、连涨跌RSI与涨幅排名的平均。",
        "The mean of a short RSI, an RSI of streaks and the rank of the last move.",
    ),
    "laguerre_rsi": IndicatorWords(
        "拉盖尔RSI",
        "Laguerre RSI",
        "基于四级拉盖尔滤波的强弱指标。",
        "Strength between the four stages of a Laguerre filter.",
    ),
    "demarker": IndicatorWords(
        "德马克指标",
        "DeMarker",
        "新高幅度占新高与新低幅度之和的比例，0到1。",
        "Higher highs against higher highs and lower lows, from 0 to 1.",
    ),
    "stochastic_momentum": IndicatorWords(
        "随机动量指数",
        "Stochastic momentum index",
        "收盘距区间中点的位置，双重平滑。",
        "The distance from the middle of the range, smoothed twice.",
    ),
    "relative_vigor": IndicatorWords(
        "相对活力指数",
        "Relative vigor index",
        "实体与振幅之比的平滑及信号线。",
        "Bodies against ranges, smoothed, with a signal.",
    ),
    "macd": IndicatorWords(
        "指数平滑异同平均",
        "MACD",
        "快慢指数均线之差、信号线与柱。",
        "The difference of two exponential means, its signal and histogram.",
    ),
    "ppo": IndicatorWords(
        "百分比价格振荡",
        "Percentage price oscillator",
        "快慢指数均线之差占慢线的百分比。",
        "The difference of two exponential means in percent of the slower.",
    ),
    "apo": IndicatorWords(
        "绝对价格振荡", "Absolute price oscillator", "快慢指数均线之差。", "The difference of two exponential means."
    ),
    "awesome_oscillator": IndicatorWords(
        "动量振荡",
        "Awesome oscillator",
        "中间价的快慢简单均线之差。",
        "The difference of two plain means of the middle price.",
    ),
    "accelerator_oscillator": IndicatorWords(
        "加速振荡", "Accelerator oscillator", "动量振荡减去其自身均线。", "The awesome oscillator less its own mean."
    ),
    "momentum": IndicatorWords(
        "动量", "Momentum", "与若干根前价格之差。", "The difference from the price some bars ago."
    ),
    "roc": IndicatorWords(
        "变动率",
        "Rate of change",
        "与若干根前价格相比的百分比变化。",
        "The change from the price some bars ago, in percent.",
    ),
    "trix": IndicatorWords(
        "三重指数变动率",
        "TRIX",
        "三重指数均线的单根变化率及信号线。",
        "The change of a triple exponential mean, with its signal.",
    ),
    "tsi": IndicatorWords(
        "真实强弱指数",
        "True strength index",
        "双重平滑的涨跌与其绝对值之比。",
        "Moves against their sizes, each smoothed twice.",
    ),
    "kst": IndicatorWords(
        "确知指标",
        "Know sure thing",
        "四个变动率平滑后加权求和。",
        "Four smoothed rates of change, weighted and added.",
    ),
    "coppock": IndicatorWords(
        "估波曲线", "Coppock curve", "两个变动率之和的加权平均。", "A weighted mean of the sum of two rates of change."
    ),
    "elder_ray": IndicatorWords(
        "埃尔德射线", "Elder ray", "最高价、最低价与指数均线之差。", "The high and the low against an exponential mean."
    ),
    "bias": IndicatorWords(
        "乖离率", "Bias", "价格偏离均线的百分比。", "How far the price is from its mean, in percent."
    ),
    "psychological_line": IndicatorWords(
        "心理线", "Psychological line", "窗口内上涨K线的百分比。", "The share of rising bars in percent."
    ),
    "detrended_price": IndicatorWords(
        "区间振荡",
        "Detrended price oscillator",
        "半周期前的价格与当前均线之差，不使用未来数据。",
        "The price half a cycle ago against the mean of now, without later data.",
    ),
    "forecast_oscillator": IndicatorWords(
        "预测振荡",
        "Forecast oscillator",
        "价格与前一根所作线性预测之差的百分比。",
        "The price against the forecast of the bar before, in percent.",
    ),
    "wave_trend": IndicatorWords(
        "波浪趋势",
        "Wave trend",
        "典型价格偏离通道的平滑振荡及信号线。",
        "A smoothed oscillator of the typical price in its channel, with a signal.",
    ),
    "dma": IndicatorWords(
        "平均线差", "DMA", "快慢均线之差及其均线。", "The difference of two plain means, and its own mean."
    ),
    "hilbert_sine": IndicatorWords(
        "希尔伯特正弦",
        "Hilbert sine wave",
        "主导周期相位的正弦及领先45度的正弦。",
        "The sine of the dominant cycle's phase, and the one 45 degrees ahead.",
    ),
    "hilbert_phasor": IndicatorWords(
        "希尔伯特相量", "Hilbert phasor", "同相与正交分量。", "The in-phase and quadrature components."
    ),
    "hilbert_period": IndicatorWords(
        "希尔伯特周期",
        "Hilbert dominant period",
        "主导周期的长度，单位为K线。",
        "The length of the dominant cycle in bars.",
    ),
    "hilbert_phase": IndicatorWords(
        "希尔伯特相位",
        "Hilbert dominant phase",
        "主导周期的相位，单位为度。",
        "The phase of the dominant cycle in degrees.",
    ),
    "schaff_trend_cycle": IndicatorWords(
        "沙夫趋势周期",
        "Schaff trend cycle",
        "对MACD线做两次随机化并平滑。",
        "A stochastic of a stochastic of a MACD line, smoothed.",
    ),
    "arbr": IndicatorWords(
        "人气意愿指标",
        "AR and BR",
        "以开盘价（AR）与前收盘（BR）衡量的买卖力量之比。",
        "Buyers against sellers, from the open (AR) and from the close before (BR).",
    ),
    "cr": IndicatorWords(
        "中间意愿指标",
        "CR",
        "以前一根典型价格衡量的多空力量之比。",
        "Buyers against sellers, from the typical price of the bar before.",
    ),
}
