"""Words before the amount that they lead to: `trail tighter, 4%`, `sell later, at RSI 80`, `flip it: short …`."""

from dataclasses import replace

from packages.domain.strategy.words.lexing.tokens import Tag, Token

_WAYS = frozenset(
    {"tighter", "wider", "looser", "closer", "earlier", "later", "sooner", "higher", "lower", "a bit", "a little"}
)
_PAUSES = (Tag.COMMA, Tag.COLON)


def without_ways(text: str, words: list[Token]) -> list[Token]:
    """The way is in the amount that is named after the comma, so that both are one part."""
    kept: list[Token] = []
    for place, word in enumerate(words):
        rest = [each for each in words[place:] if _written(text, each) not in _WAYS]
        leads = bool(kept) and [each.kind for each in rest[:1]] == [Tag.COMMA] and _is_amount(rest[1:])
        in_way = _written(text, word) in _WAYS and leads and _only_ways(text, words[place:])
        after_way = word.kind is Tag.COMMA and place > 0 and _written(text, words[place - 1]) in _WAYS
        if not in_way and not (after_way and _is_amount(words[place + 1 :]) and kept):
            kept.append(word)
    return kept


def with_side_first(text: str, words: list[Token]) -> list[Token]:
    """`Flip it: short …`: the side that follows is the one that the rules are turned to."""
    kinds = [word.kind for word in words[:3]]
    if kinds[:2] != [Tag.GO, Tag.PRONOUN] or kinds[2:] not in ([Tag.COMMA], [Tag.COLON]):
        return words
    side = next((word for word in words if word.kind is Tag.ACTION), None)
    if _written(text, words[0]) != "flip" or side is None or side.value not in ("short", "buy"):
        return words
    turned = replace(words[0], kind=Tag.OPPOSITE, value="mirror")
    named = replace(side, start=words[1].start, end=words[1].end)
    return [turned, named, replace(words[2], kind=Tag.COMMA, value=None), *words[3:]]


def _only_ways(text: str, words: list[Token]) -> bool:
    """Whether nothing but such words stands before the comma."""
    end = next((place for place, word in enumerate(words) if word.kind in _PAUSES), len(words))
    return all(_written(text, word) in _WAYS for word in words[:end])


def _is_amount(words: list[Token]) -> bool:
    kinds = [word.kind for word in words[:2]]
    return kinds[:1] == [Tag.NUMBER] or kinds == [Tag.INDICATOR, Tag.NUMBER]


def _written(text: str, word: Token) -> str:
    return text[word.start : word.end].lower()
