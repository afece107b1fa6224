"""Leases: one process at a time, renewed while it lives, taken over when it died, free when it ended."""

import asyncio
from pathlib import Path

import pytest

from packages.infra.db.engine import Database
from packages.infra.providers.trading.store.broker_accounts import SqlBrokerAccounts
from packages.infra.providers.trading.store.deployments import TERM, SqlDeployments, SqlLeases
from packages.infra.security.vault import Vault
from tests.conformance.deployment_store_conformance import FIRST, account, deployment, uid
from tests.fakes.clock import StoppedClock

ONE, TWO = uid(101), uid(102)
SECONDS = TERM.total_seconds()


@pytest.fixture
async def deployments(database: Database, tmp_path: Path) -> tuple[str, str]:
    accounts, store = SqlBrokerAccounts(database, Vault(tmp_path / "keys", "broker-keys")), SqlDeployments(database)
    for number in (1, 2):
        await accounts.add(account(number), None)
        await store.add(deployment(number, number), FIRST, f"k{number}", "digest")
    return deployment(1).id, deployment(2, 2).id


async def test_one_holds_it_for_as_long_as_it_says_so(database: Database, deployments: tuple[str, str]) -> None:
    clock, (here, there) = StoppedClock(), deployments
    one, two = (SqlLeases(database, clock, name) for name in (ONE, TWO))
    assert await one.hold(here)
    assert not await two.hold(here)
    assert await two.hold(there)
    for _ in range(5):
        clock.move(seconds=SECONDS * 0.6)
        assert await one.hold(here)
        assert not await two.hold(here)


async def test_of_one_that_died_it_is_taken_over_at_its_end(database: Database, deployments: tuple[str, str]) -> None:
    clock, (here, _) = StoppedClock(), deployments
    one, two = (SqlLeases(database, clock, name) for name in (ONE, TWO))
    assert await one.hold(here)
    clock.move(seconds=SECONDS - 0.001)
    assert not await two.hold(here)
    clock.move(seconds=0.001)
    assert await two.hold(here)
    assert not await one.hold(here)


async def test_one_that_ends_lets_all_of_its_own_go(database: Database, deployments: tuple[str, str]) -> None:
    clock, (here, there) = StoppedClock(), deployments
    one, two = (SqlLeases(database, clock, name) for name in (ONE, TWO))
    assert await one.hold(here)
    assert await two.hold(there)
    await one.let_go()
    assert await two.hold(here)
    assert not await one.hold(there)


async def test_of_many_that_come_at_once_one_gets_it(database: Database, deployments: tuple[str, str]) -> None:
    clock, (here, _) = StoppedClock(), deployments
    many = [SqlLeases(database, clock, uid(number)) for number in range(200, 208)]
    assert sum(await asyncio.gather(*(each.hold(here) for each in many))) == 1
    clock.move(seconds=SECONDS)
    assert sum(await asyncio.gather(*(each.hold(here) for each in many))) == 1
