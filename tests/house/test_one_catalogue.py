"""What is said to people stands in the catalogue: no module holds a Chinese text and its English one side by side."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise

import pytest

from tests.house.source import modules

# Modules that read both languages, or hold data in both; by folder where a whole room does.
READS = {
    "packages/domain/conversation/": "recognises what people type and what models claim",
    "packages/domain/evidence/": "recognises numbers, units and claims in texts",
    "packages/domain/strategy/words/": "reads rules that were written in words",
    "packages/infra/providers/market_data/bars/": "recognises the headings of files of bars",
    "packages/infra/providers/market_data/files/": "recognises the headings of other files",
    "packages/infra/providers/market_data/vendors/": "reads the columns of vendors",
    "packages/infra/providers/market_data/demo/": "invents companies and news, which are data",
    "src/modules/audit/domain/anonymity.py": "names that stand in for real ones in texts",
    "packages/domain/trading/deployments/model.py": "the phrase that a person types word by word",
    "src/modules/judge/application/verdict_check.py": "names by which a text may call the base rate",
    "src/modules/research/domain/audit/rules.py": "names by which a text may call a figure or a house rule",
    "src/modules/research/domain/catalysts.py": "names of house rules, and what is searched for",
    "src/modules/research/domain/macro/economies.py": "names of industries to recognise, and what is searched for",
    "src/modules/research/domain/macro/rules.py": "names by which a text may call a figure or a house rule",
    "src/modules/research/domain/technical/rules.py": "names by which a text may call a figure or a house rule",
    "src/modules/research/domain/valuation/names.py": "names by which a text may call a figure",
    "src/modules/research/domain/valuation/rules.py": "names by which a text may call a house rule",
    "src/modules/research/infrastructure/rules/event_kinds.py": "patterns of the headlines that tell an event",
}
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_WORDS = re.compile(r"[A-Za-z]{2,}\W+(?:\w+\W+)*?[A-Za-z]{2,}")
_LANGUAGE = re.compile(r"\bZH\b|\bEN\b|is_chinese|language")


def pairs(tree: ast.AST) -> Iterator[int]:
    """Lines with a Chinese text beside an English one of several words, or one of any length chosen by a language."""
    for node in ast.walk(tree):
        chosen = isinstance(node, ast.IfExp) and _LANGUAGE.search(ast.unparse(node.test)) is not None
        for one, other in pairwise(_neighbours(node)):
            texts = [text for text in (_text(one), _text(other)) if text is not None]
            chinese = [text for text in texts if _CHINESE.search(text)]
            english = [text for text in texts if not _CHINESE.search(text) and (chosen or _WORDS.search(text))]
            if (chinese and english) or (chosen and chinese):
                yield one.lineno


def _neighbours(node: ast.AST) -> list[ast.expr]:
    match node:
        case ast.Call(args=args, keywords=keywords):
            return [*args, *(keyword.value for keyword in keywords)]
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            return elements
        case ast.IfExp(body=body, orelse=orelse):
            return [body, orelse]
        case ast.Dict(values=values):
            return values
        case _:
            return []


def _text(node: ast.expr) -> str | None:
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=values):
            return " ".join(
                part.value for part in values if isinstance(part, ast.Constant) and isinstance(part.value, str)
            )
        case _:
            return None


def _found() -> list[str]:
    return [f"{path}:{line}" for path, tree in modules().items() for line in pairs(tree)]


def test_no_text_for_people_stands_in_two_languages_beside_each_other() -> None:
    beside = [found for found in _found() if not found.startswith(tuple(READS))]
    assert beside == [], "put both into packages/core/catalogue under one code, or name here what the module reads"


def test_every_module_that_may_hold_pairs_still_holds_one() -> None:
    found = _found()
    assert [path for path in READS if not any(each.startswith(path) for each in found)] == []


@pytest.mark.parametrize(
    "planted",
    [
        'write("数据缺口", "What is missing")',
        'write(f"收盘价 {{close}} {side}。", f"The closing price of {{close}} is {side}.")',
        'zh, en = ("仓位宜轻", "positions should be small")',
        'TITLES = {"risks": ("风险", "Risks and caveats")}',
        'say(zh="没有找到。", en="None found.")',
        'SAID = {Language.ZH: "没有找到。", Language.EN: "None found."}',
        '"天" if language is Language.ZH else "days"',
        'f"{count} 天" if self.is_chinese else f"{count}"',
    ],
)
def test_a_pair_is_found_however_it_is_written(planted: str) -> None:
    assert list(pairs(ast.parse(planted))) == [1]


@pytest.mark.parametrize(
    "fine",
    [
        'write("turnover.light", days="3")',
        'word("topic", "liquidity")',
        'GOOD = ("回购", "增持")',
        '"、" if zh else ", "',
    ],
)
def test_codes_lists_of_one_language_and_marks_are_no_pairs(fine: str) -> None:
    assert list(pairs(ast.parse(fine))) == []
