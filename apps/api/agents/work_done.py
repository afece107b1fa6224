"""What was really done in a conversation, for a model's words to be held to."""

from collections.abc import Collection, Mapping

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock
from apps.api.agents.spoken_rules import DRAFT
from packages.contracts.tool_grants import ToolDomain
from packages.domain.conversation.claims.work import WorkDone
from packages.domain.conversation.fields import (
    BacktestState,
    Confirmation,
    DeploymentState,
    DeploymentTarget,
    StressDecision,
)

_AT_WORK = (DeploymentState.DEPLOYED, DeploymentState.COMPLETED)


def work_done(artifacts: Mapping[Phase, PhaseBlock], told: Collection[str], *, answered: bool = False) -> WorkDone:
    """By the blocks as the database has them. `told` are the domains whose tools answered in the conversation: what a
    model read there, such as another deployment of the person, is none of its inventions. `answered`: the person's word
    was taken in this turn."""
    rules = artifacts.get(Phase.STRATEGY, PhaseBlock())
    strategy = rules.profile
    stress = artifacts.get(Phase.STRESS_TEST, PhaseBlock())
    deployment = artifacts.get(Phase.DEPLOYMENT, PhaseBlock()).profile
    trades, tests, breaks = (each in told for each in (ToolDomain.TRADING, ToolDomain.BACKTEST, ToolDomain.STRESS))
    deployed = deployment.get("deployment_status") in _AT_WORK or trades
    agreed = deployment.get("deployment_confirmation_status") == Confirmation.CONFIRMED
    released = stress.profile.get("stress_test_decision") == StressDecision.DEPLOY
    is_stressed = stress.runtime.get("stress_status") == "done"
    return WorkDone(
        confirmed=strategy.get("strategy_confirmed") == "true",
        answered=answered,
        approved=agreed or released or deployed,
        saved=bool(strategy.get("strategy_id") or rules.runtime.get(DRAFT)) or ToolDomain.STRATEGY in told,
        deployed=deployed,
        live=deployment.get("deployment_target") == DeploymentTarget.LIVE or trades,
        traded=deployed,
        backtest_begun=bool(strategy.get("backtest_job_id")) or tests,
        backtest_done=strategy.get("backtest_status") == BacktestState.DONE or tests,
        stress_begun=bool(stress.profile.get("stress_report_id")) or breaks,
        stress_done=is_stressed or breaks,
        verdict=str(stress.runtime.get("verdict") or "none") if is_stressed else "",
    )
