"""RFC 6902: the examples of its appendix, and the rule that a patch takes effect whole or not at all."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packages.domain.strategy.errors import BadPatch, PatchConflict
from packages.domain.strategy.json_patch import apply_patch, diff
from packages.domain.strategy.json_tree import Json, copied, same
from tests.effort import examples

JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.floats(-2, 2) | st.sampled_from(["", "a", "~", "/", "0", "-"]),
    lambda inside: st.lists(inside, max_size=5) | st.dictionaries(st.sampled_from("ab~/0"), inside, max_size=4),
    max_leaves=20,
)


@pytest.mark.parametrize(
    ("document", "patch", "expected"),
    [
        ({"foo": "bar"}, [{"op": "add", "path": "/baz", "value": "qux"}], {"baz": "qux", "foo": "bar"}),
        ({"foo": ["bar", "baz"]}, [{"op": "add", "path": "/foo/1", "value": "qux"}], {"foo": ["bar", "qux", "baz"]}),
        ({"baz": "qux", "foo": "bar"}, [{"op": "remove", "path": "/baz"}], {"foo": "bar"}),
        ({"foo": ["bar", "qux", "baz"]}, [{"op": "remove", "path": "/foo/1"}], {"foo": ["bar", "baz"]}),
        ({"baz": "qux"}, [{"op": "replace", "path": "/baz", "value": "boo"}], {"baz": "boo"}),
        (
            {"foo": {"bar": "baz", "waldo": "fred"}, "qux": {"corge": "grault"}},
            [{"op": "move", "from": "/foo/waldo", "path": "/qux/thud"}],
            {"foo": {"bar": "baz"}, "qux": {"corge": "grault", "thud": "fred"}},
        ),
        (
            {"foo": ["all", "grass", "cows", "eat"]},
            [{"op": "move", "from": "/foo/1", "path": "/foo/3"}],
            {"foo": ["all", "cows", "eat", "grass"]},
        ),
        (
            {"baz": "qux", "foo": ["a", 2, "c"]},
            [{"op": "test", "path": "/baz", "value": "qux"}, {"op": "test", "path": "/foo/1", "value": 2.0}],
            {"baz": "qux", "foo": ["a", 2, "c"]},
        ),
        ({"foo": "bar"}, [{"op": "add", "path": "/c", "value": {"g": {}}, "xyz": 1}], {"foo": "bar", "c": {"g": {}}}),
        ({"/": 9, "~1": 10}, [{"op": "test", "path": "/~01", "value": 10}], {"/": 9, "~1": 10}),
        (
            {"foo": ["bar"]},
            [{"op": "add", "path": "/foo/-", "value": ["abc", "def"]}],
            {"foo": ["bar", ["abc", "def"]]},
        ),
        ({"a": 1}, [{"op": "copy", "from": "/a", "path": "/b"}], {"a": 1, "b": 1}),
        ({"a": 1}, [{"op": "replace", "path": "", "value": [1]}], [1]),
        ({"a": 1}, [{"op": "add", "path": "", "value": None}], None),
        ({"a": 1}, [{"op": "move", "from": "/a", "path": "/a"}], {"a": 1}),
        ({"": 1}, [{"op": "remove", "path": "/"}], {}),
    ],
)
def test_operations_do_what_the_standard_says(document: Json, patch: object, expected: Json) -> None:
    before = json.dumps(document)
    assert apply_patch(document, patch) == expected
    assert json.dumps(document) == before


@pytest.mark.parametrize(
    "operation",
    [
        {"op": "test", "path": "/a", "value": "1"},
        {"op": "test", "path": "/a", "value": True},
        {"op": "remove", "path": "/b"},
        {"op": "remove", "path": ""},
        {"op": "replace", "path": "/b", "value": 1},
        {"op": "add", "path": "/b/c", "value": 1},
        {"op": "add", "path": "/l/3", "value": 1},
        {"op": "add", "path": "/l/01", "value": 1},
        {"op": "add", "path": "/l/٢", "value": 1},
        {"op": "add", "path": "/a/x", "value": 1},
        {"op": "remove", "path": "/l/-"},
        {"op": "move", "from": "/l", "path": "/l/0"},
        {"op": "copy", "from": "/nowhere", "path": "/b"},
    ],
)
def test_an_operation_that_does_not_fit_undoes_the_whole_patch(operation: dict[str, Json]) -> None:
    document: Json = {"a": 1, "l": [1, 2]}
    with pytest.raises(PatchConflict):
        apply_patch(document, [{"op": "add", "path": "/new", "value": 1}, operation])
    assert document == {"a": 1, "l": [1, 2]}


@pytest.mark.parametrize(
    "patch",
    [
        {},
        None,
        ["x"],
        [{"op": "jump", "path": ""}],
        [{"path": ""}],
        [{"op": "add", "path": "/a"}],
        [{"op": "add", "value": 1}],
        [{"op": "add", "path": "a", "value": 1}],
        [{"op": "copy", "path": "/a", "from": 1}],
        [{"op": "add", "path": "/a", "value": float("nan")}],
        [{"op": "remove", "path": "/a"}] * 501,
    ],
)
def test_what_is_no_patch_is_refused(patch: object) -> None:
    with pytest.raises(BadPatch):
        apply_patch({"a": 1}, patch)


def test_copies_of_copies_are_stopped_before_they_fill_the_memory() -> None:
    doubling = [{"op": "copy", "from": "/a", "path": "/a/-"}] * 60
    with pytest.raises(BadPatch, match="too large or too deep"):
        apply_patch({"a": [1]}, doubling)
    deepening = [{"op": "copy", "from": "", "path": "/x"}] * 70
    with pytest.raises(BadPatch, match="too large or too deep"):
        apply_patch({}, deepening)


@given(JSON, JSON)
@settings(max_examples=examples(400))
def test_the_difference_applied_to_one_gives_the_other(before: Json, after: Json) -> None:
    kept = copied(before)
    assert same(apply_patch(before, diff(before, after)), after)
    assert same(before, kept)


@given(JSON)
def test_what_is_the_same_has_no_difference(document: Json) -> None:
    assert diff(document, copied(document)) == []


def test_a_small_change_is_a_small_patch() -> None:
    before: Json = {"factors": {"ema": {"period": 5}}, "exits": ["a", "b", "c"]}
    after: Json = {"factors": {"ema": {"period": 8}}, "exits": ["a", "c"]}
    assert diff(before, after) == [
        {"op": "replace", "path": "/factors/ema/period", "value": 8},
        {"op": "remove", "path": "/exits/1"},
    ]
