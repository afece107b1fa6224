"""Findings come back as they went, to the last bit."""

import json
import math
from datetime import date
from enum import Enum
from types import UnionType
from typing import Any, get_args, get_origin

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from packages.domain.stress.findings import (
    CrisisFinding,
    MonteCarloFinding,
    SensitivityFinding,
    WalkForwardFinding,
)
from packages.domain.stress.jobs.codec import from_json, hints_of, packed, to_json, unpacked
from packages.domain.stress.jobs.stages import Luck
from tests.effort import examples
from tests.packages.domain.stress.verdict.good_parts import good_parts

KINDS = (tuple[CrisisFinding, ...], MonteCarloFinding, SensitivityFinding, WalkForwardFinding, Luck)


def anything(kind: Any) -> st.SearchStrategy[Any]:
    """Any value of a finding's field, with all that floats can be."""
    origin, inside = get_origin(kind), get_args(kind)
    if origin is UnionType:
        return st.none() | anything(inside[0])
    if origin is tuple:
        return st.lists(anything(inside[0]), max_size=3).map(tuple)
    if origin is dict:
        return st.dictionaries(st.text(max_size=5), anything(inside[1]), max_size=3)
    if origin is np.ndarray:
        return hnp.arrays(np.float64, hnp.array_shapes(min_dims=2, max_dims=2, min_side=0, max_side=4))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return st.sampled_from(list(kind))
    plain = {float: st.floats(), int: st.integers(-(2**60), 2**60), str: st.text(), date: st.dates()}
    if kind in plain:
        return plain[kind]
    return st.builds(kind, **{name: anything(hint) for name, hint in hints_of(kind).items()})


def same(one: Any, other: Any) -> bool:
    if isinstance(one, np.ndarray):
        return one.shape == other.shape and np.array_equal(one, other, equal_nan=True)
    if hasattr(one, "__dataclass_fields__"):
        return type(one) is type(other) and all(
            same(getattr(one, each), getattr(other, each)) for each in one.__slots__
        )
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(value, other[name]) for name, value in one.items())
    if isinstance(one, float):
        return type(other) is float and (one == other or (math.isnan(one) and math.isnan(other)))
    return type(one) is type(other) and bool(one == other)


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@settings(max_examples=examples(40))
def test_whatever_a_finding_holds_comes_back_as_it_was(kind: Any, data: st.DataObject) -> None:
    found = data.draw(anything(kind))
    told = to_json(found)
    assert same(from_json(kind, json.loads(json.dumps(told, allow_nan=False))), found)
    assert packed(to_json(from_json(kind, unpacked(packed(told))))) == packed(told)


def test_a_number_that_is_none_is_null_and_one_that_may_lack_says_which() -> None:
    walked = good_parts().walk_forward
    assert walked is not None
    told = to_json(WalkForwardFinding(1, 0, math.nan, None, None, (math.nan, math.inf), 3))
    assert (told["in_sample_sharpe"], told["efficiency"], told["fold_sharpes"]) == ("nan", None, [None, "inf"])
