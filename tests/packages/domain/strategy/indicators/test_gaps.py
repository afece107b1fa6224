"""Missing and odd values: they give NaN, never garbage, and never an error."""

from collections.abc import Callable
from itertools import product

import numpy as np
import pytest

from packages.domain.market_data.bars import Floats
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from tests.folding import each
from tests.packages.domain.strategy.indicators.markets import COLUMNS, NAMES, Market, changed, part, settings, walk

pytestmark = pytest.mark.slow

LENGTH = 400


def holed(column: Floats, places: list[int], value: float) -> Floats:
    torn = column.copy()
    torn[places] = value
    return torn


@each("name", NAMES)
def test_a_bar_with_a_missing_value_counts_as_not_traded(name: str) -> None:
    indicator, market = CATALOGUE[name], walk(9, LENGTH)
    places = [0, 1, 2, 150, 151, 300, LENGTH - 1]
    missing = np.isin(np.arange(LENGTH), places)
    for column, odd in product(sorted(indicator.reads({})), (np.nan, np.inf, -np.inf)):
        torn = changed(market, **{column: holed(market[column], places, odd)})
        told = indicator.compute(torn, {})
        without = indicator.compute({key: values[~missing] for key, values in market.items()}, {})
        for output in indicator.outputs:
            assert np.isnan(told[output][missing]).all()
            np.testing.assert_array_equal(told[output][~missing], without[output])


@each("name", NAMES)
def test_a_gap_in_a_column_that_is_not_read_does_not_matter(name: str) -> None:
    indicator, market = CATALOGUE[name], walk(9, LENGTH)
    unread = set(COLUMNS) - indicator.reads({})
    torn = changed(market, **{column: np.full(LENGTH, np.nan) for column in unread})
    for output, column in indicator.compute(torn, {}).items():
        np.testing.assert_array_equal(column, indicator.compute(market, {})[output])


@each("name", NAMES)
def test_a_series_too_short_gives_as_many_values_as_it_can(name: str) -> None:
    indicator = CATALOGUE[name]
    for length in range(4):
        for output, column in indicator.compute(part(walk(1), length), {}).items():
            assert column.shape == (length,)
            assert np.isnan(column[: indicator.warm_up({}, [output])]).all()


def _constant(market: Market) -> Market:
    return {key: np.full(LENGTH, 5.1) for key in market}


def _no_volume(market: Market) -> Market:
    return changed(market, volume=np.zeros(LENGTH))


def _stops_trading(market: Market) -> Market:
    volume = market["volume"].copy()
    volume[100:300] = 0.0
    return changed(market, volume=volume)


def _suspended(market: Market) -> Market:
    stood = {key: column.copy() for key, column in market.items()}
    for key in ("open", "high", "low", "close"):
        stood[key][100:300] = 5.1
    stood["volume"][100:300] = 0.0
    return stood


def _worthless(market: Market) -> Market:
    return {key: np.where(np.arange(LENGTH) < 200, column, 0.0) for key, column in market.items()}


def _below_zero(market: Market) -> Market:
    return {key: column if key == "volume" else column - 60.0 for key, column in market.items()}


def _tiny(market: Market) -> Market:
    return {key: column * 1e-12 for key, column in market.items()}


def _huge(market: Market) -> Market:
    return {key: column * 1e100 for key, column in market.items()}


MARKETS: dict[str, Callable[[Market], Market]] = {
    "all missing": lambda market: {key: np.full(LENGTH, np.nan) for key in market},
    "constant": _constant,
    "without volume": _no_volume,
    "stops trading": _stops_trading,
    "suspended": _suspended,
    "worthless": _worthless,
    "below zero": _below_zero,
    "tiny": _tiny,
    "huge": _huge,
}


@pytest.mark.parametrize("seed", [None, -1, 0])
@pytest.mark.parametrize("market", MARKETS)
def test_no_market_raises_or_gives_infinities(market: str, seed: int | None) -> None:
    bars = MARKETS[market](walk(2, LENGTH))
    for name in NAMES:
        indicator = CATALOGUE[name]
        for column in indicator.compute(bars, settings(indicator, seed)).values():
            assert column.shape == (LENGTH,)
            assert not np.isinf(column).any(), name


@each("name", NAMES)
def test_a_market_of_missing_values_gives_only_missing_values(name: str) -> None:
    told = CATALOGUE[name].compute(MARKETS["all missing"](walk(2, LENGTH)), {})
    assert all(np.isnan(column).all() for column in told.values())


FORGETFUL = [name for name in NAMES if name not in {"obv", "ad", "pvt", "nvi", "pvi", "williams_ad"}]


@pytest.mark.parametrize("market", ["suspended", "stops trading"])
@each("name", FORGETFUL)
def test_trading_that_resumes_brings_the_values_back(name: str, market: str) -> None:
    told = CATALOGUE[name].compute(MARKETS[market](walk(2, LENGTH)), {})
    for output, column in told.items():
        assert np.isfinite(column[-1]), output
