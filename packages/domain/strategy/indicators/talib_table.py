"""What the functions of TA-Lib that the catalogue calls take and give, in the order of their C signatures."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["int", "double"]


@dataclass(frozen=True, slots=True)
class Setting:
    """A number that a function takes after its columns."""

    name: str
    kind: Kind
    usual: float


@dataclass(frozen=True, slots=True)
class TalibSignature:
    """How many columns go in, and what kinds of columns come out; `counts_bars` says that what comes out is itself the
    number of a bar, counted from the first one that was read."""

    inputs: int
    settings: tuple[Setting, ...] = ()
    outputs: tuple[Kind, ...] = ("double",)
    counts_bars: bool = False


def _whole(usual: int, name: str = "timeperiod") -> Setting:
    return Setting(name, "int", usual)


def _real(name: str, usual: float) -> Setting:
    return Setting(name, "double", usual)


def _candle(penetration: float | None = None) -> TalibSignature:
    return TalibSignature(4, () if penetration is None else (_real("penetration", penetration),), ("int",))


_COLUMNS = {
    1: ("HT_DCPERIOD", "HT_DCPHASE", "HT_TRENDLINE"),
    2: ("OBV",),
    3: ("TRANGE", "TYPPRICE", "WCLPRICE"),
    4: ("AD", "BOP"),
}
_COLUMNS_AND_PERIOD = {
    1: {
        **dict.fromkeys(("DEMA", "EMA", "KAMA", "MAX", "MIN", "RMA", "SMA", "TEMA", "TRIMA", "TRIX", "WMA"), 30),
        **dict.fromkeys(("AVGDEV", "CMO", "LINEARREG", "LINEARREG_INTERCEPT", "LINEARREG_SLOPE"), 14),
        **dict.fromkeys(("MIDPOINT", "RSI", "TSF"), 14),
        "PERCENTRANK": 100,
        "ROC": 10,
    },
    2: dict.fromkeys(("MIDPRICE", "MINUS_DM", "PLUS_DM"), 14),
    3: dict.fromkeys(("ADX", "ADXR", "ATR", "CCI", "DX", "MINUS_DI", "NATR", "PLUS_DI"), 14),
}
_CANDLES = (
    *("CDL2CROWS", "CDL3BLACKCROWS", "CDL3INSIDE", "CDL3LINESTRIKE", "CDL3OUTSIDE", "CDL3STARSINSOUTH"),
    *(
        "CDL3WHITESOLDIERS",
        "CDLADVANCEBLOCK",
        "CDLBELTHOLD",
        "CDLBREAKAWAY",
        "CDLCLOSINGMARUBOZU",
        "CDLCONCEALBABYSWALL",
    ),
    *("CDLCOUNTERATTACK", "CDLDOJI", "CDLDOJISTAR", "CDLDRAGONFLYDOJI", "CDLENGULFING", "CDLGAPSIDESIDEWHITE"),
    *("CDLGRAVESTONEDOJI", "CDLHAMMER", "CDLHANGINGMAN", "CDLHARAMI", "CDLHARAMICROSS", "CDLHIGHWAVE"),
    *("CDLHIKKAKE", "CDLHIKKAKEMOD", "CDLHOMINGPIGEON", "CDLIDENTICAL3CROWS", "CDLINNECK", "CDLINVERTEDHAMMER"),
    *("CDLKICKING", "CDLKICKINGBYLENGTH", "CDLLADDERBOTTOM", "CDLLONGLEGGEDDOJI", "CDLLONGLINE", "CDLMARUBOZU"),
    *("CDLMATCHINGLOW", "CDLONNECK", "CDLPIERCING", "CDLRICKSHAWMAN", "CDLRISEFALL3METHODS", "CDLSEPARATINGLINES"),
    *("CDLSHOOTINGSTAR", "CDLSHORTLINE", "CDLSPINNINGTOP", "CDLSTALLEDPATTERN", "CDLSTICKSANDWICH", "CDLTAKURI"),
    *("CDLTASUKIGAP", "CDLTHRUSTING", "CDLTRISTAR", "CDLUNIQUE3RIVER", "CDLUPSIDEGAP2CROWS", "CDLXSIDEGAP3METHODS"),
)
_PENETRATIONS = {
    **dict.fromkeys(("CDLABANDONEDBABY", "CDLEVENINGDOJISTAR", "CDLEVENINGSTAR"), 0.3),
    **dict.fromkeys(("CDLMORNINGDOJISTAR", "CDLMORNINGSTAR"), 0.3),
    **dict.fromkeys(("CDLDARKCLOUDCOVER", "CDLMATHOLD"), 0.5),
}
_MACD = (_whole(12, "fastperiod"), _whole(26, "slowperiod"), _whole(9, "signalperiod"))
SIGNATURES: Mapping[str, TalibSignature] = MappingProxyType(
    {
        **{name: TalibSignature(inputs) for inputs, names in _COLUMNS.items() for name in names},
        **{
            name: TalibSignature(inputs, (_whole(usual),))
            for inputs, periods in _COLUMNS_AND_PERIOD.items()
            for name, usual in periods.items()
        },
        "ACCBANDS": TalibSignature(3, (_whole(20),), ("double", "double", "double")),
        "AROON": TalibSignature(2, (_whole(14),), ("double", "double")),
        "HA": TalibSignature(4, (), ("double", "double", "double", "double")),
        "HT_PHASOR": TalibSignature(1, (), ("double", "double")),
        "HT_SINE": TalibSignature(1, (), ("double", "double")),
        "HT_TRENDMODE": TalibSignature(1, (), ("int",)),
        "MACD": TalibSignature(1, _MACD, ("double", "double", "double")),
        "MAMA": TalibSignature(1, (_real("fastlimit", 0.5), _real("slowlimit", 0.05)), ("double", "double")),
        "MAXINDEX": TalibSignature(1, (_whole(30),), ("int",), counts_bars=True),
        "MININDEX": TalibSignature(1, (_whole(30),), ("int",), counts_bars=True),
        "PERCENTILE": TalibSignature(1, (_whole(30), _real("percentile", 50.0))),
        "SAR": TalibSignature(2, (_real("acceleration", 0.02), _real("maximum", 0.2))),
        "SUPERTREND": TalibSignature(3, (_whole(10), _real("multiplier", 3.0)), ("double", "int")),
        "T3": TalibSignature(1, (_whole(5), _real("vfactor", 0.7))),
        **{name: _candle() for name in _CANDLES},
        **{name: _candle(penetration) for name, penetration in _PENETRATIONS.items()},
    }
)
