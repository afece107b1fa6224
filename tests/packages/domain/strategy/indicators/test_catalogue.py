"""The catalogue as a whole: names, words, shapes of what it gives, and its export."""

import json
import subprocess
import sys
from collections import Counter
from typing import Literal

import numpy as np
import pytest

from packages.core.messages import Language, sentences
from packages.domain.market_data.bars import BarColumns
from packages.domain.strategy.indicators.bars import COLUMNS
from packages.domain.strategy.indicators.catalogue import CATALOGUE, Category, catalogue_json
from tests.folding import each
from tests.packages.domain.strategy.indicators.markets import NAMES, walk

pytestmark = pytest.mark.slow


def test_there_are_more_than_a_hundred_without_candle_patterns_and_some_in_each_category() -> None:
    kinds = Counter(each.category for each in CATALOGUE.values() if not each.name.startswith("candle_"))
    assert sum(kinds.values()) > 100
    assert set(kinds) == set(Category)
    assert min(kinds.values()) >= 20


def test_words_and_formulas_stand_for_each_other_and_no_name_stands_twice() -> None:
    for language in Language:
        words = {code.split(".")[1] for code in sentences(language) if code.startswith("indicators.")}
        assert words - {"category"} == set(CATALOGUE)
        assert len({each.label(language) for each in CATALOGUE.values()}) == len(CATALOGUE)


@each("name", NAMES)
def test_an_entry_is_complete(name: str) -> None:
    each = CATALOGUE[name]
    assert each.name == name
    assert name.isidentifier()
    assert name.islower()
    assert each.description(Language.ZH).endswith("。")
    assert each.description(Language.EN).endswith(".")
    assert len(set(each.outputs)) == len(each.outputs) > 0
    assert set(each.inputs) <= set(COLUMNS)
    assert each.reads({})


@each("name", NAMES)
def test_columns_are_fresh_contiguous_doubles_of_the_length_of_the_input(name: str) -> None:
    market = {key: column.copy() for key, column in walk(8).items()}
    before = {key: column.copy() for key, column in market.items()}
    told = CATALOGUE[name].compute(market, {})
    assert tuple(told) == CATALOGUE[name].outputs
    assert len({id(column) for column in told.values()}) == len(told)
    for column in told.values():
        assert column.dtype == np.float64
        assert column.shape == (400,)
        assert column.flags.c_contiguous
        assert column.flags.writeable
        others = [*market.values(), *(other for other in told.values() if other is not column)]
        assert not any(np.shares_memory(column, other) for other in others)
    for key, column in market.items():
        np.testing.assert_array_equal(column, before[key])


@each("name", NAMES)
def test_a_part_of_the_outputs_is_told_alone_and_alike(name: str) -> None:
    whole = CATALOGUE[name].compute(walk(8), {})
    for output in CATALOGUE[name].outputs:
        alone = CATALOGUE[name].compute(walk(8), {}, [output])
        assert list(alone) == [output]
        np.testing.assert_array_equal(alone[output], whole[output])


@each("name", NAMES)
def test_the_same_question_has_the_same_answer(name: str) -> None:
    first, second = (CATALOGUE[name].compute(walk(8), {}) for _ in range(2))
    for output in first:
        np.testing.assert_array_equal(first[output], second[output])


def test_columns_may_be_any_numbers_strided_or_whole() -> None:
    market = walk(8)
    wide = np.stack([market[key] for key in COLUMNS], axis=1)
    strided = {key: wide[:, i] for i, key in enumerate(COLUMNS)}
    whole = {key: np.round(column).astype(np.int64) for key, column in market.items()}
    for name in NAMES:
        ours = CATALOGUE[name].compute(market, {})
        for output, column in CATALOGUE[name].compute(strided, {}).items():
            np.testing.assert_array_equal(column, ours[output])
        CATALOGUE[name].compute(whole, {})  # type: ignore[arg-type]


def test_the_bars_of_market_data_are_taken_as_they_are() -> None:
    market = walk(8)
    time = np.arange(400).astype("datetime64[us]")
    prices = (market["open"], market["high"], market["low"], market["close"])
    bars = BarColumns(time, *prices, market["volume"], time)
    for output, column in CATALOGUE["supertrend"].compute(bars, {}).items():
        np.testing.assert_array_equal(column, CATALOGUE["supertrend"].compute(market, {})[output])


@pytest.mark.parametrize("source", ["open", "high", "low", "close", "volume", "hl2", "hlc3", "ohlc4"])
def test_a_source_is_what_its_name_says(source: str) -> None:
    market = walk(8)
    parts = {"hl2": ["high", "low"], "hlc3": ["high", "low", "close"], "ohlc4": ["open", "high", "low", "close"]}
    expected = np.mean([market[key] for key in parts.get(source, [source])], axis=0)
    np.testing.assert_allclose(CATALOGUE["price"].compute(market, {"source": source})["value"], expected, rtol=1e-15)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_export_is_plain_data_in_one_language(language: Literal["zh", "en"]) -> None:
    told = json.loads(json.dumps(catalogue_json(language)))
    assert [row["name"] for row in told] == NAMES
    macd = next(row for row in told if row["name"] == "macd")
    assert macd["category"] == "momentum"
    assert macd["category_label"] == {"zh": "动量", "en": "Momentum"}[language]
    assert macd["outputs"] == ["macd", "signal", "histogram"]
    assert macd["warm_up"] == 33
    assert macd["parameters"][0] == {"name": "fast_period", "kind": "int", "default": 12, "minimum": 2, "maximum": 5000}
    assert macd["parameters"][-1]["choices"][:2] == ["open", "high"]
    assert macd["rising"] == [["fast_period", "slow_period"]]


def test_reading_the_catalogue_does_not_load_the_library_beneath() -> None:
    code = "import sys; from packages.domain.strategy.indicators import catalogue; assert 'talib' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
