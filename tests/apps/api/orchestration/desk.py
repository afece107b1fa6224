"""A whole chat in memory: real stages over a scripted voice, phases that do as they are told, and no database."""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseContext, PhaseTools
from apps.api.orchestration.core import ChatOrchestrator
from apps.api.orchestration.postprocessor import PostProcessor
from apps.api.orchestration.prompt_builder import PromptBuilder
from apps.api.orchestration.stream_handler import StreamHandler
from apps.api.orchestration.supervisor import TurnSupervisor
from apps.api.orchestration.turn_work import ChatTurnWork
from packages.contracts.genui import ChoicePrompt
from packages.core.events import Event, JsonObject
from packages.core.ids import Ids
from packages.core.messages import Language
from packages.domain.conversation.awaited import AwaitedWork, WorkProgress
from packages.domain.conversation.model import ChatSession, NewTurn, SessionMessage, Transition
from tests.apps.api.orchestration.rig import OWNER, KnownSpending, Phases, ScriptedVoice, SeenGrants, Step
from tests.fakes.clock import StoppedClock
from tests.fakes.conversation import MemoryChat, MemoryJournal, MemoryProfiles, MemorySessions
from tests.fakes.stored_records import InMemoryRecords


class NoRegimes:
    async def of(self, symbol: str, timeframe: str) -> JsonObject:
        return {}


class Watched:
    """`WorkWatch` that says what the test says."""

    def __init__(self) -> None:
        self.progress: WorkProgress | None = None

    async def look(self, owner_id: str, work: AwaitedWork) -> WorkProgress | None:
        return self.progress


class ChatDesk:
    """Use it inside `open_desk()`."""

    def __init__(self) -> None:
        self.chat, self.clock = MemoryChat(), StoppedClock()
        self.log = self.chat.events
        self.journal, self.sessions = MemoryJournal(self.chat), MemorySessions(self.chat)
        self.profiles = MemoryProfiles(self.chat)
        self.voice, self.phases, self.records = ScriptedVoice([]), Phases(), InMemoryRecords()
        self.watch = Watched()
        self.noted: list[tuple[str, BaseException]] = []
        self.idle = 30.0
        self.prompt: ChoicePrompt | None = None
        self.asked_in: list[PhaseContext] = []
        prompts = PromptBuilder(
            self.phases,
            PhaseTools(self.records, NoRegimes()),
            self.sessions,
            self.voice,
            SeenGrants(),
            self.clock,
            "http://desk",
        )
        work = ChatTurnWork(
            prompts=prompts,
            streams=StreamHandler(lambda: 30, lambda: self.idle),
            posts=PostProcessor(self._prompt, self.sessions, self.records, self.clock),
            spending=KnownSpending(),
            sessions=self.sessions,
            profiles=self.profiles,
            clock=self.clock,
            ids=Ids(self.clock),
        )
        self.supervisor = TurnSupervisor(
            self.journal,
            self.log,
            work,
            self.clock,
            lambda holder, heard, now: holder == "me",
            lambda what, turn_id, error: self.noted.append((what, error)),
        )
        self.orchestrator = ChatOrchestrator(
            journal=self.journal,
            sessions=self.sessions,
            profiles=self.profiles,
            prompts=prompts,
            turns=self.supervisor,
            events=self.log,
            clock=self.clock,
            holder="me",
            watch=self.watch,
        )

    async def _prompt(self, context: PhaseContext) -> ChoicePrompt | None:
        self.asked_in.append(context)
        return self.prompt

    async def say(self, message: str, script: Sequence[Step] | None = None, **more: Any) -> "Told":
        if script is not None:
            self.voice.scripts.append(script)
        more.setdefault("language", Language.EN)
        return Told([event async for event in self.orchestrator.handle_message_stream(OWNER, message, **more)])

    async def session(self, told: "Told") -> ChatSession:
        return await self.sessions.get(OWNER, told.done["session_id"])

    async def messages(self, told: "Told") -> Sequence[SessionMessage]:
        return await self.sessions.messages(OWNER, told.done["session_id"])

    async def transitions(self, told: "Told") -> Sequence[Transition]:
        return await self.sessions.transitions(OWNER, told.done["session_id"])

    async def dead_turn(self, message: str = "hello", session_id: str | None = None) -> str:
        """A turn whose process died right after it was opened; the id of its session."""
        new = NewTurn(OWNER, session_id, message, "dead", Language.EN, Phase.KYC.value, "dead", self.clock.now())
        await self.journal.open(new)
        return next(reversed(self.chat.turns.values())).session_id


@dataclass(frozen=True)
class Told:
    """The events of one turn."""

    events: list[Event]

    @property
    def types(self) -> list[str]:
        return [event.type for event in self.events if event.type != "openai_event"]

    @property
    def done(self) -> dict[str, Any]:
        assert [event.type for event in self.events].count("done") == 1
        assert self.events[-1].type == "done"
        done: dict[str, Any] = json.loads(self.events[-1].json)
        return done

    @property
    def text(self) -> str:
        return "".join(json.loads(event.json)["delta"] for event in self.events if event.type == "text_delta")

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [json.loads(event.json) for event in self.events if event.type == kind]


@asynccontextmanager
async def open_chat_desk() -> AsyncIterator[ChatDesk]:
    desk = ChatDesk()
    async with desk.supervisor.running(look_seconds=600):
        yield desk
