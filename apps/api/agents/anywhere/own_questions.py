"""A mere yes after a question of a model's own: it may be meant for that, and begins no work of the desk's."""

from dataclasses import dataclass, replace

from apps.api.agents.prompts import is_asked_otherwise
from apps.api.agents.protocol import PhaseContext
from packages.domain.conversation.understanding.choices import is_button
from packages.domain.conversation.understanding.consent import GOING_ON
from packages.domain.conversation.understanding.model import AskedFields, Understanding, Understood, Wish


@dataclass(frozen=True, slots=True)
class WithoutAMereYes:
    """`Understanding` that hears a button, and the name of what shall begin, and in a bare yes nothing of it."""

    inner: Understanding

    def read(self, text: str, asked: AskedFields) -> Understood:
        read = self.inner.read(text, asked)
        is_bare = bool(read.wishes) and GOING_ON.issuperset(read.wishes)
        if not is_bare or read.is_choice or is_button(text, Wish.CONTINUE):
            return read
        return replace(read, wishes=())


def hearing_no_mere_yes(context: PhaseContext) -> PhaseContext:
    """The same conversation where the last answer asked what the desk asks."""
    if not is_asked_otherwise(context.block):
        return context
    tools = replace(context.services, understanding=WithoutAMereYes(context.services.understanding))
    return replace(context, tools=tools)
