"""Words for the trend indicators."""

from packages.domain.strategy.indicators.words.model import IndicatorWords

WORDS = {
    "sma": IndicatorWords(
        "简单移动平均", "Simple moving average", "最近若干根K线的算术平均。", "The plain mean of the last bars."
    ),
    "ema": IndicatorWords(
        "指数移动平均",
        "Exponential moving average",
        "越近的K线权重越大，以首个简单平均为起点。",
        "Newer bars weigh more; it starts from the first plain mean.",
    ),
    "wma": IndicatorWords(
        "加权移动平均",
        "Weighted moving average",
        "权重随时间线性增加的平均。",
        "A mean whose weights grow evenly towards the newest bar.",
    ),
    "rma": IndicatorWords(
        "威尔德平均",
        "Wilder's moving average",
        "每根新K线占1/周期的平滑平均。",
        "A mean in which each new bar takes a share of one over the period.",
    ),
    "dema": IndicatorWords(
        "双重指数平均",
        "Double exponential moving average",
        "用两次指数平均抵消部分滞后。",
        "Two exponential means combined to take out part of the lag.",
    ),
    "tema": IndicatorWords(
        "三重指数平均",
        "Triple exponential moving average",
        "用三次指数平均抵消更多滞后。",
        "Three exponential means combined to take out more of the lag.",
    ),
    "trima": IndicatorWords(
        "三角移动平均",
        "Triangular moving average",
        "中间K线权重最大的双重平滑平均。",
        "A mean smoothed twice, with the most weight in the middle.",
    ),
    "t3": IndicatorWords(
        "T3平均", "T3 moving average", "提尔森的六次平滑、低滞后平均。", "Tillson's sixfold smoothing with little lag."
    ),
    "hull_ma": IndicatorWords(
        "赫尔移动平均",
        "Hull moving average",
        "用两个加权平均之差再平滑，滞后小。",
        "Weighted means combined and smoothed again to follow closely.",
    ),
    "zlema": IndicatorWords(
        "零滞后指数平均",
        "Zero-lag exponential moving average",
        "先补上半个周期的变化，再取指数平均。",
        "An exponential mean of prices moved ahead by half a period's change.",
    ),
    "alma": IndicatorWords(
        "阿诺·勒古平均",
        "Arnaud Legoux moving average",
        "高斯权重的平均，偏移决定重心。",
        "A mean with Gaussian weights whose centre is set by the offset.",
    ),
    "sine_wma": IndicatorWords(
        "正弦加权平均",
        "Sine-weighted moving average",
        "权重呈正弦形的平均。",
        "A mean whose weights follow half a sine wave.",
    ),
    "vwma": IndicatorWords(
        "成交量加权平均", "Volume-weighted moving average", "以成交量为权重的平均。", "A mean weighted by volume."
    ),
    "lsma": IndicatorWords(
        "最小二乘平均",
        "Least-squares moving average",
        "窗口回归线在最新K线处的值。",
        "The end of the regression line through the window.",
    ),
    "forecast": IndicatorWords(
        "线性预测",
        "Time series forecast",
        "窗口回归线向前延伸一根K线的值。",
        "The regression line of the window, drawn one bar ahead.",
    ),
    "midpoint": IndicatorWords(
        "区间中点",
        "Midpoint",
        "窗口内最高与最低值的中点。",
        "Halfway between the highest and lowest value of the window.",
    ),
    "kama": IndicatorWords(
        "考夫曼自适应平均",
        "Kaufman adaptive moving average",
        "趋势明显时快，震荡时慢。",
        "Fast where the price goes straight, slow where it wavers.",
    ),
    "vidya": IndicatorWords(
        "变动指数动态平均",
        "Variable index dynamic average",
        "权重随钱德动量大小变化的指数平均。",
        "An exponential mean whose weight follows the size of Chande's momentum.",
    ),
    "frama": IndicatorWords(
        "分形自适应平均",
        "Fractal adaptive moving average",
        "按价格分形维数调节速度的平均。",
        "A mean whose speed follows the fractal dimension of the price.",
    ),
    "evwma": IndicatorWords(
        "弹性成交量平均",
        "Elastic volume-weighted average",
        "每根K线的权重为其成交量占窗口的份额。",
        "Each bar takes the share that its volume has in the window.",
    ),
    "mama": IndicatorWords(
        "MESA自适应平均",
        "MESA adaptive moving average",
        "按希尔伯特相位变化调速的平均及其跟随线。",
        "A mean paced by the phase of the Hilbert transform, and its follower.",
    ),
    "hilbert_trendline": IndicatorWords(
        "希尔伯特趋势线",
        "Hilbert trendline",
        "滤去主导周期后的瞬时趋势。",
        "The instantaneous trend without the dominant cycle.",
    ),
    "donchian": IndicatorWords(
        "唐奇安通道",
        "Donchian channels",
        "含当根在内的最高价与最低价；判断突破时请滞后一根。",
        "Highest high and lowest low with this bar; lag it by one bar for breakouts.",
    ),
    "ma_envelope": IndicatorWords(
        "均线包络", "Moving average envelope", "均线上下固定百分比。", "A fixed percentage around a mean."
    ),
    "regression_channel": IndicatorWords(
        "回归通道",
        "Regression channel",
        "回归线上下若干倍残差标准差。",
        "Deviations from the regression line, around its end.",
    ),
    "chandelier_exit": IndicatorWords(
        "吊灯止损",
        "Chandelier exit",
        "从最高价（最低价）退让若干倍真实波幅的止损位。",
        "Stops some true ranges away from the highest high or lowest low.",
    ),
    "supertrend": IndicatorWords(
        "超级趋势",
        "Supertrend",
        "随趋势移动、被突破才翻转的止损线及其方向。",
        "A trailing line that flips when it is broken, and its direction.",
    ),
    "parabolic_sar": IndicatorWords(
        "抛物线转向",
        "Parabolic SAR",
        "随时间加速靠近价格的止损转向点。",
        "A stop that closes in on the price ever faster and then turns.",
    ),
    "ichimoku": IndicatorWords(
        "一目均衡表",
        "Ichimoku cloud",
        "转换线、基准线，以及此前画到当前K线的两条先行带；不含滞后线。",
        "Conversion and base line, and the spans drawn ahead to this bar earlier; no lagging span.",
    ),
    "adx": IndicatorWords(
        "平均趋向指数",
        "Average directional index",
        "趋势强度，不分方向。",
        "How strong the trend is, whichever way it goes.",
    ),
    "adxr": IndicatorWords(
        "平均趋向评估",
        "Average directional rating",
        "当前与此前趋向指数的平均。",
        "The mean of the directional index now and a period ago.",
    ),
    "dx": IndicatorWords(
        "趋向指数",
        "Directional index",
        "上下动向之差占二者之和的比例。",
        "The difference of the two directional indicators against their sum.",
    ),
    "plus_di": IndicatorWords(
        "正向指标",
        "Plus directional indicator",
        "上升动向占真实波幅的百分比。",
        "Upward movement in percent of the true range.",
    ),
    "minus_di": IndicatorWords(
        "负向指标",
        "Minus directional indicator",
        "下降动向占真实波幅的百分比。",
        "Downward movement in percent of the true range.",
    ),
    "plus_dm": IndicatorWords(
        "正向动量", "Plus directional movement", "平滑后的上升动向。", "Upward movement, smoothed."
    ),
    "minus_dm": IndicatorWords(
        "负向动量", "Minus directional movement", "平滑后的下降动向。", "Downward movement, smoothed."
    ),
    "aroon": IndicatorWords(
        "阿隆指标",
        "Aroon",
        "距最近新高、新低的时间及其差。",
        "How recent the highest high and the lowest low are, and the difference.",
    ),
    "vortex": IndicatorWords(
        "涡旋指标", "Vortex", "上行与下行摆动占真实波幅的比例。", "Upward and downward swings against the true range."
    ),
    "efficiency_ratio": IndicatorWords(
        "效率系数",
        "Efficiency ratio",
        "净位移占总路程的比例，0到1。",
        "The net way against the whole way, from 0 to 1.",
    ),
    "vertical_horizontal_filter": IndicatorWords(
        "垂直水平过滤",
        "Vertical horizontal filter",
        "窗口区间占总路程的比例，区分趋势与震荡。",
        "The range of the window against the way travelled in it.",
    ),
    "trend_intensity": IndicatorWords(
        "趋势强度指数",
        "Trend intensity",
        "价格在均线之上的偏离占全部偏离的百分比。",
        "The share of distances from the mean that lie above it, in percent.",
    ),
    "td_setup": IndicatorWords(
        "TD序列准备",
        "TD setup",
        "连续高于（正）或低于（负）若干根前收盘的根数。",
        "Bars in a row that close above (positive) or below (negative) the close some bars ago.",
    ),
    "linear_slope": IndicatorWords(
        "回归斜率",
        "Regression slope",
        "窗口回归线每根K线的变化。",
        "The change of the window's regression line per bar.",
    ),
    "linear_angle": IndicatorWords(
        "回归角度",
        "Regression angle",
        "窗口回归线的角度，单位为度；随价格尺度而变。",
        "The angle of the regression line in degrees; it depends on the price scale.",
    ),
    "hilbert_trend_mode": IndicatorWords(
        "希尔伯特趋势模式", "Hilbert trend mode", "趋势为1，周期震荡为0。", "1 in a trend, 0 in a cycle."
    ),
}
