"""Backtests as work: asked for once, run once, kept once, counted once, and nobody else's."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from packages.core.events import JsonObject
from packages.core.ids import Ids
from packages.domain.backtest.jobs.plan import BacktestRequest
from packages.domain.backtest.jobs.service import BacktestService
from packages.domain.backtest.jobs.stored import (
    BACKTESTS,
    Backtest,
    BacktestKeyTaken,
    BacktestNotDone,
    BacktestResult,
    TradeFilter,
    UnknownBacktest,
)
from packages.domain.backtest.jobs.work import BacktestRunner, BacktestWork, TooManyTrades, refuse_too_many
from packages.domain.strategy.book import StrategyBook
from packages.domain.work.jobs import JobCall, JobCancelled, JobStatus
from packages.domain.work.stored import BacktestStatus
from packages.reports.backtest.summary import summary
from tests.corpus.well_known import time_and_profit
from tests.fakes.backtests import InMemoryBacktests
from tests.fakes.clock import StoppedClock
from tests.fakes.event_log import InMemoryEventLog
from tests.fakes.jobs import InMemoryJobs
from tests.packages.domain.backtest.asking import NOW, book, document, plan
from tests.packages.domain.backtest.small_market import SmallMarket
from tests.packages.domain.stress.jobs.in_memory import InMemoryTrialReturns


@dataclass
class Desk:
    market: SmallMarket
    store: InMemoryBacktests
    shelf: StrategyBook
    work: BacktestWork
    jobs: InMemoryJobs
    service: BacktestService

    async def ended(self, backtest: Backtest) -> Backtest:
        job = await self.jobs.get("ann", backtest.id)
        while job.status in (JobStatus.QUEUED, JobStatus.RUNNING):
            await asyncio.sleep(0.001)
            job = await self.jobs.get("ann", backtest.id)
        return await self.service.get("ann", backtest.id)

    async def done(self, **asked: Any) -> Backtest:
        told = {"document": document(), **asked}
        backtest = await self.ended(await self.service.submit("ann", BacktestRequest(**told)))
        assert backtest.status is BacktestStatus.DONE, backtest.error
        return backtest


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    clock, market, store = StoppedClock(NOW), SmallMarket(), InMemoryBacktests()
    shelf = book(clock)
    work = BacktestWork(BacktestRunner(market.view), store, summary, shelf.ledger, InMemoryTrialReturns(), clock)
    async with InMemoryJobs(clock, InMemoryEventLog(), {BACKTESTS.job_kind: work.handle}).running() as jobs:
        yield Desk(market, store, shelf, work, jobs, BacktestService(store, jobs, shelf, clock, Ids(clock)))


async def test_a_trade_by_the_account_is_kept_with_what_the_account_was(desk: Desk) -> None:
    done = await desk.done(document=time_and_profit("DEMO5", bars=3, least=0.5))
    page = await desk.service.trades("ann", done.id, TradeFilter(limit=5))
    trade: Any = next(each for each in page.trades if each["exit_rule"] == 0)
    late, poor = trade["why"]["exit"]
    assert (late["text_en"], late["left"], late["holds"]) == ("the number of bars held is at least 3", 3.0, True)
    assert poor["text_zh"] == "持仓浮动收益率低于 50%"
    assert -0.5 < poor["left"] < 0.5


async def test_a_backtest_is_asked_for_runs_and_is_read(desk: Desk) -> None:
    asked = await desk.service.submit("ann", BacktestRequest(document=document("DEMO5", "DEMO6")))
    assert asked.job_id == asked.id
    done = await desk.ended(asked)
    headline = done.stored.headline
    assert headline is not None
    body: Any = headline.body
    assert body["data"]["sources"] == {"DEMO5": "demo", "DEMO6": "demo"}
    assert body["figures"]["trades"] > 5
    assert set(body["milliseconds"]) == {"load", "trade", "measure", "explain"}
    assert body["summary"]["zh"]
    assert body["summary"]["en"]
    page = await desk.service.trades("ann", done.id, TradeFilter(limit=2))
    assert page.total == body["figures"]["trades"]
    assert page.trades[0]["why"]["entry"][0]["holds"] is True
    report: Any = await desk.service.report("ann", done.id)
    assert report["figures"]["final_equity"] == body["figures"]["final_equity"]
    kept = await desk.service.kept("ann", done.id)
    assert (len(kept.report.time), len(kept.trades)) == (600, page.total)
    assert report["curves"]["equity"]["value"] == kept.report.equity.tolist()
    assert report["curves"]["drawdown"]["time"][0] == report["first"]


async def test_the_same_key_is_the_same_backtest_and_another_request_under_it_is_refused(desk: Desk) -> None:
    asked = BacktestRequest(document=document())
    one = await desk.service.submit("ann", asked, "key")
    again = await desk.service.submit("ann", asked, "key")
    assert one.id == again.id
    assert (await desk.service.submit("bob", asked, "key")).id != one.id
    with pytest.raises(BacktestKeyTaken, match="new key"):
        await desk.service.submit("ann", BacktestRequest(document=document(name="Another")), "key")


async def test_the_same_rules_on_the_same_data_are_one_trial_and_anything_else_is_another(desk: Desk) -> None:
    assert (await desk.done()).trials == 1
    assert (await desk.done()).trials == 1
    assert (await desk.done(leverage=2.0)).trials == 2
    assert (await desk.done(document=document("DEMO6"))).trials == 3
    # A copy under another name is the same trial, and a strategy that is saved goes on with what was tried before.
    assert (await desk.done(document=document(name="Another"))).trials == 3
    stored = await desk.shelf.create("ann", document(name="A third name"))
    assert (await desk.done(document=None, strategy_id=stored.id)).trials == 3


async def test_deleting_a_backtest_leaves_its_trial(desk: Desk) -> None:
    done = await desk.done()
    await desk.service.delete("ann", done.id)
    with pytest.raises(UnknownBacktest):
        await desk.service.get("ann", done.id)
    assert await desk.service.page("ann") == []
    assert (await desk.done(leverage=2.0)).trials == 2


async def test_the_key_of_a_deleted_backtest_is_not_taken_again(desk: Desk) -> None:
    asked = BacktestRequest(document=document())
    one = await desk.ended(await desk.service.submit("ann", asked, "key"))
    await desk.service.delete("ann", one.id)
    with pytest.raises(BacktestKeyTaken, match="was deleted"):
        await desk.service.submit("ann", asked, "key")


async def test_a_backtest_without_data_fails_with_what_to_load(desk: Desk) -> None:
    failed = await desk.ended(await desk.service.submit("ann", BacktestRequest(document=document("DEMO77"))))
    assert failed.status is BacktestStatus.FAILED
    assert failed.status.chat_status == "failed"
    assert "parley data sync DEMO77" in (failed.error or "")
    with pytest.raises(BacktestNotDone):
        await desk.service.report("ann", failed.id)


async def test_a_cancelled_backtest_has_failed_for_the_chat(desk: Desk) -> None:
    asked = await desk.service.submit("ann", BacktestRequest(document=document()))
    cancelled = await desk.service.cancel("ann", asked.id)
    assert cancelled.status is BacktestStatus.CANCELLED
    assert cancelled.status.chat_status == "failed"
    done = await desk.done()
    assert (await desk.service.cancel("ann", done.id)).status is BacktestStatus.DONE


async def test_nobody_elses_backtest_is_there(desk: Desk) -> None:
    done = await desk.done()
    for reading in (
        desk.service.get("bob", done.id),
        desk.service.report("bob", done.id),
        desk.service.kept("bob", done.id),
        desk.service.trades("bob", done.id, TradeFilter()),
        desk.service.cancel("bob", done.id),
        desk.service.delete("bob", done.id),
    ):
        with pytest.raises(UnknownBacktest):
            await reading
    assert await desk.service.page("bob") == []


async def test_a_backtest_whose_job_is_gone_says_so(desk: Desk) -> None:
    asked = await desk.service.submit("ann", BacktestRequest(document=document()))
    empty = InMemoryJobs(StoppedClock(NOW), InMemoryEventLog(), {})
    service = BacktestService(desk.store, empty, desk.shelf, StoppedClock(NOW), Ids(StoppedClock(NOW)))
    await desk.service.cancel("ann", asked.id)
    lost = await service.get("ann", asked.id)
    assert (lost.status, lost.error) == (
        BacktestStatus.FAILED,
        "What became of this backtest is not known any more: run it again.",
    )


class _Progress:
    """Stops the work at the `last` report."""

    def __init__(self, last: int | None = None) -> None:
        self.told: list[float] = []
        self._last = last

    async def report(self, fraction: float, message: str = "") -> None:
        self.told.append(fraction)
        if len(self.told) == self._last:
            raise JobCancelled


async def _call(progress: _Progress) -> JobCall:
    made = await plan()
    payload: JsonObject = {"asked": "digest", "asked_at": NOW.isoformat(), "plan": made.as_json()}
    return JobCall("00000000-0000-7000-8000-000000000001", "ann", payload, progress)


@pytest.mark.parametrize("last", [1, 2, 3, 4, 5])
async def test_work_that_is_stopped_before_any_stage_leaves_no_result_and_no_trial(desk: Desk, last: int) -> None:
    call = await _call(_Progress(last))
    with pytest.raises(JobCancelled):
        await desk.work.handle(call)
    assert (await desk.store.get("ann", call.job_id)).headline is None
    assert await desk.shelf.ledger.count((await plan()).lineage_id) == 0


async def test_a_job_that_comes_again_runs_nothing_twice_and_counts_what_was_not_counted(desk: Desk) -> None:
    call = await _call(_Progress())
    await desk.work.handle(call)
    assert call.progress.told == sorted(call.progress.told)  # type: ignore[attr-defined]
    reads = desk.market.reads
    ledger = book().ledger  # as if the process had died before it counted
    runner, returns = BacktestRunner(desk.market.view), InMemoryTrialReturns()
    again = BacktestWork(runner, desk.store, summary, ledger, returns, StoppedClock(NOW))
    assert await again.handle(call) == {"backtest_id": call.job_id, "trials": 1}
    assert desk.market.reads == reads
    assert await ledger.count((await plan()).lineage_id) == 1


async def test_running_again_gives_the_same_bytes(desk: Desk) -> None:
    made = await plan("DEMO5", "DEMO6")
    one, other = [_timeless((await desk.work.run(made, _Progress().report)).result) for _ in range(2)]
    assert one == other


def _timeless(result: BacktestResult) -> BacktestResult:
    body = {key: value for key, value in result.headline.body.items() if key != "milliseconds"}
    return replace(result, headline=replace(result.headline, body=body))


async def test_a_start_keeps_the_bars_before_it_for_warming_up_only(desk: Desk) -> None:
    made = await plan(start=NOW.date().replace(year=2021, month=1, day=4))
    run = (await desk.work.run(made, _Progress().report)).run
    assert run.first_bar > 50
    assert str(run.report.time[0]).startswith("2021-01-04")
    assert run.report.figures.bars == len(run.panel) - run.first_bar
    assert min(trade.signal_bar for trade in run.outcome.trades) >= run.first_bar


async def test_what_became_known_later_than_as_of_is_not_seen(desk: Desk) -> None:
    made = await plan(as_of=NOW.replace(year=2021))
    run = (await desk.work.run(made, _Progress().report)).run
    assert str(run.panel.time[-1]) < "2021-11-15"


def test_more_trades_than_are_kept_are_refused_with_a_way_out() -> None:
    refuse_too_many(50_000)
    with pytest.raises(TooManyTrades, match=r"50,001 trades.*shorter period"):
        refuse_too_many(50_001)
