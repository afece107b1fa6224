"""Long and hostile answers end quickly: twice the text takes about twice the time, never the square of it."""

import json
from collections.abc import Callable
from contextlib import suppress

import pytest

from src.modules.llm_platform.domain.errors import ModelOutputUnusable
from src.modules.llm_platform.domain.structured.reading import read_structured
from tests.corpus.structured_answers import JudgeVerdict
from tests.timing import growth

pytestmark = pytest.mark.slow

VERDICT = {"action": "BUY", "position_percent": 5, "confidence": 0.8, "is_final": True, "reasoning": "x"}
JSON = json.dumps(VERDICT)

HOSTILE: dict[str, Callable[[int], str]] = {
    "open braces": lambda n: "{" * n,
    "open arrays": lambda n: "[" * n,
    "open keys": lambda n: '{"a":' * (n // 5),
    "empty objects": lambda n: "{}" * (n // 2),
    "prose brackets": lambda n: "[1] {x} " * (n // 8),
    "half-open prose brackets": lambda n: "[a" * (n // 2),
    "quotes": lambda n: '"' * n,
    "quotes before brackets": lambda n: '"{ ' * (n // 3),
    "quotes and spaces": lambda n: '"' + " " * n,
    "backslashes": lambda n: '{"a": "' + "\\" * n,
    "a long string": lambda n: '{"reasoning": "' + "x" * n,
    "many strings": lambda n: '{"risk_warnings": [' + '"a",' * (n // 4),
    "comments": lambda n: "{" + "/**/" * (n // 4),
    "slashes": lambda n: "{" + "/" * n,
    "open comments": lambda n: "{" + "/*" * (n // 2),
    "digits": lambda n: '{"confidence": ' + "9" * n + "}",
    "opening tags": lambda n: "<think>" * (n // 7),
    "closing tags": lambda n: "</think>" * (n // 8),
    "drafts before closing tags": lambda n: '{"a</think>' * (n // 11),
    "tags of two kinds": lambda n: "<think></reasoning>" * (n // 19),
    "mentions": lambda n: "confidence 0.8 action buy, " * (n // 27) + JSON,
    "gainsaying mentions": lambda n: "confidence 0.3 action sell, " * (n // 28) + JSON,
    "loose keys": lambda n: '"confidence": ' * (n // 14) + JSON,
    "keys too many": lambda n: "{" + ",".join(f'"k{i}":1' for i in range(n // 10)) + "}",
    "spaces": lambda n: " " * n,
    "invisible characters": lambda n: "\u200b" * n,
}


def read(text: str) -> None:
    with suppress(ModelOutputUnusable):
        read_structured(text, JudgeVerdict)


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_text_takes_time_in_proportion_to_its_length(kind: str) -> None:
    costs = growth(read, HOSTILE[kind](25_000), HOSTILE[kind](200_000), 8)
    assert costs.within_bounds, costs


@pytest.mark.parametrize("kind", HOSTILE)
def test_two_megabytes_end_at_once_in_a_refusal(kind: str) -> None:
    text = HOSTILE[kind](2_000_000)
    with pytest.raises(ModelOutputUnusable):
        read_structured(text, JudgeVerdict)
    # It is refused for its length before it is read, so that at most what surrounds the answer was looked at.
    costs = growth(read, HOSTILE[kind](200_000), text, 10)
    assert costs.within_bounds, costs


def test_a_large_honest_answer_is_read() -> None:
    verdict = VERDICT | {"risk_warnings": ["a warning of some length"] * 13_000}
    text = json.dumps(verdict, indent=2)
    assert len(text) > 400_000
    assert json.loads(read_structured(text, JudgeVerdict)) == verdict
