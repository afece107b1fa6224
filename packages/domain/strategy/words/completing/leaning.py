"""Reads a clause once more, put like the clause before it, where it leans on that one.

Where it was not read, the reading of what it leaves out stands if all of it was read; where it was read by what was
last named, both readings have to agree, or it is told.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from packages.domain.strategy.json_tree import Json
from packages.domain.strategy.words.completing.analogy import clauses_of, leaves_all_out, said_like
from packages.domain.strategy.words.completing.paraphrases import put_plainly
from packages.domain.strategy.words.completing.placed import Rewording, span_of
from packages.domain.strategy.words.grammar.chunks import Chunked
from packages.domain.strategy.words.grammar.meanings import Meant
from packages.domain.strategy.words.lexing.tokens import Tag, Token
from packages.domain.strategy.words.rules.sentences import Reading
from packages.domain.strategy.words.rules.strictness import rules_of, take_back, traded

_OF_ALL = re.compile(r"(?:^|[,，;；。])\s*(?:都|均|皆|both(?: are)?|all(?: are)?)\s*$", re.IGNORECASE)
_NEAR = 16
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


class _Spans:
    """Stretches of a text, to be asked for a place."""

    def __init__(self, spans: list[tuple[int, int]]) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(spans):
            if self._ends and start <= self._ends[-1]:
                self._ends[-1] = max(end, self._ends[-1])
            else:
                self._starts.append(start)
                self._ends.append(end)

    def has(self, place: int) -> bool:
        at = bisect_right(self._starts, place) - 1
        return at >= 0 and place < self._ends[at]


def in_other_words(text: str, heard: Heard, hear: Hear) -> Heard:
    """What was heard, with what was not read put plainly, and the clauses that lean on another one."""
    put = put_plainly(text, sorted(map(span_of, filter(None, heard.reading.unread))))
    if put is None:
        return _of_all(text, with_leaning(text, heard, hear))
    again = hear(put.text)
    if _is_less_read(put, again.reading, heard.reading):
        return _of_all(text, with_leaning(text, heard, hear))
    again = _of_all(put.text, with_leaning(put.text, again, hear))
    put.restore(again.reading)
    return with_rest(heard, again)


def _of_all(text: str, heard: Heard) -> Heard:
    """`Both overbought`, of which one alone was read, is not read."""
    for number, meant in list(rules_of(heard.reading)):
        said = [token for token in heard.reading.clauses[number].tokens if isinstance(token.value, Meant)]
        begins = min((token.start for token in said), default=0)
        if len(_parts(meant)) == 1 and _OF_ALL.search(text[max(0, begins - _NEAR) : begins]):
            take_back(heard.reading, number)
    return heard


def _is_less_read(put: Rewording, again: Reading, reading: Reading) -> bool:
    return _length_of(put.home_of(again)) >= _length_of(reading.unread)


def with_leaning(text: str, heard: Heard, hear: Hear, left: int = MOST) -> Heard:
    """What was heard, with the clauses that lean on another one."""
    unread, read = _unread_spans(heard.reading), _rules_by_place(heard.reading)
    model: list[Token] | None = None
    for clause in clauses_of(heard.words):
        compares = any(word.kind in _COMPARING for word in clause)
        put = _said_like(text, clause, model, unread, read) if left and model is not None and compares else None
        if put is not None:
            left -= 1
            again = hear(put.text)
            home = put.home_of(again.reading)
            numbers = _within(clause, read)
            if not numbers and _is_better(home, heard.reading, clause):
                again = with_leaning(put.text, again, hear, left)
                put.restore(again.reading)
                return with_rest(heard, again)
            if numbers and _length_of(home) <= _length_of(heard.reading.unread):
                _hold(heard.reading, numbers, again.reading)
        model = clause if compares else model
    return heard


def _said_like(
    text: str, clause: list[Token], model: list[Token], unread: _Spans, read: list[tuple[int, int]]
) -> Rewording | None:
    """The text with a clause that was not read, or that says no more than how it compares, said like another one."""
    is_unread = any(unread.has(word.start) for word in clause if word.kind in _COMPARING)
    is_read = not is_unread and bool(_within(clause, read)) and leaves_all_out(clause, model)
    put = said_like(text, clause, model) if is_unread or is_read else None
    return put if put is not None and put.text != text else None


def with_rest(heard: Heard, again: Heard) -> Heard:
    return Heard(heard.words, again.chunks, again.reading)


def _unread_spans(reading: Reading) -> _Spans:
    return _Spans([span_of(tokens) for tokens in reading.unread if tokens])


def _rules_by_place(reading: Reading) -> list[tuple[int, int]]:
    """Where each condition of a rule begins, with the number of the rule."""
    places = (
        (token.start, number)
        for number, _ in rules_of(reading)
        for token in reading.clauses[number].tokens
        if isinstance(token.value, Meant)
    )
    return sorted(places)


def _within(clause: list[Token], read: list[tuple[int, int]]) -> list[int]:
    first, last = bisect_left(read, (clause[0].start, -1)), bisect_left(read, (clause[-1].end, -1))
    return [number for _, number in read[first:last]]


def _length_of(unread: list[list[Token]]) -> int:
    return sum(token.end - token.start for tokens in unread for token in tokens)


def _is_better(unread: list[list[Token]], reading: Reading, clause: list[Token]) -> bool:
    if _length_of(unread) >= _length_of(reading.unread):
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
