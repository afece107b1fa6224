"""The house rules that the technical analyst reasons by, each a row that its sentences cite."""

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
    "weight_trend": _rule("0.30", "ratio", "趋势权重", "weight of trend"),
    "weight_momentum": _rule("0.25", "ratio", "动量权重", "weight of momentum"),
    "weight_strength": _rule("0.10", "ratio", "趋势强度权重", "weight of trend strength"),
    "weight_volume": _rule("0.15", "ratio", "量能权重", "weight of volume"),
    "weight_place": _rule("0.10", "ratio", "位置权重", "weight of place"),
    "weight_signs": _rule("0.10", "ratio", "形态权重", "weight of candles and gaps"),
    "technical_confidence_floor": _rule("0.30", "ratio", "技术置信度下限", "technical confidence floor"),
    "technical_confidence_cap": _rule("0.85", "ratio", "技术置信度上限", "technical confidence cap"),
    "weak_trend_discount": _rule("0.70", "ratio", "弱趋势折扣", "weak-trend discount"),
    "stale_discount": _rule("0.50", "ratio", "陈旧行情折扣", "stale-price discount"),
}
