"""The structure: every fault with its place, and a JSON Schema that says the same."""

import itertools
import json
import random
from importlib.resources import files

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from packages.domain.strategy.problems import Code
from packages.domain.strategy.reading import read_value
from packages.domain.strategy.schema.grammar import schema_document
from packages.domain.strategy.validate import structure_faults
from tests.corpus.indicator_catalogue import SMALL_CATALOGUE
from tests.corpus.sample_strategy import changed, sample, without
from tests.corpus.strategies import mutated, random_documents

WORDS = ["all", "cmp", "left", "ref", "op", "gt", "trade", "long", "type", "stop", "kind", "value", "pct", "lag", "1d"]
LONG = "/trade/long"
ENTRY = f"{LONG}/entry/condition"


def test_the_schema_file_is_what_the_grammar_says() -> None:
    text = files("packages.domain.strategy.schema").joinpath("schema.json").read_text()
    assert json.loads(text) == schema_document()
    Draft202012Validator.check_schema(schema_document())


def test_the_canonical_sample_has_no_faults() -> None:
    assert structure_faults(sample()) == ()


@pytest.mark.parametrize(
    ("document", "code", "pointer", "hint"),
    [
        (without("/timeframe"), Code.MISSING_KEY, "", '"timeframe"'),
        (changed("/timeframe", "1 d"), Code.UNKNOWN_WORD, "/timeframe", '"1d"'),
        (changed("/dsl_version", "3.0.0"), Code.UNKNOWN_WORD, "/dsl_version", '"2.0.0"'),
        (changed("/universe/markt", "x", "add"), Code.UNKNOWN_KEY, "/universe/markt", "max_positions"),
        (changed("/universe/tickers", []), Code.WRONG_LENGTH, "/universe/tickers", "Add one"),
        (changed("/universe/tickers/-", "AAPL", "add"), Code.DUPLICATE_ITEM, "/universe/tickers/1", "Remove"),
        (changed("/factors/a.b", {"type": "ema"}, "add"), Code.BAD_NAME, "/factors/a.b", '"a_b"'),
        (changed(f"{ENTRY}/all/1", {"cmpp": {}}), Code.UNKNOWN_KEY, f"{ENTRY}/all/1/cmpp", '"cmp"'),
        (changed(f"{ENTRY}/ref", "x", "add"), Code.ONE_KEY_NEEDED, ENTRY, "all"),
        (changed(f"{ENTRY}/all/1/cmp/op", "<"), Code.UNKNOWN_WORD, f"{ENTRY}/all/1/cmp/op", "gt"),
        (changed(f"{ENTRY}/all/1/cmp/right", "70"), Code.WRONG_TYPE, f"{ENTRY}/all/1/cmp/right", "number"),
        (changed(f"{ENTRY}/all/1/cmp/left/lag", -1, "add"), Code.OUT_OF_RANGE, f"{ENTRY}/all/1/cmp/left/lag", "future"),
        (changed(f"{ENTRY}/all/1/cmp/left/lag", 0.5, "add"), Code.WRONG_TYPE, f"{ENTRY}/all/1/cmp/left/lag", "whole"),
        (changed(f"{LONG}/exits/1/stop/value", 5), Code.OUT_OF_RANGE, f"{LONG}/exits/1/stop/value", "0.05 is 5 %"),
        (changed(f"{LONG}/exits/1/type", "stoploss"), Code.UNKNOWN_WORD, f"{LONG}/exits/1/type", '"stop_loss"'),
        (without(f"{LONG}/exits/1/type"), Code.MISSING_KEY, f"{LONG}/exits/1", "time_exit"),
        (changed(f"{LONG}/position_sizing/pct", True), Code.WRONG_TYPE, f"{LONG}/position_sizing/pct", "equity"),
        (changed("/trade", {}), Code.MISSING_KEY, "/trade", "long"),
        (changed("/strategy/name", ""), Code.WRONG_LENGTH, "/strategy/name", "length"),
    ],
)
def test_a_fault_is_told_with_code_place_and_suggestion(document: object, code: Code, pointer: str, hint: str) -> None:
    [problem] = structure_faults(document)  # type: ignore[arg-type]
    assert (problem.code, problem.pointer) == (code, pointer)
    assert hint in problem.sentence


def test_all_faults_of_the_stage_are_told_at_once() -> None:
    document = changed("/timeframe", "soon") | {"factors": [], "extra": 1}
    assert {(each.code, each.pointer) for each in structure_faults(document)} == {
        (Code.UNKNOWN_WORD, "/timeframe"),
        (Code.WRONG_TYPE, "/factors"),
        (Code.UNKNOWN_KEY, "/extra"),
    }


@pytest.mark.slow
@pytest.mark.parametrize("count", [150, pytest.param(3000, marks=pytest.mark.trust)])
def test_the_schema_and_the_grammar_accept_the_same_documents(count: int) -> None:
    rng = random.Random(7)
    judge = Draft202012Validator(schema_document())
    accepted = 0
    for document in itertools.islice(random_documents(3, SMALL_CATALOGUE), count):
        for candidate in (document, mutated(rng, document, WORDS)):
            if read_value(candidate).problems:
                continue
            fine = not structure_faults(candidate)
            accepted += fine
            assert judge.is_valid(candidate) is fine, candidate
    assert count <= accepted < 2 * count
