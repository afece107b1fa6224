"""What strategies from research need from the world."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Protocol, TypeAlias

from packages.domain.strategy.from_research.drafted import DraftedStrategy
from packages.domain.strategy.from_research.facts import ResearchFacts
from packages.domain.strategy.from_research.sizing import DraftLimits

LimitsOf: TypeAlias = Callable[[str], Awaitable[DraftLimits]]


class FinishedResearch(Protocol):
    """The owner's research sessions; another person's are unknown."""

    async def facts(self, owner_id: str, session_id: str) -> ResearchFacts:
        """Raises `NotFound` for a session that is not the owner's."""
        ...

    async def newer(self, owner_id: str, symbol: str, session_id: str) -> ResearchFacts | None:
        """The newest session with a verdict on the symbol that was started after this one."""
        ...


class OriginStore(Protocol):
    """Keeps what drafted rules came from: of the same rules of an owner, the last draft."""

    async def keep(self, owner_id: str, rules: str, drafted: DraftedStrategy, at: datetime) -> None: ...

    async def find(self, owner_id: str, rules: str) -> DraftedStrategy | None:
        """`rules`: the hash of the rules, which is the same under another name."""
        ...
