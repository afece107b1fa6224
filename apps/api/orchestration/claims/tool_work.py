"""What tools did or reported of work in a conversation, by the tool and by what it answered.

A change counts from then on. What was only read, such as another deployment of the person, counts in the turn that read
it: a later claim is held to what the conversation itself has.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from apps.api.agents.protocol import ToolOutcome
from packages.contracts.tool_grants import ToolDomain
from packages.domain.conversation.fields import BacktestState, DeploymentState
from packages.domain.trading.broker import Mode

_AT_WORK = (DeploymentState.DEPLOYED, DeploymentState.COMPLETED)
_DEPLOYING = frozenset({"start", "resume"})
_TRADED = ("fills", "orders", "positions")
_TESTING, _STRESSING, _WRITING = "create_job", "create", frozenset({"upsert_dsl", "patch_dsl", "rollback"})
# They answer once their work is over, and return no status.
_OF_A_BACKTEST = frozenset(
    {"trades", "metrics", "sharpe_interval", "drawdowns", "exit_reasons", "benchmark_comparison"}
)


@dataclass(frozen=True, slots=True)
class ToolWork:
    """`live`: a deployment with real money. `rules_changed`: in this turn, were it only as a draft."""

    saved: bool = False
    rules_changed: bool = False
    deployed: bool = False
    live: bool = False
    traded: bool = False
    backtest_begun: bool = False
    backtest_done: bool = False
    stress_begun: bool = False
    stress_done: bool = False


def tool_work(now: Iterable[ToolOutcome], before: Iterable[ToolOutcome] = ()) -> ToolWork:
    """`now`: the calls of this turn; `before`: those of the turns before it."""
    done = [each for each in now if each.ok]
    changed = [each for each in before if each.ok and each.tool in _CHANGES.get(each.domain, ())]
    deployments = [row for each in (*changed, *done) for row in _deployments(each)]
    tests = [each for each in (*changed, *done) if each.domain == ToolDomain.BACKTEST]
    stresses = [each for each in (*changed, *done) if each.domain == ToolDomain.STRESS]
    tested = any(each.tool in _OF_A_BACKTEST or BacktestState.DONE in _statuses(each) for each in tests)
    stressed = any(each.tool == "report" or BacktestState.DONE in _statuses(each) for each in stresses)
    return ToolWork(
        saved=any(each.result.get("strategy_id") or each.result.get("strategies") for each in _of_rules(changed, done)),
        rules_changed=any(each.tool in _WRITING or each.result.get("strategy_draft_id") for each in _of_rules(done)),
        deployed=bool(deployments),
        live=any(row.get("mode") == Mode.LIVE for row in deployments),
        traded=any(each.domain == ToolDomain.TRADING and each.result.get(name) for each in done for name in _TRADED),
        backtest_begun=tested or any(each.tool == _TESTING or _statuses(each) for each in tests),
        backtest_done=tested,
        stress_begun=stressed or any(each.tool == _STRESSING or _statuses(each) for each in stresses),
        stress_done=stressed,
    )


def lists_accounts(calls: Iterable[ToolOutcome]) -> bool:
    """Whether a tool told of broker accounts that the person has."""
    return any(each.ok and each.domain == ToolDomain.TRADING and each.result.get("accounts") for each in calls)


_CHANGES: Mapping[str, frozenset[str]] = {
    ToolDomain.TRADING: _DEPLOYING,
    ToolDomain.BACKTEST: frozenset({_TESTING, "get_job"}),
    ToolDomain.STRESS: frozenset({_STRESSING, "get", "report"}),
    ToolDomain.STRATEGY: _WRITING,
}


def _deployments(one: ToolOutcome) -> Iterator[Mapping[str, object]]:
    """Those at work; a replay of the past is none."""
    if one.domain == ToolDomain.TRADING:
        for row in _rows(one):
            if row.get("deployment_id") and row.get("status") in _AT_WORK and row.get("mode") != Mode.REPLAY:
                yield row


def _of_rules(*calls: Iterable[ToolOutcome]) -> Iterator[ToolOutcome]:
    return (each for some in calls for each in some if each.domain == ToolDomain.STRATEGY)


def _statuses(one: ToolOutcome) -> set[object]:
    return {row["status"] for row in _rows(one) if "status" in row}


def _rows(one: ToolOutcome) -> Iterator[Mapping[str, object]]:
    """The answer, and those of a list in it."""
    yield one.result
    for value in one.result.values():
        yield from (row for row in value if isinstance(row, Mapping)) if isinstance(value, list | tuple) else ()
