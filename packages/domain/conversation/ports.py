"""What conversations need from the world."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeAlias

from packages.core.errors import Conflict, NotFound
from packages.core.messages import Language
from packages.domain.conversation.model import (
    ChatSession,
    NewTurn,
    SessionChange,
    SessionMessage,
    Transition,
    Turn,
    TurnOutcome,
)


class UnknownSession(NotFound):
    """There is no such conversation, or it is another person's."""


class UnknownTurn(NotFound):
    """There is no such turn, or it is another person's."""


class TurnInProgress(Conflict):
    """The conversation is answering; one turn at a time."""


class ClientTurnTaken(Conflict):
    """The client's id stands for another message."""


class SessionMoved(Conflict):
    """The conversation has changed since it was read."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A new turn: the person's message is safe. The first one is what the conversation begins with."""

    turn: Turn
    session: ChatSession
    is_first: bool


@dataclass(frozen=True, slots=True)
class Known:
    """The client has sent this before: the turn that answers it."""

    turn: Turn


class Journal(Protocol):
    """Where turns are written; each method is one transaction."""

    async def open(self, new: NewTurn) -> "Opened | Known":
        """Stores the person's message, the session if it begins with it, and the turn's stream in the event log, which
        can be followed from then on. Raises `UnknownSession`, `TurnInProgress` (an open turn of the session, dead or
        not: see `unfinished`), `ClientTurnTaken`."""
        ...

    async def known(self, new: NewTurn) -> "Known | None":
        """The turn that answers what the client has sent before; None where it is new. Raises `UnknownSession`,
        `ClientTurnTaken`."""
        ...

    async def close(self, turn: Turn, session: ChatSession, outcome: TurnOutcome, at: datetime) -> None:
        """Stores everything; a turn that is closed already stays as it is."""
        ...

    async def mark_delivered(self, turn_id: str) -> None:
        """The tail of the turn is in the event log."""
        ...

    async def turn(self, owner_id: str, turn_id: str) -> Turn:
        """Raises `UnknownTurn`."""
        ...

    async def unfinished(self, session_id: str | None = None) -> Sequence[Turn]:
        """Turns that are open, or whose tail was not published."""
        ...

    async def keep_alive(self, turn_ids: Sequence[str], at: datetime) -> None: ...

    async def ask_to_stop(self, owner_id: str, turn_id: str) -> Turn:
        """Raises `UnknownTurn`."""
        ...

    async def asked_to_stop(self, turn_ids: Sequence[str]) -> Sequence[str]:
        """Those of the turns that somebody wants stopped."""
        ...


class Sessions(Protocol):
    """Conversations as their owner meets them; every method raises `UnknownSession`."""

    async def create(self, owner_id: str, phase: str, language: Language, at: datetime) -> ChatSession: ...

    async def get(self, owner_id: str, session_id: str) -> ChatSession: ...

    async def page(
        self, owner_id: str, limit: int, before: str | None = None, search: str | None = None
    ) -> Sequence[ChatSession]:
        """Last changed first, behind the id `before`; `search` is in a title or a message."""
        ...

    async def messages(self, owner_id: str, session_id: str) -> Sequence[SessionMessage]: ...

    async def transitions(self, owner_id: str, session_id: str) -> Sequence[Transition]: ...

    async def change(self, session: ChatSession, change: SessionChange, at: datetime) -> ChatSession:
        """Outside of a turn; raises `TurnInProgress` or `SessionMoved`."""
        ...

    async def delete(self, owner_id: str, session_id: str) -> None: ...


Opening: TypeAlias = Opened | Known
