"""Strategies that were written and never saved: kept for their owner, so that a card can show one later."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from packages.core.clock import Clock
from packages.core.errors import NotFound
from packages.core.ids import derived_id
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.revisions import strategy_hash

_ID = re.compile(r"[0-9a-f-]{36}")


class UnknownDraft(NotFound):
    """There is no such draft, or it is another person's."""


@dataclass(frozen=True, slots=True)
class StrategyDraft:
    """A valid strategy of somebody's that has no place in their book yet."""

    id: str
    owner_id: str
    strategy: Strategy
    created_at: datetime


class DraftStore(Protocol):
    """Where drafts are kept; whoever asks names the owner."""

    async def add(self, draft: StrategyDraft) -> None:
        """A draft whose id is there already stays as it is."""
        ...

    async def find(self, owner_id: str, draft_id: str) -> StrategyDraft | None: ...


class StrategyDrafts:
    """Keeps each document once for each owner."""

    def __init__(self, store: DraftStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def keep(self, owner_id: str, strategy: Strategy) -> str:
        """The id of the draft; what says the same is the same draft."""
        draft_id = derived_id("strategy draft", owner_id, strategy_hash(strategy))
        await self._store.add(StrategyDraft(draft_id, owner_id, strategy, self._clock.now()))
        return draft_id

    async def get(self, owner_id: str, draft_id: str) -> StrategyDraft:
        found = await self._store.find(owner_id, draft_id) if _ID.fullmatch(draft_id) else None
        if found is None:
            raise UnknownDraft("strategy.unknown_draft")
        return found
