"""A sentence laid out for the readers of relations: its clauses, what it cites, whom and what it speaks of."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import pairwise

from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from packages.domain.evidence.claims.figures import FigureMention, figure_mentions, named_between
from packages.domain.evidence.claims.parties import PartyMention, party_mentions
from packages.domain.evidence.claims.quantities import Quantity, quantities
from packages.domain.evidence.derivations import TAG, Form
from packages.domain.evidence.passages import Passage, blanked
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.reading import PassageReading

_BREAK = lazy_pattern(
    r"(?<!\d),|,(?!\d)|[;:。!?—\n|]"
    r"|(?<=\])\s?(?=and\b|but\b|while\b|whereas\b|despite\b|although\b|though\b|yet\b|from\b(?!]))"
    r"|\s(?=but\b|while\b|whereas\b|despite\b|although\b|even though\b|though\b)|(?<=[^从反])(?=但|而(?!言|且))",
    re.IGNORECASE,
)


class ClaimOutcome(StrEnum):
    """What the rows say about a claim."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"


@dataclass(frozen=True, slots=True)
class ClaimVerdict:
    """`expected`: what the rows say instead."""

    outcome: ClaimOutcome
    tag: str = ""
    expected: str = ""


@dataclass(frozen=True, slots=True)
class SentenceClause:
    start: int
    end: int


@dataclass(frozen=True)
class ClaimScene:
    """`text` is folded, and its tags stand in it."""

    text: str
    own: int
    reading: PassageReading
    book: EvidenceBook

    @classmethod
    def of(cls, passage: Passage, reading: PassageReading, book: EvidenceBook) -> "ClaimScene":
        return cls(passage.text, passage.own, reading, book)

    @cached_property
    def words(self) -> str:
        """Without what stands in brackets of tags; positions stay."""
        return blanked(self.text, [match.span() for match in TAG.finditer(self.text)])

    @cached_property
    def clauses(self) -> list[SentenceClause]:
        cuts = [match.end() for match in _BREAK.finditer(self.text)]
        edges = [self.own, *(cut for cut in cuts if cut > self.own), len(self.text)]
        return [SentenceClause(left, right) for left, right in pairwise(edges) if right > left]

    @cached_property
    def quantities(self) -> list[Quantity]:
        found = quantities(self.text, self.reading.numbers, self.book)
        return [quantity for quantity in found if quantity.place >= self.own]

    @cached_property
    def parties(self) -> list[PartyMention]:
        return party_mentions(self.words, self.reading.companies, self.book)

    @cached_property
    def figures(self) -> list[FigureMention]:
        return figure_mentions(self.words, self.reading.figures, self.book)

    def clause_at(self, place: int) -> int:
        return next((n for n, clause in enumerate(self.clauses) if clause.start <= place < clause.end), 0)

    def within(self, left: int, right: int) -> list[Quantity]:
        return [quantity for quantity in self.quantities if left <= quantity.place < right]

    def in_clause(self, index: int) -> list[Quantity]:
        clause = self.clauses[index]
        return self.within(clause.start, clause.end)

    def scopes(self, place: int) -> Iterator[list[Quantity]]:
        """What may be meant at a place, nearest first: its clause, the next one that cites, the sentence. What cites
        nothing looks ahead first, what cites looks back."""
        at = self.clause_at(place)
        own = self.in_clause(at)
        if own:
            yield own
        ahead = next((more for n in range(at + 1, len(self.clauses)) if (more := self.in_clause(n))), [])
        back = next((more for n in range(at - 1, -1, -1) if (more := self.in_clause(n))), [])
        with_ahead, with_back = [*own, *ahead], [*back, *own]
        for wider, has_more in (
            ((with_back, back), (with_ahead, ahead)) if own else ((with_ahead, ahead), (with_back, back))
        ):
            if has_more:
                yield wider
        if self.quantities:
            yield self.quantities

    def named_before(self, place: int) -> list[FigureMention]:
        """The figures that the clause names in front of a place, the nearest group of them."""
        clause = self.clauses[self.clause_at(place)]
        return named_between(self.figures, clause.start, place)


def rows_of(found: Iterable[Quantity]) -> list[EvidenceRow]:
    """The rows that are cited as they are, once each, in the order of their tags."""
    return list({quantity.row.id: quantity.row for quantity in found if quantity.whole}.values())


def operands_of(found: Iterable[Quantity]) -> list[EvidenceRow]:
    """What a quotient of two figures is made of is not what is compared."""
    operands = [one for one in found if one.form is not Form.RATIO or len({row.metric for row in one.rows}) == 1]
    return list({row.id: row for quantity in operands for row in quantity.rows}.values())


Reader = Callable[[ClaimScene], Iterator[ClaimVerdict]]
