"""A message as it comes to the reader: the button that was pressed in it, and its spellings, each made once."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from packages.domain.conversation.understanding.clauses import Clause, every_clause
from packages.domain.conversation.understanding.corrections import TAKEN_BACK
from packages.domain.conversation.understanding.lexicon.question_words import NOT_UNDERSTOOD
from packages.domain.conversation.understanding.lexicon.spelling import in_small_letters, plain, settled_idioms
from packages.domain.conversation.understanding.message.buttons import Selection, as_stored, selection_of, spelled
from packages.domain.evidence.patterns import lazy_pattern

_ITEMS = lazy_pattern(r"(?:^|[\s,，;；。])[(（]?(?:[1-9]|[一二三四五])(?:[.)）、](?!\d)|[:：](?=\s))\s*|[①②③④⑤⑥]\s*")
_SLASH = lazy_pattern(r"\s+[/|]\s+|(?<=[\u4e00-\u9fff])\s*[/|]\s*(?=[\u4e00-\u9fff])|(?<=[\u4e00-\u9fff%])\s*、\s*")
_MARKS = re.compile(r"[,，。;；!?！？\n]")
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_BLANKS = 2  # between Chinese words, and no other mark in the message: then they set its parts apart
# US is a market and ALL a ticker, "us" and "all" are words.
_IN_CAPITALS = frozenset({"target_market", "target_instrument"})


@dataclass(frozen=True)
class Spelling:
    """A message, or a part of one, in one spelling: all that a part of the reader is handed."""

    text: str

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        return every_clause(self.text)

    @cached_property
    def settled(self) -> "Spelling":
        """With idioms said plainly, as decisions are read."""
        return Spelling(settled_idioms(self.text))

    @property
    def stated(self) -> tuple[Clause, ...]:
        """Those that state something of the person."""
        return tuple(clause for clause in self.clauses if clause.is_stated)

    @property
    def requests(self) -> tuple[Clause, ...]:
        """Those that may ask for something to be done: statements, and questions that are requests."""
        return tuple(clause for clause in self.clauses if clause.is_stated or clause.is_request)

    def asks_for(self, words: re.Pattern[str]) -> bool:
        """Whether a request says these words and denies none of them."""
        return any(
            not clause.denies(*match.span()) for clause in self.requests for match in words.finditer(clause.text)
        )

    @property
    def only_asks(self) -> bool:
        """Whether a message does nothing but ask, or say that it was not understood."""
        return any(each.is_question for each in self.clauses) and all(
            each.is_question or NOT_UNDERSTOOD.search(each.text) for each in self.clauses
        )

    @property
    def only_takes_back(self) -> bool:
        """Whether a message does nothing but take back what came before it: "scratch that"."""
        return bool(self.clauses) and all(each.text == TAKEN_BACK for each in self.clauses)

    @property
    def is_taken_back(self) -> bool:
        """Whether its last word takes back what came before: "deploy it. no wait"."""
        return len(self.clauses) > 1 and self.clauses[-1].text == TAKEN_BACK


@dataclass(frozen=True)
class Utterance:
    """What a person said, `text` as it was typed. Names in capitals are read from `typed`, wishes from `wished`, where
    a pressed button counts by its id as well, and all else from `plain`."""

    text: str

    @cached_property
    def selection(self) -> Selection | None:
        return selection_of(self.text)

    @property
    def as_stored(self) -> str:
        """As it is stored and quoted: a button is its label."""
        return as_stored(self.text)

    @cached_property
    def typed(self) -> Spelling:
        """One spelling of widths, dashes and blanks, with the capitals that were typed."""
        return Spelling(plain(self.text))

    @cached_property
    def plain(self) -> Spelling:
        small = in_small_letters(self.typed.text)
        return self.typed if small == self.typed.text else Spelling(small)

    @cached_property
    def listed(self) -> Spelling:
        """With a comma between the parts of a list."""
        return Spelling(plain(itemised(self.text)))

    @cached_property
    def settled(self) -> Spelling:
        return self.plain.settled

    @cached_property
    def spelled(self) -> Spelling:
        """As typed, with the id and the label of a button in its place."""
        return Spelling(plain(spelled(self.text)))

    @cached_property
    def wished(self) -> Spelling:
        return self.settled if self.spelled == self.typed else self.spelled.settled

    def answering(self, fields: Collection[str]) -> Spelling:
        """The spelling in which answers to these fields are read."""
        return self.typed if _IN_CAPITALS.intersection(fields) else self.plain

    def listed_for(self, fields: Collection[str]) -> Spelling:
        return self.listed if _IN_CAPITALS.intersection(fields) else Spelling(in_small_letters(self.listed.text))


def itemised(text: str) -> str:
    """With a comma between the parts of a list; any other message as it is."""
    listed = text
    if len(_ITEMS.findall(text)) > 1:
        listed = _ITEMS.sub(", ", listed).lstrip(", ")
    listed = _SLASH.sub(", ", listed)
    parts = listed.split()
    if len(parts) > _BLANKS and not _MARKS.search(listed) and all(_CHINESE.search(each) for each in parts):
        return ", ".join(parts)
    return listed
