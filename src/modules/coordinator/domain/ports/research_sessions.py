"""What is kept of research sessions, and where."""

from collections.abc import Sequence
from typing import Protocol

from src.modules.coordinator.domain.dtos.research_dtos import ResearchRequest, ResearchResult
from src.modules.coordinator.domain.session import NodeCost, NodeExecution, ResearchSession, StartKey


class ResearchSessionStore(Protocol):
    """Sessions; each that runs belongs to a process, and one process takes over from another that died."""

    async def add(self, session: ResearchSession, key: StartKey | None = None) -> bool:
        """A running session of this process; False when the owner has one with this key."""
        ...

    async def started_with(self, owner_id: str, key: str) -> tuple[str, StartKey] | None:
        """The id of the owner's session that was started with this key, and what was asked for then."""
        ...

    async def find(self, owner_id: str, session_id: str) -> ResearchSession:
        """Raises `UnknownResearch` for what is not there or is another owner's."""
        ...

    async def page(self, owner_id: str, limit: int, before: str | None = None) -> Sequence[ResearchSession]:
        """Newest first, without results; `before` is the id of the last one seen."""
        ...

    async def nodes(self, session_id: str) -> Sequence[NodeExecution]:
        """In the order in which they began."""
        ...

    async def begin_again(self, session: ResearchSession) -> bool:
        """Writes a new attempt of this process; False when somebody else was first."""
        ...

    async def end(self, session: ResearchSession) -> bool:
        """Writes how a running session ended; False when it is not running any more."""
        ...

    async def stopped_elsewhere(self, at_work: Sequence[str]) -> Sequence[str]:
        """Those of them that are not running any more: another process was asked to stop them."""
        ...

    async def orphans(self, at_work: Sequence[str]) -> Sequence[ResearchSession]:
        """Running sessions that nobody works on: their process died, or it is this one and they are not `at_work`.
        Those returned belong to this process now."""
        ...

    async def adopt(self, session_id: str) -> bool:
        """Whether this session was an orphan; if so, it belongs to this process now."""
        ...


class RunRecord(Protocol):
    """Tells a session's events."""

    def began(self, session: ResearchSession, *, resumed: bool) -> None: ...

    def ended(self, session: ResearchSession) -> object:
        """The last event of the attempt, which is written in its own time; a repeat does nothing."""
        ...

    async def end_written(self, session: ResearchSession) -> None:
        """Returns when the last event is there."""
        ...


class RunMemory(Protocol):
    """What the orchestration remembers of runs that did not end."""

    async def so_far(self, request: ResearchRequest, thread: str) -> ResearchResult | None:
        """What a run that was left has finished; None when it had not even begun."""
        ...

    async def forget(self, thread: str) -> None: ...


class RunCosts(Protocol):
    """What the model calls of runs cost."""

    async def of(self, owner_id: str, threads: Sequence[str]) -> Sequence[NodeCost]: ...
