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
        following = [each.kind for each in words[place + 1 : place + 3]]
        apart = word.kind is Tag.NOT and following[:1] == [Tag.COMMA]
        apart = apart and (word.value == FORBIDS or following == [Tag.COMMA, Tag.WHEN])
        if (word.kind, word.value) == (Tag.NOT, FORBIDS) and _ends_a_case(words, place):
            made[place] = replace(word, kind=Tag.ACTION, value="avoid")
        elif (word.kind, word.value) == (Tag.NOT, FORBIDS) or apart:
            verb = _forbidden_after_all(words, place) if apart else _forbidden(words, place)
            if verb is not None:
                made[verb] = replace(words[verb], value="avoid")
                said = (at for at in range(place + 1, verb) if words[at].kind not in (Tag.COMMA, Tag.WHEN))
                next_said = next(said, verb) if apart else place + 1
                made[next_said] = replace(words[next_said], start=word.start)
                made[place] = replace(word, kind=Tag.FILLER)
    return [word for word in made if word.kind is not Tag.FILLER]


def _ends_a_case(words: list[Token], place: int) -> bool:
    """跌破120元不要: the last word of a part that says when."""
    ends = place + 1 == len(words) or words[place + 1].kind in _ENDS
    start = max((at + 1 for at in range(place) if words[at].kind in _ENDS), default=0)
    return ends and any(word.kind in (Tag.OVER, Tag.CROSS, Tag.PLACE, Tag.GOLDEN) for word in words[start:place])


def _forbidden_after_all(words: list[Token], place: int) -> int | None:
    """`Do not, when RSI is above 50, buy`: what stands between the commas is when."""
    verbs = (at for at in range(place + 1, len(words)) if words[at].kind in (Tag.ACTION, Tag.BREAK, Tag.BULLET))
    at = next(verbs, None)
    return at if at is not None and words[at].kind is Tag.ACTION and words[at].value in _ENTRIES else None


def _forbidden(words: list[Token], place: int) -> int | None:
    for at in range(place + 1, len(words)):
        if words[at].kind in _ENDS or (at == place + 1 and words[at].kind in _DENIED):
            return None
        if words[at].kind is Tag.ACTION:
            return at if words[at].value in _ENTRIES else None
    return None
