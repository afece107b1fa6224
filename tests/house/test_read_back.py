"""Sentences are written for people and models: nothing reads back out of them what code knew when it wrote them."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import TypeGuard

import pytest

from packages.core.messages import Language, sentences
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
MAKERS = frozenset({"compile", "lazy_pattern"})
# Letters that a pattern takes as they are: four Chinese characters, or three English words.
_SPELT_OUT = re.compile(r"[\u4e00-\u9fff]{4,}|[A-Za-z]+(?: [A-Za-z]+){2,}")
_ESCAPED = re.compile(r"\\[A-Za-z]")
# Prose that people and models wrote is read here, in their words; what of it our sentences use as well is their trade.
PROSE_IS_READ = (
    "packages/domain/conversation/",
    "packages/domain/evidence/",
    "packages/domain/strategy/words/",
    "src/modules/audit/domain/earnings.py",
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


def test_no_pattern_is_written_to_read_a_sentence_of_ours_back() -> None:
    patterns = {path: list(_patterns(tree)) for path, tree in modules().items() if not path.startswith(PROSE_IS_READ)}
    assert sum(map(len, patterns.values())) > 300, "the patterns of the product are not found any more"
    found = [f"{path}: {run}" for path, texts in patterns.items() for text in texts for run in _of_ours(text)]
    assert not found, "hand over what the code knew, in fields:\n" + "\n".join(found)


@pytest.mark.parametrize(
    "source",
    [
        "TRADES = re.compile(r'仓位上限乘以|利好')",
        "TRADES = lazy_pattern(r'higher|leave when it closes below')",
        "WORDS = r'higher|leave when it closes below'\nTRADES = re.compile(WORDS)",
        "found = re.search('没有专家给出', text)",
    ],
)
def test_a_pattern_that_reads_a_sentence_of_ours_is_found(source: str) -> None:
    assert [run for text in _patterns(ast.parse(source)) for run in _of_ours(text)]


@pytest.mark.parametrize(
    "source", ["TRADES = re.compile(r'超买|跌破|压力测试')", "said = say('leave when it closes below')"]
)
def test_words_of_the_trade_and_sentences_that_are_said_are_let_be(source: str) -> None:
    assert not [run for text in _patterns(ast.parse(source)) for run in _of_ours(text)]


def _patterns(tree: ast.Module) -> Iterator[str]:
    """The texts that a module looks for: what stands where something is matched, also by a name it was given."""
    looked_for = [part for call in calls(tree) if name_of(call.func) in MATCHERS | MAKERS for part in call.args]
    names = {node.id for part in looked_for for node in ast.walk(part) if isinstance(node, ast.Name)}
    for node in tree.body:
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ) if name in names:
                looked_for.append(value)
    for part in looked_for:
        yield from (
            node.value for node in ast.walk(part) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        )


def _of_ours(pattern: str) -> Iterator[str]:
    """The runs of letters in it that stand in a sentence of the catalogue and are no term by themselves there."""
    said, terms = _catalogue()
    for run in _SPELT_OUT.findall(_ESCAPED.sub("|", pattern)):
        if run.lower() in said and run.lower() not in terms:
            yield run


@cache
def _catalogue() -> tuple[str, frozenset[str]]:
    every = [sentence.lower() for language in Language for sentence in sentences(language).values()]
    return "\n".join(every), frozenset(every)
