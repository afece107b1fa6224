"""The debate, as the coordinator calls it."""

from abc import ABC, abstractmethod
from typing import Any


class IDebateGateway(ABC):
    """Bull against bear over what the experts found."""

    @abstractmethod
    async def run_debate(self, symbol: str, expert_results: dict[str, Any]) -> dict[str, Any]:
        """`expert_results`: the reports of the experts that succeeded, by name."""
