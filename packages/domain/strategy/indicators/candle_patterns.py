"""Candle patterns by TA-Lib's definitions, as 1 (rising), -1 (falling) and 0 (not there)."""

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.bars import Bars
from packages.domain.strategy.indicators.indicator import OHLC, Indicator, statistic_indicator
from packages.domain.strategy.indicators.parameters import Chosen, number
from packages.domain.strategy.indicators.talib_library import ta

# TA-Lib's function, and the bars it looks back on: those of the pattern and those which say what is long or short.
_PATTERNS: dict[str, tuple[str, int]] = {
    "two_crows": ("CDL2CROWS", 12),
    "three_black_crows": ("CDL3BLACKCROWS", 13),
    "three_inside": ("CDL3INSIDE", 12),
    "three_line_strike": ("CDL3LINESTRIKE", 8),
    "three_outside": ("CDL3OUTSIDE", 3),
    "three_stars_in_south": ("CDL3STARSINSOUTH", 12),
    "three_white_soldiers": ("CDL3WHITESOLDIERS", 12),
    "abandoned_baby": ("CDLABANDONEDBABY", 12),
    "advance_block": ("CDLADVANCEBLOCK", 12),
    "belt_hold": ("CDLBELTHOLD", 10),
    "breakaway": ("CDLBREAKAWAY", 14),
    "closing_marubozu": ("CDLCLOSINGMARUBOZU", 10),
    "concealing_baby_swallow": ("CDLCONCEALBABYSWALL", 13),
    "counterattack": ("CDLCOUNTERATTACK", 11),
    "dark_cloud_cover": ("CDLDARKCLOUDCOVER", 11),
    "doji": ("CDLDOJI", 10),
    "doji_star": ("CDLDOJISTAR", 11),
    "dragonfly_doji": ("CDLDRAGONFLYDOJI", 10),
    "engulfing": ("CDLENGULFING", 2),
    "evening_doji_star": ("CDLEVENINGDOJISTAR", 12),
    "evening_star": ("CDLEVENINGSTAR", 12),
    "gap_side_by_side_white": ("CDLGAPSIDESIDEWHITE", 7),
    "gravestone_doji": ("CDLGRAVESTONEDOJI", 10),
    "hammer": ("CDLHAMMER", 11),
    "hanging_man": ("CDLHANGINGMAN", 11),
    "harami": ("CDLHARAMI", 11),
    "harami_cross": ("CDLHARAMICROSS", 11),
    "high_wave": ("CDLHIGHWAVE", 10),
    "hikkake": ("CDLHIKKAKE", 5),
    "modified_hikkake": ("CDLHIKKAKEMOD", 10),
    "homing_pigeon": ("CDLHOMINGPIGEON", 11),
    "identical_three_crows": ("CDLIDENTICAL3CROWS", 12),
    "in_neck": ("CDLINNECK", 11),
    "inverted_hammer": ("CDLINVERTEDHAMMER", 11),
    "kicking": ("CDLKICKING", 11),
    "kicking_by_length": ("CDLKICKINGBYLENGTH", 11),
    "ladder_bottom": ("CDLLADDERBOTTOM", 14),
    "long_legged_doji": ("CDLLONGLEGGEDDOJI", 10),
    "long_line": ("CDLLONGLINE", 10),
    "marubozu": ("CDLMARUBOZU", 10),
    "matching_low": ("CDLMATCHINGLOW", 6),
    "mat_hold": ("CDLMATHOLD", 14),
    "morning_doji_star": ("CDLMORNINGDOJISTAR", 12),
    "morning_star": ("CDLMORNINGSTAR", 12),
    "on_neck": ("CDLONNECK", 11),
    "piercing": ("CDLPIERCING", 11),
    "rickshaw_man": ("CDLRICKSHAWMAN", 10),
    "rise_fall_three_methods": ("CDLRISEFALL3METHODS", 14),
    "separating_lines": ("CDLSEPARATINGLINES", 11),
    "shooting_star": ("CDLSHOOTINGSTAR", 11),
    "short_line": ("CDLSHORTLINE", 10),
    "spinning_top": ("CDLSPINNINGTOP", 10),
    "stalled_pattern": ("CDLSTALLEDPATTERN", 12),
    "stick_sandwich": ("CDLSTICKSANDWICH", 7),
    "takuri": ("CDLTAKURI", 10),
    "tasuki_gap": ("CDLTASUKIGAP", 7),
    "thrusting": ("CDLTHRUSTING", 11),
    "tristar": ("CDLTRISTAR", 12),
    "unique_three_river": ("CDLUNIQUE3RIVER", 12),
    "upside_gap_two_crows": ("CDLUPSIDEGAP2CROWS", 12),
    "gap_three_methods": ("CDLXSIDEGAP3METHODS", 2),
}
_PENETRATIONS = {
    "abandoned_baby": 0.3,
    "dark_cloud_cover": 0.5,
    "evening_doji_star": 0.3,
    "evening_star": 0.3,
    "mat_hold": 0.5,
    "morning_doji_star": 0.3,
    "morning_star": 0.3,
}


def _pattern(name: str, function: str, lookback: int) -> Indicator:
    usual = _PENETRATIONS.get(name)
    parameters = () if usual is None else (number("penetration", usual, 0.0, 1.0),)

    def formula(bars: Bars, p: Chosen) -> Floats:
        settings = {each.name: p.real(each.name) for each in parameters}
        return np.sign(ta(function, bars.open, bars.high, bars.low, bars.close, **settings))

    return statistic_indicator(f"candle_{name}", parameters, OHLC, lookback, formula)


INDICATORS = tuple(_pattern(name, *known) for name, known in _PATTERNS.items())
