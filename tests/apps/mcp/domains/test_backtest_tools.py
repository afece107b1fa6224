"""The backtest tools: a model runs a backtest, follows it, and reads every analysis; nobody else's, and never twice."""

import asyncio
import json
from typing import Any

import pytest
import pytest_asyncio
from mcp.shared.exceptions import MCPError

from apps.api.services import AppContext
from packages.contracts.tool_grants import ToolDomain
from packages.domain.accounts.model import LOCAL_OWNER_ID
from packages.domain.backtest.trades import ExitReason
from tests.apps.mcp.conftest import OTHER_OWNER_ID, Open, Tools
from tests.packages.domain.backtest.asking import document

pytestmark = pytest.mark.asyncio(loop_scope="module")
NOBODY = "00000000-0000-7000-8000-000000000000"
ANALYSES = (
    "metrics",
    "sharpe_interval",
    "drawdowns",
    "monthly_returns",
    "by_hour_and_weekday",
    "holding_periods",
    "long_short_breakdown",
    "exit_reasons",
    "benchmark_comparison",
    "equity_curve",
    "rolling_metrics",
    "trades",
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def strategy_id(desk: AppContext) -> str:
    return (await desk.strategies.create(LOCAL_OWNER_ID, document("DEMO5"))).id


@pytest.fixture
def tools(tools_of: Open) -> Tools:
    return tools_of(ToolDomain.BACKTEST)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def kept() -> dict[str, str]:
    """The id of the one backtest that all tests read."""
    return {}


async def _done(tools: Tools, strategy_id: str, kept: dict[str, str]) -> str:
    if not kept:
        asked = await tools("create_job", strategy_id=strategy_id, idempotency_key="whole")
        kept["id"] = asked["backtest_job_id"]
        while (await tools("get_job", backtest_job_id=kept["id"]))["status"] in ("pending", "running"):
            await asyncio.sleep(0.1)
    return kept["id"]


async def _report(desk: AppContext, backtest_id: str) -> Any:
    return await desk.backtests.report(LOCAL_OWNER_ID, backtest_id)


async def test_a_job_goes_from_asked_for_to_its_first_figures(
    tools: Tools, desk: AppContext, strategy_id: str, kept: dict[str, str]
) -> None:
    backtest_id = await _done(tools, strategy_id, kept)
    told = await tools("get_job", backtest_job_id=backtest_id)
    report = await _report(desk, backtest_id)
    assert (told["status"], told["failure"], told["data_sources"]) == ("done", None, ["demo"])
    assert told["figures"]["total_return"] == pytest.approx(report["figures"]["total_return"], abs=1e-6)
    assert told["figures"]["trades"] == report["all_trades"]["trades"] > 0
    assert told["trials"] == 1
    assert "夏普" in told["summary"]["zh"]
    assert "Sharpe" in told["summary"]["en"]
    [more] = told["more"]
    assert json.loads(await tools.read(more["uri"])) == report


async def test_the_same_key_is_the_same_job_and_another_request_under_it_is_refused(
    tools: Tools, strategy_id: str, kept: dict[str, str]
) -> None:
    backtest_id = await _done(tools, strategy_id, kept)
    again = await tools("create_job", strategy_id=strategy_id, idempotency_key="whole")
    assert again["backtest_job_id"] == backtest_id
    assert len((await tools("list_jobs", strategy_id=strategy_id))["jobs"]) == 1
    other = await tools("create_job", strategy_id=strategy_id, start="2020-01-02", idempotency_key="whole")
    assert (other["ok"], other["error"]["code"]) == (False, "key_taken")


async def test_what_is_asked_for_is_what_runs(tools: Tools, desk: AppContext, strategy_id: str) -> None:
    asked = await tools(
        "create_job",
        strategy_id=strategy_id,
        version=1,
        start="2020-01-02",
        end="2021-12-31",
        cash="25000",
        costs={"slippage": 0.001},
        idempotency_key="short",
    )
    assert asked["status"] in ("pending", "running", "done")
    plan = (await desk.backtests.get(LOCAL_OWNER_ID, asked["backtest_job_id"])).plan
    assert (str(plan.start), str(plan.end), int(plan.terms.cash)) == ("2020-01-02", "2021-12-31", 25_000)
    assert (plan.terms.costs.slippage, plan.terms.costs.commission_minimum) == (0.001, 0.0)


async def test_each_analysis_tells_what_the_report_holds(
    tools: Tools, desk: AppContext, strategy_id: str, kept: dict[str, str]
) -> None:
    backtest_id = await _done(tools, strategy_id, kept)
    report = await _report(desk, backtest_id)
    told = {name: await tools(name, backtest_job_id=backtest_id) for name in ANALYSES}
    assert {each["status"] for each in told.values()} == {"done"}
    assert {each["backtest_job_id"] for each in told.values()} == {backtest_id}
    assert max(len(json.dumps(each)) for each in told.values()) < 9_000
    assert told["metrics"]["figures"]["sharpe"]["low"] == pytest.approx(report["figures"]["sharpe"]["low"], abs=1e-6)
    assert told["sharpe_interval"]["sharpe"] == told["metrics"]["figures"]["sharpe"]
    assert told["sharpe_interval"]["holds_zero"] is (report["figures"]["sharpe"]["low"] <= 0)
    assert [each["trough"] for each in told["drawdowns"]["drawdowns"]] == [e["trough"] for e in report["drawdowns"]]
    assert [each["year"] for each in told["monthly_returns"]["monthly"]] == [each["year"] for each in report["monthly"]]
    assert told["benchmark_comparison"]["benchmark"]["label"] == report["benchmark"]["label"]
    groups = {
        "holding_periods": "by_holding",
        "long_short_breakdown": "by_direction",
        "exit_reasons": "by_exit",
        "by_hour_and_weekday": "by_weekday",
    }
    trades = report["all_trades"]["trades"]
    assert {sum(group["trades"] for group in told[name][field]) for name, field in groups.items()} == {trades}


async def test_curves_are_thinned_and_keep_the_ends_and_the_deepest_fall(
    tools: Tools, desk: AppContext, strategy_id: str, kept: dict[str, str]
) -> None:
    backtest_id = await _done(tools, strategy_id, kept)
    whole = (await desk.backtests.kept(LOCAL_OWNER_ID, backtest_id)).report
    told = await tools("equity_curve", backtest_job_id=backtest_id, points=20)
    assert len(told["time"]) == len(told["benchmark"]) <= 20
    assert told["equity"][-1] == pytest.approx(whole.equity[-1], abs=0.01)
    assert min(told["equity"]) == pytest.approx(whole.equity.min(), abs=0.01)
    rolling = await tools("rolling_metrics", backtest_job_id=backtest_id)
    assert (rolling["window"], len(rolling["time"])) == (whole.rolling.window, len(rolling["sharpe"]))
    assert 10 < len(rolling["time"]) <= 60


async def test_trades_come_in_pages_with_their_reasons(tools: Tools, strategy_id: str, kept: dict[str, str]) -> None:
    backtest_id = await _done(tools, strategy_id, kept)
    total = (await tools("trades", backtest_job_id=backtest_id, limit=1))["total"]
    numbers: list[int] = []
    offset: int | None = 0
    while offset is not None:
        page = await tools("trades", backtest_job_id=backtest_id, offset=offset, limit=50)
        numbers += [each["number"] for each in page["trades"]]
        offset = page["next_offset"]
    assert numbers == list(range(1, total + 1))
    stopped = await tools("trades", backtest_job_id=backtest_id, exit_reason="stop_loss", limit=2)
    assert 0 < stopped["total"] < total
    [first, _] = stopped["trades"]
    assert first["exit_reason"] == ExitReason.STOP_LOSS
    assert first["return"] < 0
    assert any(" > " in reason or " < " in reason for reason in first["why_entered"])
    assert first["why_left"]
    assert (await tools("trades", backtest_job_id=backtest_id, direction="short"))["trades"] == []


async def test_jobs_are_listed_newest_first_page_by_page(tools: Tools, strategy_id: str, kept: dict[str, str]) -> None:
    await _done(tools, strategy_id, kept)
    await tools("create_job", strategy_id=strategy_id, start="2020-01-02", idempotency_key="later")
    seen: list[str] = []
    before: dict[str, str] = {}
    while True:
        page = await tools("list_jobs", limit=1, **before)
        seen += [each["backtest_job_id"] for each in page["jobs"]]
        if page["next_before"] is None:
            break
        before = {"before": page["next_before"]}
    assert len(seen) == len(set(seen)) >= 2
    assert seen[-1] == kept["id"]
    assert (await tools("list_jobs", strategy_id=NOBODY))["jobs"] == []


async def test_a_job_that_fails_says_why(tools: Tools, desk: AppContext) -> None:
    nowhere = await desk.strategies.create(LOCAL_OWNER_ID, document("AAPL", name="No data"))
    asked = await tools("create_job", strategy_id=nowhere.id, idempotency_key="no data")
    told = asked
    while told["status"] in ("pending", "running"):
        await asyncio.sleep(0.1)
        told = await tools("get_job", backtest_job_id=asked["backtest_job_id"])
    assert told["status"] == "failed"
    assert "AAPL" in told["failure"]
    refused = await tools("metrics", backtest_job_id=asked["backtest_job_id"])
    assert (refused["ok"], refused["error"]["code"]) == (False, "backtest_not_done")


async def test_another_owners_backtest_is_not_there(
    tools: Tools, tools_of: Open, strategy_id: str, kept: dict[str, str]
) -> None:
    backtest_id = await _done(tools, strategy_id, kept)
    theirs = tools_of(ToolDomain.BACKTEST, owner_id=OTHER_OWNER_ID)
    for name in ("get_job", *ANALYSES):
        assert (await theirs(name, backtest_job_id=backtest_id))["error"]["code"] == "unknown_backtest"
    assert (await theirs("list_jobs"))["jobs"] == []
    refused = await theirs("create_job", strategy_id=strategy_id, idempotency_key="not mine")
    assert refused["error"]["code"] == "unknown_strategy"
    with pytest.RaisesGroup(pytest.RaisesExc(MCPError, match="unknown_backtest"), flatten_subgroups=True):
        await theirs.read(f"parley://backtest/{backtest_id}/report")


@pytest.mark.parametrize(
    ("tool", "arguments", "word"),
    [
        ("get_job", {"backtest_job_id": NOBODY}, "No such backtest"),
        ("get_job", {"backtest_job_id": "a\x00b"}, "backtest_job_id"),
        ("metrics", {"backtest_job_id": "x" * 5000}, "backtest_job_id"),
        ("trades", {"backtest_job_id": NOBODY, "limit": 1000}, "limit"),
        ("equity_curve", {"backtest_job_id": NOBODY, "points": 1}, "points"),
        ("create_job", {"strategy_id": NOBODY, "idempotency_key": "k"}, "strategy"),
        ("create_job", {"strategy_id": NOBODY, "cash": "-1", "idempotency_key": "k"}, "cash"),
        ("create_job", {"strategy_id": NOBODY, "costs": {"tax": 1}, "idempotency_key": "k"}, "costs"),
        (
            "create_job",
            {"strategy_id": NOBODY, "start": "2021-01-01", "end": "2020-01-01", "idempotency_key": "k"},
            "swap",
        ),
    ],
)
async def test_what_cannot_be_is_refused_with_what_to_mend(
    tools: Tools, tool: str, arguments: dict[str, Any], word: str
) -> None:
    refused = await tools(tool, **arguments)
    assert (refused["ok"], refused["error"]["retryable"]) == (False, True)
    assert word in refused["error"]["message"]
