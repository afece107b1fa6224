"""JSON as values: pointers into a document, equality as JSON means it, one canonical text and its hash."""

import hashlib
import json
from typing import TypeAlias, TypeGuard

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Document: TypeAlias = dict[str, Json]


def below(pointer: str, step: str | int) -> str:
    """The pointer (RFC 6901) of a member or an item of what `pointer` points at."""
    return f"{pointer}/{str(step).replace('~', '~0').replace('/', '~1')}"


def steps_of(pointer: str) -> tuple[str, ...]:
    """The unescaped steps of a pointer that is empty or begins with a slash."""
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:])


def is_number(value: object) -> TypeGuard[int | float]:
    """True and false are no numbers in JSON, although they are in Python."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def same(one: Json, other: Json) -> bool:
    """Equality as JSON means it: 1 equals 1.0, and neither equals true."""
    match one, other:
        case dict(), dict():
            return one.keys() == other.keys() and all(same(item, other[key]) for key, item in one.items())
        case list(), list():
            return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other, strict=True))
        case _:
            return isinstance(one, bool) is isinstance(other, bool) and one == other


def copied(value: Json) -> Json:
    """A deep copy, so that nobody's document changes under them."""
    match value:
        case dict():
            return {key: copied(item) for key, item in value.items()}
        case list():
            return [copied(item) for item in value]
        case _:
            return value


def measured(value: Json) -> tuple[int, int]:
    """How many values there are in a value, and how many levels of lists and objects."""
    count, deepest = 0, 0
    waiting = [(value, 1)]
    while waiting:
        item, depth = waiting.pop()
        count += 1
        if isinstance(item, dict | list):
            deepest = max(deepest, depth)
            inside = item.values() if isinstance(item, dict) else item
            waiting.extend((each, depth + 1) for each in inside)
    return count, deepest


def plain_number(value: int | float) -> int | float:
    """A whole number loses its fraction: 70.0 is spelled 70."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def canonical_text(value: Json) -> str:
    """The one spelling of a document: sorted keys, no spaces, whole numbers without a fraction."""
    return json.dumps(_plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def content_hash(value: Json) -> str:
    """Two documents have the same hash when they say the same."""
    return hashlib.sha256(canonical_text(value).encode()).hexdigest()


def _plain(value: Json) -> Json:
    match value:
        case dict():
            return {key: _plain(item) for key, item in value.items()}
        case list():
            return [_plain(item) for item in value]
        case float():
            return plain_number(value)
        case _:
            return value
