"""A deployment that is killed at any moment has the fills of one that never was, and its books agree."""

import json
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

import pytest

from packages.core.clock import SystemClock
from packages.domain.trading.execution.model import BookedOrder, JournalPage, OrderLedger
from packages.domain.trading.orders import Fill, OrderSide, OrderStatus
from packages.infra.db.engine import Database
from packages.infra.providers.trading.adapters.paper import PaperBroker
from packages.infra.providers.trading.store.order_journal import SqlOrderJournal
from packages.infra.providers.trading.store.paper_accounts import SqlPaperAccounts
from tests.e2e import trader
from tests.e2e.trader import Trial
from tests.forked import ended

ALL = JournalPage(limit=100_000)
CENT = Decimal("0.005")


@pytest.mark.heavy
async def test_a_few_kills_change_nothing(home: Path, database: Database) -> None:
    await _kill_and_check(database, kills=10)


@pytest.mark.trust
async def test_many_kills_change_nothing(home: Path, database: Database) -> None:
    await _kill_and_check(database, kills=2_000 if database.url.is_sqlite else 500)


async def _kill_and_check(database: Database, kills: int) -> None:
    lived = _live_and_die(database, kills)
    assert lived["killed"] == kills
    counted: Counter[str] = Counter()
    for number in range(lived["trials"]):
        counted += await _check(database, Trial(number))
    assert counted["fills"] > 0
    print(f"{kills} kills on {database.url}: {lived['trials']} runs, {dict(counted)}")


def _live_and_die(database: Database, kills: int) -> dict[str, int]:
    done = ended(trader.__name__, database.url.for_async, str(kills), "17", seconds=10_000)
    done.check_returncode()
    lived: dict[str, int] = json.loads(done.stdout)
    return lived


async def _check(database: Database, trial: Trial) -> Counter[str]:
    journal = SqlOrderJournal(database, SystemClock())
    broker = PaperBroker(SqlPaperAccounts(database), trial.account_id, SystemClock())
    orders = await journal.orders(trial.deployment_id, ALL)
    booked = [each.fill for each in reversed(await journal.fills(trial.deployment_id, ALL))]
    there = (await broker.fills_since()).fills
    _check_fills(booked, there, trial)
    await _check_orders(orders, broker)
    shares = {each.symbol: each.quantity for each in await journal.positions(trial.deployment_id) if each.quantity}
    assert shares == {each.symbol: each.quantity for each in await broker.positions()}
    ledger = await journal.ledger(trial.deployment_id)
    _check_cash(ledger, booked, (await broker.account()).cash, trial)
    differences = await journal.differences(trial.deployment_id, ALL)
    assert not [each for each in differences if each.difference.kind.lasts]
    await journal.aclose()
    return Counter(
        orders=len(orders),
        fills=len(booked),
        sent_again=sum(order.tries > 1 for order in orders),
        differences=len(differences),
    )


def _check_fills(booked: Sequence[Fill], there: Sequence[Fill], trial: Trial) -> None:
    assert len({fill.fill_id for fill in booked}) == len(booked), "a fill was booked twice"
    assert list(booked) == list(there)
    assert list(map(_told, booked)) == list(map(_told, trial.script.undisturbed.fills))


def _told(fill: Fill) -> tuple[object, ...]:
    """Without the ids, which have the deployment in them."""
    return fill.at, fill.symbol, fill.side, fill.effect, fill.quantity, fill.price, fill.costs, fill.reason


async def _check_orders(orders: Sequence[BookedOrder], broker: PaperBroker) -> None:
    """Every order that was meant is at the broker, in the same state, and the broker has taken no others."""
    for order in orders:
        found = await broker.find(order.id)
        assert found is not None, f"{order.id} was lost"
        assert found.status is order.status
        assert found.filled == order.filled
    assert (await broker.state()).orders_taken == len(orders), "the broker has an order that nobody meant"
    assert not [order for order in orders if order.status in (OrderStatus.INTENDED, OrderStatus.UNKNOWN)]


def _check_cash(ledger: OrderLedger, booked: Sequence[Fill], at_broker: Decimal, trial: Trial) -> None:
    flows = [
        (fill.quantity * fill.price if fill.side is OrderSide.SELL else -fill.quantity * fill.price) for fill in booked
    ]
    by_fills = ledger.start_cash + sum(flows, Decimal(0)) - sum((fill.costs for fill in booked), Decimal(0))
    assert abs(ledger.cash - by_fills - ledger.other_cash) < CENT
    assert abs(ledger.cash - at_broker) <= CENT
    assert at_broker == Decimal(repr(trial.script.undisturbed.accounts[-1].cash))
