"""The house rules that the technical analyst reasons by, and what its figures are called."""

from collections.abc import Mapping
from decimal import Decimal

from src.modules.research.domain.rulebook import HouseRule

_WILDER = "Wilder, New Concepts in Technical Trading Systems (1978); how we use it is our judgement"
_USUAL = "a line that most charting terminals draw; our judgement, not fitted to any return"
_OURS = "our judgement, not fitted to any return"


def _rule(value: str, unit: str, zh: str, en: str, because: str = _OURS) -> HouseRule:
    return HouseRule(Decimal(value), unit, (zh, en), because)


RULES: Mapping[str, HouseRule] = {
    "rsi_overbought": _rule("70", "points", "RSI 超买线", "RSI overbought line", _WILDER),
    "rsi_middle": _rule("50", "points", "RSI 中线", "RSI middle line", _WILDER),
    "rsi_oversold": _rule("30", "points", "RSI 超卖线", "RSI oversold line", _WILDER),
    "kdj_overbought": _rule("100", "points", "J 值超买线", "J overbought line", _USUAL),
    "kdj_oversold": _rule("0", "points", "J 值超卖线", "J oversold line", _USUAL),
    "adx_trending": _rule("25", "points", "趋势成立线", "trending line", _WILDER),
    "adx_weak": _rule("20", "points", "无趋势线", "no-trend line", _WILDER),
    "volume_heavy": _rule("1.5", "x", "放量线", "heavy-volume line", _USUAL),
    "volume_light": _rule("0.7", "x", "缩量线", "light-volume line", _USUAL),
    "obv_telling": _rule("0.10", "plain", "量能倾斜线", "telling-flow line"),
    "band_top": _rule("1", "ratio", "布林上沿线", "top-of-band line", _USUAL),
    "band_bottom": _rule("0", "ratio", "布林下沿线", "bottom-of-band line", _USUAL),
    "gap_telling": _rule("0.005", "ratio", "缺口有效线", "telling-gap line"),
    "near_high": _rule("-0.05", "ratio", "近高点线", "near-high line"),
    "near_low": _rule("0.05", "ratio", "近低点线", "near-low line"),
    "wide_range": _rule("0.03", "ratio", "高波动线", "wide-range line"),
    "near_level": _rule("0.02", "ratio", "贴近关键位线", "near-level line"),
    "stale_days": _rule("10", "days", "行情陈旧线", "stale-price line", "no exchange's holiday closes it for longer"),
    "lean_needed": _rule("0.20", "ratio", "方向成立线", "lean needed for a direction"),
    "lean_full": _rule("0.60", "ratio", "方向充分线", "lean of full conviction"),
    "weight_trend": _rule("0.25", "ratio", "趋势权重", "weight of trend"),
    "weight_momentum": _rule("0.20", "ratio", "动量权重", "weight of momentum"),
    "weight_strength": _rule("0.10", "ratio", "趋势强度权重", "weight of trend strength"),
    "weight_volume": _rule("0.10", "ratio", "量能权重", "weight of volume"),
    "weight_place": _rule("0.05", "ratio", "位置权重", "weight of place"),
    "weight_signs": _rule("0.05", "ratio", "形态权重", "weight of candles and gaps"),
    "weight_timeframes": _rule("0.15", "ratio", "多周期权重", "weight of timeframes"),
    "weight_relative": _rule("0.10", "ratio", "相对强弱权重", "weight of relative strength"),
    "relative_telling": _rule("0.03", "pp", "相对强弱线", "telling-gap-to-index line"),
    "technical_confidence_floor": _rule("0.30", "ratio", "技术置信度下限", "technical confidence floor"),
    "technical_confidence_cap": _rule("0.85", "ratio", "技术置信度上限", "technical confidence cap"),
    "weak_trend_discount": _rule("0.70", "ratio", "弱趋势折扣", "weak-trend discount"),
    "stale_discount": _rule("0.50", "ratio", "陈旧行情折扣", "stale-price discount"),
}


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
    "week_ma10": ("10 周均线", "10周均线", "10-week moving average"),
    "week_ma30": ("30 周均线", "30周均线", "30-week moving average"),
    "week_rsi14": ("周线 RSI14", "weekly RSI14"),
    "month_ma10": ("10 月均线", "10月均线", "10-month moving average"),
    "relative_20d": ("20 日超额收益", "20-day return over the index"),
    "relative_60d": ("60 日超额收益", "60-day return over the index"),
    "industry_return_60d": ("同业 60 日收益率中位数", "industry's median 60-day return"),
    "industry_relative_60d": ("60 日相对同业收益", "60-day return over the industry"),
    "industry_place_60d": ("同业 60 日收益名次", "60-day rank in the industry"),
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
