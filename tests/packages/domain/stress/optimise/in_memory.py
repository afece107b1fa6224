"""Optimisations in memory."""

from collections.abc import Sequence
from datetime import datetime

from packages.core.events import JsonObject
from packages.domain.stress.optimise.errors import OptimisationNotDone, UnknownOptimisation
from packages.domain.stress.optimise.stored import NewOptimisation, Result, StoredOptimisation


class InMemoryOptimisations:
    def __init__(self) -> None:
        self._asked: dict[str, NewOptimisation] = {}
        self._lines: dict[str, dict[int, bytes]] = {}
        self._results: dict[str, Result] = {}
        self._deleted: set[str] = set()

    async def add(self, optimisation: NewOptimisation) -> None:
        self._asked.setdefault(optimisation.id, optimisation)

    async def write_down(self, optimisation_id: str, batch: int, lines: bytes) -> None:
        if self._is_open(optimisation_id):
            self._lines.setdefault(optimisation_id, {}).setdefault(batch, lines)

    async def written_down(self, optimisation_id: str) -> Sequence[bytes]:
        return [lines for _, lines in sorted(self._lines.get(optimisation_id, {}).items())]

    async def finish(self, optimisation_id: str, result: Result) -> None:
        if self._is_open(optimisation_id):
            self._results[optimisation_id] = result

    async def get(self, owner_id: str, optimisation_id: str) -> StoredOptimisation:
        found = self._asked.get(optimisation_id)
        if found is None or found.owner_id != owner_id or optimisation_id in self._deleted:
            raise UnknownOptimisation("There is no such optimisation.")
        result = self._results.get(optimisation_id)
        return StoredOptimisation(found, result.finished_at if result else None, result.headline if result else None)

    async def page(
        self, owner_id: str, limit: int, before: str | None = None, strategy_id: str | None = None
    ) -> Sequence[StoredOptimisation]:
        mine = [each for each in self._asked.values() if each.owner_id == owner_id and each.id not in self._deleted]
        mine.sort(key=lambda each: (each.created_at, each.id), reverse=True)
        if before is not None:
            last = (await self.get(owner_id, before)).optimisation
            mine = [each for each in mine if (each.created_at, each.id) < (last.created_at, last.id)]
        wanted = [each for each in mine if strategy_id in (None, each.plan.base.strategy_id)]
        return [await self.get(owner_id, each.id) for each in wanted[:limit]]

    async def report(self, owner_id: str, optimisation_id: str) -> JsonObject:
        await self.get(owner_id, optimisation_id)
        if optimisation_id not in self._results:
            raise OptimisationNotDone("This optimisation has no result.")
        return self._results[optimisation_id].report

    async def delete(self, owner_id: str, optimisation_id: str, at: datetime) -> None:
        await self.get(owner_id, optimisation_id)
        self._deleted.add(optimisation_id)
        self._results.pop(optimisation_id, None)
        self._lines.pop(optimisation_id, None)

    def _is_open(self, optimisation_id: str) -> bool:
        known = optimisation_id in self._asked and optimisation_id not in self._deleted
        return known and optimisation_id not in self._results
