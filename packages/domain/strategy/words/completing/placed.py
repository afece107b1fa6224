"""A text in which one clause was put otherwise, and where each place of it was in the text that the person wrote."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from packages.domain.strategy.words.lexing.tokens import Token
from packages.domain.strategy.words.rules.sentences import Reading


@dataclass(frozen=True, slots=True)
class Piece:
    """Some of a text: where it stood in the person's own, or None for words that were put in."""

    text: str
    start: int | None = None

    @property
    def end(self) -> int | None:
        return None if self.start is None else self.start + len(self.text)


class Placed:
    """A text made of pieces."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self._pieces = [piece for piece in pieces if piece.text]
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

    def bring_home(self, reading: Reading) -> None:
        for clause in reading.clauses:
            clause.tokens = [self.at_home(token) for token in clause.tokens]
        reading.unread[:] = [[self.at_home(token) for token in tokens] for tokens in reading.unread]

    def _beside(self, wanted: int) -> int:
        place, last = 0, 0
        for piece in self._pieces:
            last = last if piece.start is None else piece.start + min(len(piece.text), max(0, wanted - place))
            place += len(piece.text)
            if place > wanted:
                break
        return last
