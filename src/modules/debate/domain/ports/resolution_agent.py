"""Who weighs both cases."""

from abc import ABC, abstractmethod

from src.modules.debate.domain.dtos.bull_bear_argument import BearArgument, BullArgument
from src.modules.debate.domain.dtos.risk_matrix import ResolutionResult


class IResolutionAgentPort(ABC):
    """Raises `LLMOutputParseError` when its answer cannot be used."""

    @abstractmethod
    async def resolve(self, symbol: str, bull: BullArgument, bear: BearArgument) -> ResolutionResult:
        """Which way it leans after each side was questioned with the other's arguments."""
