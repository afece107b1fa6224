"""Who argues: the model of an owner who has one, the rules otherwise; rules never step in for a failed model."""

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
from src.modules.debate.domain.dtos import BearArgument, BullArgument, DebateInput, ResolutionResult
from src.modules.debate.domain.model.enums import Engine
from src.modules.debate.domain.ports.bear_advocate_agent import IBearAdvocateAgentPort
from src.modules.debate.domain.ports.bull_advocate_agent import IBullAdvocateAgentPort
from src.modules.debate.domain.ports.resolution_agent import IResolutionAgentPort
from src.modules.llm_platform.application.contract import CallScope as CallScope
from src.modules.llm_platform.container import LlmPlatformContainer

Platform = LlmPlatformContainer
CALLER = "debate"


def own_scope(owner_id: str = LOCAL_OWNER_ID) -> CallScope:
    """A run of its own for this owner."""
    return CallScope(owner_id=owner_id, caller=CALLER, run_id=Ids(SystemClock()).new())


@dataclass(frozen=True, slots=True)
class PlatformAccess:
    """The platform of the desk, or without one a platform by the settings that is open only while it is needed."""

    platform: Platform | None = None

    def opened(self) -> AbstractAsyncContextManager[Platform]:
        return nullcontext(self.platform) if self.platform is not None else _by_settings()

    async def has_model(self, owner_id: str) -> bool:
        """A desk that was never started has no stored configuration, and is not started by asking for one."""
        if self.platform is None and _is_untouched(load_settings()):
            return False
        async with self.opened() as platform:
            return await platform.has_model(owner_id)


def _is_untouched(settings: Settings) -> bool:
    file = settings.database_url.file
    return settings.llm.desk_mode == "rules" and file is not None and not file.exists()


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

    async def generate(self, prompt: str, system_message: str | None = None, temperature: float = 0.7) -> str:
        async with self.access.opened() as platform:
            return await platform.service(self.scope).generate(prompt, system_message, temperature)


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
