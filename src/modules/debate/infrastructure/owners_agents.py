"""The three ports for an owner: by the model or by the rules, as the engine was chosen.

A model that fails is a failure; rules never step in for it.
"""

from src.modules.debate.domain.dtos import BearArgument, BullArgument, DebateInput, ResolutionResult
from src.modules.debate.domain.model.enums import Engine
from src.modules.debate.domain.ports.bear_advocate_agent import IBearAdvocateAgentPort
from src.modules.debate.domain.ports.bull_advocate_agent import IBullAdvocateAgentPort
from src.modules.debate.domain.ports.resolution_agent import IResolutionAgentPort
from src.modules.debate.infrastructure.desk import EngineChoice


class OwnersBull(IBullAdvocateAgentPort):
    """The bull of an owner."""

    def __init__(self, choice: EngineChoice, model: IBullAdvocateAgentPort, rules: IBullAdvocateAgentPort) -> None:
        self._choice = choice
        self._by = {Engine.LLM: model, Engine.RULES: rules}

    async def advocate(
        self,
        input: DebateInput,  # noqa: A002 - the seed's own word
        opponent: BearArgument | None = None,
    ) -> BullArgument:
        return await self._by[await self._choice.engine()].advocate(input, opponent)


class OwnersBear(IBearAdvocateAgentPort):
    """The bear of an owner."""

    def __init__(self, choice: EngineChoice, model: IBearAdvocateAgentPort, rules: IBearAdvocateAgentPort) -> None:
        self._choice = choice
        self._by = {Engine.LLM: model, Engine.RULES: rules}

    async def advocate(
        self,
        input: DebateInput,  # noqa: A002 - the seed's own word
        opponent: BullArgument | None = None,
    ) -> BearArgument:
        return await self._by[await self._choice.engine()].advocate(input, opponent)


class OwnersResolution(IResolutionAgentPort):
    """The resolution of an owner."""

    def __init__(self, choice: EngineChoice, model: IResolutionAgentPort, rules: IResolutionAgentPort) -> None:
        self._choice = choice
        self._by = {Engine.LLM: model, Engine.RULES: rules}

    async def resolve(self, symbol: str, bull: BullArgument, bear: BearArgument) -> ResolutionResult:
        return await self._by[await self._choice.engine()].resolve(symbol, bull, bear)
