"""The steps of a guided script, which the streamer carries out, and the JSON that tools and state give it."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from packages.contracts.sentences import in_language, recalled_field
from packages.core.messages import Language


@dataclass(frozen=True, slots=True)
class Facts:
    """What the state of a session or the result of a tool says."""

    value: object = None

    def at(self, *path: str) -> "Facts":
        found = self.value
        for name in path:
            found = found.get(name) if isinstance(found, Mapping) else None
        return Facts(found)

    def text(self, *path: str) -> str:
        found = self.at(*path).value
        return found if isinstance(found, str) else ""

    def number(self, *path: str) -> float | None:
        """Also one that is written as text, as money is."""
        found = self.at(*path).value
        if isinstance(found, bool):
            return None
        if isinstance(found, str):
            try:
                return float(found)
            except ValueError:
                return None
        return float(found) if isinstance(found, int | float) else None

    def count(self, *path: str) -> int:
        found = self.number(*path)
        return 0 if found is None else int(found)

    def is_true(self, *path: str) -> bool:
        return self.at(*path).value in (True, "true")

    def rows(self, *path: str) -> "list[Facts]":
        found = self.at(*path).value
        if isinstance(found, str) or not isinstance(found, Sequence):
            return []
        return [Facts(each) for each in found]

    def texts(self, *path: str) -> list[str]:
        return [each.value for each in self.rows(*path) if isinstance(each.value, str)]

    def mapping(self, *path: str) -> dict[str, object]:
        found = self.at(*path).value
        return dict(found) if isinstance(found, Mapping) else {}


@dataclass(frozen=True, slots=True)
class Say:
    """GuidedWording for the person."""

    text: str


@dataclass(frozen=True, slots=True)
class Show:
    """A card of the closed union, as JSON."""

    card: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Patch:
    """Fields of the phase that the handler may take over, once it has checked them."""

    fields: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ToolUse:
    """A tool call, answered by a `ToolAnswer`. A call that `changes` something gets a key of its own."""

    domain: str
    tool: str
    arguments: Mapping[str, object] = field(default_factory=dict)
    changes: bool = False


@dataclass(frozen=True, slots=True)
class Pause:
    """Waits before looking again."""

    seconds: float


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """What a tool answered; `is_granted` False when this turn may not call it, so that nothing was called."""

    ok: bool
    facts: Facts
    is_granted: bool = True

    def said(self, name: str, language: Language) -> str:
        """The `message` of a failure, or its `suggestion`; empty where there is none."""
        error = self.facts.mapping("error")
        return in_language(recalled_field(error, name), language) if error.get(name) else ""

    @property
    def code(self) -> str:
        return self.facts.text("error", "code")


Step: TypeAlias = Say | Show | Patch | ToolUse | Pause
Script: TypeAlias = Generator[Step, ToolAnswer | None, None]
Asking: TypeAlias = Generator[Step, ToolAnswer | None, ToolAnswer]
Naming: TypeAlias = Generator[Step, ToolAnswer | None, str]  # ends with an id, or "" where there is none


def use(domain: str, tool: str, **arguments: object) -> Asking:
    """Calls a tool that only reads; arguments of None are left out."""
    return (yield from _told(ToolUse(domain, tool, _given(arguments))))


def change(domain: str, tool: str, **arguments: object) -> Asking:
    """Calls a tool that changes something."""
    return (yield from _told(ToolUse(domain, tool, _given(arguments), changes=True)))


def _told(step: ToolUse) -> Asking:
    told = yield step
    if told is None:
        raise TypeError("a tool call is answered by what it came to")
    return told


def _given(arguments: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in arguments.items() if value is not None}
