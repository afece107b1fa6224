"""What was really done in a conversation, for a model's words to be held to."""

from collections.abc import Mapping

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock
from apps.api.agents.rule_changes.rule_drafts import DRAFT
from apps.api.orchestration.claims.tool_work import ToolWork
from packages.domain.conversation.claims.work import WorkDone
from packages.domain.conversation.fields import (
    BacktestState,
    Confirmation,
    DeploymentState,
    DeploymentTarget,
    StressDecision,
)

_AT_WORK = (DeploymentState.DEPLOYED, DeploymentState.COMPLETED)


def work_done(artifacts: Mapping[Phase, PhaseBlock], by_tools: ToolWork, *, answered: bool = False) -> WorkDone:
    """By the blocks as the database has them. `by_tools`: what a model did or read through tools is none of its
    inventions. `answered`: the person's word was taken in this turn."""
    rules = artifacts.get(Phase.STRATEGY, PhaseBlock())
    strategy = rules.profile
    stress = artifacts.get(Phase.STRESS_TEST, PhaseBlock())
    deployment = artifacts.get(Phase.DEPLOYMENT, PhaseBlock()).profile
    deployed = deployment.get("deployment_status") in _AT_WORK or by_tools.deployed
    agreed = deployment.get("deployment_confirmation_status") == Confirmation.CONFIRMED
    released = stress.profile.get("stress_test_decision") == StressDecision.DEPLOY
    is_stressed = stress.runtime.get("stress_status") == "done"
    return WorkDone(
        confirmed=strategy.get("strategy_confirmed") == "true",
        answered=answered,
        approved=agreed or released or deployed,
        saved=bool(strategy.get("strategy_id") or rules.runtime.get(DRAFT)) or by_tools.saved,
        deployed=deployed,
        live=deployment.get("deployment_target") == DeploymentTarget.LIVE or by_tools.live,
        traded=deployed or by_tools.traded,
        linked=bool(deployment.get("selected_broker_account_id")),
        backtest_begun=bool(strategy.get("backtest_job_id")) or by_tools.backtest_begun,
        backtest_done=strategy.get("backtest_status") == BacktestState.DONE or by_tools.backtest_done,
        stress_begun=bool(stress.profile.get("stress_report_id")) or by_tools.stress_begun,
        stress_done=is_stressed or by_tools.stress_done,
        rules_changed=by_tools.rules_changed,
        verdict=str(stress.runtime.get("verdict") or "none") if is_stressed else "",
    )
