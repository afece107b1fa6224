"""The judge, as the coordinator calls it."""

from abc import ABC, abstractmethod
from typing import Any


class IJudgeGateway(ABC):
    """Makes a call out of a debate."""

    @abstractmethod
    async def run_verdict(
        self, symbol: str, expert_results: dict[str, Any], debate_outcome: dict[str, Any]
    ) -> dict[str, Any]:
        """The verdict on what the debate came to."""
