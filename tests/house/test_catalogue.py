"""The catalogue holds every code that the source names, and nothing that it does not."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import pytest

from packages.core.messages import Language, places, sentences
from tests.house.source import modules

# Nouns with a count: `trade_one`, `trade_many`.
COUNTED = ("trade_", "position_", "bar_")


class Call(NamedTuple):
    """Where the source says something: an error made, or a message."""

    where: str
    node: ast.Call


@pytest.fixture(scope="module")
def calls() -> list[Call]:
    return [call for path, tree in modules().items() for call in _said(path, tree)]


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
    nodes = [node for tree in modules().values() for node in ast.walk(tree)]
    literals = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    firsts = [node.values[0] for node in nodes if isinstance(node, ast.JoinedStr)]
    texts = [each.value for each in firsts if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    return literals, tuple({text for text in texts if re.fullmatch(r"[a-z_]+[._]([a-z_.]*)", text)}) + COUNTED


@cache
def _error_names() -> frozenset[str]:
    """Every class below `ParleyError`, by name."""
    bases: dict[str, set[str]] = {}
    for tree in modules().values():
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
