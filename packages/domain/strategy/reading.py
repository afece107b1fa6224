"""The first stage: a text, or a value that somebody parsed, becomes a JSON document or a list of problems."""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from packages.core.messages import Message
from packages.domain.strategy.json_tree import Json, below, is_number
from packages.domain.strategy.problems import Code, Problem, Stage, described, phrase, quoted

LONGEST_TEXT = 262_144
DEEPEST = 64
MOST_VALUES = 20_000
LARGEST_NUMBER = 1e15

# What the JSON parser of Python says, and the code of it.
_JSON_FAULTS = {
    "Expecting value": "expecting_value",
    "Expecting ',' delimiter": "expecting_comma",
    "Expecting ':' delimiter": "expecting_colon",
    "Expecting property name enclosed in double quotes": "expecting_quoted_key",
    "Extra data": "extra_data",
    "Unterminated string starting at": "unterminated_string_starting_at",
    "Invalid control character at": "invalid_control_character_at",
    "Invalid \\escape": "invalid_escape",
    "Invalid \\uXXXX escape": "invalid_unicode_escape",
}

DuplicateKeys: TypeAlias = Mapping[int, Sequence[str]]


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """What became of a text: a document without problems, or problems."""

    document: Json
    problems: tuple[Problem, ...] = ()


def read_json(text: str) -> ReadDocument:
    """The JSON of a text; keys written twice, numbers without a value and absurd sizes are problems."""
    if len(text) > LONGEST_TEXT:
        return unread(too_long(text))
    keys = _Keys()
    try:
        value = json.loads(text, object_pairs_hook=keys.take, parse_int=_whole_number)
    except json.JSONDecodeError as error:
        code = _JSON_FAULTS.get(error.msg)
        what = phrase(code) if code else Message.verbatim(error.msg)
        place = phrase("in_line", what=what, line=error.lineno, column=error.colno)
        return unread(problem(Code.NOT_JSON, "", phrase("json"), place, phrase("correct_the_text_at_that_place")))
    except RecursionError:
        return unread(too_deep(""))
    return read_value(value, keys.written_twice)


def read_value(value: object, written_twice: DuplicateKeys | None = None) -> ReadDocument:
    """Checks a parsed value; `written_twice` gives the repeated keys of an object by its id."""
    problems = tuple(_faults(value, written_twice or {}))
    return ReadDocument(None, problems) if problems else ReadDocument(value)  # type: ignore[arg-type] # the walk proved it


def unread(*problems: Problem) -> ReadDocument:
    return ReadDocument(None, problems)


def problem(code: Code, pointer: str, expected: Message, found: Message, suggestion: Message) -> Problem:
    return Problem(Stage.PARSE, code, pointer, expected, found, suggestion)


def too_long(text: str) -> Problem:
    expected, found = phrase("at_most_characters", count=f"{LONGEST_TEXT:,}"), Message.verbatim(f"{len(text):,}")
    return problem(Code.TOO_LARGE, "", expected, found, phrase("send_a_shorter_document"))


def too_deep(pointer: str) -> Problem:
    expected, suggestion = phrase("at_most_levels", count=DEEPEST), phrase("nest_fewer_lists_and_objects")
    return problem(Code.TOO_DEEP, pointer, expected, phrase("more"), suggestion)


def twice(pointer: str, key: str) -> Problem:
    found = phrase("key_more_than_once", key=quoted(key))
    return problem(Code.DUPLICATE_KEY, below(pointer, key), phrase("each_key_once"), found, phrase("keep_one_of_them"))


@dataclass(slots=True)
class _Keys:
    """Remembers which objects had a key twice; it keeps those objects, so that no id is given out again."""

    written_twice: dict[int, list[str]] = field(default_factory=dict)
    _kept: list[object] = field(default_factory=list)

    def take(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        taken = dict(pairs)
        if len(taken) < len(pairs):
            names = [key for key, _ in pairs]
            self.written_twice[id(taken)] = sorted({key for key in names if names.count(key) > 1})
            self._kept.append(taken)
        return taken


def _whole_number(digits: str) -> int | float:
    return int(digits) if len(digits) <= 20 else math.inf


def _faults(value: object, written_twice: DuplicateKeys) -> Iterator[Problem]:
    waiting: list[tuple[object, str, int]] = [(value, "", 1)]
    seen = 0
    while waiting:
        item, pointer, depth = waiting.pop()
        seen += 1
        if seen > MOST_VALUES:
            expected = phrase("at_most_values", count=f"{MOST_VALUES:,}")
            yield problem(Code.TOO_LARGE, "", expected, phrase("more"), phrase("send_a_shorter_document"))
            return
        if isinstance(item, dict | list) and depth > DEEPEST:
            yield too_deep(pointer)
        elif isinstance(item, dict):
            yield from _key_faults(item, pointer, written_twice)
            waiting.extend((item[key], below(pointer, str(key)), depth + 1) for key in reversed(item))
        elif isinstance(item, list):
            waiting.extend((item[i], below(pointer, i), depth + 1) for i in reversed(range(len(item))))
        else:
            yield from _scalar_faults(item, pointer)


def _key_faults(item: Mapping[object, object], pointer: str, written_twice: DuplicateKeys) -> Iterator[Problem]:
    for repeated in written_twice.get(id(item), ()):
        yield twice(pointer, repeated)
    for key in item:
        if not isinstance(key, str):
            expected, suggestion = phrase("keys_that_are_texts"), phrase("write_the_key_in_quotes")
            yield problem(Code.NOT_JSON, pointer, expected, described(key), suggestion)
        else:
            yield from _text_faults(key, pointer)


def _scalar_faults(item: object, pointer: str) -> Iterator[Problem]:
    if isinstance(item, str):
        yield from _text_faults(item, pointer)
    elif is_number(item):
        if not abs(item) <= LARGEST_NUMBER:
            expected = phrase("finite_number_within", most=f"{LARGEST_NUMBER:g}")
            suggestion = phrase("write_a_number_that_can_be_traded_on")
            yield problem(Code.NOT_FINITE, pointer, expected, described(item), suggestion)
    elif not isinstance(item, bool | None):
        expected = phrase("json_value")
        yield problem(Code.NOT_JSON, pointer, expected, described(item), phrase("write_it_as_json_would"))


def _text_faults(text: str, pointer: str) -> Iterator[Problem]:
    if "\x00" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        expected = phrase("clean_text")
        yield problem(Code.BAD_TEXT, pointer, expected, described(text), phrase("remove_that_character"))
