"""Agents that say what they are told to, and a model's port that plays a list of answers."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from src.modules.debate.domain.dtos import BearArgument, BullArgument, DebateInput, ResolutionResult
from src.modules.debate.domain.ports.bear_advocate_agent import IBearAdvocateAgentPort
from src.modules.debate.domain.ports.bull_advocate_agent import IBullAdvocateAgentPort
from src.modules.debate.domain.ports.llm_port import ILLMPort
from src.modules.debate.domain.ports.resolution_agent import IResolutionAgentPort
from src.modules.llm_platform.domain.requests import ModelAnswer, ModelRequest
from tests.fakes.scripted_model import ScriptedModel, Step
from tests.src.modules.debate.making import bear, bull, resolution

Before = Callable[[], Awaitable[None]]


async def at_once() -> None:
    """Nothing happens before the answer."""


@dataclass
class TellingBull(IBullAdvocateAgentPort):
    """Does `before`, which may wait or raise, and then says its argument."""

    says: BullArgument = field(default_factory=bull)
    before: Before = at_once
    heard: list[BearArgument | None] = field(default_factory=list)
    cancelled: bool = False

    async def advocate(
        self,
        input: DebateInput,  # noqa: A002 - the port's word
        opponent: BearArgument | None = None,
    ) -> BullArgument:
        self.heard.append(opponent)
        try:
            await self.before()
        except asyncio.CancelledError:
            self.cancelled = True
            raise
        return self.says


@dataclass
class TellingBear(IBearAdvocateAgentPort):
    """Does `before`, which may wait or raise, and then says its argument."""

    says: BearArgument = field(default_factory=bear)
    before: Before = at_once
    heard: list[BullArgument | None] = field(default_factory=list)
    cancelled: bool = False

    async def advocate(
        self,
        input: DebateInput,  # noqa: A002 - the port's word
        opponent: BullArgument | None = None,
    ) -> BearArgument:
        self.heard.append(opponent)
        try:
            await self.before()
        except asyncio.CancelledError:
            self.cancelled = True
            raise
        return self.says


@dataclass
class TellingResolution(IResolutionAgentPort):
    """Does `before`, and then says its resolution; remembers what it was given."""

    says: ResolutionResult = field(default_factory=resolution)
    before: Before = at_once
    heard: list[tuple[str, BullArgument, BearArgument]] = field(default_factory=list)

    async def resolve(self, symbol: str, bull: BullArgument, bear: BearArgument) -> ResolutionResult:
        self.heard.append((symbol, bull, bear))
        await self.before()
        return self.says


class ScriptedLlm(ILLMPort):
    """Gives its answers in turn; an error among them is raised."""

    def __init__(self, *answers: str | Exception) -> None:
        self._answers = list(answers)
        self.asked: list[tuple[str, str | None, float]] = []

    async def generate(self, prompt: str, system_message: str | None, temperature: float) -> str:
        self.asked.append((prompt, system_message, temperature))
        assert self._answers, f"the script is over, and it was asked once more: {prompt[:200]}"
        answer = self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    @property
    def is_over(self) -> bool:
        return not self._answers


class BearFirst(ScriptedModel):
    """A scripted model that answers the bull only when the bear has been asked too."""

    def __init__(self, *steps: Step) -> None:
        super().__init__(*steps, any_order=True)
        self._bear_asked = asyncio.Event()

    async def generate(self, request: ModelRequest) -> ModelAnswer:
        if "You are the bear" in (request.system_message or ""):
            self._bear_asked.set()
        if "You are the bull" in (request.system_message or ""):
            await self._bear_asked.wait()
        return await super().generate(request)
