"""A problem of the third stage."""

from packages.domain.strategy.problems import Code, Problem, Stage
from packages.domain.strategy.wording import Wording


def fault(code: Code, pointer: str, expected: Wording, found: Wording, suggestion: Wording) -> Problem:
    return Problem(Stage.SEMANTIC, code, pointer, expected, found, suggestion)
