"""The reading of a text that leaves the least unread: all rules are tried at all places, and the cheapest way is kept.

A word that no rule takes costs most, a rule costs little, and of two readings that take the same words that with fewer
or earlier rules stands. What a sentence was about is known to each reading for itself.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from packages.domain.strategy.words.grammar.context import SentenceContext
from packages.domain.strategy.words.grammar.meanings import Meant
from packages.domain.strategy.words.grammar.patterns import WordRule, coded, made_by, rules_by_code
from packages.domain.strategy.words.lexing.tokens import Tag, Token

Rules: TypeAlias = Sequence[WordRule[SentenceContext]]
_WIDTH = 4
_A_RULE, _LATER = 1.0, 0.002
_FREE = frozenset(
    {
        Tag.COMMA, Tag.BREAK, Tag.BULLET, Tag.CORRECTION, Tag.BOTH, Tag.COLON, Tag.LISTING, Tag.OPEN, Tag.CLOSE,
        Tag.SLASH, Tag.AND, Tag.OR, Tag.WHEN,
        Tag.THEN, Tag.EITHER, Tag.ALSO, Tag.ACTION, Tag.ONLY, Tag.UNLESS, Tag.OTHERWISE, Tag.FILTER, Tag.ADD,
        Tag.TOPIC, Tag.CONDITION, Tag.DIRECTIVE, Tag.EXIT, Tag.OPPOSITE, Tag.MARK,
    }
)  # fmt: skip
_CHEAP = {Tag.UNKNOWN: 1.5, Tag.PRONOUN: 0.5, Tag.PER_TRADE: 0.6, Tag.RULE_WORD: 0.5, Tag.AFTER: 0.5, Tag.LINE: 0.5}
_A_WORD = 3.0
_SUBJECTS = (
    Tag.VALUE, Tag.VOLUME, Tag.SURGE, Tag.GOLDEN, Tag.CANDLE, Tag.INDICATOR, Tag.DURATION, Tag.STATE, Tag.ARRAY,
    Tag.NEW, Tag.BREAKOUT, Tag.MULTIPLE, Tag.GAP,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Way:
    """One reading of the tokens up to a place, as a chain."""

    cost: float
    context: SentenceContext
    last: Token | None = None
    before: "_Way | None" = None

    def tokens(self) -> list[Token]:
        found: list[Token] = []
        way: _Way | None = self
        while way is not None and way.last is not None:
            found.append(way.last)
            way = way.before
        return found[::-1]


def least_unread(tokens: list[Token], rules: Rules, context: SentenceContext) -> tuple[list[Token], SentenceContext]:
    """The tokens of the cheapest reading, and what it knows at the end."""
    codes, by_code = coded(tokens), rules_by_code(rules)
    ways: list[list[_Way]] = [[] for _ in range(len(tokens) + 1)]
    ways[0].append(_Way(0.0, context))
    for place, token in enumerate(tokens):
        kept = sorted(ways[place], key=lambda way: way.cost)[:_WIDTH]
        matches = _matches(by_code, codes, place) if kept else []
        for way in kept:
            ways[place + 1].append(_Way(way.cost + _unread_cost(token), way.context, token, way))
            for end, longer in _taken(tokens, place, matches, rules, way):
                ways[end].append(longer)
    best = min(ways[-1], key=lambda way: way.cost)
    return best.tokens(), best.context


def _matches(by_code: dict[str, list[tuple[re.Pattern[str], int]]], codes: str, place: int) -> list[tuple[int, int]]:
    """Where each rule that fits at a place ends; the same for all ways that lead there."""
    found: list[tuple[int, int]] = []
    for pattern, index in by_code.get(codes[place], ()):
        match = pattern.match(codes, place)
        if match is not None and match.end() > place:
            found.append((match.end(), index))
    return found


def _taken(
    tokens: list[Token], place: int, matches: list[tuple[int, int]], rules: Rules, way: _Way
) -> Iterator[tuple[int, _Way]]:
    ends: set[tuple[int, str]] = set()
    for end, index in matches:
        context = way.context.copied()
        made = _marked(made_by(rules[index], tokens, place, end, context), tokens[place], tokens[end - 1])
        if made is not None and (end, str(made.value)) not in ends:
            ends.add((end, str(made.value)))
            yield end, _Way(way.cost + _A_RULE + _LATER * index, context, made, way)


def _marked(made: Token | None, first: Token, last: Token) -> Token | None:
    """A condition that does not begin with what it compares says so, and one that ends with a bare number as well."""
    if made is None or not isinstance(made.value, Meant):
        return made
    is_pattern = made.value.left is not None and made.value.left.indicator.startswith("candle_")
    elided, bare = first.kind not in _SUBJECTS and not is_pattern, last.kind is Tag.NUMBER
    return replace(made, value=replace(made.value, is_elided=elided, ends_bare=bare)) if elided or bare else made


def _unread_cost(token: Token) -> float:
    return 0.0 if token.kind in _FREE else _CHEAP.get(token.kind, _A_WORD)
