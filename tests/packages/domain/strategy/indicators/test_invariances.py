"""What must not matter: the currency, the level, the unit of volume, and up for down."""

import numpy as np
import pytest

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from tests.folding import each
from tests.packages.domain.strategy.indicators.markets import Market, walk

pytestmark = pytest.mark.slow

PRICES = ("open", "high", "low", "close")

WITHOUT_UNIT = [
    *("rsi", "stochastic", "stochastic_rsi", "kdj", "williams_r", "cci", "cmo", "ultimate_oscillator", "fisher"),
    *("balance_of_power", "intraday_momentum", "relative_momentum", "connors_rsi", "laguerre_rsi", "demarker"),
    *("stochastic_momentum", "relative_vigor", "ppo", "roc", "trix", "tsi", "kst", "coppock", "bias", "wave_trend"),
    *("psychological_line", "forecast_oscillator", "schaff_trend_cycle", "arbr", "cr", "hilbert_sine"),
    *("adx", "adxr", "dx", "plus_di", "minus_di", "aroon", "vortex", "efficiency_ratio", "td_setup"),
    *("vertical_horizontal_filter", "trend_intensity", "atr_percent", "range_percent", "chaikin_volatility"),
    *("choppiness", "mass_index", "ulcer_index", "relative_volatility", "drawdown", "realised_volatility"),
    *("parkinson_volatility", "garman_klass_volatility", "rogers_satchell_volatility", "yang_zhang_volatility"),
    *("ewma_volatility", "downside_volatility", "volatility_ratio", "zscore", "percentile_rank", "skewness"),
    *("kurtosis", "autocorrelation", "lag_beta", "r_squared", "hurst", "variance_ratio", "rolling_sharpe"),
    *("log_return", "gap_percent", "streak", "cmf", "mfi", "nvi", "pvi", "price_volume_correlation"),
    *("bars_since_highest", "bars_since_lowest", "volume_zscore", "relative_volume"),
]
IN_PRICE = [
    *("sma", "ema", "wma", "rma", "dema", "tema", "trima", "t3", "hull_ma", "zlema", "alma", "sine_wma", "vwma"),
    *("lsma", "forecast", "midpoint", "kama", "vidya", "frama", "evwma", "keltner", "donchian", "ma_envelope"),
    *("regression_channel", "chandelier_exit", "parabolic_sar", "ichimoku", "macd", "apo", "awesome_oscillator"),
    *("accelerator_oscillator", "momentum", "elder_ray", "detrended_price", "dma", "atr", "true_range"),
    *("average_range", "standard_deviation", "highest", "lowest", "sum", "price", "typical_price", "pivot_points"),
    *("heikin_ashi", "williams_ad", "quantile", "mean_deviation", "linear_slope", "weighted_close", "midprice"),
]
WITH_LEVEL = [
    "sma",
    "ema",
    "wma",
    "rma",
    "dema",
    "tema",
    "trima",
    "hull_ma",
    "zlema",
    "alma",
    "lsma",
    "midpoint",
    "kama",
]
WITH_LEVEL += ["keltner", "donchian", "ichimoku", "chandelier_exit", "regression_channel", "highest", "lowest", "price"]
UNMOVED_BY_LEVEL = ["rsi", "stochastic", "williams_r", "cci", "macd", "momentum", "atr", "adx", "vortex", "zscore"]
UNMOVED_BY_LEVEL += ["standard_deviation", "linear_slope", "efficiency_ratio", "choppiness", "awesome_oscillator"]
WITHOUT_UNIT_OF_VOLUME = ["vwma", "evwma", "cmf", "mfi", "twiggs_money_flow", "vwap", "pvo", "relative_volume"]
WITHOUT_UNIT_OF_VOLUME += ["volume_zscore", "volume_zone", "volume_ratio", "nvi", "pvi", "price_volume_correlation"]
IN_VOLUME = ["obv", "ad", "chaikin_oscillator", "pvt", "klinger", "force_index", "volume_average", "turnover"]
LOG_MIRRORED = ["log_return", "skewness", "streak", "td_setup"]


def priced(market: Market, scale: float = 1.0, shift: float = 0.0) -> Market:
    return {key: column * scale + shift if key in PRICES else column for key, column in market.items()}


def traded(market: Market, scale: float) -> Market:
    return {**market, "volume": market["volume"] * scale}


def alike(ours: Floats, theirs: Floats) -> None:
    np.testing.assert_allclose(ours, theirs, rtol=1e-7, atol=1e-8 * max(1e-9, np.nanmax(np.abs(theirs))))


def compare(name: str, other: Market, scale: float = 1.0, shift: float = 0.0) -> None:
    ours = CATALOGUE[name].compute(walk(21), {})
    for output, column in CATALOGUE[name].compute(other, {}).items():
        alike(column, ours[output] * scale + shift)


@each("name", WITHOUT_UNIT)
def test_another_currency_changes_nothing(name: str) -> None:
    compare(name, priced(walk(21), 8.0))


@each("name", IN_PRICE)
def test_what_is_told_in_prices_follows_the_currency(name: str) -> None:
    compare(name, priced(walk(21), 8.0), scale=8.0)


@each("name", WITH_LEVEL)
def test_a_higher_level_lifts_averages_and_channels_with_it(name: str) -> None:
    compare(name, priced(walk(21), shift=32.0), shift=32.0)


@each("name", UNMOVED_BY_LEVEL)
def test_a_higher_level_changes_no_difference(name: str) -> None:
    compare(name, priced(walk(21), shift=32.0))


@each("name", WITHOUT_UNIT_OF_VOLUME)
def test_lots_instead_of_shares_change_nothing(name: str) -> None:
    compare(name, traded(walk(21), 0.01))


@each("name", IN_VOLUME)
def test_what_is_told_in_volume_follows_its_unit(name: str) -> None:
    compare(name, traded(walk(21), 64.0), scale=64.0)


@each("name", LOG_MIRRORED)
def test_a_market_upside_down_tells_the_opposite(name: str) -> None:
    compare(name, {**walk(21), "close": 2500.0 / walk(21)["close"]}, scale=-1.0)


def test_candles_do_not_know_the_currency() -> None:
    for name in CATALOGUE:
        if name.startswith("candle_"):
            compare(name, priced(walk(21), 8.0))
