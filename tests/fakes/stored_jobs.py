"""Stored work in memory: what every kind of it shares."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from packages.core.events import JsonObject
from packages.domain.work.stored import HeadlineT, PlannedJob, PlanT, StoredJob, WorkKind


class AnyResult(Protocol):
    @property
    def headline(self) -> Any: ...

    @property
    def report(self) -> JsonObject: ...


SomeResult = TypeVar("SomeResult", bound=AnyResult)


class InMemoryStoredJobs(Generic[PlanT, HeadlineT, SomeResult]):
    kind: ClassVar[WorkKind[Any]]

    def __init__(self) -> None:
        self._planned: dict[str, PlannedJob[PlanT]] = {}
        self._results: dict[str, SomeResult] = {}
        self._deleted: set[str] = set()

    async def add(self, planned: PlannedJob[PlanT]) -> None:
        self._planned.setdefault(planned.id, planned)

    async def finish(self, job_id: str, result: SomeResult) -> None:
        if self._is_open(job_id):
            self._results[job_id] = result

    async def get(self, owner_id: str, job_id: str) -> StoredJob[PlanT, HeadlineT]:
        found = self._planned.get(job_id)
        if found is None or found.owner_id != owner_id or job_id in self._deleted:
            raise self.kind.unknown()
        result = self._results.get(job_id)
        return StoredJob(found, result.headline if result else None)

    async def page(
        self, owner_id: str, limit: int, before: str | None = None, strategy_id: str | None = None
    ) -> Sequence[StoredJob[PlanT, HeadlineT]]:
        mine = [each for each in self._planned.values() if each.owner_id == owner_id and each.id not in self._deleted]
        mine.sort(key=lambda each: (each.created_at, each.id), reverse=True)
        if before is not None:
            last = (await self.get(owner_id, before)).planned
            mine = [each for each in mine if (each.created_at, each.id) < (last.created_at, last.id)]
        wanted = [each for each in mine if strategy_id in (None, each.plan.strategy_id)]
        return [await self.get(owner_id, each.id) for each in wanted[:limit]]

    async def report(self, owner_id: str, job_id: str) -> JsonObject:
        return (await self._result(owner_id, job_id)).report

    async def delete(self, owner_id: str, job_id: str, at: datetime) -> None:
        await self.get(owner_id, job_id)
        self._deleted.add(job_id)
        self._results.pop(job_id, None)

    def _is_open(self, job_id: str) -> bool:
        return job_id in self._planned and job_id not in self._deleted and job_id not in self._results

    async def _result(self, owner_id: str, job_id: str) -> SomeResult:
        await self.get(owner_id, job_id)
        if job_id not in self._results:
            raise self.kind.not_done()
        return self._results[job_id]
