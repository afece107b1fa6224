"""The work of a stress test: as a job, or in the terminal, it is done and kept in the same way."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from packages.core.clock import Clock
from packages.core.events import JsonObject
from packages.domain.backtest.jobs.runner import Tell
from packages.domain.stress.jobs.errors import UnknownStressTest
from packages.domain.stress.jobs.ports import StressStore
from packages.domain.stress.jobs.results import ReportWriter, result_of
from packages.domain.stress.jobs.run import Shelf, StressRunner
from packages.domain.stress.jobs.service import asked_by_job
from packages.domain.stress.jobs.stored import NewStress, PartDone, StressHeadline, StressResult
from packages.domain.work.jobs import JobCall


@dataclass(frozen=True, slots=True)
class StoredShelf:
    """The parts of one stress test in the store."""

    store: StressStore
    stress_id: str

    async def parts(self) -> Sequence[PartDone]:
        return await self.store.parts(self.stress_id)

    async def put(self, part: PartDone) -> None:
        await self.store.put_part(self.stress_id, part)


@dataclass(slots=True)
class FleetingShelf:
    """Parts that are gone with the process."""

    done: list[PartDone] = field(default_factory=list)

    async def parts(self) -> Sequence[PartDone]:
        return list(self.done)

    async def put(self, part: PartDone) -> None:
        self.done.append(part)


class StressWork:
    """A job that comes again after a crash reads the parts that are done and does the rest."""

    def __init__(self, runner: StressRunner, store: StressStore, write: ReportWriter, clock: Clock) -> None:
        self._runner = runner
        self._write = write
        self._store = store
        self._clock = clock

    async def handle(self, call: JobCall) -> JsonObject:
        """`JobHandler` for the kind `RUN`."""
        asked = asked_by_job(call.job_id, call.owner_id, call.payload)
        await self._store.add(asked)
        try:
            stored = await self._store.get(call.owner_id, call.job_id)
        except UnknownStressTest:
            return {"stress_report_id": call.job_id, "deleted": True}
        headline = stored.headline or await self._finish(asked, call.progress.report)
        return {
            "stress_report_id": call.job_id,
            "scenario_set_id": asked.plan.scenario_set_id,
            "verdict": headline.ruling.value,
            "trials": headline.trials,
        }

    async def run(self, asked: NewStress, tell: Tell, shelf: Shelf | None = None) -> StressResult:
        """Measures, judges and draws. Its trials are counted at once, since somebody looks; nothing else is stored."""
        measured = await self._runner.run(asked.plan, shelf or FleetingShelf(), tell)
        await tell(0.95, "Drawing the report")
        return await asyncio.to_thread(result_of, asked, measured, self._write, self._clock.now())

    async def keep(self, asked: NewStress, result: StressResult) -> None:
        """Stores what was run without a job."""
        await self._store.add(asked)
        await self._store.finish(asked.id, result)

    async def _finish(self, asked: NewStress, tell: Tell) -> StressHeadline:
        result = await self.run(asked, tell, StoredShelf(self._store, asked.id))
        await tell(0.99, "Storing the report")
        await self._store.finish(asked.id, result)
        return result.headline
