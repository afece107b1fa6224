"""Stress tests as their owner meets them."""

import asyncio
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest

from packages.core.ids import Ids
from packages.core.messages import Language
from packages.domain.strategy.ports import UnknownStrategy
from packages.domain.stress.findings import World
from packages.domain.stress.jobs.service import StressService
from packages.domain.stress.jobs.stored import StressKeyTaken, StressNotDone, UnknownStressTest, ruling_of
from packages.domain.stress.verdict.parts import StressPart
from packages.domain.work.stored import BacktestStatus
from tests.fakes.event_log import InMemoryEventLog
from tests.fakes.jobs import InMemoryJobs
from tests.packages.domain.backtest.asking import document
from tests.packages.domain.stress.jobs.desk import asking, open_desk

QUICK = (StressPart.CRISES,)


async def test_a_stress_test_is_asked_for_runs_and_is_read() -> None:
    async with open_desk() as desk:
        strategy = await desk.strategy()
        asked = await desk.service.submit("ann", asking(strategy))
        assert (asked.job_id, ruling_of(asked)) == (asked.id, None)
        assert asked.status in (BacktestStatus.PENDING, BacktestStatus.RUNNING)
        done = await desk.ended(asked)
        assert (done.status, done.progress, done.error) == (BacktestStatus.DONE, 1.0, None)
        report: Any = await desk.service.report("ann", done.id)
        assert report["verdict"]["ruling"] == ruling_of(done)
        assert report["strategy"]["version"] == 1
        for language, word in ((Language.EN, "Stress"), (Language.ZH, "压力")):
            assert word in await desk.service.file("ann", done.id, "md", language)
            page = await desk.service.file("ann", done.id, "html", language)
            assert page.startswith("<!doctype html>")
        assert [each.id for each in await desk.service.page("ann", strategy_id=strategy.id)] == [done.id]
        assert list(await desk.service.page("ann", strategy_id="another")) == []


async def test_the_same_key_is_the_same_test_and_another_request_under_it_is_refused() -> None:
    async with open_desk() as desk:
        strategy = await desk.strategy()
        asked = asking(strategy, parts=QUICK)
        one = await desk.service.submit("ann", asked, "key")
        assert (await desk.service.submit("ann", asked, "key")).id == one.id
        with pytest.raises(StressKeyTaken, match="new key"):
            await desk.service.submit("ann", asking(strategy, parts=QUICK, seed=5), "key")
        await desk.service.delete("ann", one.id)
        with pytest.raises(StressKeyTaken, match="deleted"):
            await desk.service.submit("ann", asked, "key")


async def test_nobody_elses_strategy_can_be_stressed_and_nobody_elses_test_is_there() -> None:
    async with open_desk() as desk:
        strategy = await desk.strategy()
        with pytest.raises(UnknownStrategy):
            await desk.service.submit("bob", asking(strategy))
        done = await desk.done(asking(strategy, parts=QUICK))
        for reading in (
            desk.service.get("bob", done.id),
            desk.service.report("bob", done.id),
            desk.service.file("bob", done.id, "html", Language.EN),
            desk.service.cancel("bob", done.id),
            desk.service.delete("bob", done.id),
        ):
            with pytest.raises(UnknownStressTest):
                await reading
        assert list(await desk.service.page("bob")) == []
        assert await desk.service.latest_verdict("bob", strategy.id, 1) is None


async def test_a_cancelled_test_stops_in_the_middle_of_its_paths() -> None:
    async with open_desk() as desk:
        asked = await desk.service.submit("ann", asking(await desk.strategy(), paths=1_000_000, worlds=(World.GARCH,)))
        while "Simulating paths" not in (await desk.service.get("ann", asked.id)).message:
            await asyncio.sleep(0.005)
        cancelled = await desk.service.cancel("ann", asked.id)
        assert cancelled.status is BacktestStatus.CANCELLED
        with pytest.raises(StressNotDone):
            await desk.service.report("ann", asked.id)
        assert [part.name for part in await desk.store.parts(asked.id)] == ["crises"]


async def test_a_deleted_test_leaves_its_trials() -> None:
    async with open_desk() as desk:
        strategy = await desk.strategy()
        done = await desk.done(asking(strategy, parts=(StressPart.SENSITIVITY,)))
        trials = await desk.shelf.ledger.count(strategy.lineage_id)
        await desk.service.delete("ann", done.id)
        with pytest.raises(UnknownStressTest):
            await desk.service.get("ann", done.id)
        assert await desk.shelf.ledger.count(strategy.lineage_id) == trials > 100


async def test_the_verdict_is_of_the_version_that_was_stressed() -> None:
    async with open_desk() as desk:
        strategy = await desk.strategy()
        done = await desk.done(asking(strategy, parts=QUICK))
        ops = [{"op": "replace", "path": "/factors/ema_20/params/period", "value": 18}]
        await desk.shelf.patch("ann", strategy.id, ops, 1)
        seen = await desk.service.latest_verdict("ann", strategy.id, 1)
        assert seen is not None
        assert seen.stress_report_id == done.id
        assert await desk.service.latest_verdict("ann", strategy.id, 2) is None
        newer = await desk.done(asking(strategy, parts=QUICK))
        assert newer.plan.backtest.version == 2
        older = await desk.done(asking(strategy, parts=QUICK, version=1, profile={"risk_tolerance": "conservative"}))
        again = await desk.service.latest_verdict("ann", strategy.id, 1)
        assert again is not None
        assert again.stress_report_id in (done.id, older.id)
        assert older.plan.scenario_set_id != done.plan.scenario_set_id


async def test_a_test_whose_job_is_gone_says_so() -> None:
    async with open_desk() as desk:
        asked = await desk.service.submit("ann", asking(await desk.strategy(), parts=QUICK))
        await desk.service.cancel("ann", asked.id)
        empty = InMemoryJobs(desk.clock, InMemoryEventLog(), {})
        lost = await StressService(desk.store, empty, desk.shelf, desk.clock, Ids(desk.clock)).get("ann", asked.id)
        assert (lost.status, lost.error) == (
            BacktestStatus.FAILED,
            "What became of this stress test is not known any more: run it again.",
        )


async def test_a_test_that_was_left_in_the_terminal_says_how_to_go_on() -> None:
    async with open_desk() as desk:
        asked = await desk.service.submit("ann", asking(await desk.strategy(), parts=QUICK))
        await desk.store.add(replace(asked.stored.planned, id="of the terminal", has_job=False))
        left = await desk.service.get("ann", "of the terminal")
        assert left.error == "It was stopped in the terminal: `parley stress resume` goes on with it."


async def test_instruments_without_bars_fail_the_job_with_what_to_load() -> None:
    async with open_desk() as desk:
        stored = await desk.shelf.create("ann", document("DEMO77"))
        failed = await desk.done(asking(stored))
        assert failed.status is BacktestStatus.FAILED
        assert "parley data sync DEMO77" in (failed.error or "")


def test_the_service_and_its_store_are_imported_without_numpy_and_without_the_engine() -> None:
    code = (
        "import sys, packages.domain.stress.jobs.service, packages.infra.stress.stress_tests; "
        "print('numpy' in sys.modules, 'packages.domain.backtest.engine' in sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["False", "False"]


async def test_the_same_content_has_the_same_seed_and_the_same_verdict() -> None:
    async with open_desk() as desk:
        strategy = await desk.strategy()
        first, again = await desk.done(asking(strategy)), await desk.done(asking(strategy))
        one: Any = await desk.service.report("ann", first.id)
        other: Any = await desk.service.report("ann", again.id)
        assert one["is_own_seed"]
        assert (one["seed"], one["monte_carlo"], one["verdict"]) == (
            other["seed"],
            other["monte_carlo"],
            other["verdict"],
        )
        copy = await desk.shelf.create("ann", {**document("DEMO5"), "strategy": {"name": "A new name"}})
        renamed: Any = await desk.service.report("ann", (await desk.done(asking(copy))).id)
        assert renamed["seed"] == one["seed"]


async def test_every_attempt_stays_beside_the_verdict_when_a_test_is_deleted() -> None:
    async with open_desk() as desk:
        strategy = await desk.strategy()
        first = await desk.done(asking(strategy, seed=1))
        second = await desk.done(asking(strategy, seed=2))
        await desk.service.delete("ann", first.id)
        joint = await desk.service.joint_verdict("ann", second.id)
        assert {(each.seed, each.is_own_seed) for each in joint.attempts} == {(1, False), (2, False)}
        assert len(joint.counted) == 2
        report: Any = await desk.service.report("ann", second.id)
        assert {each["seed"] for each in report["attempts"]} == {1, 2}, "made at the same instant of a stopped clock"


async def test_declared_trials_count_once_and_for_good() -> None:
    async with open_desk() as desk:
        strategy = await desk.strategy()
        asked = asking(strategy, parts=(StressPart.OVERFITTING,))

        async def luck(declared: int) -> Any:
            done = await desk.done(replace(asked, declared_trials=declared))
            report: Any = await desk.service.report("ann", done.id)
            return report["overfitting"]

        alone, said = await luck(0), await luck(500)
        assert (alone["declared"], said["declared"], said["trials"]) == (0, 500, alone["trials"] + 500)
        assert said["expected_best_of_luck"] > alone["expected_best_of_luck"]
        assert (await luck(500))["declared"] == 500  # the same words again
        assert (await luck(600))["declared"] == 600
        assert (await luck(0))["declared"] == 600  # what was said stays said
