"""The model that the agents of a debate ask."""

from abc import ABC, abstractmethod


class ILLMPort(ABC):
    """Raises `LLMOutputParseError` when an answer came and is not whole."""

    @abstractmethod
    async def generate(self, prompt: str, system_message: str | None, temperature: float) -> str:
        """The answer as the model wrote it."""
