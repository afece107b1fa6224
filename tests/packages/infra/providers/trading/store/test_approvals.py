"""Approvals in the database: what all stores do, two processes that race, and uses that stay."""

import asyncio

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from packages.domain.trading.approval.ports import ApprovalStore
from packages.infra.db.engine import Database
from packages.infra.providers.trading.store.approvals import SqlApprovals
from tests.conformance.approval_store_conformance import (
    NOW,
    ApprovalStoreConformance,
    approved,
    envelope,
    pending,
    spend,
)


class TestSqlApprovals(ApprovalStoreConformance):
    @pytest.fixture
    def store(self, database: Database) -> ApprovalStore:
        return SqlApprovals(database)


async def test_two_processes_spend_one_approval_and_one_envelope_to_the_cent_and_no_more(database: Database) -> None:
    other = Database(database.url)
    stores = [SqlApprovals(each) for each in (database, other)]
    for asked in (pending(1), envelope(2, "500")):
        await stores[0].add(asked)
        await stores[1].decide(approved(asked), NOW)
    spends = [spend(f"o{number}", worth="100") for number in range(20)]
    used = await asyncio.gather(*(stores[number % 2].spend(each) for number, each in enumerate(spends)))
    spent = [use.approval_id for use in used if use is not None]
    assert sorted(spent) == [pending(1).id] + [envelope(2).id] * 5
    left = await stores[0].find("ann", envelope(2).id)
    assert left is not None
    assert left.remaining == 0
    await other.aclose()


async def test_the_use_of_an_approval_cannot_be_undone(database: Database) -> None:
    store = SqlApprovals(database)
    await store.add(pending(1))
    await store.decide(approved(pending(1)), NOW)
    assert await store.spend(spend()) is not None
    for change in ("UPDATE approval_uses SET worth = '0'", "DELETE FROM approval_uses"):
        with pytest.raises(DBAPIError, match="append-only"):
            async with database.write() as session:
                await session.execute(text(change))
