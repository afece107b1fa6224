"""Changes to a document that keep it whole: exits by kind, conditions by role, factors by what they are."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from packages.domain.strategy.json_tree import Document, Json, copied, same
from packages.domain.strategy.schema.grammar import EXPRESSIONS_VERSION
from packages.domain.strategy.words.grammar.expressions import version_of

_ROLES = ("entry", "exit")


class EditDraft:
    """A copy of a document while it is changed; every change says whether there was something to change."""

    def __init__(self, document: Document) -> None:
        self.is_reversed = False
        self.no_mirror: Document | None = None  # the condition that kept it from being reversed
        self.document: dict[str, Any] = copied(document)  # type: ignore[assignment] # a document is an object

    @property
    def sides(self) -> dict[str, Any]:
        trade: dict[str, Any] = self.document["trade"]
        return trade

    def exits_of(self, kind: str) -> list[dict[str, Any]]:
        return [each for side in self.sides.values() for each in side["exits"] if each["type"] == kind]

    def set_exit(self, kind: str, exit_: Document) -> None:
        """Puts an exit in the place of one of its kind, or after the others."""
        for side in self.sides.values():
            places = [place for place, each in enumerate(side["exits"]) if each["type"] == kind]
            if places:
                side["exits"][places[0]] = copied(exit_)
            else:
                side["exits"].append(copied(exit_))

    def remove_exits(self, *kinds: str) -> bool:
        before = sum(len(side["exits"]) for side in self.sides.values())
        for side in self.sides.values():
            side["exits"] = [each for each in side["exits"] if each["type"] not in kinds]
        return sum(len(side["exits"]) for side in self.sides.values()) < before

    def conditions(self, role: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """The holders of the outermost conditions of a role, with their side."""
        for name, side in self.sides.items():
            holders = [side["entry"]] if role == "entry" else [e for e in side["exits"] if e["type"] == "signal_exit"]
            yield from ((name, holder) for holder in holders)

    def set_condition(self, role: str, json: Document, factors: Mapping[str, Document]) -> None:
        named = self.with_factors(json, factors)
        holders = list(self.conditions(role))
        for _, holder in holders:
            holder["condition"] = self._in_the_same_way(copied(named), holder["condition"])
        if role == "exit":
            for name, side in self.sides.items():
                signals = [each for each in side["exits"] if each["type"] == "signal_exit"]
                side["exits"] = [each for each in side["exits"] if each not in signals[1:]]
                if not any(owner == name for owner, _ in holders):
                    side["exits"].insert(0, {"type": "signal_exit", "condition": copied(named)})

    def _in_the_same_way(self, new: Any, old: Any) -> Any:
        """A level or a length that changes leaves the way of comparing as it was: a cross stays a cross."""
        [(word, body)], [(before, held)] = new.items(), old.items()
        if word not in ("cmp", "cross") or before not in ("cmp", "cross"):
            return new
        left, right = (body["left"], body["right"]) if word == "cmp" else (body["a"], body["b"])
        was = (held["left"], held["right"]) if before == "cmp" else (held["a"], held["b"])
        if not same(left, was[0]) or self._type(right) != self._type(was[1]) or _way(body["op"]) != _way(held["op"]):
            return new
        sides = ("left", "right") if before == "cmp" else ("a", "b")
        return {before: {sides[0]: left, "op": held["op"], sides[1]: right}}

    def _type(self, operand: Any) -> str:
        if not isinstance(operand, dict):
            return "number"
        name = str(operand.get("ref", "expression")).partition(".")[0]
        return str(self.document["factors"].get(name, {"type": name})["type"])

    def set_level(self, role: str, json: Document, factors: Mapping[str, Document]) -> bool:
        """Another level for what is compared in the same way already: K below 15 in the place of K below 20."""
        wanted = self.with_factors(json, factors)
        [(word, body)] = wanted.items()
        if not isinstance(body, dict):
            return False
        left, level = body.get("left", body.get("a")), body.get("right", body.get("b"))
        if word not in ("cmp", "cross") or not isinstance(level, int | float):
            return False

        def change(side: str, atom: dict[str, Any]) -> dict[str, Any] | None:
            [(kind, held)] = atom.items()
            if kind == "ref":
                return atom
            was = held.get("right", held.get("b"))
            alike = same(held.get("left", held.get("a")), left) and _way(held["op"]) == _way(body["op"])
            return self._in_the_same_way(wanted, atom) if alike and isinstance(was, int | float) else atom

        return self.change_atoms(role, change) > 0

    def join(self, role: str, word: str, json: Document, factors: Mapping[str, Document]) -> None:
        """Adds a condition with `all` or `any` to what is there."""
        named = self.with_factors(json, factors)
        holders = list(self.conditions(role))
        if not holders and role == "exit":
            self.set_condition(role, json, factors)
        for _, holder in holders:
            held = holder["condition"]
            parts = list(held[word]) if word in held else [held]
            extra = named[word] if word in named and isinstance(named[word], list) else [named]
            holder["condition"] = {word: [*parts, *(each for each in extra if not any(same(each, p) for p in parts))]}

    def with_factors(self, json: Json, factors: Mapping[str, Document]) -> Any:
        """The condition with the names that its factors have in this document, which get them where they are new."""
        names = {name: self.factor_name(name, factor) for name, factor in factors.items()}
        return renamed(json, names)

    def factor_name(self, name: str, factor: Document) -> str:
        """Under which the document has it, by now."""
        for known, other in self.document["factors"].items():
            if same(_plain(other), _plain(factor)):
                return str(known)
        free = name
        number = 2
        while free in self.document["factors"]:
            free, number = f"{name}_{number}", number + 1
        self.document["factors"][free] = copied(factor)
        return free

    def change_atoms(self, role: str, change: Callable[[str, dict[str, Any]], dict[str, Any] | None]) -> int:
        """Changes each comparison and crossing of a role; None takes it away. How many changed."""
        count = 0
        for side, holder in list(self.conditions(role)):
            made, changed = _changed(holder["condition"], side, change)
            count += changed
            if made is not None:
                holder["condition"] = made
            elif role == "exit":
                self.sides[side]["exits"].remove(holder)
            else:
                return 0
        return count

    def tidy(self) -> Document:
        """Without the factors that nothing names any more, and of the version that its conditions take."""
        if version_of(self.document["trade"]) == EXPRESSIONS_VERSION:
            self.document["dsl_version"] = EXPRESSIONS_VERSION
        text = str({key: value for key, value in self.document.items() if key != "factors"})
        factors = self.document["factors"]
        self.document["factors"] = {
            name: factor for name, factor in factors.items() if f"'{name}'" in text or f"'{name}." in text
        }
        return self.document


def _way(op: str) -> str:
    return "up" if op in ("gt", "gte", "cross_above") else "down"


def _plain(factor: Any) -> Json:
    return {"type": factor["type"], "params": factor.get("params", {}), "timeframe": factor.get("timeframe")}


def renamed(json: Json, names: Mapping[str, str]) -> Json:
    if isinstance(json, list):
        return [renamed(each, names) for each in json]
    if not isinstance(json, dict):
        return json
    made = {key: renamed(each, names) for key, each in json.items()}
    if isinstance(json.get("ref"), str):
        name, dot, output = str(json["ref"]).partition(".")
        made["ref"] = f"{names.get(name, name)}{dot}{output}"
    return made


def _changed(json: Any, side: str, change: Callable[[str, dict[str, Any]], dict[str, Any] | None]) -> tuple[Any, int]:
    [(kind, body)] = json.items()
    if kind in ("all", "any"):
        made = [_changed(each, side, change) for each in body]
        kept = [each for each, _ in made if each is not None]
        count = sum(changed for _, changed in made)
        if not kept:
            return None, count
        return (kept[0] if len(kept) == 1 else {kind: kept}), count
    if kind in ("cmp", "cross", "ref"):
        new = change(side, json)
        return new, int(new is not json)
    return json, 0


def refs_of(atom: Any) -> list[str]:
    """The names of the factors and prices that an atom compares."""
    [(kind, body)] = atom.items()
    if kind == "ref":
        return [str(body).partition(".")[0]]
    return [name for each in body.values() if isinstance(each, dict) for name in _named_in(each)]


def _named_in(value: Any) -> list[str]:
    """In a reference, or anywhere inside an expression."""
    if isinstance(value, dict) and isinstance(value.get("ref"), str):
        return [value["ref"].partition(".")[0]]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [name for part in parts for name in _named_in(part)]
