"""A good call of every tool, in an order in which a person's work goes: each finds the ids that those before it told.

A tool without an entry here fails the build (`tests/house/test_tools.py`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from packages.contracts.tool_grants import ToolDomain
from tests.apps.mcp.people import deploy_live, let_pass
from tests.packages.domain.backtest.asking import document

if TYPE_CHECKING:
    from tests.apps.mcp.live import LiveDesk

Known = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Example:
    """`before` prepares what no tool can make; `until` is what a read of running work waits for."""

    domain: ToolDomain
    tool: str
    arguments: Callable[[Known], dict[str, Any]]
    until: Callable[[dict[str, Any]], bool] | None = None
    before: "Callable[[LiveDesk, Known], Known] | None" = None

    @property
    def key(self) -> tuple[ToolDomain, str]:
        return self.domain, self.tool


def _nothing(_known: Known) -> dict[str, Any]:
    return {}


def _given(*names: str, **fixed: Any) -> Callable[[Known], dict[str, Any]]:
    """These of the ids that were told, and these values."""
    return lambda known: {name: known[name] for name in names} | fixed


def _over(status: str, *working: str) -> Callable[[dict[str, Any]], bool]:
    return lambda told: told[status] not in working


def _passed(live: "LiveDesk", known: Known) -> Known:
    """The stress lab has let the strategy pass: here a few paths stand for the whole lab."""
    live.do(let_pass(live.desk, known["strategy_id"]))
    return {}


def _traded(live: "LiveDesk", known: Known) -> Known:
    """Days go by, and the runtime looks at them."""
    live.clock.move(days=25)
    live.do(live.desk.trading.runtime.tick(known["deployment_id"]))
    return {}


def _live_money(live: "LiveDesk", _known: Known) -> Known:
    """A person has made a deployment with live money: no tool can."""
    return {"deployment_id": live.do(deploy_live(live.desk))}


_S, _M, _B, _L, _T, _R = (
    ToolDomain.STRATEGY,
    ToolDomain.MARKET_DATA,
    ToolDomain.BACKTEST,
    ToolDomain.STRESS,
    ToolDomain.TRADING,
    ToolDomain.RESEARCH,
)
_PERIOD = {"op": "replace", "path": "/factors/ema_5/params/period", "value": 8}
_LOOKS = (
    "metrics",
    "sharpe_interval",
    "drawdowns",
    "monthly_returns",
    "by_hour_and_weekday",
    "holding_periods",
    "long_short_breakdown",
    "exit_reasons",
    "benchmark_comparison",
    "trades",
    "equity_curve",
    "rolling_metrics",
)

STORY: tuple[Example, ...] = (
    Example(_M, "search", _given(query="demo")),
    Example(_M, "instruments", _nothing),
    Example(_M, "availability", _given(symbol="DEMO5")),
    Example(_M, "coverage", _given(symbol="DEMO5")),
    Example(_M, "candles", _given(symbol="DEMO5", limit=5)),
    Example(_M, "metadata", _given(symbol="DEMO5")),
    Example(_M, "regime_snapshot", _given(symbol="DEMO5")),
    Example(_M, "fetch_missing", _given(symbol="AAPL")),
    Example(_M, "job", _given("job_id"), _over("status", "queued", "running")),
    Example(_S, "templates", _given(family="trend_continuation", symbol="DEMO5")),
    Example(_S, "well_known", _given(name="turtle")),
    Example(_S, "indicator_catalog", _given(search="average")),
    Example(_S, "validate_dsl", _given(dsl=document("DEMO5"))),
    Example(_S, "get_draft", _given("strategy_draft_id")),
    Example(_S, "upsert_dsl", _given("strategy_draft_id")),
    Example(_S, "patch_dsl", _given("strategy_id", expected_version=1, operations=[_PERIOD])),
    Example(_S, "rollback", _given("strategy_id", version=1, expected_version=2)),
    Example(_S, "list_strategies", _nothing),
    Example(_S, "get_dsl", _given("strategy_id")),
    Example(_S, "origins", _given("strategy_id")),
    Example(_S, "list_versions", _given("strategy_id")),
    Example(_S, "diff_versions", _given("strategy_id", from_version=1, to_version=2)),
    Example(_S, "list_tunable_params", _given("strategy_id")),
    Example(_B, "create_job", _given("strategy_id", start="2022-01-03")),
    Example(_B, "get_job", _given("backtest_job_id"), _over("status", "pending", "running")),
    Example(_B, "list_jobs", _nothing),
    *(Example(_B, look, _given("backtest_job_id")) for look in _LOOKS),
    Example(_L, "list_windows", _given(market="us_stocks")),
    Example(
        _L,
        "create_scenario_set",
        _given("strategy_id", parts=["monte_carlo"], worlds=["block_bootstrap"], paths=100),
    ),
    Example(_L, "create", _given("strategy_id", "scenario_set_id", start="2023-01-03")),
    Example(_L, "get", _given("stress_report_id"), _over("status", "pending", "running")),
    Example(_L, "report", _given("stress_report_id")),
    Example(_L, "list", _nothing),
    Example(_L, "optimise", _given("strategy_id", trials=10, start="2023-01-03")),
    Example(_L, "pareto", _given("optimisation_id"), _over("status", "pending", "running")),
    Example(_L, "list_optimisations", _nothing),
    Example(_T, "readiness", _given("strategy_id"), before=_passed),
    Example(_T, "create_deployment", _given("strategy_id")),
    Example(_T, "replay", _given("strategy_id")),
    Example(_T, "start", _given("deployment_id")),
    Example(_T, "list_accounts", _nothing),
    Example(_T, "list_deployments", _nothing),
    Example(_T, "get_deployment", _given("deployment_id"), before=_traded),
    Example(_T, "positions", _given("deployment_id")),
    Example(_T, "orders", _given("deployment_id")),
    Example(_T, "fills", _given("deployment_id")),
    Example(_T, "pause", _given("deployment_id", reason="lunch")),
    Example(_T, "resume", _given("deployment_id")),
    Example(_T, "stop", _given("deployment_id")),
    Example(
        _T,
        "request_approval",
        _given("deployment_id", symbols=["DEMO5"], most_money="1000", until="2024-10-15T20:00:00Z"),
        before=_live_money,
    ),
    Example(_R, "run", _given(symbol="DEMO5", language="en")),
    Example(_R, "status", _given("research_session_id", wait_seconds=5), _over("status", "running")),
    Example(_R, "sessions", _nothing),
    Example(_R, "report", _given("research_session_id")),
    Example(_R, "debate", _given("research_session_id")),
    Example(_R, "verdict", _given("research_session_id")),
    Example(_S, "from_research", _given("research_session_id")),
    Example(_R, "calls", _nothing),
    Example(_R, "call_scores", _nothing),
    Example(_R, "audit", _given(symbol="DEMO5", as_of="2024-06-28", language="en")),
    Example(_R, "audit_report", _given("audit_id", wait_seconds=5), _over("status", "queued", "running")),
)
EXAMPLES = {example.key: example for example in STORY}
