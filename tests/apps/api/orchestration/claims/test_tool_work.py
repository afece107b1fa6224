"""Only what a tool did, or told in this very turn, bears out that something was done."""

import pytest

from apps.api.agents.protocol import ToolOutcome
from apps.api.orchestration.claims.tool_work import ToolWork, tool_work
from packages.core.events import JsonObject

RUNNING: JsonObject = {"deployment_id": "d1", "status": "deployed", "mode": "paper"}
READY: JsonObject = {"deployment_id": "d1", "status": "ready", "mode": "paper"}


def _call(domain: str, tool: str, result: JsonObject, *, ok: bool = True) -> ToolOutcome:
    return ToolOutcome(domain, tool, {}, ok, result)


@pytest.mark.parametrize(
    "call",
    [
        _call("trading", "list_accounts", {"accounts": [{"broker_account_id": "a1"}]}),
        _call("trading", "readiness", {"status": "ready"}),
        _call("trading", "create_deployment", READY),
        _call("trading", "create_deployment", {"deployment_id": None, "status": "blocked", "mode": "paper"}),
        _call("trading", "list_deployments", {"deployments": []}),
        _call("trading", "list_deployments", {"deployments": [READY]}),
        _call("trading", "replay", {**RUNNING, "mode": "replay"}),
        _call("trading", "start", RUNNING, ok=False),
        _call("trading", "fills", {"deployment_id": "d1", "fills": []}),
    ],
)
def test_a_trading_tool_that_put_nothing_to_work_deployed_nothing(call: ToolOutcome) -> None:
    assert tool_work([call]) == ToolWork()
    assert tool_work([], [call]) == ToolWork()


def test_a_deployment_that_was_started_is_deployed_from_then_on() -> None:
    start = _call("trading", "start", RUNNING)
    assert tool_work([start]) == tool_work([], [start]) == ToolWork(deployed=True)
    assert tool_work([], [_call("trading", "start", {**RUNNING, "mode": "live"})]) == ToolWork(deployed=True, live=True)


def test_another_deployment_that_was_read_counts_in_that_turn_only() -> None:
    listed = _call("trading", "list_deployments", {"deployments": [READY, RUNNING]})
    assert tool_work([listed]).deployed
    assert not tool_work([], [listed]).deployed


def test_fills_that_were_read_are_trades() -> None:
    assert tool_work([_call("trading", "fills", {"fills": [{"symbol": "DEMO1.SZ"}]})]) == ToolWork(traded=True)


def test_a_backtest_is_begun_by_its_job_and_over_by_its_status() -> None:
    running, done = ({"backtest_job_id": "b1", "status": status} for status in ("running", "done"))
    assert tool_work([], [_call("backtest", "create_job", running)]) == ToolWork(backtest_begun=True)
    over = ToolWork(backtest_begun=True, backtest_done=True)
    assert tool_work([], [_call("backtest", "get_job", done)]) == over
    assert tool_work([_call("backtest", "metrics", {"sharpe": 0.8})]) == over
    assert tool_work([_call("backtest", "list_jobs", {"jobs": []})]) == ToolWork()


def test_a_stress_test_is_begun_by_its_making_and_over_by_its_report() -> None:
    assert tool_work([], [_call("stress", "create", {"status": "running"})]) == ToolWork(stress_begun=True)
    over = ToolWork(stress_begun=True, stress_done=True)
    assert tool_work([], [_call("stress", "report", {"verdict": "pass"})]) == over
    assert tool_work([_call("stress", "list_windows", {"windows": [{"name": "2008"}]})]) == ToolWork()


def test_rules_are_saved_by_writing_them_and_not_by_checking_them() -> None:
    assert tool_work([], [_call("strategy", "upsert_dsl", {"strategy_id": "s1"})]) == ToolWork(saved=True)
    assert tool_work([_call("strategy", "validate_dsl", {"ok": True})]) == ToolWork()
