"""What the technical figures are called."""

from collections.abc import Mapping

_AVERAGES = {
    f"ma{days}": (f"MA{days}", f"{days} 日均线", f"{days}日均线", f"{days}-day moving average")
    for days in (5, 10, 20, 60, 120, 200)
}

_LEVELS = {
    f"{side}_{place}": (f"第{zh_place}{zh_side}位", f"第{zh_place}{zh_side}", f"{en_place} {side}")
    for side, zh_side in (("support", "支撑"), ("resistance", "阻力"))
    for place, zh_place, en_place in ((1, "一", "first"), (2, "二", "second"), (3, "三", "third"))
}

LABELS: Mapping[str, tuple[str, ...]] = {
    "close": ("收盘价", "closing price", "last close"),
    **_AVERAGES,
    "rsi14": ("RSI14", "RSI", "相对强弱指标", "relative strength index"),
    "macd_line": ("DIF", "MACD 快线", "MACD line"),
    "macd_signal": ("DEA", "MACD 信号线", "MACD signal line"),
    "macd_histogram": ("MACD 柱", "MACD 柱状图", "MACD histogram"),
    "kdj_k": ("K 值", "KDJ-K", "K value"),
    "kdj_d": ("D 值", "KDJ-D", "D value"),
    "kdj_j": ("J 值", "KDJ-J", "J value"),
    "adx14": ("ADX14", "ADX", "平均趋向指数", "average directional index"),
    "plus_di14": ("PDI", "多头动向值", "plus DI"),
    "minus_di14": ("MDI", "空头动向值", "minus DI"),
    "atr14": ("ATR14", "ATR", "平均真实波幅", "average true range"),
    "bollinger_upper": ("布林上轨", "布林带上轨", "upper Bollinger band"),
    "bollinger_middle": ("布林中轨", "布林带中轨", "middle Bollinger band"),
    "bollinger_lower": ("布林下轨", "布林带下轨", "lower Bollinger band"),
    "bollinger_percent_b": ("布林带位置", "布林 %B", "Bollinger %B", "place in the Bollinger bands"),
    "vwap20": ("VWAP20", "VWAP", "成交量加权均价", "volume-weighted average price"),
    "volume_ratio": ("量比", "volume ratio"),
    "obv": ("OBV", "能量潮", "on-balance volume"),
    "obv_trend": ("OBV 趋势值", "OBV 趋势", "能量潮趋势", "OBV trend"),
    "return_20d": ("20 日收益率", "20日收益率", "20-day return"),
    "return_60d": ("60 日收益率", "60日收益率", "60-day return"),
    "high_52w": ("52 周最高价", "52周最高价", "52 周高点", "52-week high"),
    "low_52w": ("52 周最低价", "52周最低价", "52 周低点", "52-week low"),
    "from_high_52w": ("距 52 周高点", "距52周高点", "较 52 周高点", "distance from the 52-week high"),
    "from_low_52w": ("距 52 周低点", "距52周低点", "较 52 周低点", "distance from the 52-week low"),
    **_LEVELS,
    "atr_share": ("ATR 占比", "日均波幅占比", "ATR share of the price"),
    "support_distance": ("支撑距离", "distance to support"),
    "resistance_distance": ("阻力距离", "distance to resistance"),
    "candle_doji": ("十字星", "doji"),
    "candle_hammer": ("锤子线", "hammer candle"),
    "candle_shooting_star": ("射击之星", "shooting star"),
    "candle_engulfing": ("吞没形态", "engulfing pattern"),
    "candle_piercing": ("刺透形态", "piercing pattern"),
    "candle_dark_cloud_cover": ("乌云盖顶", "dark cloud cover"),
    "candle_morning_star": ("早晨之星", "morning star"),
    "candle_evening_star": ("黄昏之星", "evening star"),
    "candle_three_white_soldiers": ("红三兵", "three white soldiers"),
    "candle_three_black_crows": ("三只乌鸦", "three black crows"),
    "gap": ("跳空缺口", "price gap"),
}
