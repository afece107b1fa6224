"""Conditions joined by and, or and unless, as one condition; what cannot be joined for sure is not joined."""

from dataclasses import replace
from itertools import groupby

from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.words.grammar.meanings import Meant, joined, negated
from packages.domain.strategy.words.rules.parts import Part
from packages.domain.strategy.words.rules.repeats import without_repeats


def combined(parts: list[Part]) -> Meant | None:
    """One condition of several understood ones; None where and and or stand side by side without a comma, or where
    two of them cannot both be so."""
    meant = _combined(parts)
    return None if meant is None or _contradicts(meant.json) or _crosses_both_ways(parts) else meant


def _crosses_both_ways(parts: list[Part]) -> bool:
    """A cross without its direction beside one that has it: which way the first is meant nobody said."""
    crossings = [each for each in _meant(parts) if "cross" in each.json]
    return len({each.is_neutral for each in crossings}) > 1


def _contradicts(json: Document) -> bool:
    """Above a line and crossing it: those are two rules, whatever joins them."""
    items = json.get("all")
    ways: dict[str, set[str]] = {}
    for item in items if isinstance(items, list) else []:
        body = item.get("cmp") or item.get("cross") if isinstance(item, dict) else None
        if isinstance(body, dict):
            sides = str((body.get("left") or body.get("a"), body.get("right") or body.get("b")))
            ways.setdefault(sides, set()).add(str(body["op"]))
            if "a" in body:  # nothing crosses one level upwards and another downwards on one bar
                ways.setdefault(str(body["a"]), set()).add(str(body["op"]))
    return any(len(each) > 1 for each in ways.values())


def _combined(parts: list[Part]) -> Meant | None:
    outer: list[Part] = []
    for group, several in groupby(parts, key=lambda part: part.group):
        inside = list(several)
        if not group or len(inside) == 1:
            outer.extend(inside)
            continue
        meant = _of_all([replace(inside[0], joint=""), *inside[1:]])
        if meant is None:
            return None
        outer.append(replace(inside[0], meant=meant))
    return _of_all(outer)


def _of_all(parts: list[Part]) -> Meant | None:
    """What is given (…的前提下) holds beside all that is said after it."""
    given = [part for part in parts if part.is_given]
    rest = [part for part in parts if not part.is_given]
    if not given or not rest:
        return _of_groups(parts)
    several = [_of_one_kind(given), _of_groups([replace(rest[0], joint=""), *rest[1:]])]
    known = [meant for meant in several if meant is not None]
    return joined("all", known) if len(known) == len(several) else None


def _of_groups(parts: list[Part]) -> Meant | None:
    groups: list[list[Part]] = [[]]
    joints = {part.joint for part in parts[1:] if part.joint}
    is_mixed = {"and", "or"} <= joints
    outer = ""
    for place, part in enumerate(parts):
        if is_mixed and place and part.after_comma and part.joint:
            groups.append([])
            outer = outer or part.joint
            if part.joint != outer:
                return None
        groups[-1].append(part)
    if is_mixed and len(groups) == 1:
        return None
    made = [_of_one_kind(group) for group in groups]
    known = [meant for meant in made if meant is not None]
    if len(known) != len(made):
        return None
    return joined("any" if outer == "or" else "all", known)


def _of_one_kind(parts: list[Part]) -> Meant | None:
    joints = {part.joint for part in parts[1:] if part.joint and part.joint != "unless"}
    if len(joints) > 1 or (joints == {"and"} and any(part.either and not part.group for part in parts)):
        return None
    plain = _meant([part for part in parts if part.joint != "unless"])
    without = [negated(each) for each in _meant([part for part in parts if part.joint == "unless"])]
    if without and ("or" in joints or any("cross" in each.json.get("not", {}) for each in without)):  # type: ignore
        return None
    either = all(part.either for part in parts) and not joints
    whole = [joined("any" if joints == {"or"} or either else "all", plain)] if plain else []
    return joined("all", [*whole, *without]) if whole or without else None


def _meant(parts: list[Part]) -> list[Meant]:
    found: list[Meant] = []
    for part in parts:
        token = part.understood
        value = part.meant or (token.value if token is not None else None)
        if isinstance(value, Meant):
            found.append(value)
    return without_repeats(found)
