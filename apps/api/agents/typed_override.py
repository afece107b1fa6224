"""A person who deploys on paper what the stress lab did not pass: the phrase word by word, and a reason."""

from collections.abc import Mapping

from apps.api.agents.deployment_standing import TARGET, DeploymentStanding
from packages.contracts.tool_grants import TypedOverride
from packages.core.events import JsonObject, JsonValue
from packages.domain.conversation.fields import DeploymentTarget
from packages.domain.trading.deployments.model import LONGEST_REASON, OVERRIDE_PHRASES, SHORTEST_REASON

OVERRIDE = "override"
_AROUND = ' \t\r\n:：,，.。;；-—"“”「」'


def typed(said: str, standing: DeploymentStanding) -> JsonObject | None:
    """What is kept of it, bound to the rules as they are; None when it is not all there, or not for paper."""
    strategy, target = standing.strategy, standing.block.profile.get(TARGET)
    phrase = next((each for each in OVERRIDE_PHRASES.values() if each in said.casefold()), None)
    if phrase is None or strategy is None or target != DeploymentTarget.PAPER:
        return None
    start = said.casefold().index(phrase)
    reason = f"{said[:start].strip(_AROUND)} {said[start + len(phrase) :].strip(_AROUND)}".strip()
    if not SHORTEST_REASON <= len(reason) <= LONGEST_REASON:
        return None
    return {"phrase": phrase, "reason": reason, "content_hash": strategy.content_hash}


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
