"""What stands in the catalogue is said somewhere: a sentence or a phrase that nothing names any more goes."""

import ast
import json
import re
from collections.abc import Iterator

import pytest

from packages.core.messages import Language, sentences
from tests.house.source import ROOT, modules, name_of, page_modules

PHRASES = ROOT / "packages/core/catalogue/en/page"
CODE = re.compile(r"[A-Za-z0-9_.]*")
PUT_IN = re.compile(r"\$\{(?:[^{}]|\{[^{}]*\})*\}")
# `phraseOf("action", …)`: the first part of a phrase, handed to who puts the rest behind it.
FIRST_PART = re.compile(r"\w\((?:say, )?\s*\"(\w+)\",")
# What follows these comes with an import: the first part is looked up by what was guessed.
LOOKED_UP = re.compile(r"(?:kind|unit|value)_.+")


def test_every_sentence_is_named_by_the_product() -> None:
    named, made = set[str](), set[str]()
    for tree in modules().values():
        texts, patterns = _named(tree)
        named |= texts
        made |= patterns
    assert len(made) > 100, "codes that are put together are not found any more"
    unsaid = [code for code in sentences(Language.EN) if not _is_said(code, named, _any_of(made))]
    assert unsaid == []


def test_every_phrase_is_named_by_the_page() -> None:
    page = "\n".join(path.read_text() for path in page_modules())
    words, made = set(re.findall(r"\w+", page)), _any_of(set(_templates(page)))
    unsaid = [
        f"{path.stem}: {phrase}"
        for path in sorted(PHRASES.glob("*.json"))
        for phrase in json.loads(path.read_text())
        if phrase.rpartition(".")[2] not in words and not made.fullmatch(phrase)
        if not (path.stem == "data_imports" and LOOKED_UP.fullmatch(phrase))
    ]
    assert unsaid == []


def _named(tree: ast.Module) -> tuple[set[str], set[str]]:
    """Texts that may be codes or the end of one, and patterns of those that are put together. A word that is said of
    stored values stands in the catalogue with its blanks closed."""
    pieces = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    texts, patterns = set[str](), set[str]()
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in pieces:
                texts.add(text.replace(" ", "_"))
            case ast.Call(args=[ast.Constant(value=str(first)), _]) if name_of(node.func) == "label":
                patterns.add(rf"{re.escape(first)}\..+")
            case ast.JoinedStr(values=parts):
                written = [part.value if isinstance(part, ast.Constant) else None for part in parts]
                known = "".join(str(part) for part in written if part is not None)
                if CODE.fullmatch(known) and re.search("[a-z]", known):
                    patterns.add("".join(".+" if part is None else re.escape(str(part)) for part in written))
            case _:
                pass
    return texts, patterns


def _is_said(code: str, named: set[str], made: re.Pattern[str]) -> bool:
    """By its whole name, or by an end of it: who says many sentences of a context names the context once."""
    parts = code.split(".")
    ends = [".".join(parts[at:]) for at in range(len(parts))]
    return any(end in named or made.fullmatch(end) for end in ends)


def _templates(page: str) -> Iterator[str]:
    yield from (f"{first}[_.].+" for first in FIRST_PART.findall(page))
    for written in re.findall(r"`([^`\n]*\$\{[^`\n]*)`", page):
        parts = PUT_IN.split(written)
        if re.search("[a-z]", "".join(parts)) and all(CODE.fullmatch(part) for part in parts):
            yield ".+".join(map(re.escape, parts))


def _any_of(patterns: set[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in sorted(patterns)))


@pytest.mark.parametrize(
    ("source", "is_said"),
    [
        ("message('trading.kill_switch')", True),
        ("say('kill_switch')", True),
        ("say(f'{context}.kill_switch')", True),
        ("say(f'kill_{what}')", True),
        ("say('kill switch')", True),
        ("words.label('trading', what)", True),
        ("say(f'{one}{other}')", False),
        ("kill_switch = say('switch_off')", False),
    ],
)
def test_a_sentence_is_said_by_its_code_or_the_end_of_it(source: str, is_said: bool) -> None:
    named, made = _named(ast.parse(source))
    assert _is_said("trading.kill_switch", named, _any_of(made or {"$^"})) is is_said
