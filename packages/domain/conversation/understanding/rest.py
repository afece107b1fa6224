"""What a message says beside what was read of it: the whole of it in one line, and the parts that were not read."""

from collections.abc import Sequence
from dataclasses import dataclass

from packages.domain.conversation.understanding.message.utterance import Utterance
from packages.domain.conversation.understanding.model import AskedFields
from packages.domain.conversation.understanding.several.unread_parts import unread_parts

_LONGEST_QUOTE = 200


@dataclass(frozen=True, slots=True)
class UnreadWords:
    """`RestOfMessage` of a message that the rules read."""

    said: Utterance

    @property
    def quote(self) -> str:
        return " ".join(self.said.spoken.split())[:_LONGEST_QUOTE]

    def unread_parts(self, asked: AskedFields) -> Sequence[str]:
        return unread_parts(self.said.spoken, asked)
