"""Reads a clause once more, put like the clause before it, where it leans on that one.

Where it was not read, the reading of what it leaves out stands if all of it was read; where it was read by what was last
named, both readings have to agree, or it is told.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from packages.domain.strategy.json_tree import Json
from packages.domain.strategy.words.completing.analogy import clauses_of, leaves_all_out, said_like
from packages.domain.strategy.words.completing.paraphrases import put_plainly
from packages.domain.strategy.words.completing.placed import Placed
from packages.domain.strategy.words.grammar.chunks import Chunked
from packages.domain.strategy.words.grammar.meanings import Meant
from packages.domain.strategy.words.lexing.tokens import Tag, Token
from packages.domain.strategy.words.rules.sentences import Reading
from packages.domain.strategy.words.rules.strictness import rules_of, take_back, traded

_OF_ALL = re.compile(r"(?:^|[,，;；。])\s*(?:都|均|皆|both(?: are)?|all(?: are)?)\s*$", re.IGNORECASE)
MOST = 4  # clauses of a message that are read once more

_COMPARING = (Tag.OVER, Tag.CROSS, Tag.PLACE, Tag.TOUCH, Tag.RISE, Tag.POSITIVE, Tag.TURN, Tag.TREND, Tag.GOLDEN)
_WAYS = {"gt": "up", "gte": "up", "cross_above": "up", "lt": "down", "lte": "down", "cross_below": "down"}


@dataclass(slots=True)
class Heard:
    """A text as its words, its larger tokens and what they say."""

    words: list[Token]
    chunks: Chunked
    reading: Reading


Hear = Callable[[str], Heard]


def in_other_words(text: str, heard: Heard, hear: Hear) -> Heard:
    """What was heard, with what was not read put plainly, and the clauses that lean on another one."""
    put = put_plainly(text, sorted(map(_span, filter(None, heard.reading.unread))))
    if put is None:
        return _of_all(text, with_leaning(text, heard, hear))
    again = hear(put.text)
    if _is_less_read(put, again.reading, heard.reading):
        return _of_all(text, with_leaning(text, heard, hear))
    again = _of_all(put.text, with_leaning(put.text, again, hear))
    put.bring_home(again.reading)
    return with_rest(heard, again)


def _of_all(text: str, heard: Heard) -> Heard:
    """`Both overbought`, of which one alone was read, is not read."""
    for number, meant in list(rules_of(heard.reading)):
        said = [token for token in heard.reading.clauses[number].tokens if isinstance(token.value, Meant)]
        begins = min((token.start for token in said), default=0)
        if len(_parts(meant)) == 1 and _OF_ALL.search(text[:begins]):
            take_back(heard.reading, number)
    return heard


def _is_less_read(put: Placed, again: Reading, reading: Reading) -> bool:
    return _length_of(put.home_of(again)) >= _unread_length(reading)


def with_leaning(text: str, heard: Heard, hear: Hear, left: int = MOST) -> Heard:
    """What was heard, with the clauses that lean on another one."""
    clauses = clauses_of(heard.words)
    for place in range(1, len(clauses)):
        if not left:
            break
        clause = clauses[place]
        unread, read = _is_unread(clause, heard.reading), list(_read_in(clause, heard.reading))
        model = _model(clauses[:place]) if unread or read else None
        if model is None or not (unread or leaves_all_out(clause, model)):
            continue
        put = said_like(text, clause, model)
        if put is None or put.text == text:
            continue
        left -= 1
        again = hear(put.text)
        home = put.home_of(again.reading)
        if unread and _is_better(home, heard.reading, clause):
            again = with_leaning(put.text, again, hear, left)
            put.bring_home(again.reading)
            return with_rest(heard, again)
        if not unread and _length_of(home) <= _unread_length(heard.reading):
            _hold(heard.reading, read, again.reading)
    return heard


def with_rest(heard: Heard, again: Heard) -> Heard:
    return Heard(heard.words, again.chunks, again.reading)


def _model(before: list[list[Token]]) -> list[Token] | None:
    models = (clause for clause in reversed(before) if any(word.kind in _COMPARING for word in clause))
    return next(models, None)


def _is_unread(clause: list[Token], reading: Reading) -> bool:
    said = [word for word in clause if word.kind in _COMPARING]
    spans = [_span(tokens) for tokens in reading.unread if tokens]
    return any(start <= word.start < end for word in said for start, end in spans)


def _span(tokens: list[Token]) -> tuple[int, int]:
    return min(token.start for token in tokens), max(token.end for token in tokens)


def _read_in(clause: list[Token], reading: Reading) -> Iterator[int]:
    """The numbers of the rules that a condition of it is in."""
    start, end = clause[0].start, clause[-1].end
    for number, _ in rules_of(reading):
        said = [token for token in reading.clauses[number].tokens if isinstance(token.value, Meant)]
        if any(start <= token.start < end for token in said):
            yield number


def _unread_length(reading: Reading) -> int:
    return _length_of(reading.unread)


def _length_of(unread: list[list[Token]]) -> int:
    return sum(token.end - token.start for tokens in unread for token in tokens)


def _is_better(unread: list[list[Token]], reading: Reading, clause: list[Token]) -> bool:
    if _length_of(unread) >= _unread_length(reading):
        return False
    start, end = clause[0].start, clause[-1].end
    return not any(start <= token.start < end for tokens in unread for token in tokens)


def _hold(reading: Reading, read: list[int], again: Reading) -> None:
    """Takes back what both readings do not have."""
    others = [(role, side, _parts(meant)) for _, role, side, meant in traded(again)]
    for number, role, side, meant in list(traded(reading)):
        if number in read and (role, side, _parts(meant)) not in others:
            take_back(reading, number)


def _parts(meant: Meant) -> frozenset[tuple[str, str, str]]:
    """What is compared with what, and which way, as an event or as a state."""
    return frozenset(_compared(meant.json))


def _compared(json: Json) -> Iterator[tuple[str, str, str]]:
    if isinstance(json, list):
        for each in json:
            yield from _compared(each)
    elif isinstance(json, dict) and "op" in json:
        op = str(json["op"])
        yield str(json.get("left", json.get("a"))), _WAYS.get(op, op), str(json.get("right", json.get("b")))
    elif isinstance(json, dict):
        for word, each in json.items():
            yield from ((word, "", "") for _ in range(word in ("not", "any")))
            yield from _compared(each)
