"""A turn that this process is at work on, and the box that its upstream events arrive in."""

import asyncio
from dataclasses import dataclass, field
from typing import TypeAlias

from apps.api.orchestration.asked_policy import AskedPolicy
from apps.api.orchestration.shared import UpstreamEvent
from apps.api.orchestration.types import _TurnPreparation, _TurnStreamState
from packages.domain.accounts.profile import Profile
from packages.domain.conversation.model import ChatSession, Turn


@dataclass(frozen=True, slots=True)
class Ended:
    """The upstream has no more to say, or the person wants no more of it."""

    error: BaseException | None = None
    stopped: bool = False


Inbox: TypeAlias = asyncio.Queue[UpstreamEvent | Ended]


@dataclass(slots=True)
class ActiveTurn:
    """`session` and `profile` are as they were when the turn was opened; `prepared` is None until it is."""

    turn: Turn
    session: ChatSession
    profile: Profile = field(default_factory=Profile)
    asked: AskedPolicy | None = None
    is_first: bool = False  # nothing was said before
    prepared: _TurnPreparation | None = None
    state: _TurnStreamState = field(default_factory=_TurnStreamState)
    inbox: Inbox = field(default_factory=asyncio.Queue)

    def stop(self) -> None:
        self.inbox.put_nowait(Ended(stopped=True))
