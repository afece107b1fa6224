"""RFC 6902 patches: applied to a copy whole or not at all, and made from two documents."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from packages.domain.strategy.errors import BadPatch, PatchConflict
from packages.domain.strategy.json_tree import Json, below, copied, measured, same, steps_of
from packages.domain.strategy.problems import listed, quoted
from packages.domain.strategy.reading import DEEPEST, MOST_VALUES, read_value

MOST_OPERATIONS = 500
_NEEDS = {
    "add": ("value",),
    "remove": (),
    "replace": ("value",),
    "move": ("from",),
    "copy": ("from",),
    "test": ("value",),
}

Patch: TypeAlias = list[dict[str, Json]]


@dataclass(slots=True)
class _Root:
    """Holds the document, so that the whole of it has a parent too, and counts what was put into it."""

    value: Json
    put: int = 0


def apply_patch(document: Json, patch: object) -> Json:
    """The patched copy; `BadPatch` for operations that are none, `PatchConflict` for those that do not fit."""
    root = _Root(copied(document))
    for index, operation in enumerate(_operations(patch)):
        _ACTIONS[str(operation["op"])](root, operation, f"operation {index}")
    return root.value


def _operations(patch: object) -> Patch:
    if not isinstance(patch, list) or len(patch) > MOST_OPERATIONS:
        raise BadPatch("strategy.patch_too_long", most=MOST_OPERATIONS)
    if problems := read_value(patch).problems:
        raise BadPatch("strategy.patch_unreadable", problem=problems[0].said)
    for index, operation in enumerate(patch):
        if not isinstance(operation, dict) or not isinstance(operation.get("op"), str):
            raise BadPatch("strategy.operation_not_object", index=index)
        if operation["op"] not in _NEEDS:
            raise BadPatch(
                "strategy.operation_unknown", index=index, op=quoted(operation["op"]), allowed=listed(_NEEDS)
            )
        _check_members(operation, index)
    return patch


def _check_members(operation: Mapping[str, object], index: int) -> None:
    for name in ("path", *_NEEDS[str(operation["op"])]):
        if name not in operation:
            raise BadPatch("strategy.operation_incomplete", index=index, op=operation["op"], name=quoted(name))
    for name in ("path", "from"):
        pointer = operation.get(name, "")
        if not isinstance(pointer, str) or (pointer and not pointer.startswith("/")):
            raise BadPatch("strategy.operation_bad_pointer", name=quoted(name), index=index)


def _add(root: _Root, operation: dict[str, Json], name: str) -> None:
    _put(root, str(operation["path"]), copied(operation["value"]), name)


def _remove(root: _Root, operation: dict[str, Json], name: str) -> None:
    _take(root, str(operation["path"]), name)


def _replace(root: _Root, operation: dict[str, Json], name: str) -> None:
    pointer, value = str(operation["path"]), copied(operation["value"])
    if pointer == "":
        root.value = value
        return
    parent, last = _parent(root, pointer, name)
    _value_at(parent, last, pointer, name)
    _count(root, pointer, value, name)
    if isinstance(parent, dict):
        parent[last] = value
    elif isinstance(parent, list):
        parent[int(last)] = value


def _move(root: _Root, operation: dict[str, Json], name: str) -> None:
    source, target = str(operation["from"]), str(operation["path"])
    if target.startswith(f"{source}/"):
        raise PatchConflict("strategy.patch_moves_into_itself", operation=name, source=quoted(source))
    _put(root, target, _take(root, source, name), name)


def _copy(root: _Root, operation: dict[str, Json], name: str) -> None:
    _put(root, str(operation["path"]), copied(_look(root, str(operation["from"]), name)), name)


def _test(root: _Root, operation: dict[str, Json], name: str) -> None:
    pointer = str(operation["path"])
    if not same(_look(root, pointer, name), operation["value"]):
        raise PatchConflict("strategy.patch_other_value", operation=name, pointer=quoted(pointer))


_ACTIONS: Mapping[str, Callable[[_Root, dict[str, Json], str], None]] = {
    "add": _add,
    "remove": _remove,
    "replace": _replace,
    "move": _move,
    "copy": _copy,
    "test": _test,
}


def _look(root: _Root, pointer: str, name: str) -> Json:
    value = root.value
    for step in steps_of(pointer):
        value = _value_at(value, step, pointer, name)
    return value


def _parent(root: _Root, pointer: str, name: str) -> tuple[Json, str]:
    above, _, _ = pointer.rpartition("/")
    return _look(root, above, name), steps_of(pointer)[-1]


def _value_at(parent: Json, step: str, pointer: str, name: str) -> Json:
    if isinstance(parent, dict) and step in parent:
        return parent[step]
    if isinstance(parent, list) and _is_index(step) and int(step) < len(parent):
        return parent[int(step)]
    raise PatchConflict("strategy.patch_nothing_there", operation=name, pointer=quoted(pointer))


def _put(root: _Root, pointer: str, value: Json, name: str) -> None:
    if pointer == "":
        root.value = value
        return
    parent, last = _parent(root, pointer, name)
    _count(root, pointer, value, name)
    if isinstance(parent, dict):
        parent[last] = value
    elif isinstance(parent, list) and (last == "-" or (_is_index(last) and int(last) <= len(parent))):
        parent.insert(len(parent) if last == "-" else int(last), value)
    else:
        raise PatchConflict("strategy.patch_cannot_add", operation=name, pointer=quoted(pointer))


def _count(root: _Root, pointer: str, value: Json, name: str) -> None:
    """Copies of copies grow like powers of two, so what a patch puts in has the limits of a document."""
    size, depth = measured(value)
    root.put += size
    if root.put > MOST_VALUES or depth + pointer.count("/") > DEEPEST:
        raise BadPatch("strategy.patch_too_large", operation=name)


def _take(root: _Root, pointer: str, name: str) -> Json:
    if pointer == "":
        raise PatchConflict("strategy.patch_leaves_nothing", operation=name)
    parent, last = _parent(root, pointer, name)
    taken = _value_at(parent, last, pointer, name)
    if isinstance(parent, dict):
        del parent[last]
    elif isinstance(parent, list):
        del parent[int(last)]
    return taken


def _is_index(step: str) -> bool:
    """No sign, no leading zero, and no more digits than a list can have."""
    return step.isascii() and step.isdecimal() and len(step) < 10 and (step == "0" or not step.startswith("0"))


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
