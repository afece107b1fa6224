"""What an edit says of the values that were there: from 70, not 70, instead of 50/200, the rest unchanged."""

from packages.domain.strategy.words.lexing.tokens import Tag, Token

_QUANTITIES = (
    Tag.NUMBER, Tag.PERCENT_SIGN, Tag.PERCENT_OF, Tag.TENTHS, Tag.TIMES, Tag.TIME_UNIT, Tag.SLASH, Tag.SIGN,
    Tag.FRACTION, Tag.MULTIPLE, Tag.DAY_LINE, Tag.CURRENCY, Tag.THOUSANDS, Tag.POINTS,
)  # fmt: skip
# What a person may call the thing that is not wanted any more.
_HELD = (Tag.SIZE, Tag.PORTION, Tag.INDICATOR, Tag.LINE, Tag.STOP_LOSS, Tag.TAKE_PROFIT, Tag.PRONOUN)


def without_old(words: list[Token]) -> list[Token]:
    """The words without the old value, where the new one is said as well; the old one adds nothing to it."""
    words = [word for place, word in enumerate(words) if not _leads_a_verb(words, place)]
    instead = next((place for place, word in enumerate(words) if word.kind is Tag.INSTEAD), None)
    if instead and _denies_to_the_end(words, instead) and sum(word.kind is Tag.NUMBER for word in words[:instead]) > 1:
        return words[:instead]
    start = next((place for place, word in enumerate(words) if word.kind is Tag.FROM), None)
    if start is not None:
        end = _end_of(words, start + 1)
        if end > start + 1 and any(word.kind is Tag.NUMBER for word in words[end:]):
            return [*words[:start], *words[end:]]
    for place, word in enumerate(words):
        if word.kind is Tag.NOT and _denies_to_the_end(words, place) and _has_number(words[:place]):
            return words[:place]
    return words


def _leads_a_verb(words: list[Token], place: int) -> bool:
    """止盈再提高5个百分点."""
    following = words[place + 1].kind if place + 1 < len(words) else None
    return words[place].kind is Tag.THEN and following is Tag.SET


def only_denies(words: list[Token]) -> bool:
    """`…, not one`: a part that only says what it is not any more."""
    if not words or words[0].kind is not Tag.NOT or len(words) < 2:
        return False
    return all(word.kind in (*_QUANTITIES, *_HELD) for word in words[1:])


def _end_of(words: list[Token], start: int) -> int:
    end = start
    while end < len(words) and words[end].kind in _QUANTITIES:
        end += 1
    return end


def _denies_to_the_end(words: list[Token], place: int) -> bool:
    return len(words) > place + 1 and _end_of(words, place + 1) == len(words)


def _has_number(words: list[Token]) -> bool:
    return any(word.kind in (Tag.NUMBER, Tag.FRACTION, Tag.MULTIPLE) for word in words)
