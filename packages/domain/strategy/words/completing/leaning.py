"""Reads a clause once more, put like the clause before it, where it leans on that one.

Where it was not read, the reading of what it leaves out stands if all of it was read; where it was read by what was last
named, both readings have to agree, or it is told.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from packages.domain.strategy.json_tree import Json
from packages.domain.strategy.words.completing.analogy import clauses_of, leaves_all_out, said_like
from packages.domain.strategy.words.completing.placed import Placed
from packages.domain.strategy.words.grammar.chunks import Chunked
from packages.domain.strategy.words.grammar.meanings import Meant
from packages.domain.strategy.words.lexing.tokens import Tag, Token
from packages.domain.strategy.words.rules.sentences import Reading
from packages.domain.strategy.words.rules.strictness import rules_of, take_back, traded

MOST = 4  # clauses of a message that are read once more

_WAYS = {"gt": "up", "gte": "up", "cross_above": "up", "lt": "down", "lte": "down", "cross_below": "down"}


@dataclass(slots=True)
class Heard:
    """A text as its words, its larger tokens and what they say."""

    words: list[Token]
    chunks: Chunked
    reading: Reading


Hear = Callable[[str], Heard]


def with_leaning(text: str, heard: Heard, hear: Hear) -> Heard:
    """What was heard, with the clauses that lean on another one."""
    clauses = clauses_of(heard.words)
    tried = 0
    for place in range(1, len(clauses)):
        if tried == MOST:
            break
        clause = clauses[place]
        unread, read = _is_unread(clause, heard.reading), list(_read_in(clause, heard.reading))
        model = _model(clauses[:place]) if unread or read else None
        if model is None or not (unread or leaves_all_out(clause, model)):
            continue
        put = said_like(text, clause, model)
        if put is None or put.text == text:
            continue
        tried += 1
        again = hear(put.text)
        put.bring_home(again.reading)
        if unread and _is_better(again.reading, heard.reading, clause):
            return with_rest(heard, again)
        if not unread and _unread_length(again.reading) <= _unread_length(heard.reading):
            _hold(heard.reading, read, again.reading)
    return heard


def with_rest(heard: Heard, again: Heard) -> Heard:
    return Heard(heard.words, again.chunks, again.reading)


def _model(before: list[list[Token]]) -> list[Token] | None:
    compares = (Tag.OVER, Tag.CROSS, Tag.PLACE, Tag.TOUCH, Tag.RISE, Tag.POSITIVE, Tag.TURN, Tag.TREND, Tag.GOLDEN)
    return next((clause for clause in reversed(before) if any(word.kind in compares for word in clause)), None)


def _is_unread(clause: list[Token], reading: Reading) -> bool:
    said = [word for word in clause if word.kind in (Tag.OVER, Tag.CROSS, Tag.PLACE, Tag.TOUCH, Tag.RISE, Tag.TURN, Tag.POSITIVE, Tag.TREND)]
    spans = [(min(t.start for t in tokens), max(t.end for t in tokens)) for tokens in reading.unread if tokens]
    return any(start <= word.start < end for word in said for start, end in spans)


def _read_in(clause: list[Token], reading: Reading) -> Iterator[int]:
    """The numbers of the rules that a condition of it is in."""
    start, end = clause[0].start, clause[-1].end
    for number, _ in rules_of(reading):
        said = [token for token in reading.clauses[number].tokens if isinstance(token.value, Meant)]
        if any(start <= token.start < end for token in said):
            yield number


def _unread_length(reading: Reading) -> int:
    return sum(token.end - token.start for tokens in reading.unread for token in tokens)


def _is_better(again: Reading, reading: Reading, clause: list[Token]) -> bool:
    if _unread_length(again) >= _unread_length(reading):
        return False
    start, end = clause[0].start, clause[-1].end
    return not any(start <= token.start < end for tokens in again.unread for token in tokens)


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
