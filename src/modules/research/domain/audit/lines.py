"""Which line of the statements an absent figure lacks, and what people call that line."""

import re
from dataclasses import dataclass

from packages.core.messages import Message, word

_LINE = re.compile(r"^(?P<item>[a-z0-9_]+) of (?P<end>\d{4}-\d\d-\d\d) is not there")


@dataclass(frozen=True, slots=True)
class MissingLine:
    """A line that the statements of a day do not have."""

    item: str
    end: str

    @property
    def name(self) -> Message:
        return word("statement_line", self.item)


def missing_line(reason: str) -> MissingLine | None:
    """None where the reason is another one."""
    found = _LINE.match(reason)
    return MissingLine(found["item"], found["end"]) if found else None
