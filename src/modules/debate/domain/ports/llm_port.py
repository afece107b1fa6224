"""The model that the agents of a debate ask."""

from abc import ABC, abstractmethod
from typing import Protocol, runtime_checkable

from src.modules.debate.domain.dtos.wording import AgentAnswer


class ILLMPort(ABC):
    """Raises `LLMOutputParseError` when an answer came and is not whole."""

    @abstractmethod
    async def generate(self, prompt: str, system_message: str | None, temperature: float) -> str:
        """The answer as the model wrote it."""


@runtime_checkable
class AnswersByShape(Protocol):
    """A model that can be asked for JSON of a shape; whoever asks it asks back once by itself."""

    async def answer(
        self, prompt: str, system_message: str | None, temperature: float, shape: type[AgentAnswer]
    ) -> str: ...
