"""A message as the parts of the reader look at it: each spelling of it, its clauses and its button, made once."""

from dataclasses import dataclass
from functools import cached_property

from packages.domain.conversation.understanding.clauses import Clause, every_clause, plain, settled_idioms
from packages.domain.conversation.understanding.corrections import TAKEN_BACK
from packages.domain.conversation.understanding.lexicon.question_words import NOT_UNDERSTOOD
from packages.domain.conversation.understanding.message.buttons import Selection, selection_of, spelled


@dataclass(frozen=True)
class Spelling:
    """A message in one spelling."""

    text: str

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        return every_clause(self.text)

    @property
    def stated(self) -> tuple[Clause, ...]:
        """Those that state something of the person."""
        return tuple(clause for clause in self.clauses if clause.is_stated)

    @property
    def requests(self) -> tuple[Clause, ...]:
        """Those that may ask for something to be done: statements, and questions that are requests."""
        return tuple(clause for clause in self.clauses if clause.is_stated or clause.is_request)

    @property
    def only_asks(self) -> bool:
        """Whether a message does nothing but ask, or say that it was not understood."""
        return any(each.is_question for each in self.clauses) and all(
            each.is_question or NOT_UNDERSTOOD.search(each.text) for each in self.clauses
        )

    @property
    def is_taken_back(self) -> bool:
        """Whether its last word takes back what came before: "deploy it. no wait"."""
        return len(self.clauses) > 1 and self.clauses[-1].text == TAKEN_BACK


@dataclass(frozen=True)
class Utterance:
    """What a person said, `text` as it was typed. Answers are read from `plain`, decisions from `settled`, wishes from
    `wished`, where a pressed button counts by its id as well."""

    text: str

    @cached_property
    def selection(self) -> Selection | None:
        return selection_of(self.text)

    @cached_property
    def plain(self) -> Spelling:
        return Spelling(plain(self.text))

    @cached_property
    def settled(self) -> Spelling:
        return Spelling(settled_idioms(self.text))

    @cached_property
    def wished(self) -> Spelling:
        typed = spelled(self.text)
        return self.settled if typed == self.text else Spelling(settled_idioms(typed))
