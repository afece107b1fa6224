"""The chat's front door: a message becomes a turn, and a turn is streamed event by event."""

import asyncio
import importlib
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseHandler
from apps.api.orchestration.confirm_rules import ResearchRules, taken_up
from apps.api.orchestration.confirming import StrategyConfirming
from apps.api.orchestration.constants import LONGEST_MESSAGE
from apps.api.orchestration.prompt_builder import PromptBuilder
from apps.api.orchestration.shared import AskedPolicy
from apps.api.orchestration.supervisor import TurnSupervisor
from apps.api.orchestration.types import ActiveTurn, HandlerOf
from packages.core.clock import Clock
from packages.core.errors import Invalid
from packages.core.events import Event, EventLog
from packages.core.messages import Language
from packages.domain.accounts.ports import Profiles
from packages.domain.accounts.profile import Profile
from packages.domain.conversation.awaited import SHOWS_RULES, WorkWatch
from packages.domain.conversation.model import ChatSession, ChatSessionStatus, NewTurn, SessionMessage, Turn, TurnStatus
from packages.domain.conversation.ports import Journal, Known, Opened, Sessions, TurnInProgress
from packages.domain.conversation.understanding.lexicon.spelling import is_chinese
from packages.domain.conversation.understanding.message.buttons import as_stored
from packages.domain.conversation.waiting import ended_work, follow_up_turn


class EmptyMessage(Invalid):
    """There is nothing to answer."""


class LongMessage(Invalid):
    """More words than a turn takes."""


def _resolve_handler_from_module(phase: Phase) -> PhaseHandler:
    """By the package's `get_handler` of this moment."""
    handler: PhaseHandler = importlib.import_module("apps.api.orchestration").get_handler(phase)
    return handler


@dataclass(frozen=True, slots=True)
class ChatOrchestrator:
    """One message after another. `holder` names this process in the journal."""

    journal: Journal
    sessions: Sessions
    profiles: Profiles
    prompts: PromptBuilder
    turns: TurnSupervisor
    events: EventLog
    clock: Clock
    holder: str
    watch: WorkWatch
    _opening: set["asyncio.Task[Opened | Known]"] = field(default_factory=set)

    async def handle_message_stream(
        self,
        owner_id: str,
        message: str,
        *,
        session_id: str | None = None,
        client_turn_id: str | None = None,
        language: Language | None = None,
        runtime_policy: AskedPolicy | None = None,
        about: str | None = None,
    ) -> AsyncGenerator[Event, None]:
        """Opens the turn, or finds it again, and yields its events until it is over. Without a session it begins one;
        `client_turn_id` makes sending the message again harmless; `about` is what the person sees asked. What is known
        to be wrong before the first event is raised by the first step."""
        text = accepted(message)
        profile = await self.profiles.of(owner_id)
        new = NewTurn(
            owner_id=owner_id,
            session_id=session_id,
            message=text,
            client_turn_id=client_turn_id,
            language=language or (guessed_language(text) if session_id is None else None),
            first_phase=_first_phase(profile).value,
            holder=self.holder,
            at=self.clock.now(),
        )
        opened = await self._opened(new, profile, runtime_policy, about)
        async with aclosing(self.events.tail(opened.turn.stream_id, opened.turn.owner_id)) as events:
            async for event in events:
                yield event

    async def follow(self, owner_id: str, turn_id: str, after: int = 0) -> AsyncGenerator[Event, None]:
        """The events of a turn behind `after`, at any time; leaving does not stop the turn. Raises `UnknownTurn`."""
        turn = await self.journal.turn(owner_id, turn_id)
        return self.events.tail(turn.stream_id, owner_id, after)

    async def follow_up(self, owner_id: str, session_id: str) -> Turn | None:
        """Begins a turn about what came of work that the conversation waits for; None while none has ended. Raises
        `UnknownSession`, `TurnInProgress`."""
        session = await self.sessions.get(owner_id, session_id)
        ended = await ended_work(session, self.watch)
        return None if ended is None else await self._begin_unprompted(session, ended)

    async def take_up(self, owner_id: str, session_id: str, rules: ResearchRules) -> Turn:
        """Puts rules from research before the person, to be confirmed as any others. Raises `UnknownSession`,
        `TurnInProgress`, `ForbiddenMove`."""
        after = await self.adopt(await self.sessions.get(owner_id, session_id), rules)
        return await self._begin_unprompted(after, f"{SHOWS_RULES}{rules.strategy_id}")

    async def adopt(self, session: ChatSession, rules: ResearchRules) -> ChatSession:
        """The conversation with these rules, before anything is said about them."""
        change = taken_up(session, rules, self.prompts.handlers, self.clock.now())
        return await self.sessions.change(session, change, self.clock.now())

    async def _begin_unprompted(self, session: ChatSession, message: str) -> Turn:
        """A turn without a message of the person."""
        new = follow_up_turn(session, message, self.holder, self.clock)
        return (await self._opened(new, await self.profiles.of(session.owner_id), None)).turn

    async def stop(self, owner_id: str, turn_id: str) -> Turn:
        """One that is over stays as it is."""
        turn = await self.journal.ask_to_stop(owner_id, turn_id)
        self.turns.stop(turn_id)
        return turn

    async def begin_session(self, owner_id: str, language: Language) -> ChatSession:
        first = _first_phase(await self.profiles.of(owner_id))
        return await self.sessions.create(owner_id, first.value, language, self.clock.now())

    async def delete(self, owner_id: str, session_id: str) -> None:
        """What it is answering is stopped."""
        session = await self.sessions.get(owner_id, session_id)
        open_turns = await self.journal.unfinished(session.id)
        await self.sessions.delete(owner_id, session_id)
        for turn in open_turns:
            self.turns.stop(turn.id)

    async def _opened(
        self, new: NewTurn, profile: Profile, policy: AskedPolicy | None, about: str | None = None
    ) -> Opened | Known:
        if policy is not None:
            # What fitted when the message was first sent may not fit the stage that its answer led to.
            if (known := await self.journal.known(new)) is not None:
                return known
            await self._check_policy(new, profile, policy)
        # A caller who leaves at this moment must not leave a turn behind that nobody works on.
        opening = asyncio.create_task(self._open(new, profile, policy, about))
        self._opening.add(opening)
        opening.add_done_callback(self._opening.discard)
        return await asyncio.shield(opening)

    async def _open(
        self, new: NewTurn, profile: Profile, asked: AskedPolicy | None, about: str | None
    ) -> Opened | Known:
        opened = await self._stored(new)
        if isinstance(opened, Opened):
            active = ActiveTurn(opened.turn, opened.session, profile, asked, opened.is_first, about)
            self.turns.begin(active)
        return opened

    async def _stored(self, new: NewTurn) -> Opened | Known:
        try:
            return await self.journal.open(new)
        except TurnInProgress:  # its process may have died
            await self.turns.close_abandoned(new.session_id)
            return await self.journal.open(new)

    async def _check_policy(self, new: NewTurn, profile: Profile, asked: AskedPolicy) -> None:
        session = None if new.session_id is None else await self.sessions.get(new.owner_id, new.session_id)
        await self.prompts.check_policy(imagined(new, session, profile, asked))


@dataclass(frozen=True, slots=True)
class Chat:
    """The chat as the routes reach it: sending goes through the orchestrator alone, the others are for reading, and for
    the confirm button."""

    orchestrator: ChatOrchestrator
    sessions: Sessions
    journal: Journal
    handlers: HandlerOf
    confirming: StrategyConfirming
    watch: WorkWatch


def accepted(message: str) -> str:
    """As it is stored: a choice is the label that the person chose."""
    if len(message) > LONGEST_MESSAGE:
        raise LongMessage("conversation.long_message", length=len(message), most=LONGEST_MESSAGE)
    if not (text := as_stored(message)):
        raise EmptyMessage("conversation.empty_message")
    return text


def guessed_language(text: str) -> Language:
    return Language.ZH if is_chinese(text) else Language.EN


def _first_phase(profile: Profile) -> Phase:
    """Who has answered about themselves before is not asked again."""
    return Phase.PRE_STRATEGY if profile.is_complete else Phase.KYC


def imagined(new: NewTurn, session: ChatSession | None, profile: Profile, asked: AskedPolicy) -> ActiveTurn:
    """The turn that a message would open, to see whether it may ask what it asks."""
    session = session or _beginning(new)
    said = SessionMessage("imagined", session.id, "imagined", new.role, new.message, session.phase, new.at)
    turn = Turn(
        id="imagined",
        session_id=session.id,
        owner_id=new.owner_id,
        client_turn_id=new.client_turn_id,
        message=said,
        status=TurnStatus.STREAMING,
        phase=session.phase,
        holder=new.holder,
        alive_at=new.at,
        started_at=new.at,
    )
    return ActiveTurn(turn, session, profile, asked)


def _beginning(new: NewTurn) -> ChatSession:
    return ChatSession(
        id="imagined",
        owner_id=new.owner_id,
        title="",
        phase=new.first_phase,
        status=ChatSessionStatus.ACTIVE,
        language=new.language or Language.ZH,
        artifacts={},
        metadata={},
        previous_response_id=None,
        version=0,
        created_at=new.at,
        updated_at=new.at,
    )
