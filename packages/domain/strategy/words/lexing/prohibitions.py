"""不要在RSI高于50的时候买: a word that forbids, far from its verb, is of that verb and not of the condition."""

from dataclasses import replace

from packages.domain.strategy.words.lexing.tokens import Tag, Token

FORBIDS = "forbids"
_ENDS = (Tag.COMMA, Tag.BREAK, Tag.BULLET, Tag.COLON)
_DENIED = (Tag.OVER, Tag.CROSS, Tag.ACTION, Tag.PLACE)  # right after the word it is these that are denied: 不能高于50
_ENTRIES = ("buy", "short", "trade")


def with_forbidden_entries(words: list[Token]) -> list[Token]:
    """The verb of such a part is to stay out; the word before it is part of what follows it."""
    made = list(words)
    for place, word in enumerate(words):
        if (word.kind, word.value) == (Tag.NOT, FORBIDS):
            verb = _forbidden(words, place)
            if verb is not None:
                made[verb] = replace(words[verb], value="avoid")
                made[place + 1] = replace(words[place + 1], start=word.start)
                made[place] = replace(word, kind=Tag.FILLER)
    return [word for word in made if word.kind is not Tag.FILLER]


def _forbidden(words: list[Token], place: int) -> int | None:
    for at in range(place + 1, len(words)):
        if words[at].kind in _ENDS or (at == place + 1 and words[at].kind in _DENIED):
            return None
        if words[at].kind is Tag.ACTION:
            return at if words[at].value in _ENTRIES else None
    return None
