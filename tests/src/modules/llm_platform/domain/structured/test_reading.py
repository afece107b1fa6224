"""One example for each thing that is tolerated, and for each that is refused with a sentence the model can act on."""

import json
from datetime import datetime
from decimal import Decimal
from typing import Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field

from src.modules.llm_platform.domain.errors import ModelOutputUnusable
from src.modules.llm_platform.domain.requests import Finish
from src.modules.llm_platform.domain.structured.reading import Shape, read_structured


class View(BaseModel):
    model_config = ConfigDict(extra="forbid")
    direction: Literal["BULLISH", "BEARISH", "NEUTRAL"]
    confidence: float = Field(ge=0, le=1)
    thesis: str
    shares: int | None = None
    is_final: bool = False
    tags: list[str] = []


TRUTH = {"direction": "BULLISH", "confidence": 0.8, "thesis": "it's 10x // https://x.cn/{a}: 看多"}
JSON = json.dumps(TRUTH, ensure_ascii=False)
DRAFT = json.dumps(TRUTH | {"direction": "BEARISH"})


def problems(text: str, shape: Shape = View, finish: Finish = Finish.STOP) -> str:
    with pytest.raises(ModelOutputUnusable) as refused:
        read_structured(text, shape, finish)
    assert refused.value.message.endswith(("another model.", "more room."))
    return " ".join(refused.value.problems)


@pytest.mark.parametrize(
    "text",
    [
        JSON,
        f"\ufeff\u200b {JSON}\u3000\n",
        f"```json\n{JSON}\n```",
        f"~~~\n{JSON}\n~~~",
        f"```\n{JSON}",
        f"<think>{DRAFT}</think>\n{JSON}",
        f"<Thinking>\n{DRAFT[:20]}\n</Thinking>{JSON}",
        f"<reasoning>a </think> b {DRAFT}</reasoning>{JSON}",
        f"maybe {DRAFT} or {DRAFT[:30]} hm\n</think>\n{JSON}",
        f"As of [1], for {{ticker}} in [0, 1): \n{JSON}\nHope this helps [2].",
        JSON[:-1] + ",}",
        JSON[:-1] + ' // the end\n, /* no more */ "tags": [/* none */],}',
        "{'direction': 'BULLISH', 'confidence': 0.8, 'thesis': \"it's 10x // https://x.cn/{a}: 看多\", 'shares': None}",
        "{'thesis': 'it\\'s 10x // https://x.cn/{a}: 看多', 'direction': 'BULLISH', 'confidence': 0.8}",
        JSON.replace('"confidence"', "confidence").replace('"direction"', "direction"),
        "｛“direction”：“BULLISH”，“confidence”：0.8，“thesis”：“it's 10x // https://x.cn/{a}: 看多”｝",
        f'{{"result": {JSON}}}',
        json.dumps(JSON),
        f"The answer is {json.dumps(JSON, ensure_ascii=False)}.",
        f"{JSON}\n\nAgain: {JSON}",
        f"Direction: bullish, confidence: 80%.\n{JSON}",
        f"看多方向，置信度为0.8。\n{JSON}\n方向：看多",
    ],
)
def test_the_wrapper_may_be_anything_that_leaves_the_value_certain(text: str) -> None:
    read = json.loads(read_structured(text, View))
    assert View.model_validate(read) == View.model_validate(TRUTH)


def test_raw_line_breaks_and_tabs_inside_a_string_are_kept() -> None:
    text = '{"direction": "NEUTRAL", "confidence": 1, "thesis": "one\n\ttwo\r\nthree"}'
    assert json.loads(read_structured(text, View))["thesis"] == "one\n\ttwo\r\nthree"


def test_the_text_that_is_returned_is_canonical() -> None:
    text = '{ "thesis": "é\\u00e9", "confidence": 0.50, "direction": "NEUTRAL", "shares": 12345678901234567890 }'
    expected = '{"confidence":0.5,"direction":"NEUTRAL","shares":12345678901234567890,"thesis":"éé"}'
    assert read_structured(text, View) == expected


def test_no_digit_of_a_number_is_lost() -> None:
    class Price(BaseModel):
        price: Decimal

    assert read_structured('{"price": 0.10000000000000000001}', Price) == '{"price":0.10000000000000000001}'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "empty"),
        ("\ufeff \u200b", "empty"),
        ("I'm sorry, I can't help with that.", "one JSON value"),
        (JSON[:-1], "cut off"),
        (JSON[:60], "never closed"),
        (f'{{"result": {JSON}', "cut off"),
        (f"[{JSON}", "cut off"),
        (f"[{JSON}]", "object"),
        (f"{JSON}}}", "closes nothing"),
        (f'"final": {JSON}', "piece of JSON"),
        (f'{JSON[:-1]}}}, "tags": ["late"]', "piece of JSON"),
        (f'{JSON} "tags": ["late"]', "outside the JSON"),
        (f"<think>so {JSON}", "never closed"),
        (f"{JSON} [so </think> well]", "closes nothing"),
        (f"{JSON} </think>", "one JSON value"),
        (JSON.replace("0.8", "NaN"), "finite"),
        (JSON.replace("0.8", "-Infinity"), "finite"),
        (JSON.replace("0.8", "1e999"), "too large"),
        (JSON.replace("0.8", '"0.8"'), "valid number"),
        (JSON.replace("0.8", '"75%"'), "valid number"),
        (JSON.replace("0.8", '"1.2亿"'), "valid number"),
        (JSON.replace("0.8", "80%"), "without units"),
        (JSON.replace("0.8", "1.2亿"), "plain JSON number"),
        (JSON.replace("0.8", "1,000"), "thousand separators"),
        (JSON.replace("0.8", "true"), "valid number"),
        (JSON.replace("0.8", "1.5"), "less than or equal to 1"),
        (JSON.replace("0.8", ""), "value is due"),
        (JSON.replace('"BULLISH"', '"UP"'), "'BULLISH', 'BEARISH' or 'NEUTRAL'"),
        (JSON.replace('"BULLISH"', "BULLISH"), "value is due"),
        (JSON.replace('"thesis"', '"direction"'), "stands twice"),
        (JSON[:-1] + ', "confidence": 0.8}', "stands twice"),
        (JSON[:-1] + ', "shares": 1.0}', "valid integer"),
        (JSON[:-1] + ', "reason": "x"}', "not a field"),
        ('{"direction": "BULLISH", "thesis": "x"}', "`confidence` is missing"),
        (JSON + DRAFT, "different JSON values"),
        (JSON + '{"direction": "BEARISH"}', "second JSON value"),
        (JSON.replace("it's", 'it "is"'), "comma"),
        (JSON.replace("it's", "C:\\data"), "escape"),
        (JSON.replace("it's", "\\ud83d"), "half a character"),
        ('{"direction": "BULLISH", "confidence": 0.8, // "shares": 5,\n "thesis": "x"}', "comment"),
        ("{“direction”: “BULLISH”, “confidence”: 0.8, “thesis”: “他说“涨”了”}", "quotes inside quotes"),
        ("{'direction': 'BULLISH', 'confidence': 0.8, 'thesis': 'it's up'}", "comma"),
        ("{" * 100_000, "key"),
        ("[" * 100_000, "brackets are open"),
        ('{"a":' * 100_000, "brackets are open"),
        ("{}" * 1000, "too many"),
    ],
)
def test_what_is_not_certain_is_refused_with_a_sentence_about_it(text: str, told: str) -> None:
    assert told in problems(text)


@pytest.mark.parametrize(
    "prose",
    [
        "Direction: bearish",
        "**direction**: BEARISH",
        "| direction | neutral |",
        "I lean to a bearish direction.",
        "On balance, the direction of the stock is bearish.",
        "方向：看空",
        "综上，方向为中性。",
        "看空方向",
        "confidence: 0.3",
        "My confidence is about 30%.",
        "I have 30% confidence.",
        "confidence between 0.1 and 0.3",
        "置信度：0.3",
        "置信度约为30%",
        "is final: yes",
    ],
)
def test_prose_that_gainsays_the_json_is_refused(prose: str) -> None:
    assert "JSON alone" in problems(f'{prose}\n{JSON[:-1]}, "is_final": false}}')
    assert "JSON alone" in problems(f'{JSON[:-1]}, "is_final": false}}\n{prose}')


def test_prose_about_a_field_that_the_json_leaves_out_is_held_against_its_default() -> None:
    assert "JSON alone" in problems(f"Shares: 500\n{JSON}")
    assert "JSON alone" in problems(f"Is final: yes\n{JSON}")
    assert read_structured(f"Is final: no\n{JSON}", View)


def test_a_comment_that_gainsays_the_json_is_refused() -> None:
    assert "JSON alone" in problems(JSON.replace("0.8", "0.8 /* confidence was 0.4 */"))


@pytest.mark.parametrize("finish", [Finish.LENGTH, Finish.FILTERED])
def test_an_answer_that_was_stopped_is_refused_however_complete_it_looks(finish: Finish) -> None:
    assert problems(JSON, finish=finish)


def test_a_wrapper_is_opened_only_when_its_key_is_not_the_shapes_own() -> None:
    class Box(BaseModel):
        result: dict[str, object] = {}

    assert read_structured('{"result": {"result": {}}}', Box) == '{"result":{"result":{}}}'
    assert read_structured('{"answer": {"result": {"a": 1}}}', Box) == '{"result":{"a":1}}'


def test_a_map_with_one_entry_is_no_wrapper() -> None:
    weights = {"type": "object", "additionalProperties": True, "title": "weights"}
    assert read_structured('{"AAPL": {"MSFT": 1}}', weights) == '{"AAPL":{"MSFT":1}}'


def test_a_model_that_reads_one_kind_as_another_is_held_to_what_was_written() -> None:
    class Loose(BaseModel):
        price: Decimal = Decimal(1)
        grade: Literal[1, 2] = 1
        moment: datetime | None = None

    assert "another JSON type" in problems('{"price": "0.8"}', Loose)
    assert "another JSON type" in problems('{"grade": true}', Loose)
    assert "another JSON type" in problems('{"moment": "12"}', Loose)
    assert read_structured('{"price": 0.8, "grade": 2, "moment": "2026-01-02T00:00:00Z"}', Loose)


def test_an_array_may_be_the_answer_when_the_shape_is_one() -> None:
    prices: Shape = {"type": "array", "items": {"type": "number"}, "minItems": 2}
    assert read_structured("The [closing] prices: [1, 2.50]", prices) == "[1,2.5]"
    assert "cut off" in problems("[1, 2", prices)
    assert "different JSON values" in problems("[1, 2] or [1, 3]", prices)
