"""The three stages together, on good strategies, damaged ones and noise."""

import itertools
import json
import random

import pytest

from packages.core.messages import Language
from packages.domain.strategy.catalogue_port import Catalogue
from packages.domain.strategy.constraints import long_only
from packages.domain.strategy.errors import InvalidStrategy
from packages.domain.strategy.json_tree import Json, steps_of
from packages.domain.strategy.problems import Problem, Stage
from packages.domain.strategy.validate import Validator
from tests.corpus.indicator_catalogue import SMALL_CATALOGUE
from tests.corpus.sample_strategy import SAMPLE_TEXT, changed
from tests.corpus.strategies import CHANCE, mutated, random_documents, random_json, valid_strategies

pytestmark = pytest.mark.slow

VALIDATOR = Validator(SMALL_CATALOGUE)
COUNTS = [2_000, pytest.param(20_000, marks=pytest.mark.trust)]
WORDS = [
    *(
        "dsl_version",
        "1.0.0",
        "strategy",
        "name",
        "universe",
        "market",
        "us_stocks",
        "tickers",
        "AAPL",
        "timeframe",
        "1d",
    ),
    *("factors", "ema_5", "type", "ema", "params", "period", "trade", "long", "short", "entry", "condition", "order"),
    *(
        "all",
        "any",
        "not",
        "cmp",
        "left",
        "op",
        "gt",
        "right",
        "cross",
        "a",
        "b",
        "ref",
        "lag",
        "within_bars",
        "sequence",
    ),
    *("steps", "bars", "bars_since", "exits", "stop_loss", "stop", "kind", "pct", "value", "position_sizing", "mode"),
]


def test_a_valid_text_gives_its_strategy() -> None:
    validation = VALIDATOR.json_text(SAMPLE_TEXT)
    assert validation.stage is None
    assert validation.require().name == "Average cross"


@pytest.mark.parametrize(
    ("text", "stage"),
    [
        ("{", Stage.PARSE),
        ("{}", Stage.SCHEMA),
        ("[]", Stage.SCHEMA),
        (json.dumps(changed("/universe/market", "crypto")), Stage.SEMANTIC),
    ],
)
def test_validation_stops_after_the_first_stage_that_finds_something(text: str, stage: Stage) -> None:
    validation = VALIDATOR.json_text(text)
    assert validation.strategy is None
    assert {problem.stage for problem in validation.problems} == {stage}
    with pytest.raises(InvalidStrategy) as raised:
        validation.require()
    assert raised.value.details["problems"] == [problem.as_json() for problem in validation.problems]


def test_constraints_are_asked_last_and_told_like_any_problem() -> None:
    document = changed("/trade", {"short": changed("/trade", {})["trade"]})
    assert VALIDATOR.document(document).stage is Stage.SCHEMA
    side = json.loads(SAMPLE_TEXT)["trade"]["long"]
    [problem] = Validator(SMALL_CATALOGUE, [long_only]).document(changed("/trade", {"short": side})).problems
    assert problem.pointer == "/trade/short"


def test_nearly_all_random_strategies_are_valid(catalogue: Catalogue) -> None:
    validator = Validator(catalogue)
    refused = 0
    for document in itertools.islice(random_documents(5, catalogue), 500):
        problems = validator.document(document).problems
        assert {problem.code for problem in problems} <= CHANCE, problems
        refused += bool(problems)
    assert refused < 50


@pytest.mark.parametrize("count", COUNTS)
def test_random_documents_never_crash_the_validator(count: int) -> None:
    rng = random.Random(17)
    top = ("dsl_version", "strategy", "universe", "timeframe", "factors", "trade")
    for number in range(count):
        document = random_json(rng, WORDS)
        if number % 4:
            document = {key: random_json(rng, WORDS) for key in top}
        problems = VALIDATOR.document(document).problems
        assert problems
        _check_answers(document, problems)


@pytest.mark.parametrize("count", COUNTS)
def test_damaged_strategies_never_crash_the_validator(count: int) -> None:
    rng = random.Random(23)
    seen = set[Stage | None]()
    for good, _ in itertools.islice(itertools.cycle(valid_strategies(29, 400, SMALL_CATALOGUE)), count):
        document = mutated(rng, good, WORDS)
        validation = VALIDATOR.document(document)
        assert (validation.strategy is None) is bool(validation.problems)
        _check_answers(document, validation.problems)
        seen.add(validation.stage)
    assert seen == {None, Stage.PARSE, Stage.SCHEMA, Stage.SEMANTIC}


@pytest.mark.parametrize("count", COUNTS)
def test_damaged_texts_never_crash_the_validator(count: int) -> None:
    rng = random.Random(31)
    letters = '{}[]",:0123456789.eE+-tfn\\u \n\x00é'
    for _ in range(count):
        text = list(SAMPLE_TEXT)
        for _ in range(rng.randint(1, 6)):
            place = rng.randrange(len(text))
            text[place : place + rng.randint(0, 3)] = rng.choice(letters)
        validation = VALIDATOR.json_text("".join(text))
        assert (validation.strategy is None) is bool(validation.problems)
        assert all(problem.sentence.encode() for problem in validation.problems)


def _check_answers(document: Json, problems: tuple[Problem, ...]) -> None:
    for problem in problems:
        for language in Language:
            assert all(problem.as_json(language)[told] for told in ("expected", "found", "suggestion"))
        assert problem.sentence.encode()
        assert problem.pointer == "" or problem.pointer.startswith("/")
        _points_into(document, problem.pointer)


def _points_into(document: Json, pointer: str) -> None:
    """All but the last two steps must be there: a fault may be about a parameter that is missing or left out."""
    value = document
    for step in steps_of(pointer)[:-2]:
        value = value[int(step)] if isinstance(value, list) else value[step]  # type: ignore[index]
