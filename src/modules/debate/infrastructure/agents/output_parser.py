"""Reads an agent's answer: exactly, or not at all."""

from typing import TypeVar

from src.modules.debate.domain.dtos.wording import AgentAnswer
from src.modules.debate.domain.exceptions import LLMOutputParseError
from src.modules.llm_platform.application.contract import ModelOutputUnusable, read_structured

SomeAnswer = TypeVar("SomeAnswer", bound=AgentAnswer)


def parse(text: str, shape: type[SomeAnswer]) -> SomeAnswer:
    """Fences, thoughts and leading prose are passed over; a cut or contradictory answer is never mended."""
    try:
        return shape.model_validate_json(read_structured(text, shape))
    except ModelOutputUnusable as unusable:
        problems = unusable.problems or (unusable.message,)
        raise LLMOutputParseError(unusable.said, problems, answer=text) from unusable
