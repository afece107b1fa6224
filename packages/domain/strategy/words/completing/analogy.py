"""A clause that leaves out what the clause before it said, put like that clause: 高于6%卖出 after 乖离率低于-6%买入.

What the clause says itself takes the place of its like: a relation that of a relation, an amount that of an amount of
the same unit. All that it says has to find a place, or there is no likeness.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from packages.domain.strategy.words.completing.placed import Rewording, TextPiece
from packages.domain.strategy.words.lexing.tokens import Tag, Token

_ENDS = (Tag.COMMA, Tag.BREAK, Tag.BULLET)
_RELATIONS = (
    Tag.OVER, Tag.CROSS, Tag.PLACE, Tag.TOUCH, Tag.RETURN, Tag.RISE, Tag.TURN, Tag.TREND, Tag.WAY, Tag.AT_LEAST,
    Tag.AT_MOST, Tag.GO, Tag.GOLDEN, Tag.STATE,
)  # fmt: skip
_AROUND = (
    Tag.ACTION, Tag.WHEN, Tag.MARK, Tag.AND, Tag.OR, Tag.THEN, Tag.ALSO, Tag.PRONOUN, Tag.SYMBOL, Tag.COLON, Tag.ONLY,
    Tag.HOLD, Tag.EITHER, Tag.OTHERWISE, Tag.AFTER,
)  # fmt: skip
_UNITS = {Tag.PERCENT_SIGN, Tag.TIMES, Tag.TENTHS, Tag.CURRENCY, Tag.POINTS, Tag.THOUSANDS}
_LENGTHS = {Tag.TIME_UNIT, Tag.DAY_LINE, Tag.AVERAGE, Tag.INDICATOR, Tag.OUTPUT, Tag.EXTREME, Tag.CLOSE, Tag.SLASH}
_SETTING_OF = {Tag.OPEN, Tag.SLASH}
# What a model may be made of beside relations; what else it says need not be meant again.
_CARRIED = {
    Tag.INDICATOR, Tag.OUTPUT, Tag.FIELD, Tag.VOLUME, Tag.NUMBER, Tag.ZERO, Tag.SIGN, Tag.PAST, Tag.LINE, Tag.OPEN,
    Tag.CLOSE, Tag.SLASH, Tag.EXTREME, Tag.NEW, Tag.PREVIOUS, Tag.PERIOD_WORD, Tag.GAP, Tag.MULTIPLE, *_UNITS,
    *_LENGTHS,
}  # fmt: skip
_LEVEL, _LENGTH = "level", "length"
_AMOUNTS = (Tag.NUMBER, Tag.ZERO)
_LONGEST = 40  # words of a clause that others lean on


def clauses_of(words: Sequence[Token]) -> list[list[Token]]:
    """Between commas and stops, and where another action begins."""
    clauses: list[list[Token]] = [[]]
    depth = 0
    for word in words:
        depth = max(0, depth + (word.kind is Tag.OPEN) - (word.kind is Tag.CLOSE))
        if word.kind in _ENDS and not (depth and word.kind is Tag.COMMA):
            clauses.append([])
        else:
            clauses[-1].append(word)
    return [part for clause in clauses for part in _by_action(clause) if part]


def _by_action(clause: list[Token]) -> Iterator[list[Token]]:
    places = [place for place, word in enumerate(clause) if word.kind is Tag.ACTION]
    if len(places) < 2:
        yield clause
        return
    first = places[0] == 0
    cuts = [0, *(place if first else place + 1 for place in (places[1:] if first else places[:-1])), len(clause)]
    for start, end in pairwise(cuts):
        yield clause[start:end]


def said_like(text: str, clause: Sequence[Token], before: Sequence[Token]) -> Rewording | None:
    """The whole text with a clause of it said like the one before."""
    own, model = _content(clause), _content(before)
    if (
        not own
        or not model
        or not any(word.kind in _RELATIONS for word in own)
        or not len(own) < len(model) <= _LONGEST
    ):
        return None
    taken = _likenesses(own, model)
    if taken is None or any(word.kind not in (*_CARRIED, *_RELATIONS) for word in model if word.start not in taken):
        return None
    pieces = [TextPiece(text[: own[0].start], 0)]
    last = model[0].start
    for place, word in enumerate(model):
        pieces.append(TextPiece(text[last : word.start]))
        if word.kind is Tag.SIGN and word.start not in taken and model[place + 1 : place + 2][0].start in taken:
            last = word.end  # an amount has its own sign
            continue
        like = taken.get(word.start)
        pieces.append(
            TextPiece(text[like.start : like.end], like.start) if like else TextPiece(text[word.start : word.end])
        )
        last = word.end
    pieces.append(TextPiece(text[own[-1].end :], own[-1].end))
    return Rewording(pieces)


def leaves_all_out(clause: Sequence[Token], before: Sequence[Token]) -> bool:
    """Whether it says no more than how what was compared before compares now, and that is no amount."""
    own, model = _content(clause), _content(before)
    ways = {Tag.OVER, Tag.CROSS, Tag.PLACE, Tag.FIELD}
    is_bare = all(word.kind in ways for word in own)
    return is_bare and not any(_class_of(model, place) in (_LEVEL, *map(str, _UNITS)) for place in range(len(model)))


def _content(clause: Sequence[Token]) -> list[Token]:
    """What a clause says beside who acts and when; of one stretch, or nothing."""
    heads = [place for place, word in enumerate(clause) if word.kind is Tag.COLON]
    clause = clause[heads[-1] + 1 :] if heads else clause
    places = [place for place, word in enumerate(clause) if word.kind not in _AROUND]
    if not places:
        return []
    whole = list(clause[places[0] : places[-1] + 1])
    return whole if all(word.kind not in _AROUND for word in whole) else []


def _likenesses(own: Sequence[Token], model: Sequence[Token]) -> dict[int, Token] | None:
    """For the places of the model the words that stand there now."""
    found: dict[int, Token] = {}
    for place, word in enumerate(own):
        kind = _class_of(own, place)
        free = [at for at in range(len(model)) if model[at].start not in found and _class_of(model, at) == kind]
        same = [at for at in free if model[at].kind is word.kind]
        if not free:
            return None
        chosen = (same or free)[-1 if kind == _LEVEL else 0]
        found[model[chosen].start] = word
    return found


def _class_of(words: Sequence[Token], place: int) -> str:
    """Which words are alike: relations, and amounts of one unit; all others only with themselves."""
    word = words[place]
    if word.kind in _RELATIONS:
        return "relation"
    after = words[place + 1].kind if place + 1 < len(words) else None
    before = words[place - 1].kind if place else None
    if word.kind in _AMOUNTS:
        if after in _UNITS:
            return str(after)
        return _LENGTH if after in _LENGTHS or before in _SETTING_OF else _LEVEL
    return f"{word.kind}={word.value}"
