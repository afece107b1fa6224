"""Who wants an indicator or a version back that the rules had before wants older rules, and not to leave."""

from collections.abc import Iterator

from packages.core.events import JsonObject
from packages.domain.conversation.facts import StrategyFact
from packages.domain.conversation.understanding.model import MessageIntent, Understood, Wish

RETURNS_TO = "returns_to"  # in the state of a turn: the indicator that is wanted back
RETURNS_VERSION = "returns_version"  # the version, by its number


def returning(strategy: StrategyFact | None, understood: Understood) -> tuple[Understood, JsonObject]:
    """As the wish to undo, with what is wanted back for the state; as it was where the message is no such wish."""
    undoing = Understood(wishes=(Wish.UNDO,), changes=True, intent=MessageIntent.EDIT_RULES)
    if strategy is not None and (version := understood.said.version) is not None:
        return undoing, {RETURNS_VERSION: version}
    wanted = understood.said.wanted_back
    if strategy is None or not wanted or wanted in _types(strategy.dsl_json):
        return understood, {}
    return undoing, {RETURNS_TO: wanted}


def _types(document: JsonObject) -> Iterator[str]:
    factors = document.get("factors")
    for factor in factors.values() if isinstance(factors, dict) else ():
        if isinstance(factor, dict):
            yield str(factor.get("type"))
