"""The model of a debate: the platform's `LLMService`."""

from typing import Protocol

from src.modules.debate.domain.dtos.wording import AgentAnswer
from src.modules.debate.domain.exceptions import LLMOutputParseError
from src.modules.debate.domain.ports.llm_port import ILLMPort
from src.modules.llm_platform.application.contract import ModelOutputUnusable


class Generates(Protocol):
    """What a debate uses of `LLMService`."""

    async def generate(
        self,
        prompt: str,
        system_message: str | None = None,
        temperature: float = 0.7,
        *,
        response_schema: type[AgentAnswer] | None = None,
    ) -> str: ...


class LLMAdapter(ILLMPort):
    """Hands each question on; an answer that is not whole raises the debate's own error."""

    def __init__(self, llm_service: Generates) -> None:
        self._llm_service = llm_service

    async def generate(self, prompt: str, system_message: str | None, temperature: float) -> str:
        try:
            return await self._llm_service.generate(prompt, system_message=system_message, temperature=temperature)
        except ModelOutputUnusable as unusable:
            raise LLMOutputParseError(unusable.said, unusable.problems or (unusable.message,)) from unusable

    async def answer(
        self, prompt: str, system_message: str | None, temperature: float, shape: type[AgentAnswer]
    ) -> str:
        """By `response_format` where the server has it; the platform asks back once, so nobody does it again."""
        try:
            return await self._llm_service.generate(
                prompt, system_message=system_message, temperature=temperature, response_schema=shape
            )
        except ModelOutputUnusable as unusable:
            raise LLMOutputParseError(unusable.said, unusable.problems or (unusable.message,)) from unusable
