"""Answers to a question that the conversation has left, as a second page may send them: reported, and never bound."""

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
    question: str

    def read(self, text: str, asked: AskedFields) -> Understood:
        read = self.inner.read(text, asked)
        if read.question or not (_answers(read) or self._answers_its_own(text, asked)):
            return read
        return Understood(is_outdated=True, idea=read.idea, said=read.said)

    def _answers_its_own(self, text: str, asked: AskedFields) -> bool:
        own = AskedFields(
            (self.question,),
            frozenset({self.question}),
            instruments=asked.instruments,
            today=asked.today,
            keeps_rules=asked.keeps_rules,
        )
        return bool(self.inner.read(text, own).answers)


def _answers(read: Understood) -> bool:
    return bool(read.answers or read.proposal or read.is_choice or _AGREEING.intersection(read.wishes))


def describe_outdated(context: PhaseContext) -> str:
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
    return replace(context, tools=replace(tools, understanding=WithoutAnswers(tools.understanding, str(context.about))))
