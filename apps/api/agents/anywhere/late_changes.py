"""Changes that a person puts into words when the rules are done with: made, and led back to be agreed to."""

from collections.abc import Mapping

from apps.api.agents.held_rules import HELD, held_after
from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, PhaseContext, Reply
from apps.api.agents.rule_changes.state_keys import EDIT, RULES
from apps.api.agents.spoken_rules import spoken_rules
from apps.api.agents.strategy_standing import SEEN_HASH, SHOWN_HASH
from packages.core.events import JsonObject, JsonValue
from packages.domain.conversation.facts import StrategyFact
from packages.domain.conversation.fields import StressDecision
from packages.domain.conversation.understanding.model import CHANGE_RULES, Understood
from packages.domain.strategy.json_tree import content_hash
from packages.domain.strategy.reading import read_value

TUNE = "tune"
_CHANGING = frozenset({"patch_dsl"})
_SAVING = _CHANGING | {"upsert_dsl"}


def edit_in_words(
    context: PhaseContext, text: str, strategy: StrategyFact | None, understood: Understood
) -> JsonObject:
    """A change that can be read, as another size is, whole rules in the place of these, or one of the usual changes;
    empty where the message says nothing of the kind."""
    if strategy is None or understood.is_choice or understood.question:
        return {}
    said = spoken_rules(context, text, strategy, understood)
    if _is_change(said.get(EDIT), "operations"):
        return {EDIT: said[EDIT]}
    if _is_change(said.get(RULES), "dsl"):
        return {RULES: said[RULES]}
    return {TUNE: True} if CHANGE_RULES.intersection(understood.wishes) else {}


def changed_here(reply: Reply, strategy: StrategyFact | None) -> Mapping[str, JsonValue]:
    """The rules that this turn itself has changed, and shown; empty where it changed none. Others in their place are
    written on the person's word alone."""
    saving = _SAVING if _revises(reply.understood) else _CHANGING
    changed = any(each.ok and each.tool in saving for each in reply.tools)
    if not changed or strategy is None:
        return {}
    return {SHOWN_HASH: strategy.content_hash, SEEN_HASH: strategy.content_hash}


def held_here(context: PhaseContext, reply: Reply, strategy: StrategyFact | None) -> Mapping[str, JsonValue]:
    """Rules that this turn showed, and that a limit keeps from being saved: they wait with what fits beside them; empty
    where there are none."""
    if not _revises(reply.understood):
        return {}
    held = held_after(context, context.artifacts.get(Phase.STRATEGY, PhaseBlock()), reply.cards)
    document = read_value(held).document
    if not isinstance(document, dict):
        return {}
    saved = None if strategy is None else strategy.content_hash
    return {HELD: held, SHOWN_HASH: content_hash(document), SEEN_HASH: saved}


def _revises(understood: Understood) -> bool:
    return understood.changes or StressDecision.REVISE in understood.answers.values()


def _is_change(said: JsonValue, what: str) -> bool:
    return isinstance(said, Mapping) and bool(said.get(what))
