"""Who argues for a fall."""

from abc import ABC, abstractmethod

from src.modules.debate.domain.dtos.bull_bear_argument import BearArgument, BullArgument
from src.modules.debate.domain.dtos.debate_input import DebateInput


class IBearAdvocateAgentPort(ABC):
    """Raises `LLMOutputParseError` when its answer cannot be used."""

    @abstractmethod
    async def advocate(
        self,
        input: DebateInput,  # noqa: A002 - the seed's own word
        opponent: BullArgument | None = None,
    ) -> BearArgument:
        """The case; from the second round on, with the bull's last one to answer."""
