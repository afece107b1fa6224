"""The call book through the research tools, soon after the last bar of the demo: verdicts are about days to come."""

from datetime import UTC, datetime

import pytest

from packages.contracts.tool_grants import ToolDomain
from packages.core.clock import Clock
from tests.apps.mcp.conftest import OTHER_OWNER_ID, Open
from tests.fakes.clock import RunningClock

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(scope="module")
def desk_clock() -> Clock:
    return RunningClock(datetime(2026, 1, 5, 12, tzinfo=UTC))


async def test_the_verdict_stands_in_the_call_book(tools_of: Open) -> None:
    tools = tools_of(ToolDomain.RESEARCH)
    session_id = (await tools("run", symbol="demo1.sz", language="en", idempotency_key="whole"))["research_session_id"]
    await tools("status", research_session_id=session_id, wait_seconds=30)
    told = await tools("verdict", research_session_id=session_id)
    assert told["research_session_id"] == session_id
    assert 0 < told["probability"] < 1
    (call,) = (await tools("calls"))["calls"]
    assert (call["call_id"], call["action"], call["probability"]) == (
        told["call_id"],
        told["action"],
        told["probability"],
    )
    assert (call["state"], call["outcome"]) == ("waiting", None)
    stranger = tools_of(ToolDomain.RESEARCH, owner_id=OTHER_OWNER_ID)
    assert (await stranger("calls"))["calls"] == []
    assert (await stranger("sessions"))["sessions"] == []
