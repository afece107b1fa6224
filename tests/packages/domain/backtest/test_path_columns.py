"""Columns of many paths at once are those of each path by itself, to the byte."""

import numpy as np
import pytest

from packages.domain.backtest.compiling.sources import (
    IndicatorSource,
    PriceSource,
    Source,
    VolatilitySource,
    indicator_source,
)
from packages.domain.backtest.own_bars import OwnTimes
from packages.domain.backtest.path_columns import PATH_PRICES, PathBars
from packages.domain.backtest.ready_columns import ReadyColumns
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.conditions import PriceField
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from tests.folding import each

BY_FUNCTION = [name for name, each in CATALOGUE.items() if each.compiled]
BARS = 120


def some_paths(count: int = 6, *, still: bool = False, gaps: bool = False) -> PathBars:
    rng = np.random.default_rng(11)
    close = 50.0 * np.exp(rng.normal(0, 0.02, (count, BARS)).cumsum(axis=1))
    if still:
        close[1, :30] = close[1, 0]
        close[2, :] = close[2, 0]
    if gaps:
        close[3, 40:50] = np.nan
    opened = np.roll(close, 1, axis=1)
    high, low = np.maximum(opened, close) * 1.01, np.minimum(opened, close) * 0.99
    times = OwnTimes(
        np.arange(BARS).astype("datetime64[D]").astype("datetime64[us]"), Market.CRYPTO, Timeframe.D1, 365.0
    )
    prices = dict(zip(PATH_PRICES, (opened, high, low, close), strict=True))
    return PathBars(times, prices, np.ones(BARS))


def source_over(name: str, period: int, output: str) -> IndicatorSource:
    """With the period in the place that reaches back the furthest."""
    names = {parameter.name for parameter in CATALOGUE[name].parameters}
    [place] = names & {"period", "k_period", "slow_period"}
    params = {place: max(period, 3), "fast_period": 2} if place == "slow_period" else {place: period}
    return indicator_source(CATALOGUE, name, params, output)


def test_the_common_indicators_are_formulas_of_the_kernel() -> None:
    assert {"ema", "sma", "rsi", "atr", "adx", "macd", "stochastic", "bollinger"} <= set(BY_FUNCTION)
    assert all(source_over(name, 14, CATALOGUE[name].outputs[0]).function for name in BY_FUNCTION)


@pytest.mark.slow
@each("name", BY_FUNCTION)
@each("period", [2, 14, 119, 150])
@each("paths", [some_paths(), some_paths(still=True), some_paths(gaps=True)])
def test_a_function_over_all_paths_gives_what_the_formula_gives_on_each(
    name: str, period: int, paths: PathBars
) -> None:
    for output in CATALOGUE[name].outputs:
        source = source_over(name, period, output)
        column = paths.column(source)
        for at in range(len(paths)):
            expected = source.calculation.of(paths.one(at).series)[source.output]
            assert column[at].tobytes() == expected.tobytes()


@pytest.mark.parametrize(
    "paths", [some_paths(), some_paths(still=True), some_paths(gaps=True)], ids=["", "still", "gaps"]
)
def test_the_columns_of_one_series_in_one_call_are_what_each_formula_gives(paths: PathBars) -> None:
    pairs = [(name, output) for name in BY_FUNCTION for output in CATALOGUE[name].outputs]
    sources: list[Source] = [source_over(name, 14, output) for name, output in pairs]
    sources.insert(3, PriceSource(PriceField.HIGH))
    for at in range(len(paths)):
        own = paths.one(at)
        ready = ReadyColumns(own, sources)
        for columns in (ready.columns(), ready.columns()):
            assert [each.tobytes() for each in columns] == [own.column(source).tobytes() for source in sources]


def test_whatever_a_strategy_reads_is_the_same_on_all_paths_at_once_and_on_each() -> None:
    paths = some_paths()
    mixed: list[Source] = [
        PriceSource(PriceField.HIGH),
        PriceSource(PriceField.VOLUME),
        VolatilitySource(20),
        indicator_source(CATALOGUE, "ema", {"period": 5, "source": "hlc3"}, "value"),
        indicator_source(CATALOGUE, "macd", {}, CATALOGUE["macd"].outputs[0]),
        indicator_source(CATALOGUE, "sma", {"period": 3}, "value", Timeframe.W1),
    ]
    columns = paths.columns(mixed)
    for at in range(len(paths)):
        own = paths.one(at)
        assert [column[at].tobytes() for column in columns] == [own.column(source).tobytes() for source in mixed]
