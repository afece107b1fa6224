"""Which line of the statements an absent figure lacks, and what people call that line."""

from dataclasses import dataclass

from packages.core.messages import Message, word
from src.modules.research.domain.absence import Absence, AbsenceReason


@dataclass(frozen=True, slots=True)
class MissingLine:
    """A line that the statements of a day do not have."""

    item: str
    end: str

    @property
    def name(self) -> Message:
        return word("statement_line", self.item)


def missing_line(why: AbsenceReason) -> MissingLine | None:
    """None where the reason is another one."""
    if why.code is not Absence.LINE_MISSING:
        return None
    (end,) = why.ends
    return MissingLine(why.item, str(end))
