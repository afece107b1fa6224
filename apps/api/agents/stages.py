"""Which stage of its phase a conversation is in, read off the block, and which tools a model sees there."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeAlias

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, RuntimePolicy
from packages.contracts.tool_grants import ToolDomain
from packages.domain.conversation.fields import BacktestState, Confirmation, DeploymentState

STAGES = {
    Phase.PRE_STRATEGY: ("scoping", "family"),
    Phase.STRATEGY: ("draft", "backtest", "review"),
    Phase.STRESS_TEST: ("bootstrap", "scenario", "feedback"),
    Phase.DEPLOYMENT: ("target", "confirm", "rollout", "done"),
    Phase.COMPLETED: ("watch",),
}


def strategy_stage(block: PhaseBlock) -> str:
    """A draft is written, then saved and backtested, then looked at."""
    if not block.profile.get("strategy_id"):
        return "draft"
    is_tested = block.profile.get("backtest_status") == BacktestState.DONE
    return "review" if is_tested else "backtest"


def stress_stage(block: PhaseBlock) -> str:
    """Nothing has run, something is written down or running, a report is there. A test that failed begins anew."""
    match block.runtime.get("stress_status"):
        case "done":
            return "feedback"
        case "pending" | "running":
            return "scenario"
        case _:
            return "scenario" if block.profile.get("scenario_set_id") else "bootstrap"


def deployment_stage(block: PhaseBlock) -> str:
    profile = block.profile
    if profile.get("deployment_status") in (DeploymentState.DEPLOYED, DeploymentState.COMPLETED):
        return "done"
    if not profile.get("deployment_target"):
        return "target"
    return "rollout" if profile.get("deployment_confirmation_status") == Confirmation.CONFIRMED else "confirm"


Tools: TypeAlias = Mapping[ToolDomain, frozenset[str]]


def _of(domain: ToolDomain, names: str) -> Tools:
    return {domain: frozenset(names.split())}


def _all(*parts: Tools) -> Tools:
    domains = dict.fromkeys(domain for part in parts for domain in part)
    return {domain: frozenset().union(*(part.get(domain, frozenset()) for part in parts)) for domain in domains}


_MARKET = _of(ToolDomain.MARKET_DATA, "search instruments availability coverage candles metadata regime_snapshot")
_FETCH = _of(ToolDomain.MARKET_DATA, "fetch_missing job")
_RESEARCH = _of(ToolDomain.RESEARCH, "run sessions status report debate verdict calls call_scores audit audit_report")
_READ_RULES = _of(
    ToolDomain.STRATEGY, "list_strategies get_dsl origins list_versions diff_versions list_tunable_params"
)
_DRAFT = _of(
    ToolDomain.STRATEGY, "validate_dsl from_research get_draft upsert_dsl indicator_catalog templates well_known"
)
_CHANGE = _of(ToolDomain.STRATEGY, "patch_dsl rollback")
_WRITE = _of(ToolDomain.STRATEGY, "validate_dsl upsert_dsl")
_BACKTEST = _of(ToolDomain.BACKTEST, "create_job get_job list_jobs")
_READ_BACKTEST = _of(
    ToolDomain.BACKTEST,
    "get_job list_jobs trades metrics sharpe_interval drawdowns monthly_returns by_hour_and_weekday holding_periods "
    "long_short_breakdown exit_reasons benchmark_comparison equity_curve rolling_metrics",
)
_OPTIMISE = _of(ToolDomain.STRESS, "optimise pareto list_optimisations")
_SCENARIOS = _of(ToolDomain.STRESS, "list_windows create_scenario_set create get list report")
_LOOK_AT_STRESS = _of(ToolDomain.STRESS, "get list report")
_CHOOSE_PLACE = _of(ToolDomain.TRADING, "list_accounts readiness list_deployments get_deployment")
_ROLL_OUT = _of(ToolDomain.TRADING, "create_deployment start request_approval")
_WATCH = _of(ToolDomain.TRADING, "list_deployments get_deployment positions orders fills")
_HOLD_BACK = _of(ToolDomain.TRADING, "pause stop")
_REPLAY = _of(ToolDomain.TRADING, "replay stop list_deployments get_deployment positions fills")

_ANYWHERE = _all(_MARKET, _FETCH, _RESEARCH)
TOOLS: Mapping[tuple[Phase, str], Tools] = {
    (Phase.PRE_STRATEGY, "scoping"): _ANYWHERE,
    (Phase.PRE_STRATEGY, "family"): _ANYWHERE,
    (Phase.STRATEGY, "draft"): _all(_DRAFT, _of(ToolDomain.STRATEGY, "list_strategies get_dsl"), _ANYWHERE),
    (Phase.STRATEGY, "backtest"): _all(_DRAFT, _READ_RULES, _CHANGE, _BACKTEST, _ANYWHERE),
    (Phase.STRATEGY, "review"): _all(_DRAFT, _READ_RULES, _CHANGE, _BACKTEST, _READ_BACKTEST, _OPTIMISE, _ANYWHERE),
    (Phase.STRESS_TEST, "bootstrap"): _all(_SCENARIOS, _READ_RULES, _READ_BACKTEST, _ANYWHERE),
    (Phase.STRESS_TEST, "scenario"): _all(_SCENARIOS, _READ_RULES, _READ_BACKTEST, _ANYWHERE),
    (Phase.STRESS_TEST, "feedback"): _all(_SCENARIOS, _OPTIMISE, _READ_RULES, _READ_BACKTEST, _ANYWHERE),
    (Phase.DEPLOYMENT, "target"): _all(_CHOOSE_PLACE, _REPLAY, _LOOK_AT_STRESS, _READ_RULES, _READ_BACKTEST, _ANYWHERE),
    (Phase.DEPLOYMENT, "confirm"): _all(
        _CHOOSE_PLACE, _REPLAY, _LOOK_AT_STRESS, _READ_RULES, _READ_BACKTEST, _ANYWHERE
    ),
    (Phase.DEPLOYMENT, "rollout"): _all(
        _CHOOSE_PLACE, _ROLL_OUT, _REPLAY, _WATCH, _HOLD_BACK, _READ_RULES, _READ_BACKTEST, _ANYWHERE
    ),
    (Phase.DEPLOYMENT, "done"): _all(
        _CHOOSE_PLACE, _REPLAY, _WATCH, _HOLD_BACK, _READ_RULES, _READ_BACKTEST, _ANYWHERE
    ),
    (Phase.COMPLETED, "watch"): _all(
        _WATCH, _HOLD_BACK, _REPLAY, _READ_RULES, _READ_BACKTEST, _LOOK_AT_STRESS, _RESEARCH, _MARKET
    ),
}


def with_edits(policy: RuntimePolicy) -> RuntimePolicy:
    """The same stage for a person who changes the rules in it, or writes others."""
    return replace(policy, tools=_all(policy.tools, _READ_RULES, _CHANGE, _WRITE))


def policy_of(phase: Phase, stage: str) -> RuntimePolicy:
    """Without a row in the table there are no tools."""
    tools = TOOLS.get((phase, stage), {})
    return RuntimePolicy(stage, tools, "auto" if tools else "none")
