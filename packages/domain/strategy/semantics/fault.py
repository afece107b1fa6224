"""A problem of the third stage."""

from packages.core.messages import Message
from packages.domain.strategy.problems import Code, Problem, Stage


def fault(code: Code, pointer: str, expected: Message, found: Message, suggestion: Message) -> Problem:
    return Problem(Stage.SEMANTIC, code, pointer, expected, found, suggestion)
