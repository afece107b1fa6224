"""Stress tests in the database: what all stores do, what the database holds fast, and one test from end to end."""

import json
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from packages.core.messages import Language
from packages.domain.backtest.jobs.trial_returns import TrialReturns
from packages.domain.stress.findings import Ruling
from packages.domain.stress.jobs.stored import StressStore, ruling_of
from packages.domain.trading.deployments.ports import ClearanceRuling
from packages.domain.work.stored import BacktestStatus
from packages.infra.db.engine import Database
from packages.infra.providers.trading.clearance import StoredVerdicts
from packages.infra.strategy.strategies import strategy_book
from packages.infra.strategy.trials import SqlTrials
from packages.infra.stress.stress_tests import SqlStress
from packages.infra.stress.trial_returns import SqlTrialReturns
from tests.conformance.trial_store_conformance import one_run, sampled
from tests.fakes.clock import StoppedClock
from tests.packages.domain.backtest.asking import NOW
from tests.packages.domain.stress.jobs.desk import asking, open_desk
from tests.packages.domain.stress.jobs.store_conformance import (
    STRATEGY,
    StressStoreConformance,
    TrialReturnsConformance,
    asked,
    attempt,
    result,
    returned,
    stress_id,
)


class TestSqlStress(StressStoreConformance):
    @pytest.fixture
    def store(self, database: Database) -> StressStore:
        return SqlStress(database)


class TestSqlTrialReturns(TrialReturnsConformance):
    @pytest.fixture
    def returns(self, database: Database) -> TrialReturns:
        return SqlTrialReturns(database)


async def test_the_database_refuses_to_change_what_trials_returned(database: Database) -> None:
    await SqlTrialReturns(database).add("one", [returned("a")])
    for change in ("UPDATE trial_returns SET first_week = 0", "DELETE FROM trial_returns"):
        with pytest.raises(DBAPIError, match="append-only"):
            async with database.write() as session:
                await session.execute(text(change))
    assert len(await SqlTrialReturns(database).of(["a"])) == 1


async def test_a_stress_test_goes_from_the_question_to_the_page(database: Database) -> None:
    shelf = strategy_book(database, StoppedClock(NOW))
    async with open_desk(SqlStress(database), SqlTrialReturns(database), shelf) as desk:
        strategy = await desk.strategy()
        done = await desk.done(asking(strategy))
        assert (done.status, done.error) == (BacktestStatus.DONE, None)
        report: Any = await desk.service.report("ann", done.id)
        assert json.loads(json.dumps(report, allow_nan=False)) == report
        assert (report["stress_report_id"], report["scenario_set_id"]) == (done.id, done.plan.scenario_set_id)
        assert Ruling(report["verdict"]["ruling"]) is ruling_of(done)
        assert (report["is_demo"], report["unmeasured"]) == (True, [])
        trials = await shelf.ledger.count(strategy.lineage_id)
        assert report["overfitting"]["trials"] == report["lineage"]["compared"] == trials
        pages = {language: await desk.service.file("ann", done.id, "html", language) for language in Language}
        assert "否决" in pages[Language.ZH]
        assert done.id in pages[Language.EN]
        seen = await desk.service.latest_verdict("ann", strategy.id, 1)
        assert seen is not None
        assert (seen.stress_report_id, seen.ruling) == (done.id, ruling_of(done))
        await desk.service.delete("ann", done.id)
        assert await desk.service.latest_verdict("ann", strategy.id, 1) is None
        assert await shelf.ledger.count(strategy.lineage_id) == trials
        keys = [trial.key for trial in await shelf.ledger.trials(strategy.lineage_id)]
        assert len(await SqlTrialReturns(database).of(keys)) == trials


async def test_deployment_reads_the_worst_of_all_attempts_and_not_the_latest(database: Database) -> None:
    store = SqlStress(database)
    for number, ruling in enumerate((Ruling.REJECT, Ruling.PASS), 1):
        await store.add(asked(number))
        made = replace(result(ruling=ruling), attempt=attempt(number, ruling, seed=number))
        await store.finish(stress_id(number), made)
    latest = await store.latest_verdict("ann", STRATEGY, 3)
    assert latest is not None
    assert latest.ruling is Ruling.PASS
    await store.delete("ann", stress_id(1), NOW)  # which does not make it forgotten
    seen = await StoredVerdicts(store).latest("ann", STRATEGY, 3)
    assert seen is not None
    assert (seen.report_id, seen.ruling) == (stress_id(2), ClearanceRuling.REJECT)


async def test_the_database_refuses_to_change_attempts_and_the_data_of_trials(database: Database) -> None:
    await SqlStress(database).add(asked(1))
    await SqlStress(database).finish(stress_id(1), replace(result(), attempt=attempt(1)))
    await SqlTrials(database).add("one", one_run("k"), sampled("A", 1))
    for table in ("stress_attempts", "trial_data", "trial_series"):
        for change in (f"UPDATE {table} SET owner_id = 'eve'", f"DELETE FROM {table}"):
            with pytest.raises(DBAPIError, match="append-only"):
                async with database.write() as session:
                    await session.execute(text(change))
