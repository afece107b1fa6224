"""What stored strategies need from the world, and what they are when they come back."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from packages.core.errors import Conflict, NotFound
from packages.domain.strategy.revisions import Revision


class UnknownStrategy(NotFound):
    """There is no such strategy, or it is another person's."""


class ArchivedStrategy(Conflict):
    """A deleted strategy can be read and forked, and not changed."""


@dataclass(frozen=True, slots=True)
class StoredStrategy:
    """A strategy of somebody's; `name` and `version` are those of its newest revision."""

    id: str
    owner_id: str
    name: str
    lineage_id: str
    version: int
    created_at: datetime
    updated_at: datetime
    archived_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class RevisionHead:
    """A revision as it is listed, without its document."""

    version: int
    content_hash: str
    created_at: datetime
    restores: int | None = None


@dataclass(frozen=True, slots=True)
class StrategyQuery:
    """Newest first, below the id `before`; `search` is a part of the name, in any case."""

    limit: int = 50
    before: str | None = None
    search: str = ""
    archived: bool = False


class StrategyStore(Protocol):
    """Where strategies are kept; whoever asks names the owner."""

    async def add(self, strategy: StoredStrategy, first: Revision, key: str | None = None) -> StoredStrategy:
        """The strategy; when a revision was made under that key before, nothing is added, and it is that one's."""
        ...

    async def advance(
        self, owner_id: str, strategy_id: str, following: Revision, key: str | None = None
    ) -> StoredStrategy | None:
        """Puts a revision on top of the one before it; None, and nothing is changed, when that is not the newest any
        more, or the strategy is archived, or not the owner's."""
        ...

    async def made(self, owner_id: str, key: str) -> StoredStrategy | None:
        """The strategy of which a revision was made under that key, as it is now."""
        ...

    async def archive(self, owner_id: str, strategy_id: str, at: datetime | None) -> StoredStrategy | None:
        """The strategy with the instant of its first archiving, or without any where `at` is None; None when it is not
        the owner's."""
        ...

    async def find(self, owner_id: str, strategy_id: str) -> StoredStrategy | None: ...

    async def page(self, owner_id: str, query: StrategyQuery) -> Sequence[StoredStrategy]: ...

    async def revision(self, owner_id: str, strategy_id: str, version: int) -> Revision | None: ...

    async def revisions(
        self, owner_id: str, strategy_id: str, limit: int, before: int | None = None
    ) -> Sequence[RevisionHead]:
        """Newest first, below the version `before`."""
        ...
