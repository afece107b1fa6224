"""Sentences are written for people and models: nothing reads back out of them what code knew when it wrote them."""

import ast
from collections.abc import Iterator
from typing import TypeGuard

import pytest

from tests.house.source import ROOT, calls, modules, name_of

RESEARCH = "src/modules/research/"
# What the sentence of an absent figure is called, on the figure and on its reason.
SENTENCES = frozenset({"reason", "sentence"})
MATCHERS = frozenset(
    {
        *("search", "match", "fullmatch", "findall", "finditer", "split", "rsplit", "sub", "partition", "rpartition"),
        *("startswith", "endswith", "find", "rfind", "index", "count", "replace", "removeprefix", "removesuffix"),
        "missing_line",
        "why_absent",
    }
)


@pytest.mark.parametrize(
    "parser", ["packages/contracts/chinese", "apps/web/src/contracts/chinese.json", "apps/web/src/i18n/told.ts"]
)
def test_nothing_parses_sentences_back(parser: str) -> None:
    assert not (ROOT / parser).exists()


def test_nothing_parses_the_sentence_of_an_absent_figure_back() -> None:
    research = {path: tree for path, tree in modules().items() if path.startswith(RESEARCH)}
    assert len(research) > 100, "the modules of research are not found any more"
    found = [f"{path}:{line}" for path, tree in research.items() for line in _read_back(tree)]
    assert not found, "go by `why`, not by the sentence:\n" + "\n".join(found)


@pytest.mark.parametrize(
    "source",
    [
        "'beyond belief' in finding.reason",
        "any(mark in absent.reason for mark, _ in KINDS)",
        "'no dividend' not in absent.why.sentence",
        "finding.reason == 'No method has a value.'",
        "DAYS.search(absent.reason)",
        "re.findall(r'[A-Z]{3}', absent.reason)",
        "absent.reason.startswith('MA200')",
        "absent.reason.lower().partition(' ')",
        "missing_line(absent.reason)",
        "reason = absent.reason\nfound = 'divided by' in reason",
    ],
)
def test_a_sentence_that_is_parsed_back_is_found(source: str) -> None:
    assert list(_read_back(ast.parse(source)))


@pytest.mark.parametrize(
    "source",
    [
        "f'- {one.key}: {one.reason}'",
        "{key: one.reason for key, one in absent.items()}",
        "KINDS[absent.why.code]",
        "absent.why.code in PASSED_OVER",
        "missing_line(absent.why)",
    ],
)
def test_a_sentence_that_is_shown_and_a_code_that_is_looked_up_are_let_be(source: str) -> None:
    assert not list(_read_back(ast.parse(source)))


def _read_back(tree: ast.Module) -> Iterator[int]:
    """Lines that compare the sentence of an absent figure, or look for something in it; also by a name it was given."""
    names = {
        name_of(target)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and _is_sentence(node.value)
        for target in node.targets
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and any(_holds(part, names) for part in (node.left, *node.comparators)):
            yield node.lineno
    for call in calls(tree):
        owner = call.func.value if isinstance(call.func, ast.Attribute) else None
        looked_in = [*call.args, *(keyword.value for keyword in call.keywords), *([owner] if owner else [])]
        if name_of(call.func) in MATCHERS and any(_holds(part, names) for part in looked_in):
            yield call.lineno


def _is_sentence(node: ast.AST) -> TypeGuard[ast.Attribute]:
    return isinstance(node, ast.Attribute) and node.attr in SENTENCES and isinstance(node.ctx, ast.Load)


def _holds(part: ast.expr, names: set[str]) -> bool:
    """Whether it is the sentence, or something made of it."""
    return any(_is_sentence(node) or (isinstance(node, ast.Name) and node.id in names) for node in ast.walk(part))
