"""What an amount is read with, and whether a clause states it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from packages.domain.conversation.understanding.amounts.stated import StatedAmount
from packages.domain.conversation.understanding.clauses import Clause


@dataclass(frozen=True, slots=True)
class Around:
    """What an amount is read with: whether its field was asked, today, whether no other field can have it, and whether
    the message says more than the clause that it stands in."""

    asked: bool = False
    today: date | None = None
    alone: bool = False
    open_words: tuple[re.Pattern[str], ...] = ()
    among_others: bool = False

    def is_taken(self, text: str) -> bool:
        """Whether all of a clause answers the question that was asked: then it answers no other."""
        return any(pattern.fullmatch(text) for pattern in self.open_words)


def stated(clause: Clause, amounts: Sequence[StatedAmount]) -> list[StatedAmount]:
    """Those that the clause does not deny."""
    return [amount for amount in amounts if not clause.denies(amount.start, amount.end)]
