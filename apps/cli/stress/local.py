"""Stress tests and optimisations of the local owner, run in this process and kept so that they can be gone on with."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeGuard

from apps.api.openings.strategies import open_strategy_jobs
from apps.api.strategy_jobs import StrategyJobs
from apps.cli.stress.options import OnData, SearchOptions, StressOptions, as_typed
from packages.core.errors import Conflict, NotFound
from packages.core.ids import Ids
from packages.core.messages import Language
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.strategy.model import Strategy
from packages.domain.stress.jobs.plan import StressPlan, make_stress_plan
from packages.domain.stress.jobs.stored import FileKind, NewStress, StoredStress, StressNotDone, UnknownStressTest
from packages.domain.stress.jobs.work import StoredStages
from packages.domain.stress.optimise.plan import SearchPlan, plan_search
from packages.domain.stress.optimise.service import (
    NewOptimisation,
    OptimisationNotDone,
    StoredOptimisation,
    UnknownOptimisation,
)
from packages.domain.work.jobs import OnProgress
from packages.infra.stress.optimisations import SqlOptimisations
from packages.infra.stress.stress_tests import SqlStress
from packages.settings.load import load_settings

_ME = LOCAL_OWNER_ID


class NotHere(NotFound):
    """Neither a stress test nor an optimisation has this id."""


class ServerJob(Conflict):
    """A job of the server, which is gone on with there."""

    code = "work_of_the_desk"


@dataclass(frozen=True, slots=True)
class LocalStress:
    """What is asked for is kept before anything is run, so that whoever stops it can continue."""

    jobs: StrategyJobs
    stress: SqlStress
    searches: SqlOptimisations

    async def ask(self, options: StressOptions) -> NewStress:
        request = options.request(await self._strategy(options))
        with as_typed():
            plan = await make_stress_plan(self.jobs.book, _ME, request, self.jobs.clock.now())
        asked = NewStress(self._new_id(), _ME, plan, self.jobs.clock.now(), has_job=False)
        await self.stress.add(asked)
        return asked

    async def ask_search(self, options: SearchOptions) -> NewOptimisation:
        request = options.request(await self._strategy(options))
        with as_typed():
            plan = await plan_search(self.jobs.book, _ME, request, self.jobs.clock.now())
        asked = NewOptimisation(self._new_id(), _ME, plan, self.jobs.clock.now(), has_job=False)
        await self.searches.add(asked)
        return asked

    async def run(self, asked: NewStress, on_progress: OnProgress) -> None:
        work = self.jobs.stress()
        result = await work.run(asked, on_progress, StoredStages(self.stress, asked.id))
        await work.keep(asked, result)

    async def run_search(self, asked: NewOptimisation, on_progress: OnProgress) -> None:
        await self.jobs.optimisations().run(asked, on_progress)

    async def found(self, some_id: str) -> StoredStress | StoredOptimisation:
        try:
            return await self.stress.get(_ME, some_id)
        except UnknownStressTest:
            pass
        try:
            return await self.searches.get(_ME, some_id)
        except UnknownOptimisation:
            raise NotHere("cli.unknown_stress_job", id=some_id[:60]) from None

    async def page(self, limit: int, strategy_id: str | None) -> Sequence[StoredStress]:
        return await self.stress.page(_ME, limit, None, strategy_id)

    async def report(self, stored: StoredStress | StoredOptimisation) -> dict[str, Any]:
        try:
            store = self.stress if isinstance(stored.plan, StressPlan) else self.searches
            return dict(await store.report(_ME, stored.id))
        except (StressNotDone, OptimisationNotDone) as error:
            raise type(error)("cli.not_finished", id=stored.id) from None

    async def file(self, stress_id: str, kind: FileKind, language: Language) -> str:
        return await self.stress.file(_ME, stress_id, kind, language)

    async def _strategy(self, options: OnData) -> Strategy:
        return (await self.jobs.book.revision(_ME, options.strategy_id(), options.version)).strategy

    def _new_id(self) -> str:
        return Ids(self.jobs.clock).new()


def is_stress(asked: NewStress | NewOptimisation) -> TypeGuard[NewStress]:
    return isinstance(asked.plan, StressPlan)


def is_search(asked: NewStress | NewOptimisation) -> TypeGuard[NewOptimisation]:
    return isinstance(asked.plan, SearchPlan)


def refuse_jobs(asked: NewStress | NewOptimisation) -> None:
    if asked.has_job:
        raise ServerJob("cli.job_of_server", id=asked.id)


@asynccontextmanager
async def open_stress() -> AsyncIterator[LocalStress]:
    async with open_strategy_jobs(load_settings()) as jobs:
        yield LocalStress(jobs, SqlStress(jobs.database), SqlOptimisations(jobs.database))
