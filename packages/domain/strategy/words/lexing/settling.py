"""Words that mean one thing or another by what stands beside them."""

from dataclasses import replace

from packages.domain.strategy.words.lexing.tokens import Tag, Token

_SHORT = frozenset("进入出走平跑撤清砍割接追抛退闪溜滚上") | {"out", "in"}
_STOCHASTIC = ("stochastic", "kdj", "stochastic_rsi")
_OF_LINES = (Tag.CROSS, Tag.OVER, Tag.OUTPUT, Tag.GOLDEN, Tag.AND, Tag.RISE, Tag.TOUCH, Tag.TO, Tag.WAY)


def settled(tokens: list[Token], text: str) -> list[Token]:
    """An action of one small word within words that are not known is part of them; K线 beside D线 is a line."""
    has_lines = any(_is_stochastic(token) for token in tokens)
    made: list[Token] = []
    for place, token in enumerate(tokens):
        before = made[-1] if made else None
        after = tokens[place + 1] if place + 1 < len(tokens) else None
        word = text[token.start : token.end].casefold()
        if token.kind is Tag.ACTION and word in _SHORT and _is_among_unknown(token, before, after, word):
            made.append(replace(token, kind=Tag.UNKNOWN))
        elif has_lines and word == "k线" and after is not None and after.kind in _OF_LINES:
            made.append(replace(token, kind=Tag.OUTPUT, value="k"))
        else:
            made.append(token)
    return made


def _is_stochastic(token: Token) -> bool:
    return (token.kind is Tag.OUTPUT and token.value == "d") or (
        token.kind is Tag.INDICATOR and token.value in _STOCHASTIC
    )


def _is_among_unknown(token: Token, before: Token | None, after: Token | None, word: str) -> bool:
    is_before = before is not None and before.kind is Tag.UNKNOWN
    is_after = after is not None and after.kind is Tag.UNKNOWN
    if word.isascii():
        return is_before and word in ("out", "in")
    return (is_after and after is not None and after.glued) or (
        is_before and token.glued and after is not None and after.glued and after.kind is Tag.FILLER
    )
