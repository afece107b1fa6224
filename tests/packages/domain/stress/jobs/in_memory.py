"""Stress tests and the returns of trials in memory."""

from collections.abc import Sequence
from datetime import datetime

import numpy as np

from packages.core.messages import Language
from packages.domain.backtest.jobs.trial_returns import TrialReturn
from packages.domain.stress.attempts import StressAttempt
from packages.domain.stress.jobs.plan import ScenarioSet, StressPlan
from packages.domain.stress.jobs.stored import (
    STRESS_TESTS,
    FileKind,
    NewScenarioSet,
    PartDone,
    StressHeadline,
    StressResult,
    UnknownScenarioSet,
    VerdictSeen,
)
from tests.fakes.stored_jobs import InMemoryStoredJobs


class InMemoryStress(InMemoryStoredJobs[StressPlan, StressHeadline, StressResult]):
    kind = STRESS_TESTS

    def __init__(self) -> None:
        super().__init__()
        self._parts: dict[str, dict[str, PartDone]] = {}
        self._sets: dict[tuple[str, str], ScenarioSet] = {}
        self._attempts: list[StressAttempt] = []

    async def put_part(self, stress_id: str, part: PartDone) -> None:
        if self._is_open(stress_id):
            self._parts.setdefault(stress_id, {})[part.name] = part

    async def parts(self, stress_id: str) -> Sequence[PartDone]:
        return list(self._parts.get(stress_id, {}).values())

    async def finish(self, job_id: str, result: StressResult) -> None:
        if self._is_open(job_id) and result.attempt is not None:
            self._attempts.append(result.attempt)
        await super().finish(job_id, result)
        self._parts.pop(job_id, None)

    async def file(self, owner_id: str, stress_id: str, kind: FileKind, language: Language) -> str:
        return (await self._result(owner_id, stress_id)).files[kind, language]

    async def latest_verdict(self, owner_id: str, strategy_id: str, version: int) -> VerdictSeen | None:
        for stored in await self.page(owner_id, len(self._planned), strategy_id=strategy_id):
            stress, headline = stored.planned, stored.headline
            if stress.plan.backtest.version == version and headline is not None:
                return VerdictSeen(stress.id, headline.ruling, stress.created_at, headline.limits)
        return None

    async def attempts(self, owner_id: str, rules: str) -> Sequence[StressAttempt]:
        return [each for each in self._attempts if (each.owner_id, each.rules) == (owner_id, rules)]

    async def delete(self, owner_id: str, job_id: str, at: datetime) -> None:
        await super().delete(owner_id, job_id, at)
        self._parts.pop(job_id, None)

    async def add_set(self, made: NewScenarioSet) -> None:
        self._sets.setdefault((made.owner_id, made.id), made.scenarios)

    async def get_set(self, owner_id: str, scenario_set_id: str) -> ScenarioSet:
        tested = (stored.planned.plan for stored in await self.page(owner_id, len(self._planned)))
        known = {plan.scenario_set_id: plan.scenarios for plan in tested}
        found = self._sets.get((owner_id, scenario_set_id), known.get(scenario_set_id))
        if found is None:
            raise UnknownScenarioSet("There is no such scenario set.")
        return found


class InMemoryTrialReturns:
    def __init__(self) -> None:
        self._kept: dict[str, dict[str, TrialReturn]] = {}

    async def add(self, lineage_id: str, returns: Sequence[TrialReturn]) -> None:
        kept = self._kept.setdefault(lineage_id, {})
        for each in returns:
            single = each.returns.astype(np.float32).astype(np.float64)
            kept.setdefault(each.key, TrialReturn(each.key, each.first_week, single))

    async def of(self, keys: Sequence[str]) -> Sequence[TrialReturn]:
        known = {key: each for kept in self._kept.values() for key, each in kept.items()}
        return [known[key] for key in sorted(set(keys)) if key in known]
