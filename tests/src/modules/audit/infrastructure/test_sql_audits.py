"""The list of audits, on both databases."""

from datetime import UTC, datetime, timedelta

import pytest

from packages.infra.db.engine import Database
from src.modules.audit.domain.ports import ListedAudit
from src.modules.audit.infrastructure.sql_audits import SqlAudits

FIRST = datetime(2024, 6, 28, 20, tzinfo=UTC)


def _audit(number: int, owner: str = "ann", symbol: str = "DEMO5") -> ListedAudit:
    return ListedAudit(f"audit-{number}", owner, symbol, FIRST + timedelta(minutes=number))


@pytest.fixture
async def audits(database: Database) -> SqlAudits:
    audits = SqlAudits(database)
    for audit in (_audit(2, symbol="DEMO1.SZ"), _audit(1), _audit(4), _audit(3, owner="bob")):
        await audits.add(audit)
    return audits


async def test_an_owner_finds_their_audits_newest_first(audits: SqlAudits) -> None:
    assert await audits.newest("ann", 10) == ["audit-4", "audit-2", "audit-1"]
    assert await audits.newest("ann", 2) == ["audit-4", "audit-2"]
    assert await audits.newest("bob", 10) == ["audit-3"]
    assert await audits.newest("carol", 10) == []


async def test_the_limit_counts_audits_of_the_instrument_that_is_asked_for(audits: SqlAudits) -> None:
    assert await audits.newest("ann", 1, "DEMO1.SZ") == ["audit-2"]
    assert await audits.newest("ann", 10, "DEMO5") == ["audit-4", "audit-1"]


async def test_an_audit_that_is_listed_again_stays_where_it_was(audits: SqlAudits) -> None:
    await audits.add(ListedAudit("audit-1", "ann", "DEMO5", FIRST + timedelta(days=1)))
    assert await audits.newest("ann", 10) == ["audit-4", "audit-2", "audit-1"]
