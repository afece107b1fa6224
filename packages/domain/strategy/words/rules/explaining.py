"""Words that another part of the sentence explains: `it feels washed out, which means RSI below 22`."""

from packages.domain.strategy.words.lexing.tokens import Tag, Token

_ENDS = (Tag.BREAK, Tag.BULLET)
_SAID = (Tag.CONDITION, Tag.EXIT, Tag.OPPOSITE, Tag.OTHERWISE, Tag.VALUE)
_ENTERS = ("buy", "short", "trade")


def without_explained(tokens: list[Token]) -> tuple[list[Token], list[list[Token]]]:
    """The tokens without what is explained, and the words that were left out, which are told."""
    kept, explained = list(tokens), list[list[Token]]()
    for mark in [token for token in tokens if (token.kind, token.value) == (Tag.MARK, "means")]:
        place = kept.index(mark) if mark in kept else -1
        vague = _before(kept, place) if place >= 0 else []
        vague = vague or (_after(kept, place) if place >= 0 else [])
        if vague:
            kept = [token for token in kept if token not in vague]
            explained.append([token for token in vague if token.kind not in (Tag.COMMA, Tag.WHEN)])
    return kept, explained


def _before(tokens: list[Token], place: int) -> list[Token]:
    """The words before it that say no condition, if those after it say one for the same way in."""
    start = max((at + 1 for at in range(place) if tokens[at].kind in _ENDS), default=0)
    if place and tokens[place - 1].kind in _ENDS:
        start = max((at + 1 for at in range(place - 1) if tokens[at].kind in _ENDS), default=0)
    end = next((at for at in range(place, len(tokens)) if tokens[at].kind in _ENDS and at > place + 1), len(tokens))
    before, after = tokens[start:place], tokens[place:end]
    enters = [token for token in before if token.kind is Tag.ACTION]
    is_vague = any(token.kind is Tag.UNKNOWN for token in before) and not any(token.kind in _SAID for token in before)
    if not is_vague or len(enters) > 1 or any(token.value not in _ENTERS for token in enters):
        return []
    if not any(token.kind is Tag.CONDITION for token in after):
        return []
    again = any(token.kind is Tag.ACTION and token.value in _ENTERS for token in after)
    kinds = (Tag.DIRECTIVE,) if again else (Tag.DIRECTIVE, Tag.ACTION)
    return [token for token in before if token.kind not in kinds]


def _after(tokens: list[Token], place: int) -> list[Token]:
    """The words after it, up to the next comma, if a condition stands before it and none among them."""
    ends = (*_ENDS, Tag.COMMA)
    end = next((at for at in range(place, len(tokens)) if tokens[at].kind in ends), len(tokens))
    words = tokens[place + 1 : end]
    follows = place > 0 and tokens[place - 1].kind is Tag.CONDITION
    return words if follows and words and all(token.kind is Tag.UNKNOWN for token in words) else []
