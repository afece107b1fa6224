"""Which stage of its phase a conversation is in: read off the block, which holds what the database says."""

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock
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
