"""The chat's front door: a message becomes a turn, and a turn is told event by event."""

import asyncio
import importlib
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseHandler
from apps.api.orchestration.active_turn import ActiveTurn
from apps.api.orchestration.asked_policy import AskedPolicy
from apps.api.orchestration.incoming import Incoming, guessed_language, imagined
from apps.api.orchestration.prompt_builder import PromptBuilder
from apps.api.orchestration.supervisor import TurnSupervisor
from packages.core.clock import Clock
from packages.core.events import Event, EventLog
from packages.domain.accounts.ports import Profiles
from packages.domain.accounts.profile import Profile
from packages.domain.conversation.model import ChatSession, Language, NewTurn, Turn
from packages.domain.conversation.ports import Journal, Known, Opened, Sessions, TurnInProgress


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
    _opening: set["asyncio.Task[Opened | Known]"] = field(default_factory=set)

    async def handle_message_stream(self, incoming: Incoming) -> AsyncGenerator[Event, None]:
        """Opens the turn, or finds it again, and tells its events until it is over. What is known to be wrong before
        the first event is raised by the first step."""
        opened = await self._opened(incoming)
        async with aclosing(self.events.tail(opened.turn.stream_id, opened.turn.owner_id)) as events:
            async for event in events:
                yield event

    async def follow(self, owner_id: str, turn_id: str, after: int = 0) -> AsyncGenerator[Event, None]:
        """The events of a turn behind `after`, at any time; leaving does not stop the turn. Raises `UnknownTurn`."""
        turn = await self.journal.turn(owner_id, turn_id)
        return self.events.tail(turn.stream_id, owner_id, after)

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

    async def _opened(self, incoming: Incoming) -> Opened | Known:
        profile = await self.profiles.of(incoming.owner_id)
        new = self._new_turn(incoming, profile)
        if incoming.runtime_policy is not None:
            # What fitted when the message was first sent may not fit the stage that its answer led to.
            if (known := await self.journal.known(new)) is not None:
                return known
            await self._check_policy(new, profile, incoming.runtime_policy)
        # A caller who leaves at this moment must not leave a turn behind that nobody works on.
        opening = asyncio.create_task(self._open(new, profile, incoming.runtime_policy))
        self._opening.add(opening)
        opening.add_done_callback(self._opening.discard)
        return await asyncio.shield(opening)

    async def _open(self, new: NewTurn, profile: Profile, asked: AskedPolicy | None) -> Opened | Known:
        opened = await self._stored(new)
        if isinstance(opened, Opened):
            active = ActiveTurn(opened.turn, opened.session, profile, asked, opened.is_first)
            self.turns.begin(active)
        return opened

    async def _stored(self, new: NewTurn) -> Opened | Known:
        try:
            return await self.journal.open(new)
        except TurnInProgress:  # its process may have died
            await self.turns.bury_the_dead(new.session_id)
            return await self.journal.open(new)

    async def _check_policy(self, new: NewTurn, profile: Profile, asked: AskedPolicy) -> None:
        session = None if new.session_id is None else await self.sessions.get(new.owner_id, new.session_id)
        await self.prompts.check_policy(imagined(new, session, profile, asked))

    def _new_turn(self, incoming: Incoming, profile: Profile) -> NewTurn:
        begins = incoming.session_id is None
        return NewTurn(
            owner_id=incoming.owner_id,
            session_id=incoming.session_id,
            message=incoming.words,
            client_turn_id=incoming.client_turn_id,
            language=incoming.language or (guessed_language(incoming.words) if begins else None),
            first_phase=_first_phase(profile).value,
            holder=self.holder,
            at=self.clock.now(),
        )


def _first_phase(profile: Profile) -> Phase:
    """Who has told about themselves before is not asked again."""
    return Phase.PRE_STRATEGY if profile.is_complete else Phase.KYC
