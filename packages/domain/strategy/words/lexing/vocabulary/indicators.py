"""What the indicators of the catalogue are called, and which of their lines people name."""

from functools import cache

from packages.core.messages import Language
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.words.lexing.tokens import Table, Tag

_CALLED = {
    "sma": (
        "ma|sma|smas|simple averages|plain moving averages|plain averages|simple ones|moving average|均线|移动平均线"
        "|移动平均|simple moving average|简单移动平均线"
        "|moving averages|fast moving average|slow moving average|short moving average|long moving average|fast ma"
        "|slow ma|short ma|long ma|fast sma|slow sma|faster ma|slower ma|shorter moving average|longer moving average"
        "|faster moving average|slower moving average|trend line average|快速均线|慢速均线|短期均线|长期均线|短均线"
        "|长均线|快均线"
        "|慢均线|简单均线|simple ma|dma line|平均线|移动均线"
    ),
    "ema": (
        "ema|exponential|exponential averages|exponential ones|fast ema|slow ema|short ema|long ema|faster ema"
        "|slower ema|快速ema"
        "|慢速ema|短期ema|长期ema|exponential moving average|指数移动平均线|指数均线|exponential ma|指数平均线|emas"
        "|exponential average|指数移动均线|expma"
    ),
    "volume_average": (
        "均量|平均量|平均成交量|volume ma|volume average|average volume|avg volume|量均线"
        "|volume moving average|volume sma|均量线|mean volume"
    ),
    "sma@fast": "fast|fast one|faster one|short one|shorter one|the shorter|快的|快的那条|短的|短的那条|短期的",
    "sma@slow": "slow|slow one|slower one|long one|longer one|the longer|慢的|慢的那条|长的|长的那条|长期的",
    "sma@250": "年线|牛熊线",
    "sma@120": "半年线",
    "sma@60": "季线|生命线",
    "sma@30": "月均线",
    "wma": "wma|weighted moving average|加权均线|加权移动平均线",
    "hull_ma": "hma|hull ma|hull moving average|hull|赫尔均线",
    "dema": "dema",
    "tema": "tema",
    "kama": "kama|考夫曼均线",
    "vwma": "vwma|成交量加权均线",
    "zlema": "zlema",
    "alma": "alma",
    "rsi": "rsi|rsi线|relative strength index|相对强弱指标|相对强弱指数|rsi指标|相对强弱|rsi值",
    "macd": "macd|macd指标",
    "kdj": "kdj|kdj指标",
    "bollinger": (
        "bollinger|bolinger|bollinger bnds|bollinger bands|bollinger band|boll|布林|布林带|布林线|bb|bbands|布林通道"
        "|bollingers|bollinger's"
    ),
    "keltner": "keltner|keltner channel|keltner channels|肯特纳通道|肯特纳",
    "donchian": "donchian|donchian channel|donchian channels|唐奇安|唐奇安通道|唐安奇通道|海龟通道",
    "atr": "atr|average true range|真实波幅|平均真实波幅|平均真实波动幅度|atrs",
    "adx": "adx|adx指标|average directional index",
    "cci": "cci|cci指标|commodity channel index",
    "mfi": "mfi|money flow index|money flow|资金流量指标",
    "obv": "obv|on balance volume|能量潮|obv指标",
    "cmf": "cmf|chaikin money flow",
    "williams_r": "williams %r|williams r|%r|wr|威廉指标|william %r|w%r|wr指标|williams percent r|williams|威廉",
    "stochastic": "kd|kd指标|kd线|stochastic|stochastics|stoch|stochastic oscillator|随机指标|slow stochastic"
    "|随机震荡指标",
    "stochastic_rsi": "stoch rsi|stochastic rsi|stochrsi|随机rsi",
    "supertrend": "supertrend|super trend|超级趋势|超级趋势线",
    "parabolic_sar": "sar|sar dots|psar dots|parabolic sar dots|parabolic sar|psar|抛物线|抛物线sar|parabolic"
    "|抛物线转向|sar指标",
    "ichimoku": "ichimoku|一目均衡表|一目均衡|一目",
    "vwap": "volume weighted average price|volume weighted average|volume weighted price|成交量加权均价|均价线"
    "|分时均线|vwap|成交量加权平均价|成交均价|vwap线",
    "roc": "涨幅指标|变动率指标|rate of change|roc|rate of change|变动率|roc指标",
    "momentum": "momentum|动量|动量指标|mom|mtm",
    "trix": "trix",
    "tsi": "tsi",
    "cmo": "cmo",
    "ppo": "ppo",
    "dma": "dma",
    "aroon": "aroon|阿隆",
    "bias": "bias|乖离率|乖离",
    "psychological_line": "psy|心理线",
    "zscore": "zscore|z score|标准分",
    "realised_volatility": "realised volatility|realized volatility|historical volatility|已实现波动率|历史波动率",
    "plus_di": "+di|di+|plus di|pdi",
    "minus_di": "-di|di-|minus di|mdi",
    "relative_volume": "relative volume|rvol|量比",
    "awesome_oscillator": "awesome oscillator|ao",
    "volume_ratio": "vr",
    "cr": "cr指标",
    "chandelier_exit": "chandelier exit",
    "percentile_rank": "percentile rank",
    "connors_rsi": "connors rsi|crsi",
    "standard_deviation": (
        "standard deviation|standard deviations|std|stdev|std dev|std devs|stddev|sd|deviations|标准差"
    ),
    "atr_percent": "atr percent|atr%",
    "candle_engulfing": "engulfing|吞没|吞没形态|engulfing candle|engulfing pattern|engulfing bar"
    "|engulfing line|engulfing candlestick|包线|抱线",
    "candle_hammer": "hammer|锤头|锤子线|锤头线|锤子|hammer candle|hammer bar|hammer pattern|hammer candlestick",
    "candle_shooting_star": "shooting star|射击之星|流星线",
    "candle_doji": "doji|十字线",
    "candle_doji_star": "doji star|十字星",
    "candle_morning_star": "morning star|早晨之星|启明星|晨星",
    "candle_evening_star": "evening star|黄昏之星|黄昏星|暮星",
    "candle_three_white_soldiers": "three white soldiers|红三兵|三白兵",
    "candle_three_black_crows": "three black crows|三只乌鸦|黑三兵",
    "candle_piercing": "piercing line|piercing|刺透形态|曙光初现",
    "candle_dark_cloud_cover": "dark cloud cover|乌云盖顶",
    "candle_harami": "harami|孕线|孕育线",
    "candle_hanging_man": "hanging man|上吊线|吊颈线",
    "candle_inverted_hammer": "inverted hammer|倒锤头|倒锤子线|倒锤线",
    "candle_marubozu": "marubozu",
    "gap_percent": "gap|gaps|跳空",
    "elder_ray": "elder ray",
    "fisher": "fisher transform|fisher",
    "demarker": "demarker",
    "squeeze": "ttm squeeze",
    "linear_slope": "linear regression slope|regression slope|回归斜率",
    "hurst": "hurst|hurst exponent",
    "efficiency_ratio": "efficiency ratio",
    "choppiness": "choppiness index|choppiness|chop",
    "ulcer_index": "ulcer index",
    "force_index": "force index|强力指数",
    "ultimate_oscillator": "ultimate oscillator",
    "coppock": "coppock|coppock curve|估波曲线",
    "kst": "kst",
    "schaff_trend_cycle": "schaff trend cycle|stc",
    "vortex": "vortex",
    "mass_index": "mass index",
    "true_range": "true range",
    "skewness": "skewness",
}
# Names of one short word that mean other things in a sentence.
_TOO_COMMON = frozenset(
    [
        "ad",
        "cr",
        "dx",
        "price",
        "sum",
        "forecast",
        "midpoint",
        "squeeze",
        "drawdown",
        "turnover",
        "highest",
        "lowest",
        "quantile",
        "variance",
        "momentum",
        "streak",
        "ichimoku cloud",
    ]
)
_OUTPUTS = {
    "upper": (
        "upper|upper one|top one|the top one|upper side|上面那条线|上面那条|上边那条线|上边那条|上方那条线"
        "|顶上那条线|upper band|upper bands|上轨|上轨线|upper line|top band|upper channel|上沿"
        "|upper bound|上带|上边界|上限线"
        "|顶部轨道"
    ),
    "lower": (
        "lower|lower one|bottom one|the bottom one|lower side|下面那条线|下面那条|下边那条线|下边那条|下方那条线"
        "|底下那条线|lower band|lower bands|下轨|下轨线|lower line|bottom band|lower channel|下沿"
        "|lower bound|下带|下边界"
        "|底部轨道"
    ),
    "middle": (
        "middle|mid|中间那条线|中间那条|中间那根线|middle one|middle band|中轨|中轨线|mid band|middle line"
        "|midline|中线|mid line|basis|central band"
        "|center band|中带|中间轨道"
    ),
    "signal": "signal line|信号线|signal|its signal|dea|dea线|signal lines",
    "line": "dif|diff|dif线|macd line|主线|main line",
    "fast": "快线|fast line|the fast line",
    "slow": "慢线|slow line|the slow line",
    "histogram": "histogram|hist|柱|柱线|柱状图|红绿柱|柱子|柱状线|能量柱|bar柱|柱体|macd bars",
    "k": "%k|k值|k线值|k line|k value",
    "d": "%d|d值|d线|d line|d value",
    "j": "j值|j线|j line|j value|j",
    "percent_b": "%b|percent b",
    "bandwidth": "bandwidth|带宽|band width",
    "plus": "plus line",
    "up": "aroon up",
    "down": "aroon down",
    "conversion": "conversion line|tenkan|tenkan sen|转换线",
    "base": "base line|kijun|kijun sen|基准线",
    "cloud": "cloud|云层|云图|云|kumo",
}


@cache
def words() -> Table:
    """The aliases above, then the names and labels of the catalogue itself."""
    called = {name: text for name, text in _CALLED.items() if name.partition("@")[0] in CATALOGUE}
    for name, indicator in CATALOGUE.items():
        spelt = name.removeprefix("candle_").replace("_", " ")
        labels = [indicator.label(Language.EN), indicator.label(Language.ZH)]
        names = [each for each in (spelt, *labels) if _can_stand_alone(each)]
        known = called.get(name)
        called[name] = "|".join([*([known] if known else []), *names])
    return {Tag.INDICATOR: {name: text for name, text in called.items() if text}, Tag.OUTPUT: _OUTPUTS}


def _can_stand_alone(name: str) -> bool:
    return len(name) > 2 and name.casefold() not in _TOO_COMMON and not set(name) & set("()（）/|")
