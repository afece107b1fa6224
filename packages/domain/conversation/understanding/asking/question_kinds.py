"""What a question wants to know, beside the meaning of a term: reasons, figures, state, next steps and limits."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from re import IGNORECASE

from packages.domain.conversation.understanding.asking.fact_words import FACT_WORDS
from packages.domain.conversation.understanding.asking.glossary import Term, mentioned
from packages.domain.conversation.understanding.asking.particulars import (
    clauses_asked,
    is_of_buying,
    part_asked,
    rule_asked,
)
from packages.domain.conversation.understanding.asking.question_words import WORDS
from packages.domain.conversation.understanding.lexicon.figure_words import figures_asked
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
    BUY_AND_HOLD = "buy_and_hold"
    BEST_TRADE = "best_trade"
    HOLDING_TIME = "holding_time"
    LAST_PRICE = "last_price"
    REAL_DATA = "real_data"
    NTH_RULE = "nth_rule"
    DURATION = "duration"
    MY_ANSWER = "my_answer"
    RULE_PART = "rule_part"
    PERIOD = "period"
    FEES = "fees"


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
        QuestionKind.BUY_AND_HOLD,
        QuestionKind.BEST_TRADE,
        QuestionKind.HOLDING_TIME,
        QuestionKind.LAST_PRICE,
        QuestionKind.REAL_DATA,
        QuestionKind.NTH_RULE,
        QuestionKind.DURATION,
        QuestionKind.MY_ANSWER,
        QuestionKind.RULE_PART,
        QuestionKind.PERIOD,
        QuestionKind.FEES,
    }
)


@dataclass(frozen=True, slots=True)
class NamedNumber:
    """A number as a person wrote it: `digits` behind the point, and whether as a percentage."""

    value: float
    digits: int
    is_percent: bool

    def stands_in(self, sentence: str) -> bool:
        """As a percentage only where the sentence has it as one."""
        return any(
            (found[3] is not None or not self.is_percent) and float(found[1].replace(",", "")) == self.value
            for found in _NUMBER.finditer(sentence)
        )


_NUMBER = lazy_pattern(
    r"(?<![A-Za-z0-9_.])[-−+]?(\d[\d,]*(?:\.(\d+))?)\s*(%|％|percent\b|per cent\b|个点)?", IGNORECASE
)


def kind_of(question: str) -> QuestionKind | None:
    every = (*FACT_WORDS.items(), *WORDS.items())
    return next((QuestionKind(kind) for kind, words in every if words.search(question)), None)


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

    @cached_property
    def figures(self) -> tuple[str, ...]:
        """The measured figures that it asks for."""
        return figures_asked(self.words)

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """Those of the glossary that it speaks of."""
        return mentioned(self.words)

    @property
    def is_of_buying(self) -> bool:
        return is_of_buying(self.words)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The kinds of clauses of the rules that it is about; empty where it names none, and means all."""
        return clauses_asked(self.words)

    @property
    def part(self) -> str:
        """The part of the rules that it is about: stop, target, entry, exit or size."""
        return part_asked(self.words)

    def rule_among(self, count: int) -> int | None:
        return rule_asked(self.words, count)
