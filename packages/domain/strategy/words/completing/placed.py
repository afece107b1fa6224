"""A text in which one clause was put otherwise, and where each place of it was in the text that the person wrote."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from packages.domain.strategy.words.lexing.tokens import Tag, Token
from packages.domain.strategy.words.rules.sentences import ReadClause, Reading


@dataclass(frozen=True, slots=True)
class TextPiece:
    """Some of a text: where it stood in the person's own, or None for words that were put in, `instead` of which."""

    text: str
    start: int | None = None
    instead: tuple[int, int] | None = None

    @property
    def end(self) -> int | None:
        return None if self.start is None else self.start + len(self.text)


class Rewording:
    """A text made of pieces."""

    def __init__(self, pieces: Iterable[TextPiece]) -> None:
        self._pieces = [piece for piece in pieces if piece.text or piece.instead]
        self.text = "".join(piece.text for piece in self._pieces)

    def at_home(self, token: Token) -> Token:
        """The token where the person's own words of it stand; what was put in stands nowhere."""
        own: list[tuple[int, int]] = []
        place = 0
        for piece in self._pieces:
            begin, end = max(place, token.start), min(place + len(piece.text), token.end)
            if piece.start is not None and begin < end:
                own.append((piece.start + begin - place, piece.start + end - place))
            place += len(piece.text)
        if own:
            return replace(token, start=min(own)[0], end=max(each for _, each in own))
        home = self._beside(token.start)
        return replace(token, start=home, end=home)

    def home_of(self, reading: Reading) -> list[list[Token]]:
        """What was not read, where it stands in the person's own words."""
        return [[self.at_home(token) for token in tokens] for tokens in reading.unread]

    def restore(self, reading: Reading) -> None:
        """What was read in other words counts as read where the person said it."""
        spans = [
            (min(token.start for token in each), max(token.end for token in each)) for each in reading.unread if each
        ]
        said = [span for span, start, end in self._instead() if not any(a < end and start < b for a, b in spans)]
        for clause in reading.clauses:
            clause.tokens = [self.at_home(token) for token in clause.tokens]
        reading.unread[:] = self.home_of(reading)
        reading.clauses.extend(ReadClause("", [Token(Tag.FILLER, None, *span)]) for span in said)

    def _instead(self) -> Iterator[tuple[tuple[int, int], int, int]]:
        """What was said otherwise, and where it stands now; words that were left out stand at the next place."""
        place = 0
        for piece in self._pieces:
            if piece.instead is not None:
                yield piece.instead, place, place + max(1, len(piece.text))
            place += len(piece.text)

    def _beside(self, wanted: int) -> int:
        place, last = 0, 0
        for piece in self._pieces:
            last = last if piece.start is None else piece.start + min(len(piece.text), max(0, wanted - place))
            place += len(piece.text)
            if place > wanted:
                break
        return last


def span_of(tokens: Sequence[Token]) -> tuple[int, int]:
    return min(token.start for token in tokens), max(token.end for token in tokens)
