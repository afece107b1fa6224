"""Optimisations as work: asked for once, counted once, told with what speaks against them, and nobody else's."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from packages.core.events import JsonObject
from packages.core.ids import Ids
from packages.domain.strategy.book import StrategyBook
from packages.domain.strategy.lineage import TrialKind
from packages.domain.strategy.ports import StoredStrategy
from packages.domain.stress.optimise.request import Goal, OptimisationLimits, OptimisationRequest
from packages.domain.stress.optimise.service import (
    OPTIMISATIONS,
    NewOptimisation,
    Optimisation,
    OptimisationKeyTaken,
    OptimisationNotDone,
    OptimisationService,
    UnknownOptimisation,
)
from packages.domain.stress.optimise.work import OptimisationWork
from packages.domain.work.jobs import JobCall, JobCancelled, JobStatus
from packages.domain.work.stored import BacktestStatus
from packages.infra.stress.optuna_search import OptunaSearcher
from tests.fakes.clock import StoppedClock
from tests.fakes.event_log import InMemoryEventLog
from tests.fakes.jobs import InMemoryJobs
from tests.packages.domain.backtest.asking import book
from tests.packages.domain.stress.jobs.in_memory import InMemoryTrialReturns
from tests.packages.domain.stress.optimise.in_memory import InMemoryOptimisations
from tests.packages.domain.stress.optimise.planted import (
    BUYING,
    FOUR,
    HOLDING,
    NOW,
    SIZE,
    PlantedMarket,
    document,
    long_only,
    search_plan,
)


@dataclass
class Desk:
    market: PlantedMarket
    store: InMemoryOptimisations
    returns: InMemoryTrialReturns
    shelf: StrategyBook
    work: OptimisationWork
    jobs: InMemoryJobs
    service: OptimisationService
    strategy: StoredStrategy

    def request(self, **asked: Any) -> OptimisationRequest:
        return OptimisationRequest(**{"strategy_id": self.strategy.id, "trials": 40, "pointers": FOUR, **asked})

    async def ended(self, asked: Optimisation) -> Optimisation:
        job = await self.jobs.get("ann", asked.id)
        while job.status in (JobStatus.QUEUED, JobStatus.RUNNING):
            await asyncio.sleep(0.005)
            job = await self.jobs.get("ann", asked.id)
        return await self.service.get("ann", asked.id)

    async def done(self, **asked: Any) -> tuple[Optimisation, Any]:
        ended = await self.ended(await self.service.submit("ann", self.request(**asked)))
        assert ended.status is BacktestStatus.DONE, ended.error
        return ended, await self.service.report("ann", ended.id)


async def _desk(market: PlantedMarket, told: Any) -> AsyncIterator[Desk]:
    clock, store, returns = StoppedClock(NOW), InMemoryOptimisations(), InMemoryTrialReturns()
    shelf = book(clock)
    work = OptimisationWork(market.view, store, OptunaSearcher, shelf.ledger, returns, clock, workers=1)
    async with InMemoryJobs(clock, InMemoryEventLog(), {OPTIMISATIONS.job_kind: work.handle}).running() as jobs:
        service = OptimisationService(store, jobs, shelf, clock, Ids(clock))
        yield Desk(market, store, returns, shelf, work, jobs, service, await shelf.create("ann", told))


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    async for each in _desk(PlantedMarket(), document()):
        yield each


@pytest.fixture
async def noisy() -> AsyncIterator[Desk]:
    """A market in which nothing can be found."""
    async for each in _desk(PlantedMarket(1500, drift=0.0), document()):
        yield each


@pytest.fixture
async def cautious() -> AsyncIterator[Desk]:
    async for each in _desk(PlantedMarket(1500), long_only()):
        yield each


async def test_an_optimisation_is_asked_for_runs_and_is_read(desk: Desk) -> None:
    asked = await desk.service.submit("ann", desk.request(trials=96))
    assert asked.job_id == asked.id
    done = await desk.ended(asked)
    assert done.headline is not None
    headline: Any = done.headline.body
    report: Any = await desk.service.report("ann", done.id)
    [found] = report["found"]
    assert headline["found"][0]["values"] == found["values"]
    assert report["sampler"] == "tpe"
    assert report["is_demo"] is True
    assert found["fit"]["sharpe"] > report["given"]["fit"]["sharpe"]
    assert found["held_out"]["trades"] > 3
    assert found["held_out"]["sharpe_interval"]["low"] < found["held_out"]["sharpe_interval"]["high"]
    assert 0 <= found["overfitting"]["overfitting_probability"] <= 1
    assert sum(report["importance"].values()) == pytest.approx(1)
    assert report["periods"]["fit_bars"] + report["periods"]["purged_bars"] + report["periods"]["held_out_bars"] == 800
    assert report["periods"]["purged_bars"] > 0
    assert report["data"]["bars"] == 800
    fit, held_out = report["periods"]["fit"], report["periods"]["held_out"]
    spans = [datetime.fromisoformat(each) for each in (fit["first"], held_out["last"])]
    assert [datetime.fromisoformat(report["data"][end]) for end in ("first", "last")] == spans
    for language, word in (("zh", "留出期"), ("en", "held-out bars")):
        assert word in found["luck"][language]
        assert report["luck"][language] == found["luck"][language]


async def test_what_is_found_is_a_patch_of_the_version_it_was_found_for(desk: Desk) -> None:
    _, report = await desk.done(goals=(Goal.TOTAL_RETURN, Goal.MAX_DRAWDOWN), pointers=(*FOUR, SIZE), trials=64)
    assert len(report["found"]) > 1
    for found in report["found"]:
        fork = await desk.shelf.fork("ann", desk.strategy.id)
        await desk.shelf.patch("ann", fork.id, found["patch"], expected_version=report["version"])
        patched: Any = (await desk.shelf.revision("ann", fork.id)).document
        long, short = patched["trade"]["long"], patched["trade"]["short"]
        assert long["entry"]["condition"]["cmp"]["right"] == found["values"][BUYING]
        assert long["exits"][0]["bars"] == found["values"][HOLDING]
        assert long["position_sizing"]["pct"] == found["values"][SIZE]
        assert short["position_sizing"]["pct"] == 0.4  # was not asked to be tuned


async def test_every_variant_counts_once_however_often_it_is_tried(desk: Desk) -> None:
    done, report = await desk.done(trials=64)
    assert done.trials == report["counts"]["distinct"] == report["counts"]["lineage"]
    trials = await desk.shelf.ledger.trials(desk.strategy.lineage_id)
    assert {trial.kind for trial in trials} == {TrialKind.OPTIMISATION}
    kept = await desk.returns.of([trial.key for trial in trials])
    assert {each.key for each in kept} == {trial.key for trial in trials}
    again, _ = await desk.done(trials=64)
    assert again.trials == done.trials
    other, told = await desk.done(trials=64, seed=1)
    assert other.trials > done.trials
    assert told["counts"]["lineage"] == other.trials
    assert told["found"][0]["overfitting"]["trials"] == other.trials


async def test_in_a_market_of_noise_the_report_says_that_it_is_luck(noisy: Desk) -> None:
    _, report = await noisy.done(trials=160)
    [found] = report["found"]
    judged = found["overfitting"]
    print(
        f"Sharpe {judged['sharpe']:.2f} of {judged['trials']} trials, by luck {judged['expected_best_of_luck']:.2f}, "
        f"deflated {judged['deflated_sharpe']:.2f}, held out {found['held_out']['sharpe']:.2f}, "
        f"overfitting {judged['overfitting_probability']:.2f}"
    )
    assert judged["deflated_sharpe"] < 0.5
    assert judged["probabilistic_sharpe"] > judged["deflated_sharpe"]
    assert "Take it for luck." in report["luck"]["en"]
    assert "请把它当作运气。" in report["luck"]["zh"]


async def test_in_a_market_with_an_edge_the_report_does_not_call_it_luck(cautious: Desk) -> None:
    _, report = await cautious.done(pointers=(BUYING, HOLDING), trials=96)
    [found] = report["found"]
    assert found["overfitting"]["deflated_sharpe"] > 0.95
    assert found["held_out"]["sharpe"] > 1
    assert "More than luck alone explains." in report["luck"]["en"]


async def test_limits_hold_and_limits_that_nobody_keeps_are_told(cautious: Desk) -> None:
    asked: dict[str, Any] = {"pointers": (SIZE, HOLDING), "goals": (Goal.TOTAL_RETURN,), "trials": 64}
    _, free = await cautious.done(**asked)
    limit = free["found"][0]["fit"]["max_drawdown"] / 2
    _, bound = await cautious.done(**asked, limits=OptimisationLimits(deepest_drawdown=limit))
    assert bound["found"][0]["fit"]["max_drawdown"] >= limit
    assert bound["counts"]["within_limits"] < bound["counts"]["distinct"]
    done, none = await cautious.done(**asked, limits=OptimisationLimits(least_sharpe=50.0))
    assert none["found"] == []
    assert "loosen them" in none["luck"]["en"]
    assert "请放宽限制" in none["luck"]["zh"]
    assert done.status is BacktestStatus.DONE


async def test_a_front_is_told_in_full_and_shown_in_part(cautious: Desk) -> None:
    goals = (Goal.TOTAL_RETURN, Goal.MAX_DRAWDOWN)
    _, report = await cautious.done(pointers=(SIZE, HOLDING), goals=goals, trials=64)
    assert report["sampler"] == "nsga2"
    assert len(report["found"]) == min(12, report["front_size"])
    told = [found["scores"] for found in report["found"]]
    assert [each["total_return"] for each in told] == sorted((each["total_return"] for each in told), reverse=True)
    assert [each["max_drawdown"] for each in told] == sorted(each["max_drawdown"] for each in told)
    assert all(found["overfitting"]["trials"] > 0 for found in report["found"])


async def test_too_few_bars_fail_with_how_many_are_needed(desk: Desk) -> None:
    asked = desk.request(as_of=datetime(2019, 12, 1, tzinfo=UTC))
    failed = await desk.ended(await desk.service.submit("ann", asked))
    assert failed.status is BacktestStatus.FAILED
    assert "load a longer period" in (failed.error or "")
    with pytest.raises(OptimisationNotDone):
        await desk.service.report("ann", failed.id)


async def test_a_start_leaves_the_bars_before_it_for_warming_up(desk: Desk) -> None:
    _, report = await desk.done(start=date(2020, 6, 1))
    assert report["periods"]["fit"]["first"].startswith("2020-06-01")


async def test_the_same_key_is_the_same_optimisation_and_another_request_under_it_is_refused(desk: Desk) -> None:
    one = await desk.service.submit("ann", desk.request(), "key")
    assert (await desk.service.submit("ann", desk.request(), "key")).id == one.id
    with pytest.raises(OptimisationKeyTaken, match="new key"):
        await desk.service.submit("ann", desk.request(seed=5), "key")
    await desk.service.delete("ann", one.id)
    with pytest.raises(OptimisationKeyTaken, match="was deleted"):
        await desk.service.submit("ann", desk.request(), "key")


async def test_nobody_elses_optimisation_is_there(desk: Desk) -> None:
    done, _ = await desk.done()
    for reading in (
        desk.service.get("bob", done.id),
        desk.service.report("bob", done.id),
        desk.service.cancel("bob", done.id),
        desk.service.delete("bob", done.id),
    ):
        with pytest.raises(UnknownOptimisation):
            await reading
    assert await desk.service.page("bob") == []
    assert [each.id for each in await desk.service.page("ann", strategy_id=desk.strategy.id)] == [done.id]


async def test_deleting_an_optimisation_leaves_its_trials(desk: Desk) -> None:
    done, _ = await desk.done()
    await desk.service.delete("ann", done.id)
    with pytest.raises(UnknownOptimisation):
        await desk.service.get("ann", done.id)
    assert await desk.shelf.ledger.count(desk.strategy.lineage_id) == done.trials > 10


async def test_a_cancelled_optimisation_stops_and_what_was_tried_stays_counted(desk: Desk) -> None:
    asked = await desk.service.submit("ann", desk.request(trials=5_000))
    while await desk.shelf.ledger.count(desk.strategy.lineage_id) == 0:
        await asyncio.sleep(0.005)
    cancelled = await desk.service.cancel("ann", asked.id)
    assert cancelled.status is BacktestStatus.CANCELLED
    assert cancelled.progress < 0.5
    with pytest.raises(OptimisationNotDone):
        await desk.service.report("ann", asked.id)
    assert await desk.shelf.ledger.count(desk.strategy.lineage_id) > 10


class Progress:
    """Stops the work at the `last` report."""

    def __init__(self, last: int | None = None) -> None:
        self.told: list[float] = []
        self._last = last

    async def report(self, fraction: float, message: str = "") -> None:
        self.told.append(fraction)
        if len(self.told) == self._last:
            raise JobCancelled


async def test_progress_only_grows_and_a_finished_job_that_comes_again_runs_nothing(desk: Desk) -> None:
    progress = Progress()
    plan = search_plan(trials=70)
    asked: JsonObject = {"asked": "digest", "asked_at": NOW.isoformat(), "plan": plan.as_json()}
    call = JobCall("00000000-0000-7000-8000-000000000001", "ann", asked, progress)
    told = await desk.work.handle(call)
    assert progress.told == sorted(progress.told)
    assert len(progress.told) == 5
    reads = desk.market.reads
    assert await desk.work.handle(call) == told
    assert desk.market.reads == reads


async def test_a_deleted_optimisation_is_not_run(desk: Desk) -> None:
    plan = search_plan(trials=40)
    asked = NewOptimisation("00000000-0000-7000-8000-000000000002", "ann", plan, NOW, has_job=True)
    await desk.store.add(asked)
    await desk.store.delete("ann", asked.id, NOW)
    payload: JsonObject = {"asked": "digest", "asked_at": NOW.isoformat(), "plan": plan.as_json()}
    told = await desk.work.handle(JobCall(asked.id, "ann", payload, Progress()))
    assert told == {"optimisation_id": asked.id, "deleted": True}
    assert desk.market.reads == 0


async def test_an_optimisation_whose_job_is_gone_says_so(desk: Desk) -> None:
    plan = search_plan(replace(search_plan().base, strategy_id=desk.strategy.id))
    await desk.store.add(NewOptimisation("00000000-0000-7000-8000-000000000003", "ann", plan, NOW, has_job=True))
    lost = await desk.service.get("ann", "00000000-0000-7000-8000-000000000003")
    assert (lost.status, lost.error) == (
        BacktestStatus.FAILED,
        "What became of this optimisation is not known any more: run it again.",
    )
