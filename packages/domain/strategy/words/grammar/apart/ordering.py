"""Words put in order before the grammar reads them: verbs of standing, marks of titles, `3 consecutive days`."""

from dataclasses import replace

from packages.domain.strategy.words.lexing.lexer import Lexer
from packages.domain.strategy.words.lexing.tokens import Tag, Token

_STANDING = ("站在", "处在", "运行在", "运行于", "维持在上方", "站稳在")
_ENDS_A_PLACE = (Tag.COMMA, Tag.BREAK, Tag.ACTION, Tag.OVER, Tag.CROSS, Tag.AND, Tag.OR)
_NAMES_A_RULE = (Tag.RISE, Tag.TREND, Tag.WAY, Tag.GO, Tag.OUTLOOK)


def without_standing(lexer: Lexer, words: list[Token]) -> list[Token]:
    """价格站在云上方: where a place follows, the verb says nothing of it."""
    made: list[Token] = []
    for place, word in enumerate(words):
        following = [each.kind for each in words[place + 1 : place + 6]]
        ends = next((at for at, kind in enumerate(following) if kind in _ENDS_A_PLACE), len(following))
        stands = word.kind is Tag.OVER and lexer.written(word) in _STANDING
        if not (stands and Tag.PLACE in following[:ends]):
            made.append(word)
    return made


def with_titles(words: list[Token]) -> list[Token]:
    """Without the marks that end a condition, but for that after its name: `trend up means the 50 above the 200`."""
    named = zip([None, *words], words, strict=False)
    return [
        word
        for last, word in named
        if word.kind is not Tag.MARK or (word.value == "means" and last is not None and last.kind in _NAMES_A_RULE)
    ]


def with_rows_of_units(tokens: list[Token]) -> list[Token]:
    """`3 consecutive days` is said as `3 days in a row`."""
    made = list(tokens)
    for place in range(len(made) - 2):
        count, row, unit = made[place : place + 3]
        if count.kind is Tag.NUMBER and row.kind is Tag.STREAK and unit.kind is Tag.TIME_UNIT:
            made[place + 1 : place + 3] = [unit, replace(row, start=unit.end, end=unit.end)]
    return made
