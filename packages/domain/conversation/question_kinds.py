"""What a question wants to know, beside the meaning of a term: reasons, figures, state, next steps and limits."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from re import IGNORECASE, Pattern

from packages.domain.conversation.question_words import WORDS
from packages.domain.evidence.patterns import lazy_pattern


class QuestionKind(StrEnum):
    """A kind of question that the desk answers from its own facts."""

    NOT_TRADED = "not_traded"
    VERDICT = "verdict"
    LOSS = "loss"
    PROMISE = "promise"
    WHY_ASKED = "why_asked"
    ANSWERED = "answered"
    CONFIRMING = "confirming"
    NEXT = "next"
    STATE = "state"
    RULE = "rule"
    TRIALS = "trials"
    NEWEST_BAR = "newest_bar"
    WORST_FALL = "worst_fall"
    WORST_TRADE = "worst_trade"
    LIMITS = "limits"
    RECOMMEND = "recommend"
    RUIN = "ruin"
    COSTS = "costs"
    DIRECTION = "direction"
    OTHERS = "others"
    BLOCKED = "blocked"


# Asked about something that has a name, they want more than its meaning.
OF_FACTS = frozenset(
    {
        QuestionKind.RULE,
        QuestionKind.TRIALS,
        QuestionKind.NEWEST_BAR,
        QuestionKind.WORST_FALL,
        QuestionKind.WORST_TRADE,
        QuestionKind.LIMITS,
        QuestionKind.RECOMMEND,
        QuestionKind.RUIN,
        QuestionKind.COSTS,
        QuestionKind.DIRECTION,
        QuestionKind.OTHERS,
        QuestionKind.BLOCKED,
    }
)


@dataclass(frozen=True, slots=True)
class NamedNumber:
    """A number as a person wrote it: `digits` behind the point, and whether as a percentage."""

    value: float
    digits: int
    is_percent: bool


_NUMBER = lazy_pattern(
    r"(?<![A-Za-z0-9_.])[-−+]?(\d[\d,]*(?:\.(\d+))?)\s*(%|％|percent\b|per cent\b|个点)?", IGNORECASE
)


def kind_of(question: str) -> QuestionKind | None:
    return next((QuestionKind(kind) for kind, words in WORDS.items() if words.search(question)), None)


def number_in(question: str) -> NamedNumber | None:
    """The first percentage, or else the first number; without its sign, which people leave out."""
    found = list(_NUMBER.finditer(question))
    chosen = next((each for each in found if each[3]), found[0] if found else None)
    if chosen is None:
        return None
    return NamedNumber(float(chosen[1].replace(",", "")), len(chosen[2] or ""), chosen[3] is not None)


@dataclass(frozen=True)
class AskedQuestion:
    """What a message asks, in plain `words`; what it wants to know is worked out when it is answered."""

    words: str

    @cached_property
    def kind(self) -> QuestionKind | None:
        return kind_of(self.words)

    @cached_property
    def number(self) -> NamedNumber | None:
        return number_in(self.words)

    def says(self, words: Pattern[str]) -> bool:
        return words.search(self.words) is not None
