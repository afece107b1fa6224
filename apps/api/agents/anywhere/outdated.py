"""Answers to a question that the conversation has left, as a second page may send them: told, and never bound."""

from dataclasses import dataclass, replace
from typing import Final

from apps.api.agents.phases import Phase
from apps.api.agents.protocol import PhaseContext
from apps.api.agents.scoping import ASKED
from packages.domain.conversation.fields import KYC, PRE_STRATEGY
from packages.domain.conversation.understanding.model import AskedFields, Understanding, Understood, Wish
from packages.domain.conversation.wording import field_named, label_of, say

_QUESTIONS: Final = frozenset(field.name for field in (*KYC, *PRE_STRATEGY))
_AGREEING: Final = frozenset({Wish.YES, Wish.CONTINUE, Wish.BACK})


def is_left_behind(context: PhaseContext) -> bool:
    """Whether the page that sent the message shows a question which is no longer the one that is asked."""
    if context.about not in _QUESTIONS:
        return False
    return context.phase not in (Phase.KYC, Phase.PRE_STRATEGY) or context.block.runtime.get(ASKED) != context.about


@dataclass(frozen=True, slots=True)
class WithoutAnswers:
    """`Understanding` of a message that was written below another question: what it asks for is heard, what it answers
    is not."""

    inner: Understanding

    def read(self, text: str, asked: AskedFields) -> Understood:
        read = self.inner.read(text, asked)
        answers = bool(read.answers or read.proposal or read.is_choice or _AGREEING.intersection(read.wishes))
        if not answers or read.question:
            return read
        return Understood(is_outdated=True)


def told_outdated(context: PhaseContext) -> str:
    """What was settled meanwhile, where that is known."""
    field, language = str(context.about), context.language
    value = _settled(context, field)
    if not value:
        return say(language, "answered_elsewhere")
    return say(language, "answered_elsewhere.as", field=field_named(field), label=label_of(field, value, language))


def _settled(context: PhaseContext, field: str) -> str:
    found = (block.profile.get(field) for block in context.artifacts.values())
    return next((value for value in found if isinstance(value, str)), "")


def without_answers(context: PhaseContext) -> PhaseContext:
    tools = context.services
    return replace(context, tools=replace(tools, understanding=WithoutAnswers(tools.understanding)))
