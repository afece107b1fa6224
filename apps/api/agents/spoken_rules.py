"""Rules that a person puts into words, as the state of a session has them: what was read, what was not, what was
assumed, and what of it goes beyond the person's limits. A new strategy is read from this message and from what was
said before: an idea without a scope yet, or a draft that lacks something, which is kept until it is a strategy or the
person drops it. A change is read against the rules that there are."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace

from apps.api.agents.held_rules import chosen_fit, held_in, keeps_rules, over_limits
from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, PhaseContext
from apps.api.agents.rule_changes import daily_bars
from apps.api.agents.rule_changes.kept_parts import with_kept_parts
from apps.api.agents.rule_changes.state_keys import EDIT, RULES
from apps.api.agents.rule_changes.unread_words import (
    names_holding,
    without_consents,
    words_unread,
)
from apps.api.agents.scope.early_rules import unread_rules
from packages.core.events import JsonObject, JsonValue
from packages.core.messages import Language, Message, render
from packages.domain.conversation.bounds import Constraints, constraints_of
from packages.domain.conversation.constraints import percent_text
from packages.domain.conversation.draft_names import (
    draft_name,
    is_draft_name,
    name_of,
    named,
    without_false_description,
)
from packages.domain.conversation.facts import StrategyFact
from packages.domain.conversation.fitting import fitted_size
from packages.domain.conversation.understanding.calling_off import calls_off
from packages.domain.conversation.understanding.choices import INSTRUMENT
from packages.domain.conversation.understanding.message.buttons import as_stored, selection_of
from packages.domain.conversation.understanding.message.utterance import Utterance
from packages.domain.conversation.understanding.model import CHANGE_RULES, Understood, Wish
from packages.domain.conversation.understanding.rule_edits import leaves_rules_alone
from packages.domain.conversation.understanding.rules import LONGEST_IDEA
from packages.domain.conversation.wording import say, worded
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.strategy.build import build, condition_of
from packages.domain.strategy.explain.phrases import StrategyPhrases
from packages.domain.strategy.explain.rules import clause
from packages.domain.strategy.explain.strategy import explain_change
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_patch import apply_patch, diff
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.words.editing import edit_in
from packages.domain.strategy.words.model import WordedEdit, WordedRules
from packages.domain.strategy.words.reading import rules_in

IDEA = "idea"
DRAFT = "draft"  # in the block of the strategy: the words that are no strategy yet; empty when they were dropped
TEMPLATE = "template"  # the option that takes one instead
_EXIT = "exit"  # a part that rules can lack
_TEMPLATE = lazy_pattern(r"模[板版]|\btemplates?\b", re.IGNORECASE)
_LEAVING = frozenset({"exit", "stop", "target", "trailing", "time", "reward"})
_CHANGES = lazy_pattern(r"\b(?:instead|replace|change|swap|switch|rather than|make)\b|改|换|替", re.IGNORECASE)


def spoken_rules(
    context: PhaseContext, text: str, strategy: StrategyFact | None, understood: Understood | None = None
) -> JsonObject:
    """Empty where neither the message nor a draft says anything of rules."""
    held, said = held_in(context.block), as_stored(text)
    saved = None if strategy is None else _document(strategy.dsl_json)
    before = held or saved
    if before is None:
        return {TEMPLATE: True} if _wants_template(text) else _drafted(context, draft_in(context), said)
    read, edit = _read(context, said), edit_in(said, before)
    if is_whole(read, edit, said):
        return _rules(context, said, read)
    if held is not None:
        return _of_held(context, text, held, edit, understood or Understood(), has_saved=saved is not None)
    if any(leaves_rules_alone(each.quote) for each in edit.clauses):
        return {EDIT: {"operations": [], **_remarks(replace(edit, not_understood=()), context.language)}}
    if edit.asks_first and selection_of(text) is None:
        return _asked_first(context, before, edit, understood or Understood())
    if edit.operations:
        return _edit(context, before, edit)
    if read.is_strategy and not (edit.is_edit and read.not_understood):
        return _rules(context, said, read, before)
    unread = is_unread_edit(edit, understood or Understood())
    unread = unread or (names_holding(said) and not (understood or Understood()).question)
    if not unread and (quotes := unread_rules(said, understood or Understood())):
        return {EDIT: {"operations": [], **_remarks(edit, context.language), "not_understood": quotes}}
    return {EDIT: {"operations": [], **_remarks(edit, context.language)}} if unread else {}


def is_unread_edit(edit: WordedEdit, understood: Understood) -> bool:
    """Whether a change of the rules was wanted and not read: it is quoted, and nothing is done in its place. `Tighter`
    without an amount is a wish of its own."""
    if edit.operations or not edit.is_edit or understood.question or Wish.TAKE_UP in understood.wishes:
        return False
    return edit.says_amount or not CHANGE_RULES & set(understood.wishes)


def is_whole(read: WordedRules, edit: WordedEdit, text: str) -> bool:
    """Whether a sentence describes a strategy of its own, with a way in and a way out, and does not change another."""
    kinds = {clause.kind for clause in read.clauses}
    if read.document is None or "entry" not in kinds or not kinds & _LEAVING:
        return False
    return not (edit.operations and _CHANGES.search(text))


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
    read = _read(context, draft)
    if _lacks_its_exit(read):
        return (_EXIT,), ""
    wrong = render(read.problems[0].suggestion, context.language) if read.problems else ""
    return (() if read.document is not None or wrong else read.missing or ("entry",)), wrong


def _lacks_its_exit(read: WordedRules) -> bool:
    """Whether a way out was told that could not be read: nothing is taken in its place that the person has not said."""
    return any(each.code == "exit_unread" for each in read.assumed)


def _wants_template(text: str) -> bool:
    pressed = selection_of(text)
    return pressed.option_id == TEMPLATE if pressed is not None else _TEMPLATE.search(text) is not None


def _drafted(context: PhaseContext, draft: str, said: str) -> JsonObject:
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
    read = _read(context, draft)
    document = None if read.document is None else daily_bars.on_daily_bars(read.document)
    return _rules(context, draft, read if document is None else replace(read, document=document))


def _has_rules(state: JsonObject) -> bool:
    rules = state.get(RULES)
    return isinstance(rules, Mapping) and bool(rules.get("dsl"))


def _again(state: JsonObject) -> JsonObject:
    """Nothing new was said of them."""
    rules = state.get(RULES)
    return {RULES: {**rules, "again": True}} if isinstance(rules, dict) else state


def _read_rules(context: PhaseContext, text: str) -> JsonObject:
    """Also of a way out by itself, which waits for its way in."""
    read = _read(context, text)
    leaves = any(clause.kind in _LEAVING for clause in read.clauses)
    return _rules(context, text, replace(read, is_strategy=read.is_strategy or leaves))


def _read(context: PhaseContext, text: str) -> WordedRules:
    scope = _of_the_scope(context)
    return rules_in(text, default_symbol=scope.get("instrument"), default_timeframe=scope.get("timeframe"))


def _of_the_scope(context: PhaseContext) -> dict[str, str]:
    """What rules need not say, because the person has settled it before: nothing of it is assumed."""
    scope = context.artifacts.get(Phase.PRE_STRATEGY, PhaseBlock())
    known = {"instrument": scope.profile.get(INSTRUMENT), "timeframe": scope.runtime.get("timeframe")}
    return {name: value for name, value in known.items() if isinstance(value, str)}


def _rules(context: PhaseContext, text: str, read: WordedRules, before: Document | None = None) -> JsonObject:
    if not read.is_strategy:
        return {}
    wrong: list[JsonValue] = [render(each.suggestion, context.language) for each in read.problems]
    remarks = _remarks(read, context.language)
    state: JsonObject = {"missing": list(read.missing), "problems": wrong, "said": text, **remarks}
    if _lacks_its_exit(read):
        return {RULES: {**state, "assumed": [], "missing": [_EXIT], "dsl": None}}
    if read.document is None:
        return {RULES: {**state, "dsl": None}}
    settled = _of_the_scope(context)
    kept = with_kept_parts(read, before)
    left = tuple(each for each in read.assumed if each.code not in (*settled, *kept.of))
    document, assumed = _sized(
        constraints_of(context.profile), replace(read, document=kept.document, assumed=left), context.language
    )
    assumed += [say(context.language, f"draft.kept_{each}") for each in kept.of]
    document = named(document, draft_name(document, context.language))
    return {RULES: {**state, "dsl": document, "assumed": assumed, **over_limits(context, document)}}


def _sized(constraints: Constraints, read: WordedRules, language: Language) -> tuple[Document, list[JsonValue]]:
    """Where the person said no size, the largest that their limits allow, and what is said of it."""
    document, said = read.document or {}, [each.said for each in read.assumed]
    fit = fitted_size(constraints, document) if any(each.code == "size" for each in read.assumed) else None
    if fit is None:
        return document, _sentences(said, language)
    size = worded("draft.size_assumed", share=percent_text(fit.value))
    others = [each.said for each in read.assumed if each.code != "size"]
    return fit.document, _sentences([size, *others], language)


def _edit(context: PhaseContext, before: Document, edit: WordedEdit) -> JsonObject:
    after = _changed(before, edit, context.language)
    remarks = _remarks(edit, context.language)
    if over := over_limits(context, after):
        return {RULES: {"dsl": after, "missing": [], "changes": True, **remarks, **over}}
    operations: list[JsonValue] = [dict(each) for each in diff(before, after)]
    return {EDIT: {"operations": operations, **remarks}}


def _asked_first(context: PhaseContext, before: Document, edit: WordedEdit, understood: Understood) -> JsonObject:
    """A removal that was read from half a sentence changes nothing by itself; who says to wait removes nothing."""
    if edit.denies_trade and Wish.WAIT in understood.wishes:
        return {}
    after = _changed(before, edit, context.language)
    changes: list[JsonValue] = [*explain_change(build(before), build(after), CATALOGUE, context.language)]
    removes = next(clause.quote for clause in edit.clauses if clause.kind == "remove")
    words = say(context.language, "draft.remove_exit") if edit.denies_trade else removes
    proposed: JsonObject = {"words": words, "changes": changes}
    return {EDIT: {"operations": [], "proposed": proposed, **_remarks(edit, context.language)}}


def _of_held(
    context: PhaseContext, text: str, held: Document, edit: WordedEdit, understood: Understood, *, has_saved: bool
) -> JsonObject:
    """What becomes of rules that were shown and wait to be fitted: a number that fits, a change, or the same again."""
    if has_saved and (keeps_rules(text) or calls_off(Utterance(text).settled)):
        return {RULES: {"kept": True}}
    state: JsonObject = {"missing": [], "changes": has_saved, "not_understood": [], "assumed": []}
    if understood.question and Wish.RULES not in understood.wishes:
        return {}
    fit = chosen_fit(context, held, text, understood)
    if fit is not None:
        return {RULES: {**state, "dsl": fit.document, **over_limits(context, fit.document)}}
    if edit.operations:
        after = _changed(held, edit, context.language)
        return {RULES: {**state, **_remarks(edit, context.language), "dsl": after, **over_limits(context, after)}}
    if is_unread_edit(edit, understood):
        state = {**state, **_remarks(edit, context.language)}
    quotes = state["not_understood"] or words_unread(text, understood)
    again = Wish.RULES not in understood.wishes
    return {RULES: {**state, "dsl": held, "not_understood": quotes, "again": again, **over_limits(context, held)}}


def _changed(before: Document, edit: WordedEdit, language: Language) -> Document:
    """With a new name where the old one was generated from what the rules did."""
    after = without_false_description(before, _document(apply_patch(before, edit.operations)))
    return named(after, draft_name(after, language)) if is_draft_name(name_of(before), before) else after


def _document(value: object) -> Document:
    made: Document = json.loads(json.dumps(value))
    return made


def _remarks(read: WordedRules | WordedEdit, language: Language) -> JsonObject:
    assumed = _sentences([each.said for each in read.assumed], language)
    remarks: JsonObject = {"not_understood": without_consents(read.not_understood), "assumed": assumed}
    return {**remarks, "reasons": _reasons(read, language)} if isinstance(read, WordedEdit) else remarks


def _reasons(edit: WordedEdit, language: Language) -> list[JsonValue]:
    """Why a change that was read is none: rules that cannot be, or a condition that has no other way round."""
    wrong: list[JsonValue] = [render(each.suggestion, language) for each in edit.problems[:1]]
    if edit.no_mirror is None:
        return wrong
    condition = clause(condition_of(edit.no_mirror), StrategyPhrases(language))
    return [*wrong, render(worded("draft.no_mirror", condition=condition.strip()), language)]


def _sentences(said: list[Message], language: Language) -> list[JsonValue]:
    return [render(each, language) for each in said]
