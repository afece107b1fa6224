"""A problem of the third stage."""

from packages.domain.strategy.problems import Code, Problem, Stage


def fault(code: Code, pointer: str, expected: str, found: str, suggestion: str) -> Problem:
    return Problem(Stage.SEMANTIC, code, pointer, expected, found, suggestion)
