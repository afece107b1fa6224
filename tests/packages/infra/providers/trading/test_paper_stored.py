"""A paper account in the database: it outlives its process, and a step is done whole or not at all."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from uuid import uuid4

import pytest

from packages.core.clock import SystemClock
from packages.domain.backtest.arena import Arena
from packages.domain.trading.orders import Fill, Guards, OrderSide, OrderStatus
from packages.infra.providers.trading.adapters.paper import PaperBroker, open_paper_account
from packages.infra.providers.trading.adapters.paper_market import PaperMarket
from packages.infra.providers.trading.adapters.paper_state import opening_of
from packages.infra.providers.trading.store.paper_accounts import (
    PaperChange,
    PaperSheet,
    SqlPaperAccounts,
    UnknownPaperAccount,
)
from tests.fakes.clock import StoppedClock
from tests.fakes.paper_accounts import InMemoryPaperAccounts
from tests.packages.infra.providers.trading.paper_desk import PaperDay, bar, holding, opening, order, points, quote
from tests.packages.infra.providers.trading.paper_replay import Decider, replay
from tests.reference.lively_strategies import Run, random_run


async def test_another_process_finds_the_account_as_it_was(stored_accounts: SqlPaperAccounts) -> None:
    day = await PaperDay(stored_accounts).open()
    await holding(day, Guards(stop=points(0.1), target=points(30.3), trail=points(7.7)))
    await day.broker.submit(order("short", OrderSide.SELL, symbol="BBB"))
    before = await day.broker.state()
    after = PaperDay(stored_accounts, day.account_id)
    assert await after.broker.state() == before
    assert [each.request.client_order_id for each in await after.broker.open_orders()] == ["short"]
    assert (await after.broker.fills_since()).fills == (await day.broker.fills_since()).fills


async def test_a_step_that_fails_half_way_leaves_nothing_behind(stored_accounts: SqlPaperAccounts) -> None:
    day = await PaperDay(stored_accounts).open()
    before = await day.broker.state()

    def half_done(sheet: PaperSheet) -> None:
        sheet.write(PaperChange(cash=1.0, last_bar=bar(0, {}).time, body=sheet.load().body))
        raise ConnectionError

    with pytest.raises(ConnectionError):
        await stored_accounts.write(day.account_id, half_done)
    assert await day.broker.state() == before


async def test_the_same_bar_from_many_sides_at_once_is_traded_once(stored_accounts: SqlPaperAccounts) -> None:
    day = await PaperDay(stored_accounts).open()
    await day.broker.submit(order("in"))
    today = bar(0, {"AAA": quote(100)})
    answers = await asyncio.gather(*(day.broker.advance(today) for _ in range(4)))
    assert len(set(answers)) == 1
    assert len((await day.broker.fills_since()).fills) == 1
    assert [line.kind for line in await day.broker.ledger()] == ["deposit", "fill"]


async def test_a_stored_replay_is_the_replay_in_memory(stored_accounts: SqlPaperAccounts) -> None:
    run = random_run(4, bars=60)
    broker = await _replayed(stored_accounts, run)
    pure = replay(run)
    state = await broker.state()
    assert (state.cash, state.equity, state.positions) == (pure.state.cash, pure.state.equity, pure.state.positions)
    fills = (await broker.fills_since()).fills
    assert [_plain(fill) for fill in fills] == [_plain(fill) for fill in pure.fills] != []
    ledger = sum((line.amount for line in await broker.ledger()), Decimal(0))
    assert abs(ledger - (await broker.account()).cash) < Decimal("0.005")


async def test_opening_again_is_the_first_account_and_another_owner_finds_none(
    stored_accounts: SqlPaperAccounts,
) -> None:
    day = await PaperDay(stored_accounts).open()
    await holding(day)
    await day.open(opening(places=1))
    assert (await day.broker.state()).opening.places == 2
    assert day.account_id in await stored_accounts.owned("ann")
    assert day.account_id not in await stored_accounts.owned("bob")
    with pytest.raises(UnknownPaperAccount):
        await open_paper_account(
            stored_accounts, account_id=day.account_id, owner_id="bob", opening=opening(), at=datetime.now(UTC)
        )


async def test_an_account_that_is_not_there_is_told(stored_accounts: SqlPaperAccounts) -> None:
    for broker in (
        PaperBroker(stored_accounts, "none", SystemClock()),
        PaperBroker(InMemoryPaperAccounts(), "none", SystemClock()),
    ):
        with pytest.raises(UnknownPaperAccount):
            await broker.account()


async def test_a_cancelled_order_stays_to_be_found(stored_accounts: SqlPaperAccounts) -> None:
    day = await PaperDay(stored_accounts).open()
    await day.broker.submit(order("in"))
    await day.broker.cancel("in")
    found = await PaperDay(stored_accounts, day.account_id).broker.find("in")
    assert found is not None
    assert found.status is OrderStatus.CANCELLED


def _plain(fill: Fill) -> Fill:
    return replace(fill, fill_id="")


async def _replayed(accounts: SqlPaperAccounts, run: Run) -> PaperBroker:
    clock, market, decider = StoppedClock(), PaperMarket(Arena(run.panel)), Decider(run)
    account_id = str(uuid4())
    opened = opening_of(run.panel, run.terms, run.strategy.universe.max_positions)
    await open_paper_account(accounts, account_id=account_id, owner_id="ann", opening=opened, at=clock.now())
    broker = PaperBroker(accounts, account_id, clock)
    for index in range(len(market)):
        await broker.advance(market.bar(index))
        if index < len(market) - 1:
            for request in decider.orders(await broker.state(), index):
                await broker.submit(request)
    return broker
