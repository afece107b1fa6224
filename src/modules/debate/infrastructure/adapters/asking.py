"""One question to a model, and one more when the answer cannot be used."""

from typing import TypeVar

from src.modules.debate.domain.dtos.wording import AgentAnswer
from src.modules.debate.domain.exceptions import LLMOutputParseError
from src.modules.debate.domain.ports.llm_port import ILLMPort
from src.modules.debate.infrastructure.agents.output_parser import parse
from src.modules.llm_platform.application.structured import retry_prompt

SomeAnswer = TypeVar("SomeAnswer", bound=AgentAnswer)
_NOTHING_WHOLE = "(it was empty, or it was cut before its end)"


async def ask(llm: ILLMPort, system: str, prompt: str, temperature: float, shape: type[SomeAnswer]) -> SomeAnswer:
    """The second question quotes what was wrong with the first answer; after that `LLMOutputParseError` is final."""
    try:
        return parse(await llm.generate(prompt, system, temperature), shape)
    except LLMOutputParseError as unusable:
        again = retry_prompt(prompt, unusable.answer or _NOTHING_WHOLE, unusable.problems)
    return parse(await llm.generate(again, system, temperature), shape)
