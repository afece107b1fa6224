"""A replay: a session of the past with each tick, on what was known then, as the backtest would have traded it."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from packages.domain.backtest.jobs.plan import terms_json
from packages.domain.backtest.terms import Terms, usual_costs
from packages.domain.trading.broker import Mode
from packages.domain.trading.deployments.accounts import AccountKind, taken_accounts
from packages.domain.trading.deployments.lifecycle import LifecycleState
from packages.domain.trading.deployments.model import Deployment, DeploymentRequest
from packages.domain.trading.runtime.drift import drift_of
from packages.domain.trading.runtime.runtime_loop import Pace, RuntimeLoop
from packages.infra.db.engine import Database
from packages.infra.providers.trading.live.loading import PinnedSchedules, load_bars, rerun
from packages.infra.providers.trading.live.replay_start import replay_day
from tests.packages.infra.providers.trading.live.live_desk import ANN, LiveDesk, assemble, open_live_desk
from tests.packages.infra.providers.trading.live.lively import lively
from tests.packages.infra.providers.trading.live.test_paper_year import backtested, fills_of, trades_of

PRESENT = datetime(2024, 6, 3, 21, tzinfo=UTC)  # in New York a Monday, after the close
DAY = date(2024, 3, 4)


async def replayed(desk: LiveDesk, day: date = DAY) -> Deployment:
    stored = await desk.book.create("ann", lively("DEMO6"))
    account = await desk.accounts.open_paper("ann", "replay", AccountKind.REPLAY)
    request = DeploymentRequest(
        strategy_id=stored.id,
        version=1,
        account_id=account.id,
        mode=Mode.REPLAY,
        terms=terms_json(Terms(costs=usual_costs(desk.series.symbol.market))),
        replay_from=day,
    )
    made = await desk.deployments.create(ANN, request)
    return await desk.runtime.start(ANN, made.id)


@pytest.fixture
async def desk(sqlite: Database, tmp_path: Path) -> LiveDesk:
    return await open_live_desk(sqlite, tmp_path, "DEMO6", PRESENT)


async def test_each_tick_is_one_session_and_sees_nothing_later(desk: LiveDesk) -> None:
    deployment = await replayed(desk)
    for day in (4, 5, 6, 7, 8, 11):  # of March: no weekend is waited for
        assert await desk.runtime.tick(deployment.id) == 1
        newest = (await desk.journal.ledger(deployment.id)).bar
        assert newest == datetime(2024, 3, day, tzinfo=UTC)
        assert await desk.runtime._time.now(deployment) <= newest + timedelta(days=1)


async def test_thirty_sessions_are_the_backtest_of_them_to_the_cent(desk: LiveDesk) -> None:
    deployment = await replayed(desk)
    for _ in range(30):
        await desk.runtime.tick(deployment.id)
    strategy, since = await desk.floors.strategies.of(deployment), await desk.runtime.began(deployment)
    assert since == datetime(2024, 3, 4, 5, tzinfo=UTC)
    now = await desk.runtime._time.now(deployment)
    bars = await load_bars(strategy, desk.floors.views(now), deployment.terms, since)
    trades = trades_of(await fills_of(desk, deployment))
    assert trades == backtested(bars.panel, rerun(bars))
    assert len(trades) >= 5
    drift = drift_of(
        await desk.journal.equity(deployment.id), await desk.rerun.equity(deployment, since), is_exact=True
    )
    assert (len(drift.points), drift.missing, drift.largest) == (30, 0, Decimal(0))


async def test_a_process_that_died_goes_on_with_the_next_session(desk: LiveDesk, tmp_path: Path) -> None:
    deployment = await replayed(desk)
    for _ in range(3):
        await desk.runtime.tick(deployment.id)
    again = assemble(desk.database, tmp_path, desk.clock, desk.bars, desk.series, desk.floors.paper)
    assert await again.runtime.tick(deployment.id) == 1
    assert (await again.journal.ledger(deployment.id)).bar == datetime(2024, 3, 7, tzinfo=UTC)


async def test_it_stops_by_itself_when_it_has_come_to_the_present(desk: LiveDesk) -> None:
    deployment = await replayed(desk, date(2024, 5, 30))
    decided = [await desk.runtime.tick(deployment.id) for _ in range(5)]
    assert decided == [1, 1, 1, 0, 0]
    ended = await desk.runtime.find(deployment.id)
    assert ended.state is LifecycleState.STOPPED
    history = await desk.deployments.history("ann", deployment.id)
    assert [each.reason for each in history if each.reason] == ["replay_ended"]


async def test_the_loop_takes_a_session_a_second(desk: LiveDesk) -> None:
    deployment = await replayed(desk)
    schedules = PinnedSchedules(desk.floors.strategies, desk.floors.timetables)
    loop = RuntimeLoop(desk.runtime, desk.store, schedules, desk.clock, Pace())
    for _ in range(20):  # two looks a second
        await loop.poll()
        await loop.settle()
        desk.clock.move(seconds=0.5)
    await loop.aclose()
    assert len(await desk.journal.equity(deployment.id)) == 10


async def test_its_account_is_taken_by_no_paper_deployment(desk: LiveDesk) -> None:
    deployment = await replayed(desk)
    account = await desk.accounts.get("ann", deployment.account_id)
    assert (account.kind, account.kind.mode) == (AccountKind.REPLAY, Mode.REPLAY)
    assert await taken_accounts(desk.store, "ann") == {account.id: deployment.id}
    assert (await (await desk.brokers.of(deployment)).account()).mode is Mode.REPLAY


async def test_where_no_day_is_named_it_begins_shortly_before_the_first_entry(desk: LiveDesk) -> None:
    terms = terms_json(Terms(costs=usual_costs(desk.series.symbol.market)))
    stored = await desk.book.create("ann", lively("DEMO6"))
    strategy = (await desk.book.revision("ann", stored.id)).strategy
    day = await replay_day(strategy, desk.floors.views(PRESENT), terms, PRESENT)
    deployment = await replayed(desk, day)
    for _ in range(7):
        await desk.runtime.tick(deployment.id)
    assert await fills_of(desk, deployment)


def test_a_day_that_is_named_is_part_of_what_was_asked_for() -> None:
    asked = DeploymentRequest(
        strategy_id="s", version=1, account_id="a", mode=Mode.REPLAY, terms={}, replay_from=date(2024, 1, 2)
    )
    assert asked.digest != replace(asked, replay_from=date(2024, 1, 3)).digest
