"""A calculation checked once and a series looked at once: the same values as a computation, without its work."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from packages.domain.strategy.indicators.bars import SOURCE_PARTS, series_of
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.indicators.parameters import BadColumns, BadParameter, UnknownOutput, UnknownParameter
from packages.domain.strategy.indicators.windows import once_moved
from tests.folding import each
from tests.packages.domain.strategy.indicators.markets import NAMES, changed, settings, walk


@pytest.mark.slow
@each("name", NAMES)
def test_a_series_gives_fresh_and_equal_values_every_time(name: str) -> None:
    indicator, market = CATALOGUE[name], {key: column.copy() for key, column in walk(8).items()}
    series = series_of(market)
    for seed in (None, 0):
        chosen = settings(indicator, seed)
        calculation = indicator.calculation(chosen)
        expected, first, second = indicator.compute(walk(8), chosen), calculation.of(series), calculation.of(series)
        assert tuple(first) == indicator.outputs
        for output, column in expected.items():
            assert column.tobytes() == first[output].tobytes() == second[output].tobytes()
            assert not any(np.shares_memory(first[output], other) for other in (second[output], *market.values()))
    assert all(column.tobytes() == walk(8)[key].tobytes() for key, column in market.items())


def test_whole_columns_are_read_without_a_copy_and_sources_are_made_once() -> None:
    market = walk(8)
    series = series_of(market)
    assert series.reading((("high", "low"), "close")).bars.high is market["high"]
    assert series.reading(((), "close")).bars.source is market["close"]
    for source in SOURCE_PARTS:
        alone, beside = series.reading(((), source)), series.reading((("volume",), source))
        assert alone.bars.source is beside.bars.source
        assert series.reading(((), source)) is alone


def test_a_gap_counts_for_those_who_read_its_column() -> None:
    volume = walk(8)["volume"].copy()
    volume[100] = np.nan
    series = series_of(changed(walk(8), volume=volume))
    assert np.isnan(CATALOGUE["vwma"].calculation({}).of(series)["value"][100])
    without = CATALOGUE["sma"].calculation({}).of(series)["value"]
    assert without.tobytes() == CATALOGUE["sma"].compute(walk(8), {})["value"].tobytes()
    assert series.reading((("volume",), None)).bars.length == 399


def test_a_column_that_nobody_reads_may_be_odd_or_missing() -> None:
    series = series_of({"close": walk(8)["close"], "volume": np.ones((2, 2))})
    assert np.isfinite(CATALOGUE["ema"].calculation({}).of(series)["value"][-1])
    with pytest.raises(BadColumns, match="one-dimensional"):
        CATALOGUE["obv"].calculation({}).of(series)
    with pytest.raises(BadColumns, match="high is missing"):
        CATALOGUE["atr"].calculation({}).of(series)


def test_what_is_wrong_is_refused_before_there_is_a_series() -> None:
    with pytest.raises(BadParameter):
        CATALOGUE["ema"].calculation({"period": 0})
    with pytest.raises(UnknownParameter):
        CATALOGUE["ema"].calculation({"length": 3})
    with pytest.raises(UnknownOutput):
        CATALOGUE["macd"].calculation({}, ["value"])


def test_only_the_outputs_that_are_wanted_are_given() -> None:
    calculation = CATALOGUE["bollinger"].calculation({}, ["percent_b"])
    assert list(calculation.of(series_of(walk(8)))) == ["percent_b"]


def test_a_series_shorter_than_the_warm_up_has_no_values() -> None:
    told = CATALOGUE["macd"].calculation({}).of(series_of({"close": np.arange(1.0, 20.0)}))
    assert all(np.isnan(column).all() and len(column) == 19 for column in told.values())


def test_the_callers_warnings_stay_as_they_were_and_are_not_raised() -> None:
    still = series_of({key: np.full(200, 5.1) for key in walk(8)})
    with np.errstate(all="raise"):
        before = np.geterr()
        for name in NAMES:
            CATALOGUE[name].calculation({}).of(still)
        assert np.geterr() == before


@pytest.mark.slow
def test_many_threads_may_share_a_series() -> None:
    calculations = [CATALOGUE[name].calculation({}) for name in NAMES] * 3
    series = series_of(walk(8, 2_000))
    alone = [calculation.of(series) for calculation in calculations]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda calculation: calculation.of(series_of(series.given)), calculations))
        shared = list(threads.map(lambda calculation: calculation.of(series), calculations))
    for expected, *others in zip(alone, together, shared, strict=True):
        for other in others:
            assert all(column.tobytes() == other[output].tobytes() for output, column in expected.items())


def test_what_was_told_stays_the_same_column_where_the_values_move_at_once() -> None:
    told = np.array([np.nan, 1.0, 2.0])
    assert once_moved(told, np.array([5.0, 6.0, 6.0])) is told


@pytest.mark.parametrize(("values", "kept"), [([5.0, 6.0, 6.0], 1), ([5.0, 5.0, 6.0], 2), ([5.0, 5.0, 5.0], 3)])
def test_nothing_is_told_before_the_first_move(values: list[float], kept: int) -> None:
    told = once_moved(np.array([1.0, 2.0, 3.0]), np.array(values))
    np.testing.assert_array_equal(told, [np.nan] * kept + [1.0, 2.0, 3.0][kept:])


def test_a_single_bar_has_not_moved() -> None:
    assert np.isnan(once_moved(np.array([1.0]), np.array([5.0]))).all()
