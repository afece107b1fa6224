"""The bear as a model argues it."""

from src.modules.debate.domain.dtos import BearArgument, BullArgument, DebateInput
from src.modules.debate.domain.model.enums import Stance
from src.modules.debate.domain.ports.bear_advocate_agent import IBearAdvocateAgentPort
from src.modules.debate.domain.ports.llm_port import ILLMPort
from src.modules.debate.infrastructure.adapters.advocate import Advocate


class BearAdvocateAgentAdapter(IBearAdvocateAgentPort):
    """The advocate with the stance of the bear."""

    def __init__(self, llm: ILLMPort) -> None:
        self._advocate = Advocate(llm, Stance.BEAR, BearArgument)

    async def advocate(
        self,
        input: DebateInput,  # noqa: A002 - the seed's own word
        opponent: BullArgument | None = None,
    ) -> BearArgument:
        return await self._advocate.argue(input, opponent)
