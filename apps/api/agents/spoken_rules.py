"""Rules that a person puts into words, as the state of a session has them: what was read, what was not, what was
assumed, and what of it goes beyond the person's limits. A new strategy is read from this message and from what was
said before: an idea without a scope yet, or a draft that lacks something, which is kept until it is a strategy or the
person drops it. A change is read against the rules that there are."""

from dataclasses import replace

from apps.api.agents.held_rules import chosen_fit, held_in, keeps_rules, over_limits
from apps.api.agents.protocol import PhaseContext
from apps.api.agents.rule_changes.reading_rules import (
    changed_rules,
    plain_document,
    read_in_scope,
    remarks_of,
    rules_state,
)
from apps.api.agents.rule_changes.rule_drafts import TEMPLATE, draft_in, drafted
from apps.api.agents.rule_changes.state_keys import EDIT, RULES
from apps.api.agents.scope.early_rules import unread_rules
from packages.core.events import JsonObject, JsonValue
from packages.domain.conversation.facts import StrategyFact
from packages.domain.conversation.understanding.message.buttons import as_stored, selection_of
from packages.domain.conversation.understanding.model import CHANGE_RULES, Understood, Wish
from packages.domain.conversation.understanding.rule_edits import leaves_rules_alone
from packages.domain.conversation.understanding.rule_talk.early_rules import LEAVING
from packages.domain.conversation.understanding.rule_talk.unread_words import names_holding, words_unread
from packages.domain.conversation.understanding.rule_talk.words_of_change import changes_in_place, wants_template
from packages.domain.conversation.wording import say
from packages.domain.strategy.build import build
from packages.domain.strategy.explain.strategy import explain_change
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_patch import diff
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.words.editing import edit_in
from packages.domain.strategy.words.model import WordedEdit, WordedRules
from packages.domain.strategy.words.reading import MOST_WORDS, is_too_long

_OF_LIMITS = frozenset({"again", "refused", "fits", "sentences"})  # said of rules anew


def spoken_rules(
    context: PhaseContext, text: str, strategy: StrategyFact | None, understood: Understood | None = None
) -> JsonObject:
    """Empty where neither the message nor a draft says anything of rules."""
    said = as_stored(text)
    if is_too_long(said):
        return {RULES: {"dsl": None, "too_long": say(context.language, "draft.too_long", most=MOST_WORDS)}}
    return _read(context, text, said, strategy, understood or Understood())


def _read(
    context: PhaseContext, text: str, said: str, strategy: StrategyFact | None, understood: Understood
) -> JsonObject:
    held = held_in(context.block)
    saved = None if strategy is None else plain_document(strategy.dsl_json)
    before = held or saved
    if before is None:
        if wants_template(text):
            return {TEMPLATE: True}
        return _with_unshown(context, said, drafted(context, draft_in(context), said), understood)
    read, edit = read_in_scope(context, said), edit_in(said, before)
    if is_whole(read, edit, said):
        return rules_state(context, said, read)
    if held is not None:
        return _of_held(context, text, held, edit, understood, has_saved=saved is not None)
    if any(leaves_rules_alone(each.quote) for each in edit.clauses):
        return {EDIT: {"operations": [], **remarks_of(replace(edit, not_understood=()), context.language)}}
    if edit.asks_first and selection_of(text) is None:
        return _asked_first(context, before, edit, understood)
    if edit.operations:
        return _edit(context, before, edit)
    if read.is_strategy and not (edit.is_edit and read.not_understood):
        return rules_state(context, said, read, before)
    unread = is_unread_edit(edit, understood)
    unread = unread or (names_holding(said) and not understood.question)
    if not unread and (quotes := unread_rules(understood)):
        return {EDIT: {"operations": [], **remarks_of(edit, context.language), "not_understood": quotes}}
    return {EDIT: {"operations": [], **remarks_of(edit, context.language)}} if unread else {}


def _with_unshown(context: PhaseContext, text: str, state: JsonObject, understood: Understood) -> JsonObject:
    """Rules that were given early and go beyond a limit nobody has seen yet: they are shown, with what the message
    changes of them, whatever it says but a question or a wish to wait."""
    rules = state.get(RULES)
    if not isinstance(rules, dict) or not (rules.get("again") and rules.get("refused")):
        return state
    if (understood.question and Wish.RULES not in understood.wishes) or Wish.WAIT in understood.wishes:
        return state
    unseen: JsonObject = {name: value for name, value in rules.items() if name not in _OF_LIMITS}
    document = plain_document(rules["dsl"])
    edit = edit_in(text, document)
    if edit.operations or is_unread_edit(edit, understood):
        document = changed_rules(document, edit, context.language)
        unseen = {**unseen, **remarks_of(edit, context.language)}
    return {RULES: {**unseen, "dsl": document, **over_limits(context, document)}}


def is_unread_edit(edit: WordedEdit, understood: Understood) -> bool:
    """Whether a change of the rules was wanted and not read: it is quoted, and nothing is done in its place. `Tighter`
    without an amount is a wish of its own."""
    if edit.operations or not edit.is_edit or understood.question or Wish.TAKE_UP in understood.wishes:
        return False
    return edit.says_amount or not CHANGE_RULES & set(understood.wishes)


def is_whole(read: WordedRules, edit: WordedEdit, text: str) -> bool:
    """Whether a sentence describes a strategy of its own, with a way in and a way out, and does not change another."""
    kinds = {clause.kind for clause in read.clauses}
    if read.document is None or "entry" not in kinds or not kinds & LEAVING:
        return False
    return not (edit.operations and changes_in_place(text))


def _edit(context: PhaseContext, before: Document, edit: WordedEdit) -> JsonObject:
    after = changed_rules(before, edit, context.language)
    remarks = remarks_of(edit, context.language)
    if over := over_limits(context, after):
        return {RULES: {"dsl": after, "missing": [], "changes": True, **remarks, **over}}
    operations: list[JsonValue] = [dict(each) for each in diff(before, after)]
    return {EDIT: {"operations": operations, **remarks}}


def _asked_first(context: PhaseContext, before: Document, edit: WordedEdit, understood: Understood) -> JsonObject:
    """A removal that was read from half a sentence changes nothing by itself; who says to wait removes nothing."""
    if edit.denies_trade and Wish.WAIT in understood.wishes:
        return {}
    after = changed_rules(before, edit, context.language)
    changes: list[JsonValue] = [*explain_change(build(before), build(after), CATALOGUE, context.language)]
    removes = next(clause.quote for clause in edit.clauses if clause.kind == "remove")
    words = say(context.language, "draft.remove_exit") if edit.denies_trade else removes
    proposed: JsonObject = {"words": words, "changes": changes}
    return {EDIT: {"operations": [], "proposed": proposed, **remarks_of(edit, context.language)}}


def _of_held(
    context: PhaseContext, text: str, held: Document, edit: WordedEdit, understood: Understood, *, has_saved: bool
) -> JsonObject:
    """What becomes of rules that were shown and wait to be fitted: a number that fits, a change, or the same again."""
    if has_saved and (keeps_rules(text) or understood.said.calls_off):
        return {RULES: {"kept": True}}
    state: JsonObject = {"missing": [], "changes": has_saved, "not_understood": [], "assumed": []}
    if understood.question and Wish.RULES not in understood.wishes:
        return {}
    fit = chosen_fit(context, held, text, understood)
    if fit is not None:
        return {RULES: {**state, "dsl": fit.document, **over_limits(context, fit.document)}}
    if edit.operations:
        after = changed_rules(held, edit, context.language)
        return {RULES: {**state, **remarks_of(edit, context.language), "dsl": after, **over_limits(context, after)}}
    if is_unread_edit(edit, understood):
        state = {**state, **remarks_of(edit, context.language)}
    quotes = state["not_understood"] or words_unread(text, understood)
    again = Wish.RULES not in understood.wishes
    return {RULES: {**state, "dsl": held, "not_understood": quotes, "again": again, **over_limits(context, held)}}
