"""What holds for every text: valid JSON is read back as it is, and nothing but the one typed error comes out."""

import json
from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from src.modules.llm_platform.domain.errors import ModelOutputUnusable
from src.modules.llm_platform.domain.requests import Finish
from src.modules.llm_platform.domain.structured.reading import output_schema, read_structured, retry_prompt
from src.modules.llm_platform.domain.structured.values import canonical
from tests.corpus.structural_damage import same
from tests.corpus.structured_answers import JudgeVerdict, Resolution
from tests.effort import examples

texts = st.text(st.characters(exclude_categories=["Cs"]))
finite = st.floats(min_value=0, max_value=1)
levels = st.sampled_from(["HIGH", "MEDIUM", "LOW"])
resolutions = st.fixed_dictionaries(
    {
        "direction": st.sampled_from(["BULLISH", "BEARISH", "NEUTRAL"]),
        "confidence": finite,
        "bull_case_summary": texts,
        "bear_case_summary": texts,
        "risk_matrix": st.lists(
            st.fixed_dictionaries({"risk": texts, "probability": levels, "impact": levels}), max_size=3
        ),
    },
    optional={"key_disagreements": st.lists(texts, max_size=3)},
)
formats = st.builds(
    lambda indent, is_ascii, separators: (
        lambda value: json.dumps(value, indent=indent, ensure_ascii=is_ascii, separators=separators)
    ),
    st.sampled_from([None, 0, 2, "\t"]),
    st.booleans(),
    st.sampled_from([None, (",", ":"), (" , ", " : ")]),
)
json_pieces = st.sampled_from(
    ['{', '}', '[', ']', '"', "'", ":", ",", "\\", "//", "/*", "*/", "\n", "<think>", "</think>", "```", "“", "”", "：",
     "，", "｛", '"direction"', '"BULLISH"', "confidence", "0.5", "-", "1e5", "NaN", "True", "null", "\\u", "\\ud800",
     "\ud800", "\ufeff", '"{\\"', " "]
)  # fmt: skip


@given(resolutions, formats)
def test_any_valid_json_of_the_shape_is_read_back_equal(
    value: dict[str, object], written: Callable[[object], str]
) -> None:
    assert same(json.loads(read_structured(written(value), Resolution)), value)
    assert same(json.loads(read_structured(written(value), Resolution.model_json_schema())), value)


@given(resolutions, formats)
def test_a_text_that_was_read_reads_the_same_again(value: dict[str, object], written: Callable[[object], str]) -> None:
    once = read_structured(written(value), Resolution)
    assert read_structured(once, Resolution) == once


def _answered(text: str, finish: Finish) -> None:
    try:
        read = read_structured(text, JudgeVerdict, finish)
    except ModelOutputUnusable as error:
        retry_prompt("question", text, error.problems).encode()
    else:
        JudgeVerdict.model_validate_json(read, strict=True)


@given(st.text(), st.sampled_from(Finish))
def test_any_text_is_read_or_refused_with_the_one_error(text: str, finish: Finish) -> None:
    _answered(text, finish)


@settings(max_examples=examples(400))
@given(st.lists(json_pieces, max_size=40).map("".join))
def test_any_heap_of_pieces_of_json_is_read_or_refused_with_the_one_error(text: str) -> None:
    _answered(text, Finish.STOP)


@settings(max_examples=examples(400))
@given(st.lists(json_pieces, max_size=30).map("".join))
def test_where_the_standard_reads_an_object_so_do_we_or_we_refuse(text: str) -> None:
    anything = {"type": ["object", "array"], "additionalProperties": True}
    try:
        ours = read_structured(text, anything)
    except ModelOutputUnusable:
        return
    try:
        theirs = json.loads(text)
    except ValueError:
        return
    if isinstance(theirs, dict | list):
        assert json.loads(ours) == theirs


def test_the_schema_of_a_shape_is_json() -> None:
    assert json.dumps(output_schema(Resolution).json_schema)
    assert canonical({"b": [True, None], "a": "x"}) == '{"a":"x","b":[true,null]}'
