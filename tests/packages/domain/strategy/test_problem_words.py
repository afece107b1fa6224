"""Faults in both languages: every code has a sentence in each that says the same, and none is left without a use."""

import ast
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

import packages.domain
from packages.core.messages import Language, Message, places, render, sentences
from packages.domain.strategy.problems import described, listed
from packages.domain.strategy.schema.containers import Named
from packages.domain.strategy.schema.grammar import CONDITION, STRATEGY
from packages.domain.strategy.schema.values import OPERAND
from packages.domain.strategy.validate import Validator
from tests.corpus.indicator_catalogue import SMALL_CATALOGUE
from tests.corpus.sample_strategy import changed

PREFIX = "strategy.problem."
VALIDATOR = Validator(SMALL_CATALOGUE)
BROKEN_TEXTS = {
    "": "第 1 行第 1 列：此处应有一个值",
    '{"a": 1 "b": 2}': "第 1 行第 9 列：此处应有逗号",
    '{"a" 1}': "第 1 行第 6 列：此处应有冒号",
    "{a: 1}": "第 1 行第 2 列：此处应有用双引号括起的键",
    "{} {}": "第 1 行第 4 列：文档结束后还有多余内容",
    '{"a': "第 1 行第 2 列：从此处开始的文本没有结束引号",
    '{"a\n": 1}': "第 1 行第 4 列：文本里有不允许的控制字符",
    '{"\\x": 1}': "第 1 行第 3 列：反斜杠转义写法不对",
    '{"\\u12": 1}': "第 1 行第 4 列：\\uXXXX 转义写法不对",
}


def codes_of(said: Message) -> Iterator[str]:
    yield said.code.removeprefix(PREFIX)
    for value in said.params.values():
        if isinstance(value, Message):
            yield from codes_of(value)


def codes_in_code() -> set[str]:
    [root] = packages.domain.__path__
    found = set[str]()
    for path in Path(root).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "phrase":
                found |= {str(each.value) for each in node.args if isinstance(each, ast.Constant)}
    return found


def codes_in_grammar(shape: object) -> Iterator[str]:
    """The meanings and the advice of a shape and of all below it."""
    if isinstance(shape, dict):
        for each in shape.values():
            yield from codes_in_grammar(each)
    elif is_dataclass(shape) and not isinstance(shape, Named):
        for field in fields(shape):
            value = getattr(shape, field.name)
            if field.name in ("meaning", "advice", "several"):
                yield from [value] if value else []
            else:
                yield from codes_in_grammar(value)


def codes_of_the_parser() -> set[str]:
    wrong = [VALIDATOR.json_text(text).problems[0] for text in BROKEN_TEXTS]
    return {code for problem in wrong for code in codes_of(problem.found)}


@pytest.mark.slow
def test_everything_that_can_be_said_has_a_sentence_and_nothing_else_has_one() -> None:
    grammar = {*codes_in_grammar(STRATEGY), *codes_in_grammar(CONDITION), *codes_in_grammar(OPERAND)}
    assert len(grammar) > 40
    told = {code.removeprefix(PREFIX) for code in sentences(Language.EN) if code.startswith(PREFIX)}
    assert told == codes_in_code() | grammar | codes_of_the_parser()


def test_a_chinese_sentence_has_the_places_of_the_english_one() -> None:
    english, chinese = sentences(Language.EN), sentences(Language.ZH)
    codes = [code for code in english if code.startswith(PREFIX)]
    assert [code for code in codes if places(english[code]) != places(chinese[code])] == [f"{PREFIX}yaml_reason"]
    untranslated = {code.removeprefix(PREFIX) for code in codes if english[code] == chinese[code]}
    assert untranslated == {"list", "json", "yaml"}


@pytest.mark.parametrize(("text", "told"), BROKEN_TEXTS.items())
def test_a_broken_text_is_told_in_chinese_with_its_line_and_column(text: str, told: str) -> None:
    [problem] = VALIDATOR.json_text(text).problems
    assert render(problem.found, Language.ZH) == told
    assert problem.as_json(Language.ZH)["suggestion"] == "请修改该处的文本。"


def test_what_a_parser_says_is_told_as_it_is_even_with_braces() -> None:
    [problem] = VALIDATOR.yaml_text("a: {b: [}").problems
    assert "in line 1, column" in str(problem.found)
    assert render(problem.found, Language.ZH) == "第 1 行第 9 列：不合 YAML 语法"
    assert render(Message.verbatim("expected '{'"), Language.ZH) == "expected '{'"


def test_what_a_person_wrote_is_quoted_and_never_read_as_a_phrase() -> None:
    [problem] = VALIDATOR.document(changed("/timeframe", "{words} none")).problems
    assert render(problem.found, Language.ZH) == '文本 "{words} none"'
    assert render(Message.verbatim("none"), Language.ZH) == "none"


def test_a_fault_is_told_as_a_sentence_of_either_language() -> None:
    [problem] = VALIDATOR.document(changed("/trade/long/position_sizing/pct", 5)).problems
    assert problem.as_json(Language.ZH) == {
        "stage": "schema",
        "code": "out_of_range",
        "pointer": "/trade/long/position_sizing/pct",
        "expected": "权益的比例，大于 0 且不大于 1",
        "found": "数字 5",
        "suggestion": "请写成小数：0.5 即一半权益。",
    }
    assert problem.as_json()["expected"] == "a fraction of the equity, above 0 and at most 1"


def test_lists_are_cut_and_counted_in_either_language() -> None:
    many = listed(f"f{number}" for number in range(14))
    assert str(many).endswith("f10, f11 and 2 more")
    assert render(many, Language.ZH).endswith("f10、f11，另有 2 个")
    assert render(described({"a": 1, "b": 2}), Language.ZH) == '含有 "a"、"b" 的对象'
