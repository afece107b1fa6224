"""Rules that a person puts into words, as the state of a session tells them: what was read, what was not, what was
assumed. A new strategy is read from this message, or from an idea that was told before there was a scope."""

import json

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, PhaseContext
from packages.core.events import JsonObject, JsonValue
from packages.core.messages import Language, render
from packages.domain.conversation.facts import StrategyFact
from packages.domain.conversation.understanding.choices import INSTRUMENT
from packages.domain.strategy.words.editing import edit_in
from packages.domain.strategy.words.grammar.meanings import Assumed
from packages.domain.strategy.words.reading import rules_in

IDEA = "idea"
RULES, EDIT = "spoken_rules", "spoken_edit"
_LONGEST_IDEA = 2_000


def idea_in(text: str) -> str:
    """Rules that are told while there is no scope yet, to be kept for later."""
    return text[:_LONGEST_IDEA] if rules_in(text).is_strategy else ""


def spoken_rules(context: PhaseContext, text: str, strategy: StrategyFact | None) -> JsonObject:
    """Empty where the message says nothing of rules."""
    if strategy is not None:
        return _edit(text, strategy, context.language) or _rules(context, text)
    scope = context.artifacts.get(Phase.PRE_STRATEGY, PhaseBlock())
    idea = scope.runtime.get(IDEA)
    return _rules(context, text) or (_rules(context, idea) if isinstance(idea, str) and idea else {})


def _rules(context: PhaseContext, text: str) -> JsonObject:
    scope = context.artifacts.get(Phase.PRE_STRATEGY, PhaseBlock())
    symbol, timeframe = scope.profile.get(INSTRUMENT), scope.runtime.get("timeframe")
    read = rules_in(
        text,
        default_symbol=symbol if isinstance(symbol, str) else None,
        default_timeframe=timeframe if isinstance(timeframe, str) else None,
    )
    if not read.is_strategy:
        return {}
    remarks = _remarks(read.not_understood, read.assumed, context.language)
    return {RULES: {"dsl": read.document, "missing": list(read.missing), "said": text, **remarks}}


def _edit(text: str, strategy: StrategyFact, language: Language) -> JsonObject:
    read = edit_in(text, json.loads(json.dumps(strategy.dsl_json)))
    if not read.is_edit:
        return {}
    operations: list[JsonValue] = [dict(each) for each in read.operations]
    return {EDIT: {"operations": operations, **_remarks(read.not_understood, read.assumed, language)}}


def _remarks(unread: tuple[str, ...], assumed: tuple[Assumed, ...], language: Language) -> JsonObject:
    return {"not_understood": list(unread), "assumed": [render(each.said, language) for each in assumed]}
