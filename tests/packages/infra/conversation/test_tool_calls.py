"""Tool calls in the database: what all records do, and what two processes do to each other."""

import asyncio
from dataclasses import replace

import pytest

from packages.domain.conversation.tool_calls import Claimed, ToolCalls
from packages.infra.conversation.tool_calls import SqlToolCalls
from packages.infra.db.engine import Database
from tests.conformance.tool_calls import FIRST, STALE_BEFORE, ToolCallsConformance


class TestSqlToolCalls(ToolCallsConformance):
    @pytest.fixture
    def calls(self, database: Database) -> ToolCalls:
        return SqlToolCalls(database)


async def test_of_two_processes_that_claim_the_same_calls_each_call_is_granted_to_one(database: Database) -> None:
    other = Database(database.url)
    records = [SqlToolCalls(each) for each in (database, other)]
    claims = [replace(FIRST, key=f"key-{n}", token_id=f"token-{n}") for n in range(10)]
    told = await asyncio.gather(*(record.claim(each, STALE_BEFORE) for each in claims for record in records))
    await other.aclose()
    assert told.count(Claimed()) == len(claims)
