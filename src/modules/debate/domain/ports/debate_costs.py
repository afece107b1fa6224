"""Who knows, before a debate runs, what it may cost."""

from abc import ABC, abstractmethod

from src.modules.debate.domain.cost import DebateCost
from src.modules.debate.domain.dtos.debate_input import DebateInput


class DebateCosts(ABC):
    """Says it before anything is asked or paid."""

    @abstractmethod
    async def estimate(self, debate_input: DebateInput, rounds: int) -> DebateCost:
        """For a debate of so many rounds over this input."""
