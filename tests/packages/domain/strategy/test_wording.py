"""Faults in Chinese: every phrase has a translation that says the same, and none is left without a use."""

import ast
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from string import Formatter

import pytest

import packages.domain
from packages.domain.strategy.explain.speech import Language
from packages.domain.strategy.problem_chinese import CHINESE
from packages.domain.strategy.problems import Problem, described, listed
from packages.domain.strategy.schema.containers import Named
from packages.domain.strategy.schema.grammar import CONDITION, STRATEGY
from packages.domain.strategy.validate import Validator
from packages.domain.strategy.wording import Wording, as_written, said
from tests.corpus.indicator_catalogue import SMALL_CATALOGUE
from tests.corpus.sample_strategy import changed

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


def phrases_of(wording: Wording) -> Iterator[str]:
    yield wording.phrase
    for _, blank in wording.blanks:
        if isinstance(blank, Wording):
            yield from phrases_of(blank)


def phrases_in_code() -> set[str]:
    [root] = packages.domain.__path__
    found = set[str]()
    for path in Path(root).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "said":
                found |= {str(each.value) for each in node.args if isinstance(each, ast.Constant)}
    return found


def phrases_in_grammar(shape: object) -> Iterator[str]:
    """The meanings and the advice of a shape and of all below it."""
    if isinstance(shape, dict):
        for each in shape.values():
            yield from phrases_in_grammar(each)
    elif is_dataclass(shape) and not isinstance(shape, Named):
        for field in fields(shape):
            value = getattr(shape, field.name)
            if field.name in ("meaning", "advice"):
                yield from [value] if value else []
            else:
                yield from phrases_in_grammar(value)


def phrases_from_elsewhere() -> set[str]:
    """Of the JSON parser, and the advice on symbols."""
    wrong = [VALIDATOR.json_text(text).problems[0] for text in BROKEN_TEXTS]
    wrong += VALIDATOR.document(changed("/universe/tickers", ["???"])).problems
    return {phrase for problem in wrong for phrase in phrases_of_problem(problem)}


def phrases_of_problem(problem: Problem) -> Iterator[str]:
    for wording in (problem.expected, problem.found, problem.suggestion):
        yield from phrases_of(wording)


def test_everything_that_can_be_said_has_a_chinese_phrase_and_nothing_else_has_one() -> None:
    grammar = {*phrases_in_grammar(STRATEGY), *phrases_in_grammar(CONDITION)}
    assert len(grammar) > 40
    assert set(CHINESE) == phrases_in_code() | grammar | phrases_from_elsewhere()


def test_a_chinese_phrase_has_the_blanks_of_the_english_one() -> None:
    def blanks(text: str) -> set[str | None]:
        return {name for _, name, _, _ in Formatter().parse(text)} - {None}

    differing = [phrase for phrase, chinese in CHINESE.items() if blanks(phrase) != blanks(chinese)]
    assert differing == ["{reason}"]
    untranslated = {phrase for phrase, chinese in CHINESE.items() if phrase == chinese}
    assert untranslated == {"{text}", "{words}", "JSON", "YAML"}


@pytest.mark.parametrize(("text", "told"), BROKEN_TEXTS.items())
def test_a_broken_text_is_told_in_chinese_with_its_line_and_column(text: str, told: str) -> None:
    [problem] = VALIDATOR.json_text(text).problems
    assert problem.found.in_(Language.ZH) == told
    assert problem.as_json(Language.ZH)["suggestion"] == "请修改该处的文本。"


def test_what_a_parser_says_is_told_as_it_is_even_with_braces() -> None:
    [problem] = VALIDATOR.yaml_text("a: {b: [}").problems
    assert "in line 1, column" in str(problem.found)
    assert problem.found.in_(Language.ZH) == "第 1 行第 9 列：不合 YAML 语法"
    assert said("expected '{'").in_(Language.ZH) == "expected '{'"


def test_what_a_person_wrote_is_quoted_and_never_read_as_a_phrase() -> None:
    [problem] = VALIDATOR.document(changed("/timeframe", "{words} none")).problems
    assert problem.found.in_(Language.ZH) == '文本 "{words} none"'
    assert as_written("none").in_(Language.ZH) == "none"


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
    assert many.in_(Language.ZH).endswith("f10、f11，另有 2 个")
    assert described({"a": 1, "b": 2}).in_(Language.ZH) == '含有 "a"、"b" 的对象'
