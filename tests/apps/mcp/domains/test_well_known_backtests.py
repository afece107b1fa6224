"""Well-known strategies as a model backtests them, one of each kind, on the demo market."""

import asyncio

import pytest

from apps.api.services import AppContext
from packages.contracts.tool_grants import ToolDomain
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.strategy.well_known.library import WellKnown, well_known
from tests.apps.mcp.conftest import Open

pytestmark = pytest.mark.asyncio(loop_scope="module")
OF_EACH_KIND = (
    WellKnown.TURTLE,
    WellKnown.COINTEGRATED_PAIR,
    WellKnown.LOW_PE_HIGH_ROE,
    WellKnown.OPENING_RANGE_BREAKOUT,
)


@pytest.mark.parametrize("which", OF_EACH_KIND)
async def test_a_well_known_strategy_of_each_kind_runs_on_the_demo_market(
    tools_of: Open, desk: AppContext, which: WellKnown
) -> None:
    tools = tools_of(ToolDomain.BACKTEST)
    saved = await desk.strategies.create(LOCAL_OWNER_ID, well_known(which))
    asked = await tools("create_job", strategy_id=saved.id, idempotency_key=which.value)
    while (told := await tools("get_job", backtest_job_id=asked["backtest_job_id"]))["status"] in (
        "pending",
        "running",
    ):
        await asyncio.sleep(0.1)
    assert (told["status"], told["failure"]) == ("done", None)
    assert told["figures"]["trades"] > 0
