"""What a message says of the deployment: a reason that follows the typed override in a message of its own is taken for
it, and what a classifier only guesses throws nobody back to the strategy."""

from collections.abc import Mapping
from dataclasses import replace

from apps.api.agents.deployment_reply import deployment_asked
from apps.api.agents.deployment_standing import CONFIRMATION, OVERRIDE_TYPED, TARGET, DeploymentStanding
from apps.api.agents.protocol import PhaseContext
from apps.api.agents.stress_standing import has_passed
from packages.core.events import JsonValue
from packages.domain.conversation.fields import Confirmation, DeploymentTarget
from packages.domain.conversation.understanding.model import (
    AskedFields,
    MessageIntent,
    OverrideText,
    Understanding,
    Understood,
    Wish,
)

_ANOTHER = frozenset({MessageIntent.BACK, MessageIntent.EDIT_RULES, MessageIntent.RESEARCH, MessageIntent.WAIT})
_TALK = frozenset({MessageIntent.QUESTION, MessageIntent.HELP, MessageIntent.SMALL_TALK, MessageIntent.REFUSE})
_HELD_BACK = frozenset({Wish.BACK, Wish.REVISE, Wish.WAIT, Wish.STOP, Wish.PAUSE, Wish.REPLAY, Wish.HELP})


def read_word(understanding: Understanding, text: str, standing: DeploymentStanding) -> Understood:
    asked = deployment_asked(standing)
    read = understanding.read(text, asked)
    phrase = _typed_before(standing)
    if phrase and _is_reason(asked, read):
        override = OverrideText(phrase, text.strip())
        return replace(read, answers={}, wishes=(), override=override, intent=MessageIntent.OVERRIDE, question=None)
    return _without_guess(asked, read)


def held_back(context: PhaseContext, standing: DeploymentStanding, read: Understood) -> Understood:
    """A natural go for rules that the stress test has not passed starts nothing: it is heard as the wish to overrule
    the verdict, which only the typed sentence does."""
    goes = read.answers.get(CONFIRMATION) == Confirmation.CONFIRMED
    if not goes or read.is_choice or read.override is not None or standing.deployment is not None:
        return read
    if not standing.block.profile.get(TARGET) or has_passed(context.artifacts):
        return read
    answers = {name: value for name, value in read.answers.items() if name != CONFIRMATION}
    return replace(read, answers=answers, wishes=(Wish.OVERRIDE,), is_explicit=bool(answers) and read.is_explicit)


def typed_phrase(override: OverrideText | None, standing: DeploymentStanding) -> Mapping[str, JsonValue]:
    """For the runtime of the block: a phrase that was typed without a reason, for these rules on paper."""
    strategy, target = standing.strategy, standing.block.profile.get(TARGET)
    if override is None or strategy is None or target != DeploymentTarget.PAPER:
        return {}
    return {OVERRIDE_TYPED: {"phrase": override.phrase, "content_hash": strategy.content_hash}}


def _typed_before(standing: DeploymentStanding) -> str:
    kept, strategy = standing.block.runtime.get(OVERRIDE_TYPED), standing.strategy
    if not isinstance(kept, Mapping) or strategy is None or kept.get("content_hash") != strategy.content_hash:
        return ""
    is_due = standing.block.profile.get(TARGET) == DeploymentTarget.PAPER and not standing.is_confirmed
    return str(kept.get("phrase") or "") if is_due else ""


def _is_reason(asked: AskedFields, read: Understood) -> bool:
    """Not a choice, a question or a change of mind; a word that reads as a change only by guess may be a reason."""
    if read.override is not None or read.is_choice or read.is_explicit or read.proposal is not None:
        return False
    said = read.said
    if said.names_override:  # quoted, denied or asked about
        return False
    if said.takes_back or _HELD_BACK & set(read.wishes) or read.intent in _ANOTHER or said.asks:
        return False
    if said.is_reason:
        return said.decision(CONFIRMATION, asked) is None
    return read.intent not in _TALK and CONFIRMATION not in read.answers


def _without_guess(asked: AskedFields, read: Understood) -> Understood:
    """The person's own words say that something shall change, or nothing does."""
    changes = read.answers.get(CONFIRMATION) == Confirmation.NEEDS_CHANGES
    if not changes or read.is_explicit or read.intent is MessageIntent.EDIT_RULES:
        return read
    if read.said.decision(CONFIRMATION, asked) == Confirmation.NEEDS_CHANGES:
        return read
    answers = {name: value for name, value in read.answers.items() if name != CONFIRMATION}
    return replace(read, answers=answers, intent=MessageIntent.UNKNOWN)
