"""Columns of many paths at once are those of each path by itself, to the byte."""

import numpy as np
import pytest

from packages.domain.backtest.compiling.sources import PriceSource, Source, VolatilitySource, indicator_source
from packages.domain.backtest.own_bars import OwnTimes
from packages.domain.backtest.path_columns import PATH_PRICES, PathBars
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.conditions import PriceField
from packages.domain.strategy.indicators.catalogue import CATALOGUE

BY_FUNCTION = [name for name, each in CATALOGUE.items() if each.talib]
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


def test_the_common_indicators_are_functions_of_ta_lib() -> None:
    assert {"ema", "sma", "rsi", "atr"} <= set(BY_FUNCTION)


@pytest.mark.parametrize("name", BY_FUNCTION)
@pytest.mark.parametrize("period", [2, 14, 119, 150])
@pytest.mark.parametrize(
    "paths", [some_paths(), some_paths(still=True), some_paths(gaps=True)], ids=["", "still", "gaps"]
)
def test_a_function_over_all_paths_gives_what_the_formula_gives_on_each(
    name: str, period: int, paths: PathBars
) -> None:
    source = indicator_source(CATALOGUE, name, {"period": period}, CATALOGUE[name].outputs[0])
    column = paths.column(source)
    for at in range(len(paths)):
        expected = source.calculation.of(paths.one(at).series)[source.output]
        assert column[at].tobytes() == expected.tobytes()


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
