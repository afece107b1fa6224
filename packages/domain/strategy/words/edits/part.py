"""A part of a message that may change a document, and what became of it."""

from dataclasses import dataclass, field, replace

from packages.domain.strategy.words.edits.document_parts import EditDraft
from packages.domain.strategy.words.grammar.chunks import chunked
from packages.domain.strategy.words.grammar.meanings import Assumed
from packages.domain.strategy.words.lexing.tokens import Tag, Token


@dataclass(frozen=True, slots=True)
class EditDone:
    """What an edit became; `unread` are quotes of what it said beside it."""

    kind: str
    pointer: str = ""
    assumed: tuple[Assumed, ...] = ()
    unread: tuple[str, ...] = ()


def _no_wait(token: Token) -> Token:
    """A length by itself may be that of an average, and is no time to hold."""
    is_time = token.kind is Tag.EXIT and token.value.name == "time"
    return replace(token, kind=Tag.DURATION) if is_time else token


def _adds_within(words: list[Token], place: int) -> bool:
    """K也得小于50, `RSI is also over 50`: the word stands between the two that are compared."""
    before = words[place - 1].kind if place else None
    after = words[place + 1].kind if place + 1 < len(words) else None
    names = (Tag.INDICATOR, Tag.OUTPUT, Tag.FIELD, Tag.VOLUME, Tag.CLOSE)
    return words[place].kind is Tag.ALSO and before in names and after in (Tag.OVER, Tag.CROSS, Tag.NUMBER)


@dataclass(slots=True)
class EditPart:
    """A part of a message with the draft that it changes; `old_numbers` are values that it says were there before."""

    words: list[Token]
    draft: EditDraft
    text: str
    old_numbers: tuple[float, ...] = ()
    _tokens: list[Token] | None = field(default=None)

    @property
    def tokens(self) -> list[Token]:
        if self._tokens is None:
            self._tokens = self.chunks(self.words)
        return self._tokens

    def chunks(self, words: list[Token]) -> list[Token]:
        words = [word for place, word in enumerate(words) if not _adds_within(words, place)]
        tokens = chunked(words, str(self.draft.document["timeframe"]), is_whole=False).tokens
        waits = any(word.kind in (Tag.HOLD, Tag.AFTER, Tag.AT_MOST, Tag.ACTION) for word in words)
        return tokens if waits else [_no_wait(token) for token in tokens]

    def has(self, *kinds: Tag) -> bool:
        return any(word.kind in kinds for word in self.words)

    def place(self, *kinds: Tag) -> int | None:
        return next((place for place, word in enumerate(self.words) if word.kind in kinds), None)

    def quote(self, tokens: list[Token]) -> str:
        return self.text[tokens[0].start : tokens[-1].end]

    @property
    def sides(self) -> list[str]:
        return list(self.draft.sides)
