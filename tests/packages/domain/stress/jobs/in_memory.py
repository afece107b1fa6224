"""Stress tests and the returns of trials in memory."""

from collections.abc import Sequence
from datetime import datetime

import numpy as np

from packages.core.events import JsonObject
from packages.domain.strategy.explain.speech import Language
from packages.domain.stress.jobs.errors import StressNotDone, UnknownScenarioSet, UnknownStressTest
from packages.domain.stress.jobs.plan import ScenarioSet
from packages.domain.stress.jobs.ports import TrialReturn
from packages.domain.stress.jobs.stored import (
    FileKind,
    NewScenarioSet,
    NewStress,
    PartDone,
    StoredStress,
    StressResult,
    VerdictSeen,
)


class InMemoryStress:
    def __init__(self) -> None:
        self._asked: dict[str, NewStress] = {}
        self._parts: dict[str, dict[str, PartDone]] = {}
        self._results: dict[str, StressResult] = {}
        self._deleted: set[str] = set()
        self._sets: dict[tuple[str, str], ScenarioSet] = {}

    async def add(self, stress: NewStress) -> None:
        self._asked.setdefault(stress.id, stress)

    async def put_part(self, stress_id: str, part: PartDone) -> None:
        if self._is_open(stress_id):
            self._parts.setdefault(stress_id, {})[part.name] = part

    async def parts(self, stress_id: str) -> Sequence[PartDone]:
        return list(self._parts.get(stress_id, {}).values())

    async def finish(self, stress_id: str, result: StressResult) -> None:
        if self._is_open(stress_id):
            self._results[stress_id] = result
            self._parts.pop(stress_id, None)

    async def get(self, owner_id: str, stress_id: str) -> StoredStress:
        found = self._asked.get(stress_id)
        if found is None or found.owner_id != owner_id or stress_id in self._deleted:
            raise UnknownStressTest("There is no such stress test.")
        result = self._results.get(stress_id)
        return StoredStress(found, result.headline if result else None)

    async def page(
        self, owner_id: str, limit: int, before: str | None = None, strategy_id: str | None = None
    ) -> Sequence[StoredStress]:
        mine = [each for each in self._asked.values() if each.owner_id == owner_id and each.id not in self._deleted]
        mine.sort(key=lambda each: (each.created_at, each.id), reverse=True)
        if before is not None:
            last = (await self.get(owner_id, before)).stress
            mine = [each for each in mine if (each.created_at, each.id) < (last.created_at, last.id)]
        wanted = [each for each in mine if strategy_id in (None, each.plan.backtest.strategy_id)]
        return [await self.get(owner_id, each.id) for each in wanted[:limit]]

    async def report(self, owner_id: str, stress_id: str) -> JsonObject:
        return (await self._result(owner_id, stress_id)).report

    async def file(self, owner_id: str, stress_id: str, kind: FileKind, language: Language) -> str:
        return (await self._result(owner_id, stress_id)).files[kind, language]

    async def latest_verdict(self, owner_id: str, strategy_id: str, version: int) -> VerdictSeen | None:
        for stored in await self.page(owner_id, len(self._asked), strategy_id=strategy_id):
            stress, headline = stored.stress, stored.headline
            if stress.plan.backtest.version == version and headline is not None:
                return VerdictSeen(stress.id, headline.ruling, stress.created_at, headline.limits)
        return None

    async def delete(self, owner_id: str, stress_id: str, at: datetime) -> None:
        await self.get(owner_id, stress_id)
        self._deleted.add(stress_id)
        self._results.pop(stress_id, None)
        self._parts.pop(stress_id, None)

    async def add_set(self, made: NewScenarioSet) -> None:
        self._sets.setdefault((made.owner_id, made.id), made.scenarios)

    async def get_set(self, owner_id: str, scenario_set_id: str) -> ScenarioSet:
        tested = (stored.stress.plan for stored in await self.page(owner_id, len(self._asked)))
        known = {plan.scenario_set_id: plan.scenarios for plan in tested}
        found = self._sets.get((owner_id, scenario_set_id), known.get(scenario_set_id))
        if found is None:
            raise UnknownScenarioSet("There is no such scenario set.")
        return found

    def _is_open(self, stress_id: str) -> bool:
        return stress_id in self._asked and stress_id not in self._deleted and stress_id not in self._results

    async def _result(self, owner_id: str, stress_id: str) -> StressResult:
        await self.get(owner_id, stress_id)
        if stress_id not in self._results:
            raise StressNotDone("This stress test has no report.")
        return self._results[stress_id]


class InMemoryTrialReturns:
    def __init__(self) -> None:
        self._kept: dict[str, dict[str, TrialReturn]] = {}

    async def add(self, lineage_id: str, returns: Sequence[TrialReturn]) -> None:
        kept = self._kept.setdefault(lineage_id, {})
        for each in returns:
            single = each.returns.astype(np.float32).astype(np.float64)
            kept.setdefault(each.key, TrialReturn(each.key, each.first_week, single))

    async def of(self, lineage_id: str) -> Sequence[TrialReturn]:
        return [each for _, each in sorted(self._kept.get(lineage_id, {}).items())]
