"""Changes that a person puts into words when the rules are done with: made, and led back to be agreed to."""

from collections.abc import Mapping

from apps.api.agents.deployment_standing import DeploymentStanding
from apps.api.agents.protocol import PhaseContext, Reply
from apps.api.agents.spoken_rules import EDIT, spoken_rules
from apps.api.agents.strategy_standing import SEEN_HASH, SHOWN_HASH
from packages.core.events import JsonObject, JsonValue
from packages.domain.conversation.facts import StrategyFact
from packages.domain.conversation.understanding.model import CHANGE_RULES, Understood

TUNE = "tune"


def edit_in_words(context: PhaseContext, text: str, standing: DeploymentStanding, understood: Understood) -> JsonObject:
    """A change that can be read, as another size is, or one of the usual changes; empty where nothing trades of it yet
    to be changed, or the message says nothing of the kind."""
    if standing.strategy is None or standing.is_at_work or understood.is_choice or understood.question:
        return {}
    said = spoken_rules(context, text, standing.strategy).get(EDIT)
    if isinstance(said, Mapping) and said.get("operations"):
        return {EDIT: said}
    return {TUNE: True} if CHANGE_RULES.intersection(understood.wishes) else {}


def changed_here(reply: Reply, strategy: StrategyFact | None) -> Mapping[str, JsonValue]:
    """The rules that this turn itself has changed, and shown; empty where it changed none."""
    changed = any(each.ok and each.tool == "patch_dsl" for each in reply.tools)
    if not changed or strategy is None:
        return {}
    return {SHOWN_HASH: strategy.content_hash, SEEN_HASH: strategy.content_hash}
