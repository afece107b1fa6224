"""Optimisations in the database: what all stores do, and a search that is killed again and again."""

from collections.abc import Sequence

import pytest

from packages.core.events import JsonObject
from packages.domain.backtest.jobs.trial_returns import TrialReturn
from packages.domain.strategy.lineage import Trial, TrialLedger, TrialSample
from packages.domain.stress.optimise.service import NewOptimisation, OptimisationStore
from packages.domain.stress.optimise.work import OptimisationWork
from packages.domain.work.jobs import JobCancelled
from packages.infra.db.engine import Database
from packages.infra.db.migrate import upgrade
from packages.infra.strategy.trials import SqlTrials
from packages.infra.stress.optimisations import SqlOptimisations
from packages.infra.stress.optuna_search import OptunaSearcher
from packages.infra.stress.trial_returns import SqlTrialReturns
from packages.settings.database import DatabaseUrl
from tests.fakes.clock import StoppedClock
from tests.packages.domain.stress.optimise.planted import NOW, PlantedMarket, base_plan, search_plan
from tests.packages.domain.stress.optimise.store_conformance import OptimisationStoreConformance


class TestSqlOptimisations(OptimisationStoreConformance):
    @pytest.fixture
    def store(self, database: Database) -> OptimisationStore:
        return SqlOptimisations(database)


class Killed(Exception):
    """As if the process were gone."""


class Fuse:
    """Lets so many steps pass, then kills."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def burn(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Killed


class DyingOptimisations(SqlOptimisations):
    def __init__(self, database: Database, fuse: Fuse) -> None:
        super().__init__(database)
        self._fuse = fuse

    async def write_down(self, optimisation_id: str, batch: int, lines: bytes) -> None:
        self._fuse.burn()
        await super().write_down(optimisation_id, batch, lines)
        self._fuse.burn()


class DyingTrials(SqlTrials):
    def __init__(self, database: Database, fuse: Fuse) -> None:
        super().__init__(database)
        self._fuse = fuse

    async def add(self, lineage_id: str, trials: Sequence[Trial], sample: TrialSample | None = None) -> None:
        self._fuse.burn()
        await super().add(lineage_id, trials, sample)


class DyingReturns(SqlTrialReturns):
    def __init__(self, database: Database, fuse: Fuse) -> None:
        super().__init__(database)
        self._fuse = fuse

    async def add(self, lineage_id: str, returns: Sequence[TrialReturn]) -> None:
        self._fuse.burn()
        await super().add(lineage_id, returns)


def _asked(number: int, lineage: str) -> NewOptimisation:
    plan = search_plan(base_plan(lineage_id=lineage), trials=80)
    return NewOptimisation(f"00000000-0000-7000-8000-{number:012d}", "ann", plan, NOW, has_job=False)


async def _life(url: DatabaseUrl, asked: NewOptimisation, steps: int) -> JsonObject | None:
    """One process: its own connections, and a death after some steps; the report where it got to the end."""
    database, fuse = Database(url), Fuse(steps)
    ledger = TrialLedger(DyingTrials(database, fuse))
    work = OptimisationWork(
        PlantedMarket().view,
        DyingOptimisations(database, fuse),
        OptunaSearcher,
        ledger,
        DyingReturns(database, fuse),
        StoppedClock(NOW),
        workers=1,
    )
    try:
        return (await work.run(asked, _tell)).report
    except Killed:
        return None
    finally:
        await database.aclose()


async def _tell(_fraction: float, _message: str) -> None:
    return None


@pytest.mark.heavy
async def test_a_search_that_is_killed_at_every_step_ends_as_one_that_never_was(database_url: DatabaseUrl) -> None:
    database = Database(database_url)
    await upgrade(database)
    whole = await _life(database_url, _asked(1, "whole"), 1_000)
    lives = 0
    killed = None
    while killed is None:
        lives += 1
        killed = await _life(database_url, _asked(2, "killed"), lives)
    assert lives == 5
    assert killed == whole
    trials = SqlTrials(database)
    tried = await trials.of("whole")
    assert await trials.of("killed") == tried
    kept = await SqlTrialReturns(database).of([trial.key for trial in tried])
    assert {each.key for each in kept} == {trial.key for trial in tried}
    store = SqlOptimisations(database)
    assert len(await store.written_down(_asked(2, "killed").id)) == 3
    assert await store.report("ann", _asked(2, "killed").id) == whole
    await database.aclose()


async def test_a_cancelled_search_goes_on_when_it_is_run_again(database: Database) -> None:
    store, clock = SqlOptimisations(database), StoppedClock(NOW)
    ledger = TrialLedger(SqlTrials(database))
    work = OptimisationWork(
        PlantedMarket().view, store, OptunaSearcher, ledger, SqlTrialReturns(database), clock, workers=1
    )

    async def cancel(fraction: float, _message: str) -> None:
        if fraction > 0.3:
            raise JobCancelled

    with pytest.raises(JobCancelled):
        await work.run(_asked(1, "one"), cancel)
    counted = await ledger.count("one")
    assert 0 < counted <= 32
    assert len(await store.written_down(_asked(1, "one").id)) == 1
    await work.run(_asked(1, "one"), _tell)
    assert await ledger.count("one") > counted
    assert len(await store.written_down(_asked(1, "one").id)) == 3
