"""What is told to an indicator is checked, and refused by name."""

import math

import numpy as np
import pytest

from packages.core.errors import Invalid
from packages.domain.strategy.indicators.catalogue import CATALOGUE, indicator
from packages.domain.strategy.indicators.parameters import (
    BadColumns,
    BadParameter,
    Parameter,
    UnknownIndicator,
    UnknownOutput,
    UnknownParameter,
)
from tests.folding import each
from tests.packages.domain.strategy.indicators.markets import NAMES, part, walk

pytestmark = pytest.mark.slow

EACH = [(name, each) for name in NAMES for each in CATALOGUE[name].parameters]
NUMBERS = [(name, each) for name, each in EACH if each.kind in ("int", "float")]


@each(("name", "parameter"), NUMBERS)
def test_a_number_outside_its_bounds_is_refused(name: str, parameter: Parameter) -> None:
    assert parameter.minimum is not None
    assert parameter.maximum is not None
    step = 1.0 if parameter.kind == "int" else 1e-6 * parameter.maximum
    odd: list[object] = [parameter.minimum - step, parameter.maximum + step, math.nan, math.inf, True, "14", None, [3]]
    for value in odd:
        with pytest.raises(BadParameter, match=parameter.name):
            CATALOGUE[name].compute(walk(1), {parameter.name: value})
        with pytest.raises(BadParameter, match=parameter.name):
            CATALOGUE[name].warm_up({parameter.name: value})


def test_a_default_lies_within_its_bounds() -> None:
    for _, parameter in EACH:
        assert parameter.checked(parameter.default) == parameter.default


@each("name", NAMES)
def test_a_parameter_of_another_indicator_is_refused(name: str) -> None:
    with pytest.raises(UnknownParameter, match="leverage"):
        CATALOGUE[name].compute(walk(1), {"leverage": 3})


@each("name", NAMES)
def test_an_output_that_does_not_exist_is_refused(name: str) -> None:
    with pytest.raises(UnknownOutput, match="profit"):
        CATALOGUE[name].compute(walk(1), {}, ["profit"])


@each("name", [name for name in NAMES if CATALOGUE[name].rising])
def test_parameters_out_of_order_are_refused(name: str) -> None:
    for smaller, greater in CATALOGUE[name].rising:
        values = CATALOGUE[name].checked({})
        with pytest.raises(BadParameter, match=smaller):
            CATALOGUE[name].checked({smaller: values[greater], greater: values[smaller]})


def test_a_whole_number_may_come_as_a_float_but_half_a_bar_may_not() -> None:
    assert CATALOGUE["ema"].checked({"period": 20.0}) == {"period": 20, "source": "close"}
    with pytest.raises(BadParameter, match="whole number"):
        CATALOGUE["ema"].checked({"period": 20.5})


def test_a_source_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadParameter, match="hlc3") as refused:
        CATALOGUE["ema"].compute(walk(1), {"source": "vwap"})
    assert refused.value.details["parameter"] == "source"


def test_an_unknown_name_is_answered_with_near_ones() -> None:
    with pytest.raises(UnknownIndicator, match="bollinger"):
        indicator("bolinger")
    assert indicator("rsi") is CATALOGUE["rsi"]


def test_uneven_missing_or_folded_columns_are_refused() -> None:
    market = dict(walk(1))
    with pytest.raises(BadColumns, match="one length"):
        CATALOGUE["atr"].compute({**market, "low": part(walk(1), 10)["low"]}, {})
    with pytest.raises(BadColumns, match="low"):
        CATALOGUE["atr"].compute({"high": market["high"], "close": market["close"]}, {})
    with pytest.raises(BadColumns, match="one-dimensional"):
        CATALOGUE["sma"].compute({"close": np.ones((4, 4))}, {})


def test_every_refusal_belongs_to_invalid_requests() -> None:
    for error in (BadColumns, BadParameter, UnknownIndicator, UnknownOutput, UnknownParameter):
        assert issubclass(error, Invalid)
