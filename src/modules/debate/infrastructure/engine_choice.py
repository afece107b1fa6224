"""Who argues (the owner's model where there is one, the rules otherwise; rules never replace a model that failed), and
what a debate may cost by the model that would be asked first.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass

from packages.core.clock import SystemClock
from packages.core.ids import Ids
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.settings.load import Settings, load_settings
from src.modules.debate.domain.cost import DebateCost, DebateCosts, ModelTerms, cost_by_model, cost_by_rules
from src.modules.debate.domain.dtos import BearArgument, BullArgument, DebateInput, ResolutionResult
from src.modules.debate.domain.dtos.wording import AgentAnswer
from src.modules.debate.domain.model.enums import Engine, Stance
from src.modules.debate.domain.ports.bear_advocate_agent import IBearAdvocateAgentPort
from src.modules.debate.domain.ports.bull_advocate_agent import IBullAdvocateAgentPort
from src.modules.debate.domain.ports.llm_port import ILLMPort
from src.modules.debate.domain.ports.resolution_agent import IResolutionAgentPort
from src.modules.debate.infrastructure.adapters.advocate import Advocate
from src.modules.llm_platform.application.contract import CallScope as CallScope
from src.modules.llm_platform.container import LlmPlatformContainer
from src.modules.research.application.names import KnownInstruments as KnownInstruments
from src.modules.research.application.names import evidence_names as evidence_names

Platform = LlmPlatformContainer
CALLER = "debate"


def own_scope(owner_id: str = LOCAL_OWNER_ID) -> CallScope:
    """A run of its own for this owner."""
    return CallScope(owner_id=owner_id, caller=CALLER, run_id=Ids(SystemClock()).new())


@dataclass(frozen=True, slots=True)
class PlatformAccess:
    """The platform that is given, or without one a platform by the settings that is open only while it is needed."""

    platform: Platform | None = None

    def opened(self) -> AbstractAsyncContextManager[Platform]:
        return nullcontext(self.platform) if self.platform is not None else _by_settings()

    async def has_model(self, owner_id: str) -> bool:
        """A server that was never started has no stored configuration, and is not started by asking for one."""
        if self.platform is None and _is_untouched(load_settings()):
            return False
        async with self.opened() as platform:
            return await platform.has_model(owner_id)


def _is_untouched(settings: Settings) -> bool:
    file = settings.database_url.file
    return settings.llm.mode == "rules" and file is not None and not file.exists()


@asynccontextmanager
async def _by_settings() -> AsyncIterator[Platform]:
    settings = load_settings()
    database = Database(settings.database_url)
    try:
        await upgrade(database)
        platform = Platform(database, settings, SystemClock())
        try:
            yield platform
        finally:
            await platform.aclose()
    finally:
        await database.aclose()


@dataclass(frozen=True, slots=True)
class ScopedModel:
    """`LLMService.generate` on behalf of one agent of one run."""

    access: PlatformAccess
    scope: CallScope

    async def generate(
        self,
        prompt: str,
        system_message: str | None = None,
        temperature: float = 0.7,
        *,
        response_schema: type[AgentAnswer] | None = None,
    ) -> str:
        async with self.access.opened() as platform:
            service = platform.service(self.scope)
            return await service.generate(prompt, system_message, temperature, response_schema=response_schema)


class EngineChoice:
    """Settled once for a debate, by the first who asks: nobody argues by rules against a model."""

    def __init__(self, access: PlatformAccess, owner_id: str) -> None:
        self._access = access
        self._owner_id = owner_id
        self._chosen: Engine | None = None
        self._choosing = asyncio.Lock()

    async def engine(self) -> Engine:
        async with self._choosing:
            if self._chosen is None:
                has_model = await self._access.has_model(self._owner_id)
                self._chosen = Engine.LLM if has_model else Engine.RULES
            return self._chosen


class ChosenBullAdvocate(IBullAdvocateAgentPort):
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


class ChosenBearAdvocate(IBearAdvocateAgentPort):
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


class ChosenResolution(IResolutionAgentPort):
    """The resolution of an owner."""

    def __init__(self, choice: EngineChoice, model: IResolutionAgentPort, rules: IResolutionAgentPort) -> None:
        self._choice = choice
        self._by = {Engine.LLM: model, Engine.RULES: rules}

    async def resolve(self, symbol: str, bull: BullArgument, bear: BearArgument) -> ResolutionResult:
        return await self._by[await self._choice.engine()].resolve(symbol, bull, bear)


class PlatformCosts(DebateCosts):
    """Nothing is sent to find out."""

    def __init__(self, access: PlatformAccess, scope: CallScope, choice: EngineChoice, llm: ILLMPort) -> None:
        self._access = access
        self._scope = scope
        self._choice = choice
        self._llm = llm

    async def estimate(self, debate_input: DebateInput, rounds: int) -> DebateCost:
        if await self._choice.engine() is Engine.RULES:
            return cost_by_rules(rounds)
        async with self._access.opened() as platform:
            terms = await self._terms(platform)
        return cost_by_model(rounds, self._longest_question(debate_input), terms)

    async def _terms(self, platform: Platform) -> ModelTerms:
        services = platform.service(self._scope).services
        active = await services.configs.active(self._scope.owner_id)
        first = min(active, key=lambda config: (-config.priority, config.alias))
        price = services.prices.of(first)
        return ModelTerms(
            model=first.model,
            input_per_million=price.input_per_million if price else None,
            output_per_million=price.output_per_million if price else None,
            max_output_tokens=first.max_output_tokens,
        )

    def _longest_question(self, debate_input: DebateInput) -> int:
        bull = Advocate(self._llm, Stance.BULL, BullArgument).question(debate_input, None)
        bear = Advocate(self._llm, Stance.BEAR, BearArgument).question(debate_input, None)
        return max(len("".join(question).encode()) for question in (bull, bear))
