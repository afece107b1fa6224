"""Patterns over kinds of tokens, and the pass that puts one token where a pattern found several."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar

from packages.domain.strategy.words.lexing.tokens import Tag, Token

_CODE = {kind.name: chr(0xE000 + index) for index, kind in enumerate(Tag)}
_NAME = re.compile(r"[A-Z_]+")
_SPACE = re.compile(r"\s+")
C = TypeVar("C")
_NEAR = 6


@cache
def kinds_pattern(pattern: str) -> re.Pattern[str]:
    """`DURATION? INDICATOR (OPEN NUMBER CLOSE)?` as an expression over the codes of the kinds."""
    return re.compile(_SPACE.sub("", _NAME.sub(lambda name: _CODE[name[0]], pattern)))


def coded(tokens: Iterable[Token]) -> str:
    """One character a token, so that a pattern can be matched against them."""
    return "".join(_CODE[token.kind.name] for token in tokens)


class Found:
    """The tokens that a pattern matched, among all of them."""

    __slots__ = ("_among", "_end", "_start", "tokens")

    def __init__(self, among: Sequence[Token], start: int, end: int) -> None:
        self.tokens = among[start:end]
        self._among, self._start, self._end = among, start, end

    @property
    def before(self) -> Token | None:
        return self._among[self._start - 1] if self._start else None

    @property
    def further(self) -> Token | None:
        """The token before the one before the match."""
        return self._among[self._start - 2] if self._start > 1 else None

    @property
    def after(self) -> Token | None:
        return self._among[self._end] if self._end < len(self._among) else None

    def follows(self, kinds: str) -> bool:
        """Whether the tokens after the match begin with a pattern."""
        return kinds_pattern(kinds).match(coded(self._among[self._end : self._end + _NEAR])) is not None

    def others(self, kind: Tag) -> set[Any]:
        """The values of all tokens of a kind outside the match."""
        outside = [*self._among[: self._start], *self._among[self._end :]]
        return {token.value for token in outside if token.kind is kind}

    def values_before(self, kind: Tag, following: Tag) -> list[Any]:
        """The values of all tokens of a kind that stand right before one of another kind, anywhere."""
        pairs = zip(self._among, self._among[1:], strict=False)
        return [one.value for one, other in pairs if one.kind is kind and other.kind is following]

    def preceded_by(self, *kinds: Tag) -> bool:
        """Whether the tokens right before the match are of these kinds."""
        before = self._among[max(0, self._start - len(kinds)) : self._start]
        return [token.kind for token in before] == list(kinds)

    def begins_after(self, kind: Tag, *kinds: Tag) -> bool:
        """Whether, going back from the match, a token of the first kind comes before one of the others."""
        near = (token.kind for token in reversed(self._among[: self._start]) if token.kind in (kind, *kinds))
        return next(near, None) is kind

    def is_for_getting_in(self) -> bool:
        """Whether the word for buying or selling short stands right after the match, or before the `when` before it."""
        after = next((token for token in self._among[self._end :] if token.kind is not Tag.MARK), None)
        if after is not None and after.kind is Tag.ACTION and after.value in ("buy", "short"):
            return True
        ends = (Tag.COMMA, Tag.BREAK, Tag.BULLET)
        start = next((at + 1 for at in range(self._start - 1, -1, -1) if self._among[at].kind in ends), 0)
        part = self._among[start : self._start]
        acts = [token.value for token in part if token.kind is Tag.ACTION][-1:]
        return acts in (["buy"], ["short"]) and any(token.kind in (Tag.WHEN, Tag.AFTER) for token in part)

    def is_after(self, kind: Tag, within: int) -> bool:
        """Whether a token of the kind is among the last few before the match."""
        return any(token.kind is kind for token in self._among[max(0, self._start - within) : self._start])

    def all(self, kind: Tag) -> list[Any]:
        return [token.value for token in self.tokens if token.kind is kind]

    def one(self, kind: Tag) -> Any:
        """The value of the first token of a kind; None when there is none."""
        return next((token.value for token in self.tokens if token.kind is kind), None)

    def has(self, kind: Tag) -> bool:
        return any(token.kind is kind for token in self.tokens)


@dataclass(frozen=True, slots=True)
class WordRule(Generic[C]):
    """A pattern, the kind of what it makes, and how it makes it; None means that the words say something else."""

    pattern: str
    kind: Tag
    make: Callable[[Found, C], Any]


def rewritten(tokens: list[Token], rules: Sequence[WordRule[C]], context: C) -> list[Token]:
    """One pass from left to right: at each place the first rule that makes something of it takes its tokens."""
    if not tokens:
        return tokens
    codes, compiled = coded(tokens), _by_first(tuple((rule.pattern, index) for index, rule in enumerate(rules)))
    result: list[Token] = []
    place = 0
    while place < len(tokens):
        made = None
        for pattern, index in compiled.get(codes[place], ()):
            if match := pattern.match(codes, place):
                made = made_by(rules[index], tokens, place, match.end(), context)
                if made is not None:
                    place = match.end()
                    break
        if made is None:
            made = tokens[place]
            place += 1
        result.append(made)
    return result


def rules_by_code(rules: Sequence[WordRule[C]]) -> dict[str, list[tuple[re.Pattern[str], int]]]:
    """For each code the patterns that may begin with it, each with the number of its rule."""
    return _by_first(tuple((rule.pattern, index) for index, rule in enumerate(rules)))


def made_by(rule: WordRule[C], tokens: list[Token], start: int, end: int, context: C) -> Token | None:
    value = rule.make(Found(tokens, start, end), context)
    if value is None:
        return None
    return Token(rule.kind, value, tokens[start].start, tokens[end - 1].end, tokens[start].glued)


@cache
def _by_first(patterns: tuple[tuple[str, int], ...]) -> dict[str, list[tuple[re.Pattern[str], int]]]:
    """For each code the patterns that have it, so that few are tried at a place."""
    found: dict[str, list[tuple[re.Pattern[str], int]]] = {}
    for source, index in patterns:
        pattern = kinds_pattern(source)
        for name in dict.fromkeys(_NAME.findall(source)):
            found.setdefault(_CODE[name], []).append((pattern, index))
    return found
