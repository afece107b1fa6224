"""Drafts that are backtested while somebody edits them: counted once each, the latest wins, and nobody else's."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from packages.domain.backtest.jobs import drafts
from packages.domain.backtest.jobs.drafts import (
    DraftBacktests,
    DraftRequest,
    DraftSuperseded,
    DraftTooWide,
    TooManyDraftRuns,
)
from packages.domain.backtest.jobs.plan import BacktestRequest
from packages.domain.backtest.jobs.work import BacktestRunner, BacktestWork
from packages.domain.strategy.book import StrategyBook
from packages.domain.strategy.errors import InvalidStrategy
from packages.domain.strategy.ports import UnknownStrategy
from packages.reports.backtest.summary import summary
from tests.fakes.backtests import InMemoryBacktests
from tests.fakes.clock import StoppedClock
from tests.packages.domain.backtest.asking import NOW, book, document
from tests.packages.domain.backtest.small_market import SmallMarket
from tests.packages.domain.stress.jobs.in_memory import InMemoryTrialReturns


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock(NOW)


@pytest.fixture
def shelf(clock: StoppedClock) -> StrategyBook:
    return book(clock)


@pytest.fixture
def desk(shelf: StrategyBook, clock: StoppedClock) -> DraftBacktests:
    market = SmallMarket()

    def make_work() -> BacktestWork:
        runner = BacktestRunner(market.view)
        return BacktestWork(runner, InMemoryBacktests(), summary, shelf.ledger, InMemoryTrialReturns(), clock)

    return DraftBacktests(make_work, shelf, clock)


def _draft(period: int = 5, strategy_id: str | None = None, editor: str = "", **asked: Any) -> DraftRequest:
    changed: Any = document()
    changed["factors"]["ema_5"]["params"]["period"] = period
    return DraftRequest(BacktestRequest(document=changed, **asked), strategy_id, editor)


async def test_every_draft_that_is_looked_at_is_a_trial_and_the_same_one_counts_once(desk: DraftBacktests) -> None:
    counted = [(await desk.run("ann", _draft(period))).trials for period in (5, 6, 6, 7, 5)]
    assert counted == [1, 2, 2, 3, 3]


async def test_a_draft_of_a_stored_strategy_counts_in_its_lineage(desk: DraftBacktests, shelf: StrategyBook) -> None:
    stored = await shelf.create("ann", document())
    await desk.run("ann", _draft(8, stored.id))
    assert await shelf.ledger.count(stored.lineage_id) == 1
    with pytest.raises(UnknownStrategy):
        await desk.run("eve", _draft(8, stored.id))


async def test_of_drafts_that_come_at_once_only_the_latest_of_an_editor_is_run(
    desk: DraftBacktests, shelf: StrategyBook
) -> None:
    stored = await shelf.create("ann", document())
    asked = [_draft(period, stored.id, editor) for period, editor in ((6, "a"), (7, "a"), (8, "a"), (9, "b"))]
    ended = await asyncio.gather(*(desk.run("ann", each) for each in asked), return_exceptions=True)
    assert [isinstance(each, DraftSuperseded) for each in ended] == [True, True, False, False]
    assert await shelf.ledger.count(stored.lineage_id) == 2


async def test_a_draft_that_is_no_strategy_or_too_wide_is_refused_before_it_is_run(desk: DraftBacktests) -> None:
    with pytest.raises(InvalidStrategy):
        await desk.run("ann", _draft(-1))
    wide: Any = document(*(f"DEMO{number}" for number in range(1, drafts.MOST_TICKERS + 2)))
    with pytest.raises(DraftTooWide):
        await desk.run("ann", replace(_draft(), asked=BacktestRequest(document=wide)))


async def test_too_many_drafts_in_a_moment_wait_and_the_next_moment_is_free(
    desk: DraftBacktests, clock: StoppedClock
) -> None:
    for _ in range(drafts.MOST_RUNS):
        with pytest.raises(InvalidStrategy):
            await desk.run("ann", _draft(-1))
    with pytest.raises(TooManyDraftRuns):
        await desk.run("ann", _draft())
    assert (await desk.run("eve", _draft())).trials == 1
    clock.move(seconds=drafts.WITHIN_SECONDS)
    assert (await desk.run("ann", _draft())).trials == 1
