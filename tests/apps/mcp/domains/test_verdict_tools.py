"""The judge through the tools, on the clock of the demo's bars: a call in the book, and none on old prices."""

from datetime import UTC, datetime
from typing import Any

import pytest

from packages.contracts.tool_grants import ToolDomain
from tests.apps.mcp.conftest import Open, Tools
from tests.fakes.clock import StoppedClock

pytestmark = pytest.mark.asyncio(loop_scope="module")
DEMO = "DEMO1.SZ"


@pytest.fixture(scope="module")
def desk_clock() -> StoppedClock:
    """The evening of the demo's last session."""
    return StoppedClock(datetime(2025, 12, 31, 22, tzinfo=UTC))


@pytest.fixture
def tools(tools_of: Open) -> Tools:
    return tools_of(ToolDomain.RESEARCH)


async def _verdict(tools: Tools, key: str, **asked: Any) -> dict[str, Any]:
    begun = await tools("run", symbol=DEMO, language="en", idempotency_key=key, **asked)
    await tools("status", research_session_id=begun["research_session_id"], wait_seconds=30)
    return dict(await tools("verdict", research_session_id=begun["research_session_id"]))


async def test_a_verdict_stands_in_the_book_and_old_prices_are_a_reason_for_no_call(
    tools: Tools, desk_clock: StoppedClock
) -> None:
    told = await _verdict(tools, "now")
    assert 0 < told["probability"] < 1
    assert (told["call_number"], told["book"], told["no_call_reason"]) == (1, "live", None)
    assert [each["call_id"] for each in (await tools("calls"))["calls"]] == [told["call_id"]]
    assert (await tools("calls", book="walk_back"))["calls"] == []
    desk_clock.move(days=320)
    stale = await _verdict(tools, "later")
    assert (stale["action"], stale["no_call_reason"], stale["probability"]) == ("NO_CALL", "stale_data", None)
    assert "Demo prices of DEMO1.SZ end on 2025-12-31" in stale["reasoning"]
