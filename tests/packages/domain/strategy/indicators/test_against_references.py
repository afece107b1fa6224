"""Every indicator against somebody else: a slow calculation from the definition, or TA-Lib itself."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pytest
import talib
from talib import abstract

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from tests.folding import each
from tests.packages.domain.strategy.indicators.markets import NAMES, REAL, Market, part, real, walk
from tests.packages.domain.strategy.indicators.slow_momentum import MOMENTUM
from tests.packages.domain.strategy.indicators.slow_statistics import STATISTICS
from tests.packages.domain.strategy.indicators.slow_trend import TREND
from tests.packages.domain.strategy.indicators.slow_volatility import VOLATILITY
from tests.packages.domain.strategy.indicators.slow_volume import VOLUME

pytestmark = pytest.mark.slow

SLOW = {**TREND, **VOLATILITY, **MOMENTUM, **VOLUME, **STATISTICS}
LIBRARY: dict[str, Callable[[Market], Sequence[Floats]]] = {
    "sma": lambda m: [talib.SMA(m["close"], 20)],
    "ema": lambda m: [talib.EMA(m["close"], 20)],
    "wma": lambda m: [talib.WMA(m["close"], 20)],
    "rma": lambda m: [talib.RMA(m["close"], 14)],
    "dema": lambda m: [talib.DEMA(m["close"], 20)],
    "tema": lambda m: [talib.TEMA(m["close"], 20)],
    "trima": lambda m: [talib.TRIMA(m["close"], 20)],
    "t3": lambda m: [talib.T3(m["close"], 5, 0.7)],
    "hull_ma": lambda m: [talib.HMA(m["close"], 20)],
    "zlema": lambda m: [talib.ZLEMA(m["close"], 20)],
    "vwma": lambda m: [talib.VWMA(m["close"], m["volume"], 20)],
    "lsma": lambda m: [talib.LINEARREG(m["close"], 25)],
    "forecast": lambda m: [talib.TSF(m["close"], 14)],
    "midpoint": lambda m: [talib.MIDPOINT(m["close"], 14)],
    "midprice": lambda m: [talib.MIDPRICE(m["high"], m["low"], 14)],
    "kama": lambda m: [talib.KAMA(m["close"], 10)],
    "mama": lambda m: talib.MAMA(m["close"], 0.5, 0.05),
    "hilbert_trendline": lambda m: [talib.HT_TRENDLINE(m["close"])],
    "hilbert_period": lambda m: [talib.HT_DCPERIOD(m["close"])],
    "hilbert_phase": lambda m: [talib.HT_DCPHASE(m["close"])],
    "hilbert_sine": lambda m: talib.HT_SINE(m["close"]),
    "hilbert_phasor": lambda m: talib.HT_PHASOR(m["close"]),
    "linear_slope": lambda m: [talib.LINEARREG_SLOPE(m["close"], 14)],
    "linear_angle": lambda m: [talib.LINEARREG_ANGLE(m["close"], 14)],
    "linear_intercept": lambda m: [talib.LINEARREG_INTERCEPT(m["close"], 14)],
    "acceleration_bands": lambda m: [talib.ACCBANDS(m["high"], m["low"], m["close"], 20)[i] for i in (1, 0, 2)],
    "bollinger": lambda m: [talib.BBANDS(m["close"], 20, 2, 2)[i] for i in (1, 0, 2)],
    "donchian": lambda m: talib.DONCHIAN(m["high"], m["low"], 20),
    "supertrend": lambda m: [talib.SUPERTREND(m["high"], m["low"], m["close"], 10, 3.0)[0]],
    "parabolic_sar": lambda m: [talib.SAR(m["high"], m["low"], 0.02, 0.2)],
    "adx": lambda m: [talib.ADX(m["high"], m["low"], m["close"], 14)],
    "adxr": lambda m: [talib.ADXR(m["high"], m["low"], m["close"], 14)],
    "dx": lambda m: [talib.DX(m["high"], m["low"], m["close"], 14)],
    "plus_di": lambda m: [talib.PLUS_DI(m["high"], m["low"], m["close"], 14)],
    "minus_di": lambda m: [talib.MINUS_DI(m["high"], m["low"], m["close"], 14)],
    "plus_dm": lambda m: [talib.PLUS_DM(m["high"], m["low"], 14)],
    "minus_dm": lambda m: [talib.MINUS_DM(m["high"], m["low"], 14)],
    "aroon": lambda m: talib.AROON(m["high"], m["low"], 25)[::-1],
    "vortex": lambda m: talib.VORTEX(m["high"], m["low"], m["close"], 14),
    "efficiency_ratio": lambda m: [talib.ER(m["close"], 10)],
    "vertical_horizontal_filter": lambda m: [talib.VHF(m["close"], 28)],
    "rsi": lambda m: [talib.RSI(m["close"], 14)],
    "stochastic": lambda m: talib.STOCH(m["high"], m["low"], m["close"], 14, 3, slowd_period=3),
    "williams_r": lambda m: [talib.WILLR(m["high"], m["low"], m["close"], 14)],
    "cci": lambda m: [talib.CCI(m["high"], m["low"], m["close"], 20)],
    "cmo": lambda m: [talib.CMO(m["close"], 14)],
    "ultimate_oscillator": lambda m: [talib.ULTOSC(m["high"], m["low"], m["close"], 7, 14, 28)],
    "balance_of_power": lambda m: [talib.BOP(m["open"], m["high"], m["low"], m["close"])],
    "stochastic_momentum": lambda m: talib.SMI(m["high"], m["low"], m["close"], 13, 2, 25, 9),
    "macd": lambda m: talib.MACD(m["close"], 12, 26, 9),
    "awesome_oscillator": lambda m: [talib.AO(m["high"], m["low"], 5, 34)],
    "accelerator_oscillator": lambda m: [talib.AC(m["high"], m["low"], 5, 34, 5)],
    "roc": lambda m: [talib.ROC(m["close"], 10)],
    "trix": lambda m: [talib.TRIX(m["close"], 15)],
    "tsi": lambda m: [talib.TSI(m["close"], 25, 13)],
    "coppock": lambda m: [talib.COPPOCK(m["close"], 10, 11, 14)],
    "elder_ray": lambda m: talib.ERI(m["high"], m["low"], m["close"], 13),
    "true_range": lambda m: [talib.TRANGE(m["high"], m["low"], m["close"])],
    "atr": lambda m: [talib.ATR(m["high"], m["low"], m["close"], 14)],
    "atr_percent": lambda m: [talib.NATR(m["high"], m["low"], m["close"], 14)],
    "mass_index": lambda m: [talib.MASSI(m["high"], m["low"], 9, 25)],
    "chaikin_volatility": lambda m: [talib.CVI(m["high"], m["low"], 10, 10)],
    "standard_deviation": lambda m: [talib.STDDEV(m["close"], 20)],
    "obv": lambda m: [talib.OBV(m["close"], m["volume"])],
    "ad": lambda m: [talib.AD(m["high"], m["low"], m["close"], m["volume"])],
    "cmf": lambda m: [talib.CMF(m["high"], m["low"], m["close"], m["volume"], 20)],
    "mfi": lambda m: [talib.MFI(m["high"], m["low"], m["close"], m["volume"], 14)],
    "force_index": lambda m: [talib.EFI(m["close"], m["volume"], 13)],
    "nvi": lambda m: [talib.NVI(m["close"], m["volume"])],
    "pvi": lambda m: [talib.PVI(m["close"], m["volume"])],
    "volume_average": lambda m: [talib.SMA(m["volume"], 20)],
    "mean_deviation": lambda m: [talib.AVGDEV(m["close"], 20)],
    "typical_price": lambda m: [talib.TYPPRICE(m["high"], m["low"], m["close"])],
    "weighted_close": lambda m: [talib.WCLPRICE(m["high"], m["low"], m["close"])],
}
CANDLES = [name for name in NAMES if name.startswith("candle_")]
MARKETS = ["walk 1", "walk 2", *REAL]


def market(named: str, bars: int) -> Market:
    kind, _, seed = named.partition(" ")
    return part(walk(int(seed), bars) if kind == "walk" else real(named), bars)


def agree(name: str, ours: Mapping[str, Floats], theirs: Mapping[str, Floats]) -> None:
    for output, reference in theirs.items():
        known = ~np.isnan(ours[output])
        undefined = ~known & np.isfinite(reference)
        undefined[: CATALOGUE[name].warm_up({}, [output])] = False
        scale = np.nanmax(np.abs(reference), initial=1e-12)
        np.testing.assert_allclose(ours[output][known], reference[known], rtol=1e-7, atol=1e-9 * scale, err_msg=output)
        assert not undefined.any() or name in WITHOUT_AN_ANSWER, output


# On real bars without any range, move or volume these say nothing where a library says zero.
WITHOUT_AN_ANSWER = {"mfi", "cmf", "williams_r", "stochastic", "vwma", "cci", "efficiency_ratio", "ultimate_oscillator"}


def test_every_indicator_has_a_reference() -> None:
    assert set(SLOW) | set(LIBRARY) | set(CANDLES) | {"hilbert_trend_mode"} == set(NAMES)


@each("seed", [1, 2])
@each("name", SLOW)
def test_ours_is_what_the_definition_says(name: str, seed: int) -> None:
    bars = walk(seed, 330)
    told = SLOW[name](bars)
    theirs = {CATALOGUE[name].outputs[0]: told} if isinstance(told, np.ndarray) else told
    assert set(theirs) == set(CATALOGUE[name].outputs)
    ours = CATALOGUE[name].compute(bars, {})
    agree(name, ours, theirs)


@each("named", MARKETS)
@each("name", LIBRARY)
def test_ours_is_what_the_library_says(name: str, named: str) -> None:
    bars = market(named, 500)
    references = LIBRARY[name](bars)
    theirs = {output: np.asarray(each) for output, each in zip(CATALOGUE[name].outputs, references, strict=False)}
    ours = CATALOGUE[name].compute(bars, {})
    begun = {output: np.maximum.accumulate(~np.isnan(each)) for output, each in theirs.items()}
    agree(name, {output: np.where(begun[output], ours[output], np.nan) for output in theirs}, theirs)


@each("name", CANDLES)
def test_a_candle_pattern_is_the_sign_of_the_librarys_and_waits_as_long(name: str) -> None:
    function = abstract.Function(_function_of(name))  # type: ignore[attr-defined]
    assert function.lookback == CATALOGUE[name].warm_up({})
    for named in MARKETS:
        bars = market(named, 2000)
        theirs = np.sign(function({key: bars[key] for key in ("open", "high", "low", "close")}))
        ours = CATALOGUE[name].compute(bars, {})["value"]
        np.testing.assert_array_equal(ours[function.lookback :], theirs[function.lookback :])
        assert set(np.unique(ours[function.lookback :])) <= {-1.0, 0.0, 1.0}


def _function_of(name: str) -> str:
    from packages.domain.strategy.indicators.candle_patterns import _PATTERNS

    return _PATTERNS[name.removeprefix("candle_")][0]


def test_every_pattern_of_the_library_is_there_once() -> None:
    groups = talib.get_function_groups()  # type: ignore[no-untyped-call]
    assert sorted(map(_function_of, CANDLES)) == sorted(groups["Pattern Recognition"])


def test_the_trend_mode_is_the_librarys() -> None:
    ours = CATALOGUE["hilbert_trend_mode"].compute(walk(1), {})["value"]
    np.testing.assert_array_equal(ours[63:], talib.HT_TRENDMODE(walk(1)["close"])[63:])
