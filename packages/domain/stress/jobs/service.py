"""Stress tests as their owner meets them: beside what all stored work can do, scenario sets, files and verdicts."""

from packages.core.clock import Clock
from packages.core.ids import Ids
from packages.core.messages import Language
from packages.domain.strategy.book import StrategyBook
from packages.domain.stress.attempts import JointVerdict, joint_verdict
from packages.domain.stress.jobs.plan import Kind, ScenarioSet, StressPlan, asked_in_set, make_stress_plan, require_kind
from packages.domain.stress.jobs.request import StressRequest
from packages.domain.stress.jobs.stored import (
    STRESS_TESTS,
    FileKind,
    NewScenarioSet,
    StressHeadline,
    StressResult,
    StressStore,
    StressTest,
    VerdictSeen,
)
from packages.domain.work.jobs import Jobs
from packages.domain.work.service import StoredJobService


class StressService(StoredJobService[StressPlan, StressHeadline, StressResult]):
    """Stress tests of stored strategies."""

    _store: StressStore

    def __init__(self, store: StressStore, jobs: Jobs, book: StrategyBook, clock: Clock, ids: Ids) -> None:
        super().__init__(STRESS_TESTS, store, jobs, book.ledger, clock, ids)
        self._book = book

    async def submit(self, owner_id: str, request: StressRequest, key: str | None = None) -> StressTest:
        """The same key with the same request is the same stress test."""
        now = self._clock.now()
        plan = await make_stress_plan(self._book, owner_id, request, now)
        return await self._submit(owner_id, plan, request.digest, now, key)

    async def make_set(self, owner_id: str, request: StressRequest) -> NewScenarioSet:
        """Writes down what `request` would try, for `submit_in_set`; nothing is run, and a repeat changes nothing."""
        now = self._clock.now()
        plan = await make_stress_plan(self._book, owner_id, request, now)
        made = NewScenarioSet(plan.scenario_set_id, owner_id, plan.scenarios, now)
        await self._store.add_set(made)
        return made

    async def scenario_set(self, owner_id: str, scenario_set_id: str) -> ScenarioSet:
        return await self._store.get_set(owner_id, scenario_set_id)

    async def submit_in_set(
        self, owner_id: str, scenario_set_id: str, kind: Kind | None, request: StressRequest, key: str | None = None
    ) -> StressTest:
        """As `submit`, with the scenarios of a set that was made before; one of another kind is refused."""
        scenarios = await self.scenario_set(owner_id, scenario_set_id)
        require_kind(scenarios, kind)
        return await self.submit(owner_id, asked_in_set(request, scenarios), key)

    async def file(self, owner_id: str, stress_id: str, kind: FileKind, language: Language) -> str:
        """As it was drawn when the test ended."""
        return await self._store.file(owner_id, stress_id, kind, language)

    async def latest_verdict(self, owner_id: str, strategy_id: str, version: int) -> VerdictSeen | None:
        """What the last finished test of this version says; None where there is none."""
        return await self._store.latest_verdict(owner_id, strategy_id, version)

    async def joint_verdict(self, owner_id: str, stress_id: str) -> JointVerdict:
        """Over all attempts at the same question, with every attempt at the same rules beside it."""
        plan = (await self._store.get(owner_id, stress_id)).plan
        return joint_verdict(stress_id, await self._store.attempts(owner_id, plan.backtest.rules_hash))
