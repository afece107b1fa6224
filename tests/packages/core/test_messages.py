"""Messages: one catalogue a language, with every code that the source names, and nothing that it does not."""

import ast
import json
import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from packages.core.errors import Conflict, Throttled
from packages.core.messages import Language, Message, Phrases, joined, message, places, render, sentences, word
from tests.house.source import ONE_LANGUAGE_ONLY

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
FLOORS = ("apps", "packages", "src")
# Nouns with a count: `trade_one`, `trade_many`.
COUNTED = ("trade_", "position_", "bar_")
HAN = re.compile(r"[\u4e00-\u9fff]")
# The sentence is only what stands in its places.
NO_WORDS = {
    *("market_data.load_command", "strategy.explain.atr_multiple", "stress.report.world.garch"),
    *("strategy.problem.json", "strategy.problem.yaml", "backtest.summary.months"),
}


def test_a_sentence_takes_its_parameters_in_either_language() -> None:
    said = message("backtest.end_before_start", start=date(2025, 1, 2), end=date(2024, 1, 2))
    assert (
        render(said, Language.EN) == "The backtest would end (2024-01-02) before it begins (2025-01-02): swap the days."
    )
    assert render(said, Language.ZH) == "回测的结束日（2024-01-02）早于开始日（2025-01-02）：请对调。"


def test_a_parameter_may_be_a_message_a_word_or_a_list() -> None:
    said = message("coordinator.stage_too_slow", stage=word("expert", "technical_analyst"), seconds="9")
    assert render(said, Language.ZH).startswith("技术分析师在 9 秒内没有完成")
    assert render(word("expert", "a stranger"), Language.ZH) == "a stranger"
    known = message("market_data.bad_timeframe", text="2x", known=["1d", "1w"])
    assert render(known, Language.EN) == "'2x' is not a timeframe: use one of 1d, 1w."
    assert render(known, Language.ZH) == "“2x” 不是周期：请用 1d、1w 之一。"


def test_a_word_stands_by_itself_in_the_language_of_its_phrases() -> None:
    assert Phrases(Language.ZH, "cli.audit").word("expert", "technical_analyst") == "技术分析师"
    assert Phrases(Language.EN).word("expert", "technical_analyst") == "technical analyst"
    assert Phrases(Language.ZH).word("expert", "a stranger") == "a stranger"


def test_messages_follow_each_other_as_each_language_does_it() -> None:
    both = joined([message("market_data.lacks_search"), Message.verbatim("Too late.")])
    assert render(both, Language.EN) == "it cannot be searched. Too late."
    assert render(both, Language.ZH) == "它不能搜索。Too late."
    listed = joined([Message.verbatim("a"), Message.verbatim("b")], "; ")
    assert (render(listed, Language.EN), render(listed, Language.ZH)) == ("a; b", "a；b")


def test_what_others_wrote_can_neither_break_an_answer_nor_steer_a_terminal() -> None:
    said = message("market_data.bad_symbol", text="\ud800\x1b[2J")
    assert render(said, Language.EN).startswith(r"'\ud800\x1b[2J' is not a symbol")


def test_a_stored_message_reads_as_it_was_written() -> None:
    said = message(
        "market_data.no_source_returned",
        what=message("market_data.what_bars", timeframe=word("timeframe", "1d"), symbol="AAPL"),
        reasons=joined([Message.verbatim("a: it is down."), message("market_data.lacks_search")]),
        cash=Decimal("10.50"),
        days=[1, 2.5],
    )
    read = Message.from_json(json.loads(json.dumps(said.as_json())))
    for language in Language:
        assert render(read, language) == render(said, language)
    assert render(read, Language.EN).startswith("No source returned daily bars for AAPL. a: it is down.")


def test_an_error_carries_its_code_and_reads_in_english() -> None:
    error = Conflict("coordinator.stopped")
    assert error.said == message("coordinator.stopped")
    assert str(error) == error.message == "This research was stopped: retry the session to go on."
    waits = Throttled("accounts.too_many_logins", seconds=3, retry_after_seconds=3)
    assert (waits.message, waits.details) == ("Too many failed tries: wait 3 seconds.", {"retry_after_seconds": 3})


def test_every_sentence_is_there_in_both_languages_with_the_same_places() -> None:
    english, chinese = sentences(Language.EN), sentences(Language.ZH)
    assert sorted(english) == sorted(chinese)
    assert [code for code in english if places(english[code]) != places(chinese[code])] == sorted(ONE_LANGUAGE_ONLY)
    assert [code for code, said in chinese.items() if not HAN.search(said) and not _is_bare(said, code)] == []


def _is_bare(said: str, code: str) -> bool:
    """Nothing but places and marks."""
    return code in NO_WORDS or not re.search(r"\w", re.sub(r"\{\w+\}", "", said))


class Call(NamedTuple):
    """Where the source says something: an error made, or a message."""

    where: str
    node: ast.Call


@pytest.fixture(scope="module")
def calls() -> list[Call]:
    return [call for path, tree in _trees().items() for call in _said(path, tree)]


def test_no_error_is_raised_with_a_sentence_of_its_own(calls: list[Call]) -> None:
    written = [call.where for call in calls if any(_is_sentence(argument) for argument in call.node.args)]
    assert written == [], "put the sentence into packages/core/catalogue and raise its code"


def test_every_code_in_the_source_exists_and_gets_what_its_sentence_takes(calls: list[Call]) -> None:
    known = sentences(Language.EN)
    unknown = [f"{call.where} {code}" for call in calls for code in _codes(call.node) if code not in known]
    assert unknown == []
    lacking = [
        f"{call.where} {code} needs {sorted(lacks)}"
        for call in calls
        if not any(keyword.arg is None for keyword in call.node.keywords)
        for code in _codes(call.node)
        if (lacks := places(known[code]) - {keyword.arg or "" for keyword in call.node.keywords})
        and not _hands_on(call.node)
    ]
    assert lacking == []


def test_every_sentence_is_said_somewhere() -> None:
    """Whole, by the name below its prefix, or by a name that is put together behind a fixed beginning."""
    literals, beginnings = _strings()
    unsaid = [
        code
        for code in sentences(Language.EN)
        if not code.startswith("words.")
        and not any(name in literals or name.startswith(beginnings) for name in _names(code))
    ]
    assert unsaid == []


def _names(code: str) -> list[str]:
    parts = code.split(".")
    return [".".join(parts[at:]) for at in range(len(parts))]


def _strings() -> tuple[set[str], tuple[str, ...]]:
    nodes = [node for tree in _trees().values() for node in ast.walk(tree)]
    literals = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    firsts = [node.values[0] for node in nodes if isinstance(node, ast.JoinedStr)]
    texts = [each.value for each in firsts if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    return literals, tuple({text for text in texts if re.fullmatch(r"[a-z_]+[._]([a-z_.]*)", text)}) + COUNTED


@cache
def _trees() -> dict[str, ast.Module]:
    paths = (path for floor in FLOORS for path in (ROOT / floor).rglob("*.py") if "node_modules" not in path.parts)
    return {str(path.relative_to(ROOT)): ast.parse(path.read_text("utf-8")) for path in paths}


@cache
def _error_names() -> frozenset[str]:
    """Every class below `ParleyError`, by name."""
    bases: dict[str, set[str]] = {}
    for tree in _trees().values():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                bases.setdefault(node.name, set()).update(_name(base) for base in node.bases)
    known = {"ParleyError"}
    while more := {name for name, above in bases.items() if above & known} - known:
        known |= more
    return frozenset(known)


def _said(path: str, tree: ast.Module) -> Iterator[Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name in _error_names():
            made = [each for each in ast.walk(node) if isinstance(each, ast.Call) and _name(each.func) == "__init__"]
            yield from (Call(f"{path}:{each.lineno}", each) for each in made)
        if isinstance(node, ast.Call) and (_name(node.func) in _error_names() or _name(node.func) == "message"):
            yield Call(f"{path}:{node.lineno}", node)


def _name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _is_sentence(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=str(text)):
            return " " in text
        case ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]):
            return " " in text or "." not in text
        case ast.JoinedStr():
            return True
        case ast.IfExp(body=one, orelse=other):
            return _is_sentence(one) or _is_sentence(other)
        case _:
            return False


def _codes(call: ast.Call) -> list[str]:
    """Codes that stand in the call itself, or on either side of a condition."""
    contexts = {code.partition(".")[0] for code in sentences(Language.EN)}
    texts = [each.value for node in call.args for each in ast.walk(node) if isinstance(each, ast.Constant)]
    return [
        text for text in texts if isinstance(text, str) and re.fullmatch(rf"({'|'.join(contexts)})\.[\w.]*\w", text)
    ]


def _hands_on(call: ast.Call) -> bool:
    """Other arguments are messages of their own, which are looked at by themselves."""
    return any(isinstance(node, ast.Call) for argument in call.args for node in ast.walk(argument))
