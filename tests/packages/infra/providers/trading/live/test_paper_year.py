"""A strategy on paper, its bars fed one by one through the real store, trades what the backtest of the bars trades."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from packages.domain.backtest.outcome import Outcome
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import Terms
from packages.domain.market_data.symbols import Market
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.templates import Family, HoldingPeriod, template
from packages.domain.trading.broker import CashKind
from packages.domain.trading.deployments.model import Deployment
from packages.domain.trading.execution.model import JournalPage
from packages.domain.trading.orders import Effect, Fill, OrderStatus
from packages.domain.trading.runtime.drift import drift_of
from packages.domain.trading.runtime.performance import performance_of
from packages.domain.trading.runtime.ticking import PricesRestated
from packages.infra.db.engine import Database
from packages.infra.providers.trading.adapters.paper import PaperBroker
from packages.infra.providers.trading.live.loading import moment, rerun
from packages.infra.providers.trading.store.paper_accounts import SqlPaperAccounts
from tests.packages.infra.providers.trading.live.live_desk import ANN, LiveDesk, assemble, cents, open_live_desk
from tests.packages.infra.providers.trading.live.lively import holder, lively, spender

FIRST = datetime(2018, 1, 2, 12, tzinfo=UTC)
ALL = JournalPage(10_000)
QUIET = template(Family.VOLATILITY_REGIME, HoldingPeriod.SWING_DAYS, Market.US_STOCKS, "DEMO6")

Row = tuple[object, ...]


async def opened(database: Database, folder: Path, document: Document) -> tuple[LiveDesk, Deployment]:
    desk = await open_live_desk(database, folder, "DEMO6", FIRST)
    return desk, await desk.deployed(document)


async def fills_of(desk: LiveDesk, deployment: Deployment) -> list[Fill]:
    return [each.fill for each in reversed(await desk.journal.fills(deployment.id, ALL))]


def trades_of(fills: Sequence[Fill]) -> list[Row]:
    """Round trips, with every number as it was."""
    held: dict[str, Fill] = {}
    trades: list[Row] = []
    for fill in fills:
        if fill.effect is Effect.OPEN:
            assert held.setdefault(fill.symbol, fill) is fill
            continue
        entry = held.pop(fill.symbol)
        costs = float(entry.costs) + float(fill.costs)
        prices = (float(entry.price), float(fill.price))
        trades.append((entry.at, fill.at, float(fill.quantity), *prices, fill.reason, costs))
    return trades


def backtested(panel: Panel, outcome: Outcome) -> list[Row]:
    return [
        (
            *(moment(panel, trade.entry_bar), moment(panel, trade.exit_bar), trade.quantity),
            *(trade.entry_price, trade.exit_price, trade.reason.value, trade.costs),
        )
        for trade in outcome.trades
    ]


async def assert_is_the_backtest(desk: LiveDesk, deployment: Deployment, bars: int, trades: int) -> None:
    deployed = await desk.deployed_bars(deployment)
    assert len(deployed.panel) - deployed.first == bars
    found = trades_of(await fills_of(desk, deployment))
    assert found == backtested(deployed.panel, rerun(deployed))
    assert len(found) >= trades
    curve = await desk.journal.equity(deployment.id)
    drift = drift_of(curve, await desk.rerun.equity(deployment, FIRST), is_exact=True)
    assert (len(drift.points), drift.missing, drift.alarm, drift.largest) == (bars, 0, None, Decimal(0))


@pytest.mark.trust
async def test_a_year_on_paper_is_the_backtest_trade_by_trade(sqlite: Database, tmp_path: Path) -> None:
    desk, deployment = await opened(sqlite, tmp_path, QUIET)
    for _ in range(250):
        desk.feed()
        assert await desk.runtime.tick(deployment.id) == 1
    await assert_is_the_backtest(desk, deployment, bars=250, trades=5)
    await desk.runtime.reconcile(deployment.id)
    told = await performance_of(desk.journal, await desk.brokers.of(deployment), deployment.id)
    assert told.unexplained == 0
    assert told.profit == told.equity - 100_000
    assert {signal.signal.reason for signal in told.signals} >= {"entry", "signal_exit"}
    assert all(signal.signal.why for signal in told.signals)
    await desk.aclose()


@pytest.mark.heavy
async def test_shorts_limits_and_guards_are_the_backtests_too(database: Database, tmp_path: Path) -> None:
    desk, deployment = await opened(database, tmp_path, lively("DEMO6"))
    for _ in range(30):
        desk.feed()
        await desk.runtime.tick(deployment.id)
    await assert_is_the_backtest(desk, deployment, bars=30, trades=6)
    signals = await desk.journal.signals(deployment.id, ALL)
    assert {each.signal.reason for each in signals} == {"entry", "signal_exit", "time_exit"}
    await desk.aclose()


async def test_the_money_is_accounted_for_to_the_cent(sqlite: Database, tmp_path: Path) -> None:
    desk, deployment = await opened(sqlite, tmp_path, holder("DEMO6", bars=12))
    desk.feed(20)
    await desk.runtime.tick(deployment.id)
    await desk.runtime.reconcile(deployment.id)
    told = await performance_of(desk.journal, await desk.brokers.of(deployment), deployment.id)
    [held] = told.positions
    assert held.profit is not None
    assert held.profit == told.open_profit != 0
    assert told.realised != 0
    assert told.costs > 0
    assert told.unexplained == 0
    assert cents(told.profit) == cents(told.realised + told.open_profit - told.costs + told.other)
    assert len(told.curve) == 20
    await desk.aclose()


async def test_a_margin_call_is_known_to_the_decision(sqlite: Database, tmp_path: Path) -> None:
    desk = await open_live_desk(sqlite, tmp_path, "DEMO6", FIRST)
    document = holder("DEMO6", bars=1, direction="short", share=1.0)
    deployment = await desk.deployed(document, Terms(maintenance=0.99))
    desk.feed(25)
    await desk.runtime.tick(deployment.id)
    await assert_is_the_backtest(desk, deployment, bars=25, trades=4)
    reasons = {fill.reason for fill in await fills_of(desk, deployment)}
    assert reasons == {"entry", "margin_call", "time_exit"}
    exits = [order for order in await desk.journal.orders(deployment.id, ALL) if not order.is_entry]
    assert {order.status for order in exits if order.status.is_final} == {OrderStatus.FILLED}
    await desk.aclose()


async def test_bars_that_were_missed_are_caught_up_with_one_by_one(sqlite: Database, tmp_path: Path) -> None:
    desk, deployment = await opened(sqlite, tmp_path, lively("DEMO6"))
    desk.feed(30)
    assert await desk.runtime.tick(deployment.id) == 30
    assert await desk.runtime.tick(deployment.id) == 0
    await assert_is_the_backtest(desk, deployment, bars=30, trades=6)
    await desk.aclose()


@pytest.mark.heavy
async def test_two_processes_that_race_trade_once(database: Database, tmp_path: Path) -> None:
    desk, deployment = await opened(database, tmp_path, lively("DEMO6"))
    other = assemble(database, tmp_path, desk.clock, desk.bars, desk.series, SqlPaperAccounts(database))
    for step in (1, 1, 3, 1, 2, 1, 1, 3, 1, 1, 5, 5):
        desk.feed(step)
        await asyncio.gather(desk.runtime.tick(deployment.id), other.runtime.tick(deployment.id))
    await assert_is_the_backtest(desk, deployment, bars=25, trades=5)
    await other.aclose()
    await desk.aclose()


async def test_a_split_of_what_is_held_multiplies_the_shares_and_is_no_drift(sqlite: Database, tmp_path: Path) -> None:
    desk = await open_live_desk(sqlite, tmp_path, "DEMO5", datetime(2020, 8, 24, 12, tzinfo=UTC))
    deployment = await desk.deployed(holder("DEMO5"))
    for _ in range(5):
        desk.feed()
        await desk.runtime.tick(deployment.id)
    [before] = await desk.journal.positions(deployment.id)
    desk.feed()
    assert desk.clock.now().date().isoformat() == "2020-08-31"
    assert await desk.runtime.tick(deployment.id) == 1
    [after] = await desk.journal.positions(deployment.id)
    assert (after.quantity, after.cost) == (before.quantity * 4, before.cost)
    desk.feed(2)
    await desk.runtime.tick(deployment.id)
    await desk.runtime.reconcile(deployment.id)
    assert await desk.journal.differences(deployment.id, ALL) == []
    told = await performance_of(desk.journal, await desk.brokers.of(deployment), deployment.id)
    assert told.unexplained == 0
    assert told.by_kind == {CashKind.SPLIT: 0}
    await desk.aclose()


@pytest.mark.parametrize("bars", [1, 8])
async def test_an_account_that_was_split_is_the_backtest_of_the_same_data(
    sqlite: Database, tmp_path: Path, bars: int
) -> None:
    """For what buys whole shares before it and after it: where it does not, lots of the two round differently."""
    desk = await open_live_desk(sqlite, tmp_path, "DEMO5", datetime(2020, 8, 24, 12, tzinfo=UTC))
    forty = float(desk.series.columns.open[desk.fed + 1]) * 40 + 0.01
    deployment = await desk.deployed(spender("DEMO5", forty), Terms())
    for _ in range(8 // bars):
        desk.feed(bars)
        await desk.runtime.tick(deployment.id)
    deployed = await desk.deployed_bars(deployment)
    outcome, curve = rerun(deployed), await desk.journal.equity(deployment.id)
    expected = outcome.equity[deployed.first :].tolist()
    assert [float(point.equity) for point in curve] == pytest.approx(expected, abs=0.005)
    assert len(curve) == 8
    assert [each.quantity for each in await desk.journal.positions(deployment.id)] == [160]
    await desk.aclose()


async def test_prices_that_changed_without_a_split_are_told_and_not_traded_through(
    sqlite: Database, tmp_path: Path
) -> None:
    desk = await open_live_desk(sqlite, tmp_path, "DEMO6", FIRST)
    deployment = await desk.deployed(holder("DEMO6"))
    for _ in range(3):
        desk.feed()
        await desk.runtime.tick(deployment.id)
    broker = await desk.brokers.of(deployment)
    assert isinstance(broker, PaperBroker)
    floor = await desk.floors.open(deployment, FIRST, desk.clock.now())
    state = await broker.state()
    floor.refuse_restated(state)
    with pytest.raises(PricesRestated, match="that nobody told of"):
        floor.refuse_restated(replace(state, closes={"DEMO6": state.closes["DEMO6"] * 4}))
    stopped = await desk.runtime.stop(ANN, deployment.id, flatten=False)
    assert stopped.state == "stopped"
    await desk.aclose()
