"""Where the deployment of a conversation stands: what the person chose and agreed to, and what the database has."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, PhaseContext
from apps.api.agents.strategy_standing import owned_strategy
from packages.contracts.tool_grants import TypedOverride
from packages.core.events import JsonObject, JsonValue
from packages.domain.conversation.facts import AccountFact, DeploymentFact, StrategyFact
from packages.domain.conversation.fields import DEPLOYMENT, Confirmation, DeploymentState, DeploymentTarget
from packages.domain.conversation.understanding.model import OverrideText
from packages.domain.trading.deployments.model import LONGEST_REASON, SHORTEST_REASON

TARGET = "deployment_target"
ACCOUNT = "selected_broker_account_id"
CONFIRMATION = "deployment_confirmation_status"
AGREED_TO = "agreed_to"  # target, account and rules that the person confirmed
GUARD = "readiness"
OVERRIDE = "override"
OVERRIDE_TYPED = "override_typed"  # its phrase, while only the reason lacks
_ROLLOUT = {
    DeploymentState.READY: "made",
    DeploymentState.DEPLOYED: "running",
    DeploymentState.BLOCKED: "blocked",
    DeploymentState.COMPLETED: "ended",
}


@dataclass(frozen=True, slots=True)
class DeploymentStanding:
    """`deployment` is of the conversation's strategy and the owner's, or None."""

    block: PhaseBlock
    strategy: StrategyFact | None = None
    account: AccountFact | None = None
    deployment: DeploymentFact | None = None

    @property
    def is_confirmed(self) -> bool:
        return self.block.profile.get(CONFIRMATION) == Confirmation.CONFIRMED

    @property
    def is_at_work(self) -> bool:
        at_work = (DeploymentState.DEPLOYED, DeploymentState.COMPLETED)
        return self.deployment is not None and self.deployment.status in at_work


def deployment_block(profile: Mapping[str, JsonValue], runtime: Mapping[str, JsonValue]) -> PhaseBlock:
    """A paper account is opened by the desk where the person has chosen none, so it is not asked for."""
    given = {name for name, value in profile.items() if value and value != Confirmation.PENDING}
    if profile.get(TARGET) == DeploymentTarget.PAPER:
        given.add(ACCOUNT)
    missing = tuple(field.name for field in DEPLOYMENT if field.needed and field.name not in given)
    return PhaseBlock(profile, missing, runtime)


async def deployment_standing(context: PhaseContext, block: PhaseBlock) -> DeploymentStanding:
    """Ids that are not the owner's, or not of this strategy, are dropped."""
    records, owner_id = context.services.records, context.owner_id
    rules = context.artifacts.get(Phase.STRATEGY, PhaseBlock()).profile.get("strategy_id")
    strategy = await owned_strategy(records, owner_id, rules)
    account_id, deployment_id = block.profile.get(ACCOUNT), block.profile.get("deployment_id")
    account = await records.account(owner_id, account_id) if isinstance(account_id, str) else None
    deployment = await records.deployment(owner_id, deployment_id) if isinstance(deployment_id, str) else None
    if deployment is not None and (strategy is None or deployment.strategy_id != strategy.strategy_id):
        deployment = None
    return settled(DeploymentStanding(block, strategy, account, deployment))


def settled(standing: DeploymentStanding) -> DeploymentStanding:
    """What follows from the records; a word on another target, account or content of the rules does not count."""
    block, deployment = standing.block, standing.deployment
    profile: dict[str, JsonValue] = {}
    target = block.profile.get(TARGET) if deployment is None else deployment.target
    if target:
        confirmation = block.profile.get(CONFIRMATION) or Confirmation.PENDING
        profile |= {TARGET: target, CONFIRMATION: str(confirmation)}
    if deployment is not None:
        profile |= {
            ACCOUNT: deployment.account_id,
            "deployment_id": deployment.deployment_id,
            "deployment_status": deployment.status,
            "rollout_status": _ROLLOUT[DeploymentState(deployment.status)],
        }
    elif standing.account is not None:
        profile[ACCOUNT] = standing.account.broker_account_id
    if profile.get(CONFIRMATION) == Confirmation.CONFIRMED and not _agreed_to(block, profile, standing.strategy):
        profile[CONFIRMATION] = Confirmation.PENDING.value
    guard = _guard(block, deployment)
    if guard is not None:
        profile["risk_guard_status"] = guard
    return replace(standing, block=deployment_block(profile, block.runtime))


def agreement(profile: Mapping[str, JsonValue], strategy: StrategyFact | None) -> JsonValue:
    """What a confirmation is bound to."""
    content = None if strategy is None else strategy.content_hash
    return {"target": profile.get(TARGET), "account": profile.get(ACCOUNT), "content_hash": content}


def typed_override(override: OverrideText | None, standing: DeploymentStanding) -> JsonObject | None:
    """What is kept of a person who deploys on paper what the stress test did not pass, bound to the rules as they are;
    None when it is not all there, or not for paper."""
    strategy, target = standing.strategy, standing.block.profile.get(TARGET)
    if override is None or strategy is None or target != DeploymentTarget.PAPER:
        return None
    if not SHORTEST_REASON <= len(override.reason) <= LONGEST_REASON:
        return None
    return {"phrase": override.phrase, "reason": override.reason, "content_hash": strategy.content_hash}


def override_of(standing: DeploymentStanding) -> TypedOverride | None:
    """Of a person who agreed, as long as the rules are those that it was typed for."""
    kept, strategy = standing.block.runtime.get(OVERRIDE), standing.strategy
    if not standing.is_confirmed or strategy is None or not isinstance(kept, Mapping):
        return None
    if kept.get("content_hash") != strategy.content_hash:
        return None
    return TypedOverride(_text(kept.get("phrase")), _text(kept.get("reason")), strategy.content_hash)


def _text(value: JsonValue) -> str:
    return value if isinstance(value, str) else ""


def _agreed_to(block: PhaseBlock, profile: Mapping[str, JsonValue], strategy: StrategyFact | None) -> bool:
    """An account that the desk took where the person named none is theirs to be taken."""
    agreed, now = block.runtime.get(AGREED_TO), agreement(profile, strategy)
    if not isinstance(agreed, Mapping) or not isinstance(now, Mapping):
        return False
    return all(agreed.get(name) == value or (name == "account" and not agreed.get(name)) for name, value in now.items())


def _guard(block: PhaseBlock, deployment: DeploymentFact | None) -> str | None:
    """Of the last readiness that a tool returned, until there is a deployment, whose limits hold or have held it up."""
    if deployment is not None:
        return "blocked" if deployment.status == DeploymentState.BLOCKED else "on"
    guard = block.runtime.get(GUARD)
    return guard if isinstance(guard, str) else None
