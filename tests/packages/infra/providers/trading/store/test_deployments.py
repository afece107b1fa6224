"""Deployments, accounts and switches in the database: what all stores do, and what the database itself holds fast."""

from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from packages.core.clock import SystemClock
from packages.domain.trading.callers import PersonSession
from packages.domain.trading.deployments.accounts import AccountKind
from packages.domain.trading.risk.switches import GLOBAL, Switches
from packages.infra.db.engine import Database
from packages.infra.providers.trading.store.broker_accounts import SqlBrokerAccounts, SqlSwitches
from packages.infra.providers.trading.store.deployments import SqlDeployments
from packages.infra.security.vault import SealBroken, Vault
from tests.conformance.deployment_store_conformance import (
    FIRST,
    KEYS,
    DeploymentStoreConformance,
    Stores,
    account,
    deployment,
    uid,
)


class TestSqlDeployments(DeploymentStoreConformance):
    @pytest.fixture
    def stores(self, database: Database, tmp_path: Path) -> Stores:
        accounts = SqlBrokerAccounts(database, Vault(tmp_path / "keys", "broker-keys"))
        return Stores(SqlDeployments(database), accounts, SqlSwitches(database))


async def test_keys_are_not_readable_in_the_database_and_open_nowhere_else(database: Database, tmp_path: Path) -> None:
    accounts = SqlBrokerAccounts(database, Vault(tmp_path / "keys", "broker-keys"))
    await accounts.add(account(1), KEYS)
    await accounts.add(account(2), KEYS)
    async with database.read() as session:
        rows = (await session.execute(text("SELECT * FROM broker_accounts"))).all()
    for row in rows:
        assert KEYS.api_key not in repr(row)
        assert KEYS.api_secret not in repr(row)
    async with database.write() as session:  # paper keys are passed off as live ones, and one account's as another's
        await session.execute(text("UPDATE broker_accounts SET kind = :live WHERE id = :id"), _as_live(1))
        moved = (
            "UPDATE broker_accounts SET sealed = (SELECT sealed FROM broker_accounts WHERE id = :from) WHERE id = :to"
        )
        await session.execute(text(moved), {"from": uid(1), "to": uid(2)})
    for number in (1, 2):
        with pytest.raises(SealBroken):
            await accounts.credentials("ann", uid(number))


def _as_live(number: int) -> dict[str, str]:
    return {"live": AccountKind.ALPACA_LIVE.value, "id": uid(number)}


async def test_what_was_done_cannot_be_changed_or_deleted(database: Database, tmp_path: Path) -> None:
    await SqlBrokerAccounts(database, Vault(tmp_path / "keys", "broker-keys")).add(account(1), None)
    await SqlDeployments(database).add(deployment(1), FIRST, "key", "digest")
    switches = Switches(SqlSwitches(database), SqlDeployments(database), SystemClock(), frozenset({"op"}))
    await switches.turn_on(PersonSession("op", "s1"), GLOBAL, "outage")
    for change in (
        "UPDATE deployment_changes SET reason = 'other'",
        "DELETE FROM deployment_changes",
        "UPDATE kill_switch_turns SET by = 'nobody'",
        "DELETE FROM kill_switch_turns",
    ):
        with pytest.raises(DBAPIError, match="append-only"):
            async with database.write() as session:
                await session.execute(text(change))


async def test_a_switch_that_another_process_turned_holds_at_the_next_look(database: Database) -> None:
    other = Database(database.url)
    here, there = (
        Switches(SqlSwitches(each), SqlDeployments(each), SystemClock(), frozenset({"op"}))
        for each in (database, other)
    )
    operator = PersonSession("op", "s1")
    for _ in range(5):
        assert await here.stopping("ann", uid(1)) is None
        await there.turn_on(operator, GLOBAL, "outage")
        assert await here.stopping("ann", uid(1)) is not None
        await there.turn_off(operator, GLOBAL, "over")
    await other.aclose()
