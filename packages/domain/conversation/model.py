"""The nouns of a conversation: sessions, messages, turns, and moves between phases."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from packages.core.events import JsonObject, NewEvent
from packages.core.messages import Language
from packages.domain.accounts.profile import Profile

TITLE_LENGTH = 60


class ChatSessionStatus(StrEnum):
    """Whether a conversation is still open."""

    ACTIVE = "active"
    COMPLETED = "completed"
    ERROR = "error"


class TurnStatus(StrEnum):
    """A turn is open while it streams, and then ended one way or another."""

    STREAMING = "streaming"
    DONE = "done"
    FAILED = "failed"
    STOPPED = "stopped"


class Role(StrEnum):
    """Who said it. The system says that long work has ended; that message is not shown."""

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"


@dataclass(frozen=True, slots=True)
class ChatSession:
    """A conversation; `phase` is one of the phases' names, `artifacts` hold a block for each. `version` counts every
    change, so that who read an older one cannot overwrite a newer one."""

    id: str
    owner_id: str
    title: str
    phase: str
    status: ChatSessionStatus
    language: Language
    artifacts: Mapping[str, JsonObject]
    metadata: JsonObject
    previous_response_id: str | None
    version: int
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class SessionMessage:
    """Something said; `tool_calls` and `cards` are the assistant's, and `failure` is why its answer broke off."""

    id: str
    session_id: str
    turn_id: str
    role: Role
    content: str
    phase: str
    created_at: datetime
    engine: str | None = None
    tool_calls: tuple[JsonObject, ...] = ()
    cards: tuple[JsonObject, ...] = ()
    token_usage: JsonObject | None = None
    response_id: str | None = None
    failure: JsonObject | None = None


@dataclass(frozen=True, slots=True)
class Transition:
    """A move from a phase to another, and why."""

    from_phase: str
    to_phase: str
    trigger: str
    reason: str
    blocker: str | None
    created_at: datetime
    metadata: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NewTurn:
    """What a person sends. Without a session a new one begins; `client_turn_id` makes sending it again harmless."""

    owner_id: str
    session_id: str | None
    message: str
    client_turn_id: str | None
    language: Language | None
    first_phase: str
    holder: str
    at: datetime
    role: Role = Role.USER


@dataclass(frozen=True, slots=True)
class Turn:
    """One `message`, as it is stored, and its answer. `holder` is the process at work on it, `alive_at` when it last
    said so; `tail` is what is still to be published once everything is stored."""

    id: str
    session_id: str
    owner_id: str
    client_turn_id: str | None
    message: SessionMessage
    status: TurnStatus
    phase: str
    holder: str
    alive_at: datetime
    started_at: datetime
    tail: tuple[NewEvent, ...] | None = None

    @property
    def stream_id(self) -> str:
        """Its stream in the event log."""
        return f"turn:{self.id}"

    @property
    def is_follow_up(self) -> bool:
        """Whether nobody spoke: long work has ended, and its message is the name of that work."""
        return self.message.role is Role.SYSTEM


@dataclass(frozen=True, slots=True)
class SessionChange:
    """What a turn, or a confirmation, makes of a session."""

    phase: str
    status: ChatSessionStatus
    artifacts: Mapping[str, JsonObject]
    metadata: JsonObject
    previous_response_id: str | None
    title: str | None = None  # a new one
    transitions: tuple[Transition, ...] = ()
    profile: Profile | None = None  # the person's answers, when they are complete


@dataclass(frozen=True, slots=True)
class TurnOutcome:
    """All that the second transaction of a turn stores. `session` is None when nothing of it changes."""

    status: TurnStatus
    answer: SessionMessage | None
    session: SessionChange | None
    tail: tuple[NewEvent, ...]


def title_of(text: str) -> str:
    """What a conversation is called: the beginning of its first message, or the name of its strategy."""
    line = " ".join(text.split())
    return line if len(line) <= TITLE_LENGTH else line[: TITLE_LENGTH - 1].rstrip() + "…"
