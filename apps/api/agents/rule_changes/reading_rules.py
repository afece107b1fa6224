"""Rules read from words as the state of a session has them: with what the person's scope settles, what was assumed, and
what goes beyond their limits."""

import json
from dataclasses import replace

from apps.api.agents.held_rules import over_limits
from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseBlock, PhaseContext
from apps.api.agents.rule_changes.kept_parts import with_kept_parts
from apps.api.agents.rule_changes.state_keys import RULES
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
from packages.domain.conversation.fitting import fitted_size
from packages.domain.conversation.understanding.choices import INSTRUMENT
from packages.domain.conversation.understanding.rule_talk.unread_words import without_consents
from packages.domain.conversation.wording import say, worded
from packages.domain.strategy.build import condition_of
from packages.domain.strategy.explain.phrases import StrategyPhrases
from packages.domain.strategy.explain.rules import clause
from packages.domain.strategy.json_patch import apply_patch
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.words.model import WordedEdit, WordedRules
from packages.domain.strategy.words.reading import rules_in

EXIT = "exit"  # a part that rules can lack


def read_in_scope(context: PhaseContext, text: str) -> WordedRules:
    scope = _of_the_scope(context)
    return rules_in(text, default_symbol=scope.get("instrument"), default_timeframe=scope.get("timeframe"))


def rules_state(context: PhaseContext, text: str, read: WordedRules, before: Document | None = None) -> JsonObject:
    if not read.is_strategy:
        return {}
    wrong: list[JsonValue] = [render(each.suggestion, context.language) for each in read.problems]
    remarks = remarks_of(read, context.language)
    state: JsonObject = {"missing": list(read.missing), "problems": wrong, "said": text, **remarks}
    if lacks_its_exit(read):
        return {RULES: {**state, "assumed": [], "missing": [EXIT], "dsl": None}}
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


def lacks_its_exit(read: WordedRules) -> bool:
    """Whether a way out was given that could not be read: nothing stands in for it that nobody said."""
    return any(each.code == "exit_unread" for each in read.assumed)


def _of_the_scope(context: PhaseContext) -> dict[str, str]:
    """What rules need not say, because the person has settled it before: nothing of it is assumed."""
    scope = context.artifacts.get(Phase.PRE_STRATEGY, PhaseBlock())
    known = {"instrument": scope.profile.get(INSTRUMENT), "timeframe": scope.runtime.get("timeframe")}
    return {name: value for name, value in known.items() if isinstance(value, str)}


def _sized(constraints: Constraints, read: WordedRules, language: Language) -> tuple[Document, list[JsonValue]]:
    """Where the person said no size, the largest that their limits allow, and what is said of it."""
    document, said = read.document or {}, [each.said for each in read.assumed]
    fit = fitted_size(constraints, document) if any(each.code == "size" for each in read.assumed) else None
    if fit is None:
        return document, _sentences(said, language)
    size = worded("draft.size_assumed", share=percent_text(fit.value))
    others = [each.said for each in read.assumed if each.code != "size"]
    return fit.document, _sentences([size, *others], language)


def remarks_of(read: WordedRules | WordedEdit, language: Language) -> JsonObject:
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


def changed_rules(before: Document, edit: WordedEdit, language: Language) -> Document:
    """With a new name where the old one was generated from what the rules did."""
    after = without_false_description(before, plain_document(apply_patch(before, edit.operations)))
    return named(after, draft_name(after, language)) if is_draft_name(name_of(before), before) else after


def plain_document(value: object) -> Document:
    made: Document = json.loads(json.dumps(value))
    return made
