"""The sentences that errors are raised with, read from the source: what stands in a place is written as X1, X2 …"""

import ast
import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from packages.core.errors import ParleyError
from packages.core.messages import has

ROOT = Path(__file__).parents[3]
FLOORS = ("apps", "packages", "src")
_TERMINAL = "apps.cli"


def error_classes() -> frozenset[type[ParleyError]]:
    """Every error of the desk but those of the terminal, which is in English throughout."""
    for floor in FLOORS:
        for module in pkgutil.walk_packages(importlib.import_module(floor).__path__, f"{floor}."):
            importlib.import_module(module.name)
    return frozenset(one for one in _below(ParleyError) if not one.__module__.startswith(_TERMINAL))


def sentences_of(names: frozenset[str]) -> Mapping[str, set[str]]:
    """By the name of the class; a class that makes its own sentence is named, too."""
    found: dict[str, set[str]] = {}
    for floor in FLOORS:
        for path in (ROOT / floor).rglob("*.py"):
            if path.is_relative_to(ROOT / "apps" / "cli") or "node_modules" in path.parts:
                continue
            for name, sentence in _said(ast.parse(path.read_text("utf-8")), names):
                found.setdefault(name, set()).add(sentence)
    return found


def _below(error: type[ParleyError]) -> Iterator[type[ParleyError]]:
    for child in error.__subclasses__():
        yield child
        yield from _below(child)


def _said(tree: ast.Module, names: frozenset[str]) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name in names:
            own = (call for call in ast.walk(node) if isinstance(call, ast.Call) and _called(call) == "__init__")
            yield from ((node.name, sentence) for call in own for sentence in _sentences(call))
        if isinstance(node, ast.Call) and (name := _called(node)) in names:
            yield from ((name, sentence) for sentence in _sentences(node))


def _called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _sentences(call: ast.Call) -> Iterator[str]:
    for argument in call.args:
        sentence = _text(argument)
        if " " in sentence or has(sentence):
            yield sentence


def _text(node: ast.expr) -> str:
    """Empty for what is not written out as a text."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            places = iter(range(1, len(parts) + 1))
            return "".join(_text(part) if isinstance(part, ast.Constant) else f"X{next(places)}" for part in parts)
        case _:
            return ""
