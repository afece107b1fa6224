"""Words for the candle patterns."""

from packages.domain.strategy.indicators.words.model import IndicatorWords

WORDS = {
    "candle_two_crows": IndicatorWords(
        "两只乌鸦",
        "Two crows",
        "上涨后两根阴线接连收低，上涨乏力。",
        "After a rise two falling candles close ever lower.",
    ),
    "candle_three_black_crows": IndicatorWords(
        "三只乌鸦", "Three black crows", "三根长阴线依次收低。", "Three long falling candles, each closing lower."
    ),
    "candle_three_inside": IndicatorWords(
        "三内部形态", "Three inside", "孕线之后第三根确认反转。", "A harami that the third candle confirms."
    ),
    "candle_three_line_strike": IndicatorWords(
        "三线打击",
        "Three-line strike",
        "三根同向蜡烛后一根吞没全部。",
        "Three candles of one way, then one that takes them all back.",
    ),
    "candle_three_outside": IndicatorWords(
        "三外部形态", "Three outside", "吞没之后第三根确认方向。", "An engulfing that the third candle confirms."
    ),
    "candle_three_stars_in_south": IndicatorWords(
        "南方三星",
        "Three stars in the south",
        "三根实体渐小的阴线，跌势衰减。",
        "Three falling candles of ever smaller range.",
    ),
    "candle_three_white_soldiers": IndicatorWords(
        "红三兵", "Three white soldiers", "三根阳线依次收高。", "Three rising candles, each closing higher."
    ),
    "candle_abandoned_baby": IndicatorWords(
        "弃婴", "Abandoned baby", "两侧跳空的十字星，预示反转。", "A doji with a gap on either side: a reversal."
    ),
    "candle_advance_block": IndicatorWords(
        "大敌当前", "Advance block", "三根阳线上攻力度递减。", "Three rising candles that lose their force."
    ),
    "candle_belt_hold": IndicatorWords(
        "捉腰带线", "Belt hold", "开盘即为极值的长实体。", "A long body that opens at its extreme."
    ),
    "candle_breakaway": IndicatorWords(
        "脱离", "Breakaway", "跳空延续后被第五根收回。", "A gap that goes on until the fifth candle takes it back."
    ),
    "candle_closing_marubozu": IndicatorWords(
        "收盘光头光脚", "Closing marubozu", "收盘处没有影线的长实体。", "A long body without a shadow at its close."
    ),
    "candle_concealing_baby_swallow": IndicatorWords(
        "藏婴吞没",
        "Concealing baby swallow",
        "连续光头阴线后出现吞没，跌势将尽。",
        "Bare falling candles, the last of which swallows the one before.",
    ),
    "candle_counterattack": IndicatorWords(
        "反击线", "Counterattack", "两根反向长实体收于同一价位。", "Two long candles of opposite way that close alike."
    ),
    "candle_dark_cloud_cover": IndicatorWords(
        "乌云盖顶",
        "Dark cloud cover",
        "高开后收入前一阳线实体内。",
        "Opens above a rising candle and closes well inside its body.",
    ),
    "candle_doji": IndicatorWords(
        "十字",
        "Doji",
        "开盘与收盘几乎相等；只标记为1，不含方向。",
        "Open and close almost alike; marked 1 without a direction.",
    ),
    "candle_doji_star": IndicatorWords(
        "十字星", "Doji star", "长实体后跳空出现十字。", "A doji with a gap after a long body."
    ),
    "candle_dragonfly_doji": IndicatorWords(
        "蜻蜓十字", "Dragonfly doji", "只有长下影线的十字。", "A doji with a long lower shadow only."
    ),
    "candle_engulfing": IndicatorWords(
        "吞没", "Engulfing", "实体完全包住前一根反向实体。", "A body that covers the opposite one before it."
    ),
    "candle_evening_doji_star": IndicatorWords(
        "黄昏十字星",
        "Evening doji star",
        "阳线、跳空十字、阴线：见顶信号。",
        "A rise, a doji above it and a fall: a top.",
    ),
    "candle_evening_star": IndicatorWords(
        "黄昏之星",
        "Evening star",
        "阳线、跳空小实体、阴线：见顶信号。",
        "A rise, a small body above it and a fall: a top.",
    ),
    "candle_gap_side_by_side_white": IndicatorWords(
        "并列阳线", "Gap side-by-side white lines", "跳空后两根相似阳线并列。", "Two alike rising candles after a gap."
    ),
    "candle_gravestone_doji": IndicatorWords(
        "墓碑十字", "Gravestone doji", "只有长上影线的十字。", "A doji with a long upper shadow only."
    ),
    "candle_hammer": IndicatorWords(
        "锤头", "Hammer", "低位的小实体带长下影线。", "A small body with a long lower shadow near the lows."
    ),
    "candle_hanging_man": IndicatorWords(
        "上吊线", "Hanging man", "高位的小实体带长下影线。", "A small body with a long lower shadow near the highs."
    ),
    "candle_harami": IndicatorWords(
        "孕线", "Harami", "小实体落在前一长实体之内。", "A small body inside the long one before it."
    ),
    "candle_harami_cross": IndicatorWords(
        "十字孕线", "Harami cross", "十字落在前一长实体之内。", "A doji inside the long body before it."
    ),
    "candle_high_wave": IndicatorWords(
        "风高浪大线",
        "High-wave candle",
        "小实体带极长的上下影线。",
        "A small body with very long shadows on both sides.",
    ),
    "candle_hikkake": IndicatorWords(
        "陷阱", "Hikkake", "内含线的假突破，及其后的确认。", "A false break of an inside bar, and its confirmation."
    ),
    "candle_modified_hikkake": IndicatorWords(
        "修正陷阱", "Modified hikkake", "带前置条件的陷阱形态。", "A hikkake with a condition on the bars before."
    ),
    "candle_homing_pigeon": IndicatorWords(
        "家鸽", "Homing pigeon", "小阴线落在前一长阴线之内。", "A small falling body inside a long falling one."
    ),
    "candle_identical_three_crows": IndicatorWords(
        "三胞胎乌鸦",
        "Identical three crows",
        "三根阴线各从前收盘处开盘。",
        "Three falling candles, each opening at the close before.",
    ),
    "candle_in_neck": IndicatorWords(
        "颈内线", "In-neck", "阳线仅收于前阴线收盘略上方。", "A rise that closes barely inside the falling body before."
    ),
    "candle_inverted_hammer": IndicatorWords(
        "倒锤头", "Inverted hammer", "低位的小实体带长上影线。", "A small body with a long upper shadow near the lows."
    ),
    "candle_kicking": IndicatorWords(
        "反冲", "Kicking", "两根反向光头光脚线之间跳空。", "Two bare candles of opposite way with a gap between."
    ),
    "candle_kicking_by_length": IndicatorWords(
        "反冲（按长度）",
        "Kicking by length",
        "反冲形态，方向取较长的一根。",
        "Kicking, with the direction of the longer candle.",
    ),
    "candle_ladder_bottom": IndicatorWords(
        "梯底",
        "Ladder bottom",
        "连续阴线后跳空收阳，见底信号。",
        "Falling candles, a long upper shadow, then a rise: a bottom.",
    ),
    "candle_long_legged_doji": IndicatorWords(
        "长腿十字", "Long-legged doji", "上下影线很长的十字。", "A doji with a long shadow."
    ),
    "candle_long_line": IndicatorWords("长实体线", "Long line", "实体长、影线短。", "A long body with short shadows."),
    "candle_marubozu": IndicatorWords(
        "光头光脚", "Marubozu", "几乎没有影线的长实体。", "A long body almost without shadows."
    ),
    "candle_matching_low": IndicatorWords(
        "相同低价", "Matching low", "两根阴线收于同一价位。", "Two falling candles with the same close."
    ),
    "candle_mat_hold": IndicatorWords(
        "铺垫", "Mat hold", "上涨后小幅回调再创新高。", "A rise, a shallow rest, and a new high."
    ),
    "candle_morning_doji_star": IndicatorWords(
        "早晨十字星",
        "Morning doji star",
        "阴线、跳空十字、阳线：见底信号。",
        "A fall, a doji below it and a rise: a bottom.",
    ),
    "candle_morning_star": IndicatorWords(
        "早晨之星",
        "Morning star",
        "阴线、跳空小实体、阳线：见底信号。",
        "A fall, a small body below it and a rise: a bottom.",
    ),
    "candle_on_neck": IndicatorWords(
        "颈上线", "On-neck", "阳线仅收于前阴线最低价。", "A rise that closes at the low of the falling candle before."
    ),
    "candle_piercing": IndicatorWords(
        "刺透",
        "Piercing line",
        "低开后收过前阴线实体一半。",
        "Opens below a falling candle and closes above the middle of its body.",
    ),
    "candle_rickshaw_man": IndicatorWords(
        "黄包车夫", "Rickshaw man", "实体居中的长腿十字。", "A long-legged doji with its body in the middle."
    ),
    "candle_rise_fall_three_methods": IndicatorWords(
        "上升/下降三法",
        "Rising and falling three methods",
        "长实体、三根小回调、再一根长实体。",
        "A long body, three small ones against it, and another long one.",
    ),
    "candle_separating_lines": IndicatorWords(
        "分离线",
        "Separating lines",
        "两根反向蜡烛从同一开盘价出发。",
        "Two candles of opposite way with the same open.",
    ),
    "candle_shooting_star": IndicatorWords(
        "射击之星",
        "Shooting star",
        "高位跳空的小实体带长上影线。",
        "A small body above a gap with a long upper shadow.",
    ),
    "candle_short_line": IndicatorWords(
        "短实体线", "Short line", "实体短、影线也短。", "A short body with short shadows."
    ),
    "candle_spinning_top": IndicatorWords(
        "纺锤线", "Spinning top", "小实体，上下影线都长于实体。", "A small body with longer shadows on both sides."
    ),
    "candle_stalled_pattern": IndicatorWords(
        "停顿", "Stalled pattern", "两根长阳线后第三根停滞。", "Two long rises and a third that stalls."
    ),
    "candle_stick_sandwich": IndicatorWords(
        "条形三明治",
        "Stick sandwich",
        "两根收盘相同的阴线夹一根阳线。",
        "Two falling candles with one close around a rising one.",
    ),
    "candle_takuri": IndicatorWords(
        "探水竿", "Takuri", "下影线特别长的蜻蜓十字。", "A dragonfly doji with a very long lower shadow."
    ),
    "candle_tasuki_gap": IndicatorWords(
        "跳空并列阴阳线",
        "Tasuki gap",
        "跳空后的反向蜡烛没有补上缺口。",
        "A gap that the opposite candle does not close.",
    ),
    "candle_thrusting": IndicatorWords(
        "插入",
        "Thrusting",
        "阳线收入前阴线实体但不过半。",
        "A rise that closes inside a falling body, below its middle.",
    ),
    "candle_tristar": IndicatorWords(
        "三星", "Tristar", "连续三个十字，预示反转。", "Three dojis in a row: a reversal."
    ),
    "candle_unique_three_river": IndicatorWords(
        "奇特三河床",
        "Unique three river",
        "长阴、创新低的孕线、小阳线：见底信号。",
        "A long fall, a harami with a new low, and a small rise: a bottom.",
    ),
    "candle_upside_gap_two_crows": IndicatorWords(
        "上跳空两只乌鸦",
        "Upside gap two crows",
        "上跳空后两根阴线，第二根吞没第一根。",
        "Two falling candles above a gap, the second around the first.",
    ),
    "candle_gap_three_methods": IndicatorWords(
        "跳空三法",
        "Gap three methods",
        "同向跳空的两根蜡烛后一根回补缺口。",
        "Two candles with a gap, then one that closes it.",
    ),
}
