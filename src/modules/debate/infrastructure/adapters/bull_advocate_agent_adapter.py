"""The bull as a model argues it."""

from src.modules.debate.domain.dtos import BearArgument, BullArgument, DebateInput
from src.modules.debate.domain.model.enums import Stance
from src.modules.debate.domain.ports.bull_advocate_agent import IBullAdvocateAgentPort
from src.modules.debate.domain.ports.llm_port import ILLMPort
from src.modules.debate.infrastructure.adapters.advocate import Advocate


class BullAdvocateAgentAdapter(IBullAdvocateAgentPort):
    """The advocate with the stance of the bull."""

    def __init__(self, llm: ILLMPort) -> None:
        self._advocate = Advocate(llm, Stance.BULL, BullArgument)

    async def advocate(
        self,
        input: DebateInput,  # noqa: A002 - the seed's own word
        opponent: BearArgument | None = None,
    ) -> BullArgument:
        return await self._advocate.argue(input, opponent)
