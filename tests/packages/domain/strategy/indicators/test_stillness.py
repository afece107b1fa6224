"""A market that stands still tells nothing: no oscillator may read as bought out or sold out."""

import numpy as np
import pytest

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from tests.packages.domain.strategy.indicators.markets import Market, walk

# A window without any range, any move or any volume has no answer to these.
UNDEFINED = {
    **dict.fromkeys(["stochastic", "stochastic_rsi", "williams_r", "cci", "ultimate_oscillator", "intraday_momentum"]),
    **dict.fromkeys(["zscore", "volume_zscore", "mfi", "cmf", "vwma", "vwap", "efficiency_ratio", "demarker"]),
    **dict.fromkeys(["vertical_horizontal_filter", "vortex", "trend_intensity", "relative_vigor", "relative_volume"]),
    **dict.fromkeys(["choppiness", "autocorrelation", "lag_beta", "skewness", "kurtosis", "r_squared", "hurst"]),
    **dict.fromkeys(["variance_ratio", "rolling_sharpe", "price_volume_correlation", "cr", "arbr", "volume_ratio"]),
    **dict.fromkeys(["amihud_illiquidity", "market_facilitation", "volatility_ratio"]),
}
ZERO = ["standard_deviation", "variance", "realised_volatility", "parkinson_volatility", "garman_klass_volatility"]
ZERO += ["rogers_satchell_volatility", "yang_zhang_volatility", "downside_volatility", "momentum", "roc", "bias"]
ZERO += ["ulcer_index", "awesome_oscillator", "accelerator_oscillator", "dma", "detrended_price", "linear_angle", "kst"]
ZERO += ["squeeze", "coppock", "true_range", "average_range", "linear_slope", "streak", "balance_of_power"]
MIDDLE = {"percentile_rank": 50.0, "psychological_line": 0.0}


def suspended() -> Market:
    market = {key: column.copy() for key, column in walk(4, 400).items()}
    for key in ("open", "high", "low", "close"):
        market[key][100:300] = 5.1
    market["volume"][100:300] = 0.0
    return market


def during(name: str, output: str) -> Floats:
    return CATALOGUE[name].compute(suspended(), {}, [output])[output][295:300]


@pytest.mark.parametrize("name", UNDEFINED)
def test_nothing_is_told_where_nothing_moved(name: str) -> None:
    for output in CATALOGUE[name].outputs:
        assert np.isnan(during(name, output)).all(), during(name, output)


@pytest.mark.parametrize("name", ZERO)
def test_a_still_market_has_exactly_no_volatility_and_no_momentum(name: str) -> None:
    np.testing.assert_array_equal(np.abs(during(name, CATALOGUE[name].outputs[0])), 0.0)


@pytest.mark.parametrize(("name", "value"), MIDDLE.items())
def test_equal_values_stand_in_the_middle(name: str, value: float) -> None:
    np.testing.assert_array_equal(during(name, "value"), value)


def test_bands_of_a_still_market_lie_on_the_price() -> None:
    for output in ("middle", "upper", "lower"):
        np.testing.assert_allclose(during("bollinger", output), 5.1, rtol=1e-15)
    assert np.isnan(during("bollinger", "percent_b")).all()


def test_kdj_of_a_still_market_returns_to_fifty_as_on_a_terminal() -> None:
    np.testing.assert_allclose(during("kdj", "j"), 50.0, rtol=1e-12)


@pytest.mark.parametrize("name", ["rsi", "cmo", "laguerre_rsi", "relative_momentum", "relative_volatility"])
def test_strength_is_unknown_until_the_first_move(name: str) -> None:
    close = np.concatenate((np.full(100, 5.1), 5.1 + np.arange(1.0, 51.0)))
    told = CATALOGUE[name].compute({"close": close}, {})["value"]
    assert np.isnan(told[:100]).all()
    np.testing.assert_allclose(told[120:], 100.0)
