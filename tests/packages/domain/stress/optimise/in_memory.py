"""Optimisations in memory."""

from collections.abc import Sequence
from datetime import datetime

from packages.domain.stress.optimise.plan import SearchPlan
from packages.domain.stress.optimise.service import OPTIMISATIONS, OptimisationHeadline, OptimisationResult
from tests.fakes.stored_jobs import InMemoryStoredJobs


class InMemoryOptimisations(InMemoryStoredJobs[SearchPlan, OptimisationHeadline, OptimisationResult]):
    kind = OPTIMISATIONS

    def __init__(self) -> None:
        super().__init__()
        self._lines: dict[str, dict[int, bytes]] = {}

    async def write_down(self, optimisation_id: str, batch: int, lines: bytes) -> None:
        if self._is_open(optimisation_id):
            self._lines.setdefault(optimisation_id, {}).setdefault(batch, lines)

    async def written_down(self, optimisation_id: str) -> Sequence[bytes]:
        return [lines for _, lines in sorted(self._lines.get(optimisation_id, {}).items())]

    async def delete(self, owner_id: str, job_id: str, at: datetime) -> None:
        await super().delete(owner_id, job_id, at)
        self._lines.pop(job_id, None)
