"""Whatever is typed as YAML, the validator answers."""

import random

import pytest

from packages.domain.strategy.problems import Stage
from packages.domain.strategy.validate import Validator
from packages.domain.strategy.yaml_text import write_yaml
from tests.corpus.indicator_catalogue import SMALL_CATALOGUE
from tests.corpus.sample_strategy import sample

LETTERS = "{}[]\"',:0123456789.eE+-tfn\\ \n\t\x00é&*!|>%@`?#~\ud800"


@pytest.mark.slow
@pytest.mark.parametrize("count", [500, pytest.param(20_000, marks=pytest.mark.trust)])
def test_damaged_yaml_never_crashes_the_validator(count: int) -> None:
    rng, validator, good = random.Random(37), Validator(SMALL_CATALOGUE), write_yaml(sample())
    seen = set[Stage | None]()
    for _ in range(count):
        text = list(good)
        for _ in range(rng.randint(1, 6)):
            place = rng.randrange(len(text))
            text[place : place + rng.randint(0, 3)] = rng.choice(LETTERS)
        validation = validator.yaml_text("".join(text))
        assert (validation.strategy is None) is bool(validation.problems)
        for problem in validation.problems:
            assert problem.pointer == "" or problem.pointer.startswith("/")
            assert problem.sentence.encode()
            assert str(problem.suggestion)
        seen.add(validation.stage)
    assert seen == {None, Stage.PARSE, Stage.SCHEMA, Stage.SEMANTIC}
