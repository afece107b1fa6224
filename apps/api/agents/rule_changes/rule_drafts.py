"""Rules of a strategy to come that are not whole yet: the words are kept until they are a strategy or are dropped."""

from collections.abc import Mapping
from dataclasses import replace

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, PhaseContext
from apps.api.agents.rule_changes import daily_bars
from apps.api.agents.rule_changes.reading_rules import EXIT, lacks_its_exit, read_in_scope, rules_state
from apps.api.agents.rule_changes.state_keys import RULES
from packages.core.events import JsonObject
from packages.core.messages import render
from packages.domain.conversation.understanding.rule_talk.early_rules import LEAVING
from packages.domain.conversation.understanding.rules import LONGEST_IDEA

IDEA = "idea"
DRAFT = "draft"  # in the block of the strategy: the words that are no strategy yet; empty when they were dropped
TEMPLATE = "template"  # the option that takes one instead


def draft_in(context: PhaseContext) -> str:
    """The words of rules that are no strategy yet."""
    block = context.artifacts.get(Phase.STRATEGY, PhaseBlock())
    scope = context.artifacts.get(Phase.PRE_STRATEGY, PhaseBlock())
    draft = block.runtime[DRAFT] if DRAFT in block.runtime else scope.runtime.get(IDEA)
    return draft if isinstance(draft, str) else ""


def draft_of(state: JsonObject) -> str:
    """What is kept of them after a message whose state this is."""
    rules = state.get(RULES)
    said = rules.get("said") if isinstance(rules, Mapping) else None
    return said[:LONGEST_IDEA] if isinstance(said, str) else ""


def draft_faults(context: PhaseContext, draft: str) -> tuple[tuple[str, ...], str]:
    """The parts that a draft lacks, and what else is wrong with it, in words."""
    read = read_in_scope(context, draft)
    if lacks_its_exit(read):
        return (EXIT,), ""
    wrong = render(read.problems[0].suggestion, context.language) if read.problems else ""
    return (() if read.document is not None or wrong else read.missing or ("entry",)), wrong


def drafted(context: PhaseContext, draft: str, said: str) -> JsonObject:
    """A message says what the draft lacks, or all of the rules anew, or nothing of rules."""
    if draft and daily_bars.is_button(said):
        return _on_daily_bars(context, draft)
    own = _read_rules(context, said)
    if not draft:
        return own
    before, joined = _read_rules(context, draft), _read_rules(context, f"{draft}\n{said}")
    if own:
        return joined if _has_rules(joined) or not _has_rules(own) else own
    return joined if _has_rules(joined) and not _has_rules(before) else _again(before)


def _on_daily_bars(context: PhaseContext, draft: str) -> JsonObject:
    """The rules of a draft whose bars nobody has."""
    read = read_in_scope(context, draft)
    document = None if read.document is None else daily_bars.on_daily_bars(read.document)
    return rules_state(context, draft, read if document is None else replace(read, document=document))


def _has_rules(state: JsonObject) -> bool:
    rules = state.get(RULES)
    return isinstance(rules, Mapping) and bool(rules.get("dsl"))


def _again(state: JsonObject) -> JsonObject:
    """Nothing new was said of them."""
    rules = state.get(RULES)
    return {RULES: {**rules, "again": True}} if isinstance(rules, dict) else state


def _read_rules(context: PhaseContext, text: str) -> JsonObject:
    """Also of a way out by itself, which waits for its way in."""
    read = read_in_scope(context, text)
    leaves = any(clause.kind in LEAVING for clause in read.clauses)
    return rules_state(context, text, replace(read, is_strategy=read.is_strategy or leaves))
