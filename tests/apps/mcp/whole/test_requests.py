"""What people ask for leads to the right tool: requests that were written before the descriptions, half of them never
looked at while the descriptions were."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from apps.mcp.whole.manifest import manifest
from apps.mcp.whole.search_index import tokens
from apps.mcp.whole.selection import ToolSelection

REQUESTS = Path(__file__).parents[3] / "corpus/tool_requests.jsonl"
FIRST = 5


def _asked() -> list[dict[str, Any]]:
    return [json.loads(line) for line in REQUESTS.read_text("utf-8").splitlines()]


def _share_found(asked: Sequence[dict[str, Any]]) -> float:
    index = manifest().index(ToolSelection.of("all"))
    found = [bool(set(index.search(each["request"], FIRST)) & set(each["tools"])) for each in asked]
    return sum(found) / len(found)


def test_the_right_tool_is_among_the_first_five() -> None:
    answerable = [each for each in _asked() if each["tools"]]
    assert len(answerable) == 230
    assert _share_found(answerable) >= 0.95


def test_it_is_found_for_requests_that_nobody_looked_at_too() -> None:
    held_out = [each for each in _asked() if each["tools"] and each["half"] == "second"]
    assert len(held_out) == 104
    assert _share_found(held_out) >= 0.9


def test_every_tool_that_a_request_names_is_there() -> None:
    known = {tool.name for tool in manifest().tools}
    assert {name for each in _asked() for name in each["tools"]} <= known


def test_a_question_is_cut_into_words_of_both_languages() -> None:
    assert tokens("Running the backtests: 跑回测") == ["runn", "backtest", "跑回", "回测"]
    assert tokens("the") == []


def test_what_shares_no_word_with_any_tool_finds_none() -> None:
    assert manifest().index(ToolSelection()).search("zzzz", FIRST) == []
