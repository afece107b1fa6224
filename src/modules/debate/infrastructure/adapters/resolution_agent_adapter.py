"""The resolution as a model gives it."""

from src.modules.debate.domain.complaints import current_complaints
from src.modules.debate.domain.dtos import BearArgument, BullArgument, ResolutionResult
from src.modules.debate.domain.ports.llm_port import ILLMPort
from src.modules.debate.domain.ports.resolution_agent import IResolutionAgentPort
from src.modules.debate.infrastructure.adapters.advocate import ask
from src.modules.debate.infrastructure.agents.prompts import (
    DebatePrompts,
    argument_text,
    complaints_text,
    language_name_of,
    unmarked,
)

# Lower than the advocates': it is to weigh, not to find something new.
_TEMPERATURE = 0.2


class ResolutionAgentAdapter(IResolutionAgentPort):
    """Reads its prompts when it is made."""

    def __init__(self, llm: ILLMPort) -> None:
        self._llm = llm
        self._prompts = DebatePrompts.of("resolution")

    async def resolve(self, symbol: str, bull: BullArgument, bear: BearArgument) -> ResolutionResult:
        system, user = self._prompts.filled(
            {
                "symbol": unmarked(symbol),
                "language": language_name_of(bull, bear),
                "bull": argument_text(bull),
                "bear": argument_text(bear),
                "complaints": complaints_text(current_complaints()),
            }
        )
        return await ask(self._llm, system, user, _TEMPERATURE, ResolutionResult)
