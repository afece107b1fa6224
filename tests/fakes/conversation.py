"""Conversations in memory: sessions, the journal of their turns, and what people told about themselves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import count

from packages.core.messages import Language
from packages.domain.accounts.profile import Profile
from packages.domain.conversation.model import (
    ChatSession,
    ChatSessionStatus,
    NewTurn,
    SessionChange,
    SessionMessage,
    Transition,
    Turn,
    TurnOutcome,
    TurnStatus,
    title_of,
)
from packages.domain.conversation.ports import (
    ClientTurnTaken,
    Known,
    Opened,
    SessionMoved,
    TurnInProgress,
    UnknownSession,
    UnknownTurn,
)
from tests.fakes.event_log import InMemoryEventLog


@dataclass
class MemoryChat:
    """What the three below share."""

    sessions: dict[str, ChatSession] = field(default_factory=dict)
    turns: dict[str, Turn] = field(default_factory=dict)
    messages: list[SessionMessage] = field(default_factory=list)
    transitions: list[tuple[str, Transition]] = field(default_factory=list)
    profiles: dict[str, Profile] = field(default_factory=dict)
    deleted: set[str] = field(default_factory=set)
    to_stop: set[str] = field(default_factory=set)
    events: InMemoryEventLog = field(default_factory=InMemoryEventLog)
    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def new_id(self) -> str:
        return f"00000000-0000-7000-8000-{next(self.numbers):012d}"

    def mine(self, owner_id: str, session_id: str) -> ChatSession:
        found = self.sessions.get(session_id)
        if found is None or found.owner_id != owner_id or session_id in self.deleted:
            raise UnknownSession("There is no such conversation.")
        return found

    def begin(self, owner_id: str, phase: str, language: Language, at: datetime) -> ChatSession:
        metadata = {"turns_in_phase": 0}
        status = ChatSessionStatus.ACTIVE
        return ChatSession(self.new_id(), owner_id, "", phase, status, language, {}, metadata, None, 1, at, at)

    def require_quiet(self, session_id: str) -> None:
        if any(turn.session_id == session_id and turn.status is TurnStatus.STREAMING for turn in self.turns.values()):
            raise TurnInProgress("This conversation is answering.")

    def changed(self, session: ChatSession, change: SessionChange, at: datetime) -> ChatSession:
        turns = 0 if change.phase != session.phase else session.metadata["turns_in_phase"]
        after = replace(
            session,
            phase=change.phase,
            status=change.status,
            artifacts=change.artifacts,
            metadata={**change.metadata, "turns_in_phase": turns},
            previous_response_id=change.previous_response_id,
            title=change.title or session.title,
            version=session.version + 1,
            updated_at=at,
        )
        self.sessions[session.id] = after
        self.transitions += [(session.id, move) for move in change.transitions]
        if change.profile is not None:
            self.profiles[session.owner_id] = change.profile
        return after


class MemoryJournal:
    """`Journal` for one process."""

    def __init__(self, chat: MemoryChat) -> None:
        self._chat = chat

    async def open(self, new: NewTurn) -> Opened | Known:
        known = await self.known(new)
        if known is not None:
            return known
        before = None if new.session_id is None else self._chat.mine(new.owner_id, new.session_id)
        begun = self._begun(new, before)
        await self._chat.events.open(begun.turn.stream_id, new.owner_id)
        return begun

    async def close(self, turn: Turn, session: ChatSession, outcome: TurnOutcome, at: datetime) -> None:
        open_turn = self._chat.turns[turn.id]
        if open_turn.status is not TurnStatus.STREAMING:
            return
        self._chat.turns[turn.id] = replace(open_turn, status=outcome.status, tail=outcome.tail)
        if turn.session_id in self._chat.deleted:
            return
        if outcome.answer is not None:
            self._chat.messages.append(outcome.answer)
        before = self._chat.sessions[turn.session_id]
        before = replace(before, title=before.title or title_of(turn.message.content))
        if outcome.session is None:
            self._chat.sessions[before.id] = replace(before, version=before.version + 1, updated_at=at)
        else:
            self._chat.changed(before, outcome.session, at)

    async def mark_delivered(self, turn_id: str) -> None:
        found = self._chat.turns.get(turn_id)
        if found is not None:
            self._chat.turns[turn_id] = replace(found, tail=None)

    async def turn(self, owner_id: str, turn_id: str) -> Turn:
        found = self._chat.turns.get(turn_id)
        if found is None or found.owner_id != owner_id or found.session_id in self._chat.deleted:
            raise UnknownTurn("There is no such turn.")
        return found

    async def unfinished(self, session_id: str | None = None) -> Sequence[Turn]:
        return [
            turn
            for turn in self._chat.turns.values()
            if (turn.status is TurnStatus.STREAMING or turn.tail is not None)
            and turn.session_id not in self._chat.deleted
            and session_id in (None, turn.session_id)
        ]

    async def keep_alive(self, turn_ids: Sequence[str], at: datetime) -> None:
        for turn_id in turn_ids:
            turn = self._chat.turns[turn_id]
            if turn.status is TurnStatus.STREAMING:
                self._chat.turns[turn_id] = replace(turn, alive_at=at)

    async def ask_to_stop(self, owner_id: str, turn_id: str) -> Turn:
        turn = await self.turn(owner_id, turn_id)
        if turn.status is TurnStatus.STREAMING:
            self._chat.to_stop.add(turn_id)
        return turn

    async def asked_to_stop(self, turn_ids: Sequence[str]) -> Sequence[str]:
        return sorted(self._chat.to_stop.intersection(turn_ids))

    async def known(self, new: NewTurn) -> Known | None:
        if new.session_id is not None:
            self._chat.mine(new.owner_id, new.session_id)
        for turn in self._chat.turns.values():
            if (turn.owner_id, turn.client_turn_id) == (new.owner_id, new.client_turn_id) and turn.client_turn_id:
                same = turn.message.content == new.message and new.session_id in (None, turn.session_id)
                if not same or turn.session_id in self._chat.deleted:
                    raise ClientTurnTaken("This client_turn_id stands for another message.")
                return Known(turn)
        return None

    def _begun(self, new: NewTurn, before: ChatSession | None) -> Opened:
        chat = self._chat
        session = before or chat.begin(new.owner_id, new.first_phase, new.language or Language.ZH, new.at)
        chat.require_quiet(session.id)
        turns = session.metadata["turns_in_phase"]
        assert isinstance(turns, int)
        session = replace(
            session,
            language=new.language or session.language,
            metadata={**session.metadata, "turns_in_phase": turns + 1},
            version=session.version + 1,
            updated_at=new.at,
        )
        chat.sessions[session.id] = session
        turn_id = chat.new_id()
        said = SessionMessage(chat.new_id(), session.id, turn_id, new.role, new.message, session.phase, new.at)
        turn = Turn(
            id=turn_id,
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
        chat.turns[turn.id] = turn
        chat.messages.append(said)
        return Opened(turn, session, is_first=before is None)


class MemorySessions:
    """`Sessions` for one process."""

    def __init__(self, chat: MemoryChat) -> None:
        self._chat = chat

    async def create(self, owner_id: str, phase: str, language: Language, at: datetime) -> ChatSession:
        session = self._chat.begin(owner_id, phase, language, at)
        self._chat.sessions[session.id] = session
        return session

    async def get(self, owner_id: str, session_id: str) -> ChatSession:
        return self._chat.mine(owner_id, session_id)

    async def page(
        self, owner_id: str, limit: int, before: str | None = None, search: str | None = None
    ) -> Sequence[ChatSession]:
        mine = [each for each in self._chat.sessions.values() if each.owner_id == owner_id]
        mine = [each for each in mine if each.id not in self._chat.deleted and self._mentions(each, search)]
        mine.sort(key=_place, reverse=True)
        last = None if before is None else self._chat.mine(owner_id, before)
        return [each for each in mine if last is None or _place(each) < _place(last)][:limit]

    async def messages(self, owner_id: str, session_id: str) -> Sequence[SessionMessage]:
        self._chat.mine(owner_id, session_id)
        return [message for message in self._chat.messages if message.session_id == session_id]

    async def transitions(self, owner_id: str, session_id: str) -> Sequence[Transition]:
        self._chat.mine(owner_id, session_id)
        return [move for of, move in self._chat.transitions if of == session_id]

    async def change(self, session: ChatSession, change: SessionChange, at: datetime) -> ChatSession:
        now = self._chat.mine(session.owner_id, session.id)
        self._chat.require_quiet(session.id)
        if now.version != session.version:
            raise SessionMoved("This conversation has gone on since it was read.")
        return self._chat.changed(now, change, at)

    async def delete(self, owner_id: str, session_id: str) -> None:
        self._chat.mine(owner_id, session_id)
        self._chat.deleted.add(session_id)
        at_work = {turn.id for turn in self._chat.turns.values() if turn.status is TurnStatus.STREAMING}
        self._chat.to_stop |= {each for each in at_work if self._chat.turns[each].session_id == session_id}

    def _mentions(self, session: ChatSession, search: str | None) -> bool:
        wanted = (search or "").strip().lower()
        said = [message.content for message in self._chat.messages if message.session_id == session.id]
        return any(wanted in text.lower() for text in (session.title, *said))


class MemoryProfiles:
    """`Profiles` for one process; a turn that ends writes to the same."""

    def __init__(self, chat: MemoryChat) -> None:
        self._chat = chat

    async def of(self, user_id: str) -> Profile:
        return self._chat.profiles.get(user_id, Profile())

    async def save(self, user_id: str, profile: Profile, at: datetime) -> None:
        self._chat.profiles[user_id] = profile


def _place(session: ChatSession) -> tuple[datetime, str]:
    return session.updated_at, session.id
