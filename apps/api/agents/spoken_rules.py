"""Rules that a person puts into words, as the state of a session tells them: what was read, what was not, what was
assumed. A new strategy is read from this message and from what was told before: an idea without a scope yet, or a draft
that lacks something. A draft is kept until it is a strategy, or the person drops it."""

import json
import re
from collections.abc import Mapping

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, PhaseContext
from packages.core.events import JsonObject, JsonValue
from packages.core.messages import Language, render
from packages.domain.conversation.facts import StrategyFact
from packages.domain.conversation.understanding.choices import INSTRUMENT, selection_of, spoken
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.strategy.words.editing import edit_in
from packages.domain.strategy.words.grammar.meanings import Assumed
from packages.domain.strategy.words.model import SpokenRules
from packages.domain.strategy.words.reading import rules_in

IDEA = "idea"
DRAFT = "draft"  # in the block of the strategy: the words that are no strategy yet; empty when they were dropped
TEMPLATE = "template"  # the option that takes one instead
RULES, EDIT = "spoken_rules", "spoken_edit"
_LONGEST_IDEA = 2_000
_TEMPLATE = lazy_pattern(r"模[板版]|\btemplates?\b", re.IGNORECASE)


def idea_in(text: str) -> str:
    """Rules that are told while there is no scope yet, to be kept for later."""
    return text[:_LONGEST_IDEA] if rules_in(text).is_strategy else ""


def spoken_rules(context: PhaseContext, text: str, strategy: StrategyFact | None) -> JsonObject:
    """Empty where neither the message nor a draft says anything of rules, and where a template is wanted instead."""
    said = spoken(text)
    if strategy is not None:
        return _edit(said, strategy, context.language) or _rules(context, said)
    return {} if _wants_template(text) else _drafted(context, draft_in(context), said)


def draft_in(context: PhaseContext) -> str:
    """The words of rules that are no strategy yet."""
    block = context.artifacts.get(Phase.STRATEGY, PhaseBlock())
    scope = context.artifacts.get(Phase.PRE_STRATEGY, PhaseBlock())
    told = block.runtime[DRAFT] if DRAFT in block.runtime else scope.runtime.get(IDEA)
    return told if isinstance(told, str) else ""


def draft_of(state: JsonObject) -> str:
    """What is kept of them after a message whose state this is."""
    rules = state.get(RULES)
    said = rules.get("said") if isinstance(rules, Mapping) else None
    return said[:_LONGEST_IDEA] if isinstance(said, str) else ""


def draft_faults(context: PhaseContext, draft: str) -> tuple[tuple[str, ...], str]:
    """The parts that a draft lacks, and what else is wrong with it, in words."""
    read = _read(context, draft)
    wrong = render(read.problems[0].suggestion, context.language) if read.problems else ""
    return (() if read.document is not None or wrong else read.missing or ("entry",)), wrong


def _wants_template(text: str) -> bool:
    pressed = selection_of(text)
    return pressed.option_id == TEMPLATE if pressed is not None else _TEMPLATE.search(text) is not None


def _drafted(context: PhaseContext, draft: str, said: str) -> JsonObject:
    """A message says what the draft lacks, or all of the rules anew, or nothing of rules."""
    own = _rules(context, said)
    if not draft:
        return own
    before, joined = _rules(context, draft), _rules(context, f"{draft}\n{said}")
    if own:
        return joined if _is_whole(joined) or not _is_whole(own) else own
    return joined if _is_whole(joined) and not _is_whole(before) else before


def _is_whole(state: JsonObject) -> bool:
    rules = state.get(RULES)
    return isinstance(rules, Mapping) and bool(rules.get("dsl"))


def _rules(context: PhaseContext, text: str) -> JsonObject:
    read = _read(context, text)
    if not read.is_strategy:
        return {}
    remarks = _remarks(read.not_understood, read.assumed, context.language)
    wrong: list[JsonValue] = [render(each.suggestion, context.language) for each in read.problems]
    return {RULES: {"dsl": read.document, "missing": list(read.missing), "problems": wrong, "said": text, **remarks}}


def _read(context: PhaseContext, text: str) -> SpokenRules:
    scope = context.artifacts.get(Phase.PRE_STRATEGY, PhaseBlock())
    symbol, timeframe = scope.profile.get(INSTRUMENT), scope.runtime.get("timeframe")
    return rules_in(
        text,
        default_symbol=symbol if isinstance(symbol, str) else None,
        default_timeframe=timeframe if isinstance(timeframe, str) else None,
    )


def _edit(text: str, strategy: StrategyFact, language: Language) -> JsonObject:
    read = edit_in(text, json.loads(json.dumps(strategy.dsl_json)))
    if not read.is_edit:
        return {}
    operations: list[JsonValue] = [dict(each) for each in read.operations]
    return {EDIT: {"operations": operations, **_remarks(read.not_understood, read.assumed, language)}}


def _remarks(unread: tuple[str, ...], assumed: tuple[Assumed, ...], language: Language) -> JsonObject:
    return {"not_understood": list(unread), "assumed": [render(each.said, language) for each in assumed]}
