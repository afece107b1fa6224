"""The RFC 6902 patch that makes one document into another."""

from collections.abc import Iterator

from packages.domain.strategy.json_patch import Patch
from packages.domain.strategy.json_tree import Json, below, copied, same


def diff(before: Json, after: Json) -> Patch:
    """Small where the documents are alike; applying it to `before` gives `after`."""
    return list(_differences(before, after, ""))


def _differences(before: Json, after: Json, pointer: str) -> Iterator[dict[str, Json]]:
    if same(before, after):
        return
    match before, after:
        case dict(), dict():
            yield from _members(before, after, pointer)
        case list(), list():
            yield from _items(before, after, pointer)
        case _:
            yield {"op": "replace", "path": pointer, "value": copied(after)}


def _members(before: dict[str, Json], after: dict[str, Json], pointer: str) -> Iterator[dict[str, Json]]:
    for key in before:
        if key not in after:
            yield {"op": "remove", "path": below(pointer, key)}
    for key, value in after.items():
        if key in before:
            yield from _differences(before[key], value, below(pointer, key))
        else:
            yield {"op": "add", "path": below(pointer, key), "value": copied(value)}


def _items(before: list[Json], after: list[Json], pointer: str) -> Iterator[dict[str, Json]]:
    """Equal items at both ends stay; between them items change in place, then the rest is removed or added."""
    start = _alike(before, after)
    end = _alike(before[start:][::-1], after[start:][::-1])
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    shared = min(len(old), len(new))
    for index in range(shared):
        yield from _differences(old[index], new[index], below(pointer, start + index))
    for index in reversed(range(shared, len(old))):
        yield {"op": "remove", "path": below(pointer, start + index)}
    for index in range(shared, len(new)):
        yield {"op": "add", "path": below(pointer, start + index), "value": copied(new[index])}


def _alike(one: list[Json], other: list[Json]) -> int:
    """How many items at the beginning are equal."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if not same(a, b):
            break
        count += 1
    return count
